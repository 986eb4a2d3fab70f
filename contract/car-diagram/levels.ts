import type { PanelId } from './car-geometry.ts';

/** How sure we are of damage nobody has seen. */
export const BANDS = ['possible', 'likely', 'very_likely'] as const;
export type Band = (typeof BANDS)[number];
/** 0 none, 1 cosmetic to 4 destroyed as seen; a band where the damage is estimated. */
export type Level = 0 | 1 | 2 | 3 | 4 | Band;
export type PanelMark = { severity: Level; number?: number };
export type Marks = Partial<Record<PanelId, PanelMark>>;

export const LEVEL_WORDS: Record<Exclude<Level, 0>, string> = {
  1: 'cosmetic damage',
  2: 'minor damage',
  3: 'major damage',
  4: 'destroyed',
  possible: 'damage possible',
  likely: 'damage likely',
  very_likely: 'damage very likely',
};

/** Under a quarter a panel stays unmarked: the list still has the line. */
export function bandOf(probability: number): Band | 0 {
  if (probability >= 0.75) return 'very_likely';
  if (probability >= 0.5) return 'likely';
  return probability >= 0.25 ? 'possible' : 0;
}
