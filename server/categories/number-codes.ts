import { z } from 'zod';
import { makeKeySchema } from '../../contract/schemas/vehicle.ts';
import { readTsv } from '../data-tables/data-table.ts';
import { type CategoryId, categoryById } from './generic-categories.ts';

const rowSchema = z.object({
  makes: z
    .string()
    .transform((text) => text.split(' '))
    .pipe(z.array(makeKeySchema)),
  from: z.coerce.number().int().min(0),
  code: z.string().min(4),
  category: z.string().refine((id) => categoryById(id) !== undefined),
  side: z.enum(['left', 'right', 'none']),
});

/** What the function code of a maker's number says the part is. */
export type NumberCode = {
  readonly code: string;
  readonly category: CategoryId;
  readonly side: 'left' | 'right' | null;
};

const codes = readTsv(new URL('data/number-codes.tsv', import.meta.url), rowSchema);

/** The function code of an OEM number of this make, null where the table knows none. */
export function codeOf(make: string, number: string): NumberCode | null {
  const plain = number.toUpperCase().replace(/[^0-9A-Z]/g, '');
  if (plain.length < 8) return null;
  const row = codes.find(
    ({ makes, from, code }) => makes.some((key) => key === make) && plain.startsWith(code, from),
  );
  if (!row) return null;
  return { code: row.code, category: row.category, side: row.side === 'none' ? null : row.side };
}
