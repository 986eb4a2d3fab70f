import { z } from 'zod';
import { type DealSource, dealDoubtSchema } from '../../../contract/deal/deal-sheet.ts';
import * as dataTable from '../../data-tables/data-table.ts';
import { yearBefore } from '../../estimate/pricing/exchange-rates.ts';

/** A JSON table of data/, checked against its schema at load. */
export const readDealTable = <S extends z.ZodType>(name: string, schema: S): z.infer<S> =>
  dataTable.readJson(new URL(`../data/${name}`, import.meta.url), schema);

const table = readDealTable(
  'sources.json',
  z.object({
    version: z.string(),
    read: z.iso.date(),
    about: z.string(),
    sources: z.record(
      z.string(),
      z.object({
        name: z.string().min(1),
        date: z.iso.date().nullable(),
        where: z.string().min(1),
        trust: z.enum(['ordinary', 'low']),
        /** Of a calculator, a broker or a forum, not of the auction's or state's own page. */
        typical: z.literal(true).optional(),
        /** The day the auction's or state's own page said so. */
        checked: z.iso.date().optional(),
      }),
    ),
  }),
);

/** Key of what stands behind a row that nothing was found for. */
const JUDGEMENT = 'J';

const sourceSchema = z.object({
  key: z.string().refine((key) => Object.hasOwn(table.sources, key), 'not in sources.json'),
  words: z.string().min(1),
  /** The row's own; null: its source names none. */
  date: z.iso.date().nullable(),
  /** The page to check this row at, where it is not its source's. */
  where: z.string().min(1).optional(),
});

const ground = {
  source: sourceSchema,
  judgement: z.boolean(),
  doubt: dealDoubtSchema.optional(),
};
/** A row of a deal table with where it comes from. */
export type SourcedRow = z.infer<z.ZodObject<typeof ground>>;

/** Rows of a deal table: each with its source, and marked where it is our judgement. */
export const sourcedRows = <T extends z.ZodRawShape>(shape: T) =>
  z
    .array(
      z.strictObject({ ...shape, ...ground }).refine(
        (row) => {
          const { source, judgement } = row as SourcedRow;
          return source.key !== JUDGEMENT || judgement;
        },
        { message: 'stands on our judgment and is not marked so' },
      ),
    )
    .min(1);

/** What every table tells of itself. */
export const headed = { version: z.string().min(1), dated: z.iso.date(), about: z.string().min(1) };

/** Where a row comes from as a deal tells it; more than a year old on `day` (ISO) is said. */
export function sourceOf({ source, judgement, doubt }: SourcedRow, day: string): DealSource {
  const { name, where, typical, checked } = table.sources[source.key] ?? { name: source.key, where: '' };
  return {
    key: source.key,
    name,
    where: source.where ?? where,
    words: source.words,
    date: source.date,
    read: table.read,
    judgement,
    ...(typical ? { typical } : {}),
    ...(checked ? { checked } : {}),
    ...(doubt ? { doubt } : {}),
    ...((source.date ?? table.read) < yearBefore(day) ? { old: true as const } : {}),
  };
}

/** From each bound on, an amount: bounds rise, and so do amounts. */
export const stepsSchema = z
  .array(z.tuple([z.number().min(0), z.number().min(0)]))
  .min(1)
  .refine(
    (steps) =>
      steps.every(([bound, amount], at) => {
        const before = steps[at - 1];
        return before === undefined || (bound > before[0] && amount >= before[1]);
      }),
    'bounds or amounts do not rise',
  );
export type Steps = z.infer<typeof stepsSchema>;

/** The amount of the last step that begins at or below x; null below the first. */
export function stepFrom(steps: Steps, x: number): number | null {
  let amount: number | null = null;
  for (const [from, value] of steps) if (x >= from) amount = value;
  return amount;
}

/** A figure that its source gives as a range. */
export const lowHigh = { low: z.number().min(0), high: z.number().min(0) };
export const middleOf = ({ low, high }: { low: number; high: number }): number => (low + high) / 2;
