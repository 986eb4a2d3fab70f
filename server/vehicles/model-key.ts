import { findModel } from './find-model.ts';
import { bareName, type ListedMake } from './models.ts';

/**
 * The lenient normal form by which listings and catalogues meet: `3 Series`, `3-SERIES` and `330i` are `3series`.
 * A model the table does not know keeps its own letters and digits. Never empty for a text that has any.
 */
export function modelKey(make: ListedMake | null, model: string): string {
  const found = findModel(make, model);
  return found ? bareName(found.model) : bareName(model);
}

/** Whether two writings name the same model line: same key, or one is the other with words after it. */
export function sameModel(make: ListedMake | null, text: string, other: string): boolean {
  const [a, b] = [modelKey(make, text), modelKey(make, other)];
  if (a === '' || b === '') return false;
  if (a === b) return true;
  // Both known and different: Santa Fe is not Santa Fe Sport.
  if (findModel(make, text) && findModel(make, other)) return false;
  return a.startsWith(b) || b.startsWith(a);
}
