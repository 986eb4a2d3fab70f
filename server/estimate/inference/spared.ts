import { categoryById } from '../../categories/generic-categories.ts';
import type { BelievedPart, WeighedPart } from './believed-parts.ts';
import { INFERENCE } from './inference-table.ts';

/** How much of the declared place is seen undamaged. */
export type Spared = {
  /** Share 0–1 of the chance that nothing was hit which what is seen allows to count. */
  readonly none: number;
  /** Every outer part of the declared place is seen undamaged. */
  readonly all: boolean;
};

/** Sections of the car that no hit reaches but through its outer parts. */
export const INSIDE: ReadonlySet<string> = new Set(['restraints', 'interior']);

/** The outer parts that a middling hit of the declared place reaches about as often as its likeliest one (judgment: half as often). */
export function outerParts(parts: readonly BelievedPart[]): BelievedPart[] {
  const outer = parts.filter(
    ({ declared, hidden, name, category, floor }) =>
      declared &&
      !hidden &&
      name === null &&
      floor === 0 &&
      !INSIDE.has(categoryById(category)?.section ?? ''),
  );
  const most = Math.max(0, ...outer.map(({ by_severity }) => by_severity[1]));
  return outer.filter(({ by_severity, side_open }) => by_severity[1] * (side_open ? 2 : 1) >= most / 2);
}

/** How far evidence makes a part undamaged, 0–1: against the heaviest damage. */
const wholeness = ({ evidence }: WeighedPart): number =>
  evidence.answered === 'not_fitted'
    ? 1
    : 1 - Math.exp(Math.min(0, evidence.steps[0] + evidence.steps[1] + evidence.steps[2]));

/**
 * A few parts seen undamaged do not clear a car of which somebody declared a hit: that nothing was hit counts by how much of the
 * declared place is seen undamaged, in full from `none_from` of its outer parts on.
 */
export function sparedOf(parts: readonly BelievedPart[], fitted: ReadonlyMap<string, WeighedPart>): Spared {
  const outer = outerParts(parts);
  const from = INFERENCE.none_from?.value;
  let [seen, all, least] = [0, 0, 1];
  for (const part of outer) {
    const weighed = fitted.get(part.key);
    const whole = weighed ? wholeness(weighed) : 1;
    seen += part.by_severity[1] * whole;
    all += part.by_severity[1];
    least = Math.min(least, whole);
  }
  const share = all > 0 ? seen / all : 1;
  return { none: from === undefined ? 1 : Math.min(1, share / from) ** 3, all: least >= 0.5 };
}
