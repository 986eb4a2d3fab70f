import { z } from 'zod';
import { readTsv } from '../../data-tables/data-table.ts';
import { hasTable } from '../../data-tables/table-files.ts';

const FILE = new URL('../data/crash-outcomes.tsv', import.meta.url);
const share = z
  .string()
  .regex(/^[01]\.\d{3}$/)
  .transform(Number);
const optional = z.union([z.literal('').transform(() => null), z.string().transform(Number)]);
const rowSchema = z.object({
  id: z.string(),
  zone: z.string(),
  /** Kind of hit that was counted. */
  hits: z.enum(['front', 'front corner', 'side', 'rear', 'roof']),
  outcomes: z.enum(['bag', 'glass', 'door', 'where', 'second']),
  inspected: z.string().regex(/^\d+$/).transform(Number),
  weighted: share,
  plain: share,
  judged: optional,
  loss_weighted: optional,
  loss_plain: optional,
  loss_judged: optional,
  /** Whether the declared prior takes it. */
  used: z.enum(['yes', 'no']).transform((used) => used === 'yes'),
  row: z.string(),
});
export type CrashOutcome = z.infer<typeof rowSchema>;

/** What was counted of inspected crash vehicles, row by row of the declared prior; none in sets of tables from before. */
export const CRASH_OUTCOMES: readonly CrashOutcome[] = hasTable(FILE) ? readTsv(FILE, rowSchema) : [];

const used = new Map(CRASH_OUTCOMES.filter((row) => row.used).map((row) => [`${row.id}:${row.zone}`, row]));
/** The count that a row of the declared prior rests on. */
export const countedOf = (id: string, zone: string): CrashOutcome | undefined => used.get(`${id}:${zone}`);
