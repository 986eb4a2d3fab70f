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

const byName = new Map(Object.entries(US_STATES).map(([code, name]) => [name.toLowerCase(), code]));

/** Two letters of a US state from what a listing writes: `TX`, `Texas`, `TX - HOUSTON`, `Houston, TX 77001`; else null. */
export function readState(text: string | null | undefined): string | null {
  const tidy = (text ?? '').replace(/\s+/g, ' ').trim();
  const whole = byName.get(tidy.toLowerCase());
  if (whole) return whole;
  if (/^[a-z]{2}$/i.test(tidy))
    return Object.hasOwn(US_STATES, tidy.toUpperCase()) ? tidy.toUpperCase() : null;
  const first =
    /^([A-Z]{2})\s*-/.exec(tidy)?.[1] ??
    /,\s*([A-Z]{2})\b/.exec(tidy)?.[1] ??
    /\(([A-Z]{2})\)/.exec(tidy)?.[1];
  if (first && Object.hasOwn(US_STATES, first)) return first;
  const named = /\(([A-Za-z ]+)\)|,\s*([A-Za-z ]+)$/.exec(tidy);
  return byName.get((named?.[1] ?? named?.[2] ?? '').trim().toLowerCase()) ?? null;
}

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
