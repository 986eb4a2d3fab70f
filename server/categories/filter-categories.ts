import { z } from 'zod';
import type { DeclaredReason } from '../../contract/facts/line-reason.ts';
import { reasonWords } from '../../contract/report-view/words/line-reason.ts';
import { type Position, positionSchema, type Side } from '../../contract/schemas/part.ts';
import { readTsv } from '../data-tables/data-table.ts';
import { type Category, type CategoryId, categoryById } from './generic-categories.ts';

/** What the declared damage says about one part; the shape of damage-detectors/part-probabilities. */
export type DeclaredPart = {
  readonly category: CategoryId;
  /** False: the category is only the part's nearest neighbour, so the part says nothing about it. */
  readonly exact: boolean;
  readonly side: Side;
  readonly position: Position;
  readonly probability: number;
  readonly because: DeclaredReason;
};

export type PlausibleCategory = {
  readonly category: CategoryId;
  readonly side: Side;
  readonly position: Position;
  /** 0–1; from .6 likely, from .3 possible, below that shown on request. */
  readonly probability: number;
  readonly reason: string;
};

export type Plausibility = 'likely' | 'possible' | 'unlikely';

/** The three shelves of a chance: likely, possible, unlikely. */
export function plausibilityOf(probability: number): Plausibility {
  if (probability >= 0.6) return 'likely';
  return probability >= 0.3 ? 'possible' : 'unlikely';
}

/** Below this a category is not worth asking a catalogue for (judgement). */
export const LEAST_PLAUSIBLE = 0.02;

const companionSchema = z.object({
  category: z.string().refine((id) => categoryById(id) !== undefined),
  beside: z.string().refine((id) => categoryById(id) !== undefined),
  position: positionSchema,
  share: z.coerce.number().gt(0).max(1),
});

/** Categories the declared-damage table does not hold, beside the part they go with. Shares are judgement. */
export const COMPANIONS: readonly z.infer<typeof companionSchema>[] = readTsv(
  new URL('data/companion-categories.tsv', import.meta.url),
  companionSchema,
);

type FilterInput = {
  /** The categories this car has. */
  readonly categories: readonly Category[];
  /** What declared damage and condition say, part by part. */
  readonly parts: readonly DeclaredPart[];
  readonly photos_count: number;
};

/** A part that is not sided in the vocabulary takes no side from its companion. */
const sideFor = (category: Category, side: Side): Side => {
  if (category.side !== 'LR') return 'none';
  return side === 'left' || side === 'right' ? side : 'unknown';
};

/**
 * The car's categories that declared damage, condition and photos make plausible, most probable first; one entry per
 * category, side and position. A category the table does not hold follows its companion. With photos every core
 * category outside the car's interior stays at the least chance, since a photo may show what was not declared.
 */
export function filterCategories({ categories, parts, photos_count }: FilterInput): PlausibleCategory[] {
  const has = new Map(categories.map((category) => [category.id, category]));
  const found = new Map<string, PlausibleCategory>();
  const add = (entry: PlausibleCategory): void => {
    if (entry.probability < LEAST_PLAUSIBLE || !has.has(entry.category)) return;
    const key = `${entry.category} ${entry.side} ${entry.position}`;
    const known = found.get(key);
    if (!known || known.probability < entry.probability) found.set(key, entry);
  };

  const declared = parts.filter((part) => part.exact);
  for (const { category, side, position, probability, because } of declared)
    add({ category, side, position, probability, reason: reasonWords({ from: because }) });

  for (const companion of COMPANIONS) {
    const category = has.get(companion.category);
    if (!category) continue;
    // A companion at another end than its neighbour (rear belt beside front belt) follows the neighbour at any end.
    const atSameEnd = declared.filter(
      (part) => part.category === companion.beside && part.position === companion.position,
    );
    const beside =
      atSameEnd.length > 0 ? atSameEnd : declared.filter((part) => part.category === companion.beside);
    for (const part of beside)
      add({
        category: companion.category,
        side: sideFor(category, part.side),
        position: category.position === 'named' ? companion.position : category.position,
        probability: part.probability * companion.share,
        reason: `Goes with the ${categoryById(companion.beside)?.name.toLowerCase()}. ${reasonWords({ from: part.because })}`,
      });
  }

  if (photos_count > 0) {
    const present = new Set([...found.values()].map((entry) => entry.category));
    for (const category of categories)
      if (category.core && !category.zones.includes('interior') && !present.has(category.id))
        add({
          category: category.id,
          side: sideFor(category, 'unknown'),
          position: category.position === 'named' ? 'none' : category.position,
          probability: LEAST_PLAUSIBLE,
          reason: `Not suggested by the declared damage; kept because ${photos_count === 1 ? 'a photo' : `${photos_count} photos`} may show it.`,
        });
  }
  return [...found.values()].sort((a, b) => b.probability - a.probability);
}
