import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { bodyClassSchema } from '../../../contract/schemas/vehicle.ts';

/** A folder of estimate prints that does not hold what it should: names each faulty file. */
export class PrintsFault extends Error {}

const figure = z.number().nullable();
const lineSchema = z.object({
  part: z.string(),
  /** Part category; `a|b` where the print does not say which; null: none. */
  category: z.string().nullable(),
  side: z.enum(['left', 'right', 'both']).nullable(),
  operation: z.enum(['replace', 'repair', 'refinish', 'blend', 'r_and_i']),
  body_hours: figure,
  /** Clear coat included. */
  refinish_hours: figure,
  part_type: z.string().nullable(),
  /** US dollars before tax, of the pair where `side` is both. */
  price: figure,
});

const printSchema = z.object({
  car: z.object({ year: z.number().int(), make: z.string(), model: z.string(), body: bodyClassSchema }),
  impact: z.object({ primary: z.string().nullable(), secondary: z.string().nullable() }),
  /** The year, or years, of the estimate. */
  written: z.union([z.string(), z.number()]),
  lines: z.array(lineSchema),
  operations: z.array(
    z.object({ operation: z.string(), hours: figure.optional(), labour: z.string().nullish() }),
  ),
  /** What a list of items can hold; what is outside is not counted as added. */
  covers: z
    .object({ categories: z.array(z.string()), operations: z.array(z.string()) })
    .partial()
    .nullish(),
  /** US dollars an hour; a text where the print has a flat sum. */
  rates: z.record(z.string(), z.union([z.number(), z.string(), z.null()])).nullish(),
  totals: z.object({ grand_total: figure.optional() }).loose(),
});
export type EstimatePrint = z.infer<typeof printSchema> & { readonly name: string };
export type PrintLine = z.infer<typeof lineSchema>;

/** The estimate prints (`*.json`) of a folder, by name. Throws PrintsFault. */
export function readPrints(folder: string): EstimatePrint[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort();
  if (files.length === 0) throw new PrintsFault(`${folder} holds no estimate prints (*.json).`);
  const faults: string[] = [];
  const prints = files.flatMap((file): EstimatePrint[] => {
    let value: unknown;
    try {
      value = JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
    } catch (error) {
      faults.push(`${file}: ${(error as Error).message}`);
      return [];
    }
    const read = printSchema.safeParse(value);
    if (read.success) return [{ ...read.data, name: file.replace(/\.json$/, '') }];
    const [issue] = read.error.issues;
    faults.push(`${file}, at ${issue?.path.join('.') || '(whole)'}: ${issue?.message ?? 'not a print'}`);
    return [];
  });
  if (faults.length > 0) throw new PrintsFault(faults.join('\n'));
  return prints;
}

/** The last year that the print names for the estimate; null where it names none. */
export function yearWritten({ written }: Pick<EstimatePrint, 'written'>): number | null {
  const years = String(written).match(/\b(?:19|20)\d\d\b/g);
  return years ? Number(years.at(-1)) : null;
}
