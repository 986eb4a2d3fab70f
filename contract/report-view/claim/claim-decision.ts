import type { Claim, ClaimDecision, TippingPoint } from '../../claim/claim-file.ts';
import type { TotalLossFact } from '../../facts/total-loss-fact.ts';
import type { ReportModel } from '../../schemas/report.ts';

type Estimate = ReportModel['estimate'];
type Code = TotalLossFact['code'];
type Value = ClaimDecision['value'];
type Salvage = ClaimDecision['salvage'];

/** To the cent. */
const cents = (usd: number): number => Math.round(usd * 100) / 100;

function worthOf({ cost_to_value: drawn, vehicle_value: ours }: Estimate): Value {
  if (drawn && drawn.value > 0) return { usd: drawn.value, of: drawn.source };
  return ours && ours.likely > 0 ? { usd: ours.likely, of: 'model' } : null;
}

function salvageOf({ cost_to_value: drawn, scenario }: Estimate): Salvage {
  const own = scenario?.set.loss?.salvage;
  if (own !== undefined) return { least: own, most: own, of: 'user' };
  if (!drawn || drawn.value <= 0) return null;
  const [least, most] = drawn.salvage;
  return { least: cents(drawn.value * least), most: cents(drawn.value * most), of: 'usual' };
}

/**
 * By a share of the value: what the salvage brings decides nothing.
 * @param counts Part of the repair that the law counts, 0–1.
 */
function byThreshold(
  percents: readonly number[],
  { repair, value, counts }: { repair: number; value: number; counts: number },
): TippingPoint[] {
  const [low, high] = [Math.min(...percents) / 100 / counts, Math.max(...percents) / 100 / counts];
  return [
    { of: 'repair', least: cents(value * low), most: cents(value * high), now: repair },
    { of: 'value', least: cents(repair / high), most: cents(repair / low), now: value },
  ];
}

/** By repair plus salvage against the value; at which value it turns only a salvage of the user's own tells, for the usual one goes by it. */
function byFormula(repair: number, value: number, salvage: Salvage): TippingPoint[] {
  const bid = Math.max(0, cents(value - repair));
  const own = salvage?.of === 'user' ? salvage.least : null;
  return [
    ...(salvage
      ? [
          {
            of: 'repair' as const,
            least: Math.max(0, cents(value - salvage.most)),
            most: Math.max(0, cents(value - salvage.least)),
            now: repair,
          },
        ]
      : []),
    ...(own === null
      ? []
      : [{ of: 'value' as const, least: cents(repair + own), most: cents(repair + own), now: value }]),
    { of: 'salvage', least: bid, most: bid, now: own },
  ];
}

/** Percentages of the value that decide; null: none does. Those of earlier reports are in a fact of their own. */
function percentsOf(facts: readonly TotalLossFact[]): readonly number[] | null {
  const decided = facts.some(({ code }) => code === 'chance' || code === 'against_threshold');
  for (const fact of facts) {
    if (fact.code === 'threshold') return fact.percents;
    if (fact.code === 'law' && fact.use !== 'floor' && fact.percent !== null && decided)
      return [fact.percent];
  }
  return null;
}

/** True if repair plus salvage against the value decides, and no line above it. */
const isByFormula = (facts: readonly TotalLossFact[]): boolean =>
  facts.some(
    (fact) =>
      fact.code === 'formula' ||
      (fact.code === 'law' &&
        (fact.use === 'formula' || fact.use === 'practice' || fact.insurer === 'settles')),
  ) &&
  facts.some(
    ({ code }) =>
      code === 'tips_at' || code === 'repair_alone' || code === 'usual_salvage' || code === 'own_salvage',
  );

/** What a report says for its claim: the verdict by the state's rule, how sure it is, and what would turn it. */
export function claimDecision({
  estimate,
  total_loss,
  claim,
}: Pick<ReportModel, 'estimate' | 'total_loss'> & { claim?: Claim | undefined }): ClaimDecision {
  const repair = estimate.total.likely;
  const value = worthOf(estimate);
  const salvage = salvageOf(estimate);
  const facts = total_loss?.facts ?? [];
  const factOf = <C extends Code>(code: C) =>
    facts.find((fact): fact is Extract<TotalLossFact, { code: C }> => fact.code === code);
  const effect = factOf('title')?.effect;
  const byTitle = effect === 'decides' || effect === 'overrules';
  const percents = percentsOf(facts);
  const notCounted = factOf('not_counted');
  const share = factOf('repair_share')?.share ?? 0;
  const counts = notCounted && share > 0 ? notCounted.counted / share : 1;
  const deductible = claim?.deductible ?? 0;
  const less = (amount: number): number => Math.max(0, cents(amount - deductible));
  return {
    state: total_loss?.state ?? null,
    verdict: total_loss?.verdict ?? null,
    basis: total_loss?.basis ?? null,
    insurer: estimate.scenario?.set.loss?.insurer ?? null,
    probability: byTitle ? null : (total_loss?.probability ?? null),
    by_title: byTitle,
    repair,
    value,
    salvage,
    tips:
      byTitle || !value
        ? []
        : percents !== null
          ? counts > 0
            ? byThreshold(percents, { repair, value: value.usd, counts })
            : []
          : isByFormula(facts) && counts === 1
            ? byFormula(repair, value.usd, salvage)
            : [],
    evidence: (estimate.evidence ?? [])
      .filter(({ moves }) => Math.abs(moves) >= 1)
      .sort((a, b) => Math.abs(b.moves) - Math.abs(a.moves))
      .slice(0, 3)
      .map(({ id, kind, moves }) => ({ id, kind, moves: Math.round(moves) })),
    payments: {
      total_loss: value && less(value.usd),
      owner_keeps: value && salvage?.of === 'user' ? less(value.usd - salvage.least) : null,
      repair: less(repair),
    },
  };
}
