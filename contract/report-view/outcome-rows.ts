import type { Estimate } from '../schemas/estimate.ts';

type Outcome = NonNullable<Estimate['outcome']>;
export type OutcomeRow = {
  key: 'as_written' | 'possible' | 'fall_away' | 'unlocated' | 'average';
  label: string;
  /** US dollars with tax; the rows before the last add up to it. */
  amount: number;
};

const lines = (count: number): string => (count === 1 ? 'Line' : 'Lines');

/** From what is written to the average outcome, row by row; damage nobody can locate only where there is some. */
export function outcomeRows({ outcome }: { outcome: Outcome }): OutcomeRow[] {
  const { possible_count: listed, slight_count: slight, fall_away_count: away } = outcome;
  const counted = `${listed + slight}${slight > 0 ? `, of which ${slight} under 5 % not listed` : ''}`;
  return [
    { key: 'as_written', label: 'As written', amount: outcome.as_written },
    { key: 'possible', label: `Possible items (${counted})`, amount: outcome.possible },
    { key: 'fall_away', label: `${lines(away)} that may fall away (${away})`, amount: outcome.fall_away },
    ...(outcome.unlocated > 0
      ? [{ key: 'unlocated' as const, label: 'Damage nobody can locate', amount: outcome.unlocated }]
      : []),
    { key: 'average', label: 'Average outcome', amount: outcome.average },
  ];
}

/** Apart by less than this share, two amounts are about the same. */
const SAME = 0.01;

/** Why the likely figure, a median, is not the average outcome. */
export function medianWords({ total, outcome }: { total: Estimate['total']; outcome: Outcome }): string {
  const apart = total.likely - outcome.average;
  if (Math.abs(apart) <= SAME * outcome.average) return 'The median of all outcomes: about the average.';
  return apart < 0
    ? 'The median of all outcomes. Below the average, because a few very expensive outcomes raise the average, and few shops write every line of a car whose repair nears its value.'
    : 'The median of all outcomes. Above the average, because outcomes where little is needed lower the average.';
}
