import type { ShownUnits } from '../../units/shown-units.ts';

/** Of everybody who sets nothing. */
export const US_UNITS: ShownUnits = { distance: 'mi', money: null };

/** Whether these are what figures are counted in. */
export const isUsUnits = ({ money, distance }: ShownUnits): boolean => money === null && distance === 'mi';

/**
 * What figures are written in right now. One reader sits at a page, and a document is written in one go, so that whoever
 * writes a figure need not be told for whom: every amount passes `figures.ts`.
 */
let shown = US_UNITS;

export const shownUnits = (): ShownUnits => shown;

/** From now on figures are written in these: for a page, which has one reader. */
export function showUnits(units: ShownUnits): void {
  shown = units;
}

/** Whatever `write` writes until it returns is in these units; what it does later is not. */
export function inUnits<Written>(units: ShownUnits, write: () => Written): Written {
  const before = shown;
  shown = units;
  try {
    return write();
  } finally {
    shown = before;
  }
}
