import { dollarsAndCents } from '../report-view/figures.ts';
import type { KeptDealerPart } from './opened-page.ts';

const LATER = 'Reports made or recalculated from now on show it. Account Settings lists and removes it.';

/** What is said of a dealer's page and the part that was kept of it, wherever it was handed over. */
export const KEPT_PART_WORDS = {
  reading: 'Reading this part',
  keep: 'Keep this part',
  kept: 'Kept for your reports of this VIN',
} as const;

/** A kept part in rows, and what becomes of it. */
export function keptPart({ number, price, vin, vin_from, fits_vin }: KeptDealerPart): {
  rows: { label: string; value: string }[];
  note: string;
} {
  return {
    rows: [
      { label: 'OEM number', value: number },
      { label: 'Price', value: price === null ? 'None shown in US dollars' : dollarsAndCents(price) },
      { label: 'VIN', value: vin },
      {
        label: 'Fit',
        value: fits_vin ? 'The page says it fits this VIN' : 'The page does not say for this VIN',
      },
    ],
    note: vin_from === 'page' ? LATER : `The VIN is as you entered it. ${LATER}`,
  };
}
