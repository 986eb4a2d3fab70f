import type { TotalLossFact } from '../../../contract/facts/total-loss-fact.ts';
import {
  byFormula,
  byInsurer,
  byLine,
  type CostShare,
  inBoth,
  isOver,
  type Judged,
  NOTHING_JUDGED,
  type SalvageShare,
} from './judge-loss.ts';
import { isWithin, type Limit, type Statute } from './statutes.ts';

/** The loss as a law compares it. */
export type LossCase = {
  /** With every cost off that the text leaves out, and with those off alone that are sure to be. */
  readonly costs: readonly [CostShare, CostShare];
  readonly value: number;
  readonly age: number | null;
  readonly salvage: SalvageShare | null;
  readonly insurer: 'settles' | 'none' | null;
  /** Whether structure, suspension or electronics are on the estimate, and whether structure or drive are. */
  readonly structure: { readonly any: boolean; readonly heavy: boolean };
};

const inEach = (costs: LossCase['costs'], judge: (cost: CostShare) => Judged): Judged =>
  costs[0].likely === costs[1].likely ? judge(costs[0]) : inBoth(judge(costs[0]), judge(costs[1]));

const practice = ({ costs, salvage }: LossCase): Judged =>
  inEach(costs, (cost) => byFormula(cost, salvage, { boundary: '>=', basis: 'practice' }));

/** By the percentage of the law, with what it asks for besides money. */
function byPercent({ reading, percent, boundary }: Statute, { costs, age, structure }: LossCase): Judged {
  const judged = inEach(costs, (cost) => byLine(cost, (percent ?? 0) / 100, boundary));
  if (judged.verdict !== 'total_loss') return judged;
  if (reading.needs_structure && !structure.any)
    return { ...judged, verdict: 'repairable', facts: [{ code: 'no_structure' }] };
  const boltOn = reading.bolt_on_from_age !== undefined && age !== null && age >= reading.bolt_on_from_age;
  return boltOn && !structure.heavy
    ? { ...judged, verdict: 'too_close', facts: [{ code: 'too_close', by: 'open_text' }] }
    : judged;
}

/** Below the line no total without the owner's consent; above it as insurers do. It binds insurers alone. */
function byFloor({ percent, boundary }: Statute, of: LossCase): Judged {
  if (of.insurer === 'none') return { ...NOTHING_JUDGED, facts: [{ code: 'insurers_only' }] };
  const floor = (percent ?? 0) / 100;
  const consent: TotalLossFact = { code: 'owner_consent', percent: percent ?? 0 };
  return inEach(of.costs, (cost) => {
    const line = byLine(cost, floor, boundary);
    if (line.verdict === 'repairable') return { ...line, facts: [...line.facts, consent] };
    const above = byFormula(cost, of.salvage, { boundary: '>=', basis: 'practice', floor });
    if (line.verdict === 'total_loss' || above.verdict === 'repairable')
      return { ...above, facts: [...above.facts, consent] };
    return { ...line, facts: [...line.facts, consent] };
  });
}

/** By the formula of the law; where no insurer settles, some laws say what the salvage counts as. */
function byLawfulFormula({ reading, boundary }: Statute, of: LossCase): Judged {
  const judge = (salvage: SalvageShare | null): Judged =>
    inEach(of.costs, (cost) => byFormula(cost, salvage, { boundary, basis: 'law' }));
  const percent = reading.no_insurer_salvage_percent;
  if (percent === undefined) return judge(of.salvage);
  const none = (): Judged => judge({ least: percent / 100, most: percent / 100, of: 'law' });
  if (of.insurer === 'none') return none();
  return of.insurer === 'settles' ? judge(of.salvage) : byInsurer(judge(of.salvage), none());
}

/** The verdict that the law of a state allows, by what its row may be used for. */
export function byStatute(law: Statute, of: LossCase): Judged {
  const use = law.verdict_use;
  if (use === 'none') return NOTHING_JUDGED;
  const within = isWithin(law.reading.limits, of.age, of.value);
  const limited = (judge: () => Judged): Judged =>
    within === true
      ? judge()
      : {
          ...NOTHING_JUDGED,
          facts: [
            {
              code: 'limit',
              outside: within === null ? 'unknown' : 'yes',
              age: law.age_limit,
              value: law.value_limit,
            },
          ],
        };
  switch (use) {
    case 'percent':
      return limited(() => byPercent(law, of));
    case 'percent_no_insurer':
      if (of.insurer === 'settles') return practice(of);
      if (of.insurer === 'none') return limited(() => byPercent(law, of));
      return byInsurer(
        practice(of),
        limited(() => byPercent(law, of)),
      );
    case 'formula':
      return limited(() => byLawfulFormula(law, of));
    case 'floor':
      return limited(() => byFloor(law, of));
    case 'practice':
      return practice(of);
  }
}

const meets = (limit: Limit | undefined, age: number | null, value: number): boolean | null =>
  limit === undefined ? null : isWithin([limit], age, value);

/** Further titles from a line on, where the car is a total loss. */
export function secondLines({ reading }: Statute, { costs: [cost], age, value }: LossCase): TotalLossFact[] {
  return (reading.second_lines ?? []).flatMap(
    ({ percent, boundary, outcome, where, unless }): TotalLossFact[] =>
      meets(where, age, value) !== false &&
      meets(unless, age, value) !== true &&
      isOver(cost.likely, percent / 100, boundary) === true
        ? [{ code: 'second_line', outcome, percent }]
        : [],
  );
}
