import { z } from 'zod';
import { titleContentSchema } from '../../../contract/evidence.ts';
import { readJson } from '../../data-tables/data-table.ts';

const titleSchema = z.object({
  kind: z.string(),
  content: titleContentSchema,
  /** What the title tells of how heavy the hit was; null: nothing either way. */
  severity: z.enum(['destruction', 'clean']).nullable(),
  road: z.enum(['yes', 'no', 'after inspection', 'check']),
  codes: z.array(z.string()),
  words: z.array(z.string()).min(1),
});
export type Title = z.infer<typeof titleSchema>;

const table = readJson(
  new URL('../data/titles.json', import.meta.url),
  z.object({
    version: z.string(),
    dated: z.iso.date(),
    about: z.string(),
    basis: z.literal('judgement'),
    titles: z.array(titleSchema),
  }),
);

/** Every kind of title that can be read. */
export const TITLE_KINDS: ReadonlySet<string> = new Set(table.titles.map(({ kind }) => kind));

/** Words alone; `<75%` and `>75%` keep what their signs say. */
const tidy = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('<', ' under ')
    .replaceAll('>', ' over ')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
/** The longest first: they hide the shorter ones inside them. */
const byWords = table.titles
  .flatMap((title, rank) =>
    title.words.map((words) => ({ pattern: new RegExp(`\\b${words}\\b`, 'g'), words, rank })),
  )
  .sort((a, b) => b.words.length - a.words.length);
const byCode = new Map(
  table.titles.flatMap((title) => title.codes.map((code) => [code.toLowerCase(), title])),
);

/** What stands beside the state: `FL - CD`, `SC (Ohio)`, `CT (P)`. */
const codeIn = (text: string): string =>
  tidy(text.replace(/^\s*[a-z]{2}\s*-/i, '').replace(/\([^)]*\)/g, ''));

/**
 * What a title says of its car, from its text as listed: the worst of its words (data/titles.json has the order), else a code
 * that stands alone but for its state. Null where nobody knows the words.
 */
export function readTitle(text: string | null): Title | null {
  if (text === null) return null;
  let said = tidy(text);
  let worst = Number.POSITIVE_INFINITY;
  for (const { pattern, rank } of byWords) {
    const without = said.replace(pattern, '|');
    if (without !== said) worst = Math.min(worst, rank);
    said = without;
  }
  return table.titles[worst] ?? byCode.get(codeIn(text)) ?? null;
}
