import { z } from 'zod';
import { makeKeySchema } from '../../contract/schemas/vehicle.ts';
import { readTsv } from '../data-tables/data-table.ts';
import { categoryById } from './generic-categories.ts';

const table = (name: string): URL => new URL(`data/${name}`, import.meta.url);

const words = z.string().transform((text) => text.split(' ').filter(Boolean));
const makes = z
  .string()
  .transform((text) => (text === 'all' ? null : text.split(' ')))
  .pipe(z.array(makeKeySchema).nullable());

/** Spelling of a word → canonical words; empty drops the word. */
export const WORDS: ReadonlyMap<string, string> = new Map(
  readTsv(table('name-words.tsv'), z.object({ words, canonical: z.string().min(1) })).flatMap((row) =>
    row.words.map((word) => [word, row.canonical === '-' ? '' : row.canonical] as const),
  ),
);

/** A run of words, possibly with a separator inside, that stands for one thing. */
export const PHRASES: readonly { pattern: RegExp; token: string }[] = readTsv(
  table('name-phrases.tsv'),
  z.object({ phrases: z.string(), token: z.string().min(1) }),
).map(({ phrases, token }) => {
  const spellings = phrases
    .split(';')
    .map((phrase) => phrase.trim().replaceAll(' ', '(?: \\|)* '))
    .sort((a, b) => b.length - a.length);
  return { pattern: new RegExp(`(?<= )(?:${spellings.join('|')})(?= )`, 'g'), token };
});

/** Noun → strength; in one segment the strongest noun is the head. */
export const HEAD_RANKS: ReadonlyMap<string, number> = new Map(
  readTsv(table('name-heads.tsv'), z.object({ rank: z.coerce.number().int(), heads: words })).flatMap((row) =>
    row.heads.map((head) => [head, row.rank] as const),
  ),
);

/** A maker's own words, rewritten before anything else is read; `makes` null is every make. */
export const MAKE_HABITS = readTsv(
  table('make-habits.tsv'),
  z.object({
    makes,
    pattern: z.string().transform((source) => new RegExp(source, 'g')),
    replacement: z.string(),
  }),
);

/** One word of a rule's condition: any of `any` in the name (or in the diagram), or none of them. */
type Term = {
  readonly any: readonly string[];
  readonly in: 'name' | 'diagram' | 'make';
  readonly not: boolean;
};
export type NameRule = {
  readonly terms: readonly Term[];
  /** With `*` for front or rear; null says: positively not a part of the vocabulary. */
  readonly category: string | null;
};

function readTerm(text: string): Term {
  const not = text.startsWith('!');
  const body = not ? text.slice(1) : text;
  if (body.startsWith('@')) return { any: body.slice(1).split('/'), in: 'diagram', not };
  if (body.startsWith('make:')) return { any: body.slice(5).split('/'), in: 'make', not };
  return { any: body.split('/'), in: 'name', not };
}

function readNameRules(): ReadonlyMap<string, readonly NameRule[]> {
  const rules = new Map<string, NameRule[]>();
  const rowSchema = z.object({ head: words, when: z.string(), category: z.string() });
  readTsv(table('name-rules.tsv'), rowSchema, (row) => {
    const category = row.category === 'none' ? null : row.category;
    for (const end of ['front', 'rear']) {
      const id = category?.replace('*', end);
      if (id && !categoryById(id)) return `no category ${id}`;
    }
    const terms = row.when === '=' ? [] : row.when.split(' ').map(readTerm);
    for (const head of row.head) {
      if (!HEAD_RANKS.has(head)) return `${head} is no head of name-heads.tsv`;
      rules.set(head, [...(rules.get(head) ?? []), { terms, category }]);
    }
    return null;
  });
  return rules;
}

/** Head noun → its rules, first match wins. */
export const NAME_RULES = readNameRules();
