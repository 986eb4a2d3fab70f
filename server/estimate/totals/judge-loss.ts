import type { TotalLossFact, VerdictBasis } from '../../../contract/facts/total-loss-fact.ts';
import type { Verdict } from '../../../contract/schemas/verdict.ts';
import type { StatuteRow } from './statutes.ts';

/** A share of the value before the damage, 1 = all of it. */
type Share = number;
type Boundary = StatuteRow['boundary'];
type Facts = readonly TotalLossFact[];

/** Repair ÷ value as far as it is known. */
export type CostShare = {
  readonly likely: Share;
  /** At every twentieth of the draws, rising; null: nothing was drawn. */
  readonly drawn: readonly Share[] | null;
  /** The figure is certain: how near the line is does not matter. */
  readonly exact?: true;
};

/** Salvage ÷ value, least and most: one figure where it is known. */
export type SalvageShare = {
  readonly least: Share;
  readonly most: Share;
  readonly of: 'user' | 'usual' | 'law';
};

/** A verdict with what it follows from. `probability`: chance of a total loss; `tips_at`: salvage from which a formula says total. */
export type Judged = {
  readonly verdict: Verdict | null;
  readonly basis: VerdictBasis | null;
  readonly facts: Facts;
  readonly probability?: number;
  readonly tips_at?: Share | null;
};
export const NOTHING_JUDGED: Judged = { verdict: null, basis: null, facts: [] };

/** Chance between which a verdict is too close to call, and points of the value around the line. The task's own. */
const CLOSE_CHANCE = [0.4, 0.6] as const;
const CLOSE_POINTS = 0.03;
/** Sums of shares that are equal on paper differ in the last digits. */
const EPSILON = 1e-9;

/** Chance that the final cost is at least `share` of the value, 0–1, straight between the drawn quantiles. */
export function chanceAtLeast(quantiles: readonly Share[], share: Share): number {
  const last = quantiles.length - 1;
  const above = quantiles.findIndex((value) => value >= share);
  if (above === -1) return 0;
  if (above === 0) return 1;
  const [from, to] = [quantiles[above - 1] ?? 0, quantiles[above] ?? 0];
  const within = to > from ? (share - from) / (to - from) : 0;
  return 1 - (above - 1 + within) / last;
}

/** Whether a cost is a total loss by a line; null: it is exactly on it, and the law's text does not say. */
export function isOver(cost: Share, line: Share, boundary: Boundary): boolean | null {
  const difference = cost - line;
  if (Math.abs(difference) > EPSILON) return difference > 0;
  return boundary === 'unknown' ? null : boundary !== '>';
}

const isClose = (
  { likely, exact }: CostShare,
  line: Share,
  probability: number | undefined,
): 'line' | 'chance' | null => {
  if (exact) return null;
  if (Math.abs(likely - line) <= CLOSE_POINTS + EPSILON) return 'line';
  const [from, to] = CLOSE_CHANCE;
  return probability !== undefined && probability >= from && probability <= to ? 'chance' : null;
};

const tooClose = (by: 'chance' | 'line' | 'open_text'): TotalLossFact => ({ code: 'too_close', by });

/**
 * By one line: a total loss over it.
 * @param cost Repair ÷ value, with the costs that do not count off.
 * @param line Share of the value.
 */
export function byLine(cost: CostShare, line: Share, boundary: Boundary): Judged {
  const over = isOver(cost.likely, line, boundary);
  if (cost.drawn === null) {
    const verdict = over === null ? null : over ? 'total_loss' : 'repairable';
    const close = isClose(cost, line, undefined);
    if (close) return { verdict: 'too_close', basis: 'law', facts: [tooClose(close)] };
    return verdict === null
      ? { verdict: 'too_close', basis: 'law', facts: [tooClose('open_text')] }
      : { verdict, basis: 'law', facts: [{ code: 'against_threshold', follows: verdict }] };
  }
  const probability = chanceAtLeast(cost.drawn, line);
  const close = isClose(cost, line, probability);
  const verdict = close ? 'too_close' : probability >= 0.5 ? 'total_loss' : 'repairable';
  return {
    verdict,
    basis: 'law',
    facts: [
      { code: 'chance', least: probability, most: probability, follows: verdict },
      ...(close ? [tooClose(close)] : []),
    ],
    probability,
    tips_at: null,
  };
}

/**
 * By repair plus salvage against the value, as a law's formula or as insurers do.
 * @param floor Share of the value below which it is no total whatever the salvage is worth.
 */
export function byFormula(
  cost: CostShare,
  salvage: SalvageShare | null,
  { boundary, basis, floor = 0 }: { boundary: Boundary; basis: VerdictBasis; floor?: Share },
): Judged {
  const tips_at = Math.max(0, 1 - cost.likely);
  const tips: TotalLossFact = { code: 'tips_at', share: tips_at };
  if (salvage === null)
    return isOver(cost.likely, 1, boundary) === true
      ? { verdict: 'total_loss', basis, facts: [{ code: 'repair_alone' }] }
      : { verdict: 'depends_on_salvage', basis, facts: [tips] };
  const { least, most, of } = salvage;
  const [low, high] = [Math.max(floor, 1 - most), Math.max(floor, 1 - least)];
  const middle = Math.max(floor, 1 - (least + most) / 2);
  const probability = cost.drawn === null ? undefined : chanceAtLeast(cost.drawn, middle);
  const known = probability === undefined ? {} : { probability, tips_at };
  const [overLow, overHigh] = [isOver(cost.likely, low, boundary), isOver(cost.likely, high, boundary)];
  const inside = overLow === true && overHigh === false;
  const nearest = Math.abs(cost.likely - low) < Math.abs(cost.likely - high) ? low : high;
  const close = inside ? null : isClose(cost, nearest, probability);
  const verdict: Verdict = inside
    ? 'depends_on_salvage'
    : close || overLow === null || overHigh === null
      ? 'too_close'
      : overHigh
        ? 'total_loss'
        : 'repairable';
  const ground: TotalLossFact =
    of === 'user'
      ? { code: 'own_salvage', share: least, chance: probability ?? (verdict === 'total_loss' ? 1 : 0) }
      : of === 'law'
        ? { code: 'lawful_salvage', share: least, follows: verdict }
        : { code: 'usual_salvage', least, most, follows: verdict };
  return {
    verdict,
    basis,
    facts: [
      ...(tips_at <= 0 ? [{ code: 'repair_alone' } as const] : [tips]),
      ground,
      ...(verdict === 'too_close' ? [tooClose(close ?? 'open_text')] : []),
    ],
    ...known,
  };
}

/** Two readings of an open text: a verdict where both say the same, else too close to call. */
export function inBoth(one: Judged, other: Judged): Judged {
  if (one.verdict === other.verdict) return one;
  return {
    ...one,
    verdict: 'too_close',
    facts: [
      ...one.facts.filter(
        ({ code }) => code !== 'too_close' && code !== 'chance' && code !== 'against_threshold',
      ),
      tooClose('open_text'),
    ],
  };
}

/** Where nobody says whether an insurer settles: a verdict where it makes no difference. */
export function byInsurer(settles: Judged, none: Judged): Judged {
  if (settles.verdict === none.verdict && settles.verdict !== null)
    return {
      ...none,
      basis: settles.basis === none.basis ? none.basis : 'practice',
      facts: [...none.facts, ...settles.facts],
    };
  return {
    verdict: 'depends_on_insurer',
    basis: none.basis ?? settles.basis,
    facts: [{ code: 'by_insurer', settles: settles.verdict, none: none.verdict }],
  };
}
