import type { Claim, ClaimDecision, TippingPoint } from '../../claim/claim-file.ts';
import type { ReportModel } from '../../schemas/report.ts';
import { stateName } from '../../us-states.ts';
import { dollarsAndCents, wholeDollars } from '../figures.ts';
import { evidenceRows } from '../grounds/evidence-rows.ts';
import { lawLine } from '../head/total-loss.ts';
import { VERDICT_WORDS } from '../head/verdict-words.ts';
import { percentOf, plain } from '../words/sentence.ts';
import { claimDecision } from './claim-decision.ts';

export type ClaimRow = { readonly label: string; readonly value: string };

/** A claim as it is shown: page and PDF lay out the same rows and sentences. */
export type ClaimView = {
  readonly facts: readonly ClaimRow[];
  readonly verdict: string;
  readonly tips: readonly string[];
  readonly evidence: readonly ClaimRow[];
  readonly payments: readonly ClaimRow[];
  readonly note: string;
};

const VALUES = { listed: 'as listed', model: 'by our valuation', user: 'as entered' } as const;
const THINGS = {
  repair: 'The likely repair',
  value: 'The value before the damage',
  salvage: 'The salvage',
} as const;

/** Whether an insurer settles, as it is entered. */
export const INSURER_WORDS = { settles: 'Settles', none: 'None settles', not_stated: 'Not stated' } as const;

const PAYMENTS_NOTE = 'Before the taxes and fees that states add to a settlement. Not legal advice.';

/** `$9,100`, or `between $9,100 and $9,800` where the verdict is open between them. */
function tipWords({ of, least, most, now }: TippingPoint): string {
  const stands = now === null ? '' : `, now ${wholeDollars(now)}`;
  if (of !== 'value' && Math.round(most) <= 0) return `${THINGS[of]}: a total loss at any amount${stands}.`;
  const open =
    Math.round(least) === Math.round(most)
      ? ''
      : of === 'value'
        ? `, open up to ${wholeDollars(most)}`
        : `, open from ${wholeDollars(least)} on`;
  return of === 'value'
    ? `${THINGS[of]}: a total loss at ${wholeDollars(least)} or less${open}${stands}.`
    : `${THINGS[of]}: a total loss at ${wholeDollars(most)} or more${open}${stands}.`;
}

function verdictOf({ verdict, basis, probability, by_title, state }: ClaimDecision): string {
  if (by_title)
    return verdict === null ? 'The title decides' : `${VERDICT_WORDS[verdict]}: the title decides`;
  if (verdict === null)
    return state === null
      ? 'No verdict: the state is not known'
      : 'No verdict: no rule that fits, or no value, is known';
  const chance = probability === null ? '' : `, ${percentOf(probability)} chance of a total loss by the rule`;
  return `${VERDICT_WORDS[verdict]}${chance}${basis === 'practice' ? ', by insurers’ practice, not the law' : ''}`;
}

const given = (rows: readonly [string, string | null][]): ClaimRow[] =>
  rows.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]));

/** The claim of a report, in words. */
export function claimView(
  report: Pick<ReportModel, 'estimate' | 'total_loss'> & { claim?: Claim | undefined },
): ClaimView {
  const { claim } = report;
  const decision = claimDecision(report);
  const { value, salvage, state, payments, repair } = decision;
  const law = report.total_loss && lawLine(report.total_loss);
  const money = (usd: number | null): string | null => (usd === null ? null : wholeDollars(usd));
  const moved = new Map(evidenceRows(report.estimate).map((row) => [row.id, row]));
  return {
    facts: given([
      ['Claim number', claim?.number ?? null],
      ['Deductible', claim?.deductible == null ? null : dollarsAndCents(claim.deductible)],
      ['Rule of', state === null ? null : stateName(state)],
      ['Law', law && plain(law)],
      ['Insurer', INSURER_WORDS[decision.insurer ?? 'not_stated']],
      ['Repair, likely', wholeDollars(repair)],
      ['Value (ACV)', value && `${wholeDollars(value.usd)}, ${VALUES[value.of]}`],
      [
        'Salvage',
        salvage &&
          (salvage.of === 'user'
            ? `${wholeDollars(salvage.least)}, as entered`
            : `${wholeDollars(salvage.least)} to ${wholeDollars(salvage.most)}, usual for such a wreck`),
      ],
    ]),
    verdict: verdictOf(decision),
    tips: decision.tips.map(tipWords),
    evidence: decision.evidence.flatMap(({ id }) => {
      const row = moved.get(id);
      return row ? [{ label: `${row.source}: ${row.says}`, value: row.effect }] : [];
    }),
    payments: given([
      ['Total loss', money(payments.total_loss)],
      ['Total loss, owner keeps the car', money(payments.owner_keeps)],
      ['Repair at the likely cost', money(payments.repair)],
    ]),
    note:
      claim?.deductible == null
        ? `No deductible is entered. ${PAYMENTS_NOTE}`
        : `Less the deductible. ${PAYMENTS_NOTE}`,
  };
}
