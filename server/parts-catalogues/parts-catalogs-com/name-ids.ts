import type { CataloguePart, MappedPart } from '../../../contract/schemas/part.ts';

/** One number seen under a source's own part id, with what its name says it is; null: the name says nothing we know. */
export type NameIdOccurrence = {
  catalogue: string;
  name_id: string;
  number: string;
  category: string | null;
};

/** How many numbers of one part id are of one category. */
export type NameIdCount = { catalogue: string; name_id: string; category: string | null; numbers: number };

export const nameIdKey = ({ catalogue, name_id }: Pick<CataloguePart, 'catalogue' | 'name_id'>): string =>
  `${catalogue} ${name_id ?? ''}`;

/** What mapped parts tell of their sources' part ids; each number once. */
export function nameIdOccurrences(parts: readonly MappedPart[]): NameIdOccurrence[] {
  const seen = new Map<string, NameIdOccurrence>();
  for (const { catalogue, name_id, number, category } of parts)
    if (typeof name_id === 'string')
      seen.set(`${catalogue} ${name_id} ${number}`, { catalogue, name_id, number, category });
  return [...seen.values()];
}

/** Fewest numbers, and share of them, that must agree (judgement). */
const LEAST_NUMBERS = 5;
const LEAST_SHARE = 0.8;

/**
 * The category of each part id whose numbers agree: none of them is named as anything else, and most of them are named.
 * An id that also holds brackets or clips is thereby left to the names.
 */
export function categoriesOfNameIds(counts: readonly NameIdCount[]): Map<string, string> {
  const agreed = new Map<string, string>();
  for (const [key, ofId] of Map.groupBy(counts, nameIdKey)) {
    const all = ofId.reduce((sum, { numbers }) => sum + numbers, 0);
    const [named, ...others] = ofId.filter(({ category }) => category !== null);
    if (!named || named.category === null || others.length > 0) continue;
    if (all >= LEAST_NUMBERS && named.numbers >= LEAST_SHARE * all) agreed.set(key, named.category);
  }
  return agreed;
}
