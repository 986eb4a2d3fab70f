import { z } from 'zod';
import { readJson } from '../../data-tables/data-table.ts';

const titleSchema = z.object({
  kind: z.string(),
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

const tidy = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
const byWords = table.titles
  .flatMap((title) => title.words.map((words) => ({ words, title })))
  // What forbids the road rules over how the car is sold (`BILL OF SALE - PARTS ONLY`).
  .sort(
    (a, b) =>
      Number(b.title.road === 'no') - Number(a.title.road === 'no') || b.words.length - a.words.length,
  );
const byCode = new Map(
  table.titles.flatMap((title) => title.codes.map((code) => [code.toLowerCase(), title])),
);
const CLEAN = table.titles.find(({ kind }) => kind === 'clean');

/**
 * What a title says of its car, from its text as listed: words first, then a code that stands alone. `CERTIFICATE OF
 * TITLE` and `CLEAR` are clean only where nothing else is said. Null where nobody knows the words.
 */
export function readTitle(text: string | null): Title | null {
  const said = tidy(text ?? '');
  const holds = (words: string): boolean => ` ${said} `.includes(` ${words} `);
  const found = byWords.find(({ words, title }) => title !== CLEAN && holds(words));
  const bare =
    /^([a-z]{2} )?(cert(ificate)? of )?title\b/.test(said) || /\b(clear|clean|original title)\b/.test(said);
  return found?.title ?? byCode.get(said) ?? (bare ? (CLEAN ?? null) : null);
}
