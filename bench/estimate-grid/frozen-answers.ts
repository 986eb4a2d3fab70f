import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { type MadeUpLot, madeUpLotSchema } from './made-up-lots.ts';

/** Low, likely and high of one lot, US dollars. */
export const answerSchema = z.object({ low: z.number(), likely: z.number().positive(), high: z.number() });
export type Answer = z.infer<typeof answerSchema>;

export type FrozenLot = {
  readonly lot: MadeUpLot;
  readonly answer: Answer;
  /** What the frozen code took the car to be worth before the damage, US dollars. */
  readonly value: number;
};

/** Commit whose answers are frozen. */
export const FROZEN_COMMIT = '9ce182a';
const FILE = new URL(`frozen-${FROZEN_COMMIT}.tsv.gz`, import.meta.url);

const LOT_COLUMNS = madeUpLotSchema.keyof().options;
const rowSchema = z
  .record(z.string(), z.string())
  .transform((cells) =>
    Object.fromEntries(
      Object.entries(cells).map(([column, cell]) => [
        column,
        cell === '' ? null : /^(year|retail_value|low|likely|high|value)$/.test(column) ? Number(cell) : cell,
      ]),
    ),
  )
  .pipe(madeUpLotSchema.extend(answerSchema.shape).extend({ value: z.number() }));

/** The frozen lots with their answers, in the grid's order. Throws where the file does not hold what it should. */
export function readFrozenLots(): FrozenLot[] {
  const text = gunzipSync(readFileSync(FILE)).toString('utf8');
  const rows: unknown[] = parse(text, { columns: true, delimiter: '\t', quote: null });
  return rows.map((row) => {
    const { low, likely, high, value, ...lot } = rowSchema.parse(row);
    return { lot, answer: { low, likely, high }, value };
  });
}

/** Writes the frozen file: one row a lot, tab-separated, empty for unknown. */
export function writeFrozenLots(frozen: readonly FrozenLot[]): void {
  const header = [...LOT_COLUMNS, 'low', 'likely', 'high', 'value'];
  const rows = frozen.map(({ lot, answer, value }) =>
    [...LOT_COLUMNS.map((column) => lot[column] ?? ''), answer.low, answer.likely, answer.high, value].join(
      '\t',
    ),
  );
  writeFileSync(FILE, gzipSync(`${[header.join('\t'), ...rows].join('\n')}\n`, { level: 9 }));
}
