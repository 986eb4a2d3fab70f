import { z } from 'zod';
import { US_STATES } from '../../../contract/us-states.ts';
import { readJson } from './read-table.ts';

const percent = z.number().min(0).max(20);
const table = readJson(
  'sales-tax.json',
  z.object({
    version: z.string(),
    dated: z.iso.date(),
    basis: z.literal('judgement'),
    about: z.string(),
    default_percent: percent,
    percent: z.record(z.string(), percent),
    labour_too: z.array(z.string()),
  }),
);

/** Which table the rates are of. */
export const SALES_TAX_TABLE = { version: table.version, dated: table.dated };

export const isState = (code: string): boolean => Object.hasOwn(US_STATES, code);

/** Tax on an estimate in a state: percent, and whether labour is taxed too. */
export function salesTax(state: string | null): { percent: number; on_labour: boolean; known: boolean } {
  const known = state === null ? undefined : table.percent[state];
  return {
    percent: known ?? table.default_percent,
    on_labour: state !== null && table.labour_too.includes(state),
    known: known !== undefined,
  };
}
