import type { MappedPart } from '../../../contract/schemas/part.ts';
import type { MakeKey } from '../../../contract/schemas/vehicle.ts';
import { functionCode } from './number-format.ts';
import { wordsOf } from './words-of.ts';

/** Words that name another piece beside this one, not another version of it: both hinges are needed. */
const PLACES = new Set(
  'upper lower inner outer inside outside center middle buckle tongue arm blade 1 2 3 4'.split(' '),
);
const ENDS = new Set(['front', 'rear']);
const HANDS = new Set(['left', 'right', 'lh', 'rh']);

/**
 * Which piece of the category a part is: the maker's function code in its number where there is one, and the place words of
 * its name. End and side of the car count only where the mapping has not told them already.
 */
export function componentOf(part: MappedPart, make: MakeKey | null): string {
  const sided = part.mapped_side === 'left' || part.mapped_side === 'right';
  const words = wordsOf(part.name).filter(
    (word) =>
      PLACES.has(word) || (ENDS.has(word) && word !== part.mapped_position) || (HANDS.has(word) && !sided),
  );
  const code = make === null ? null : functionCode(make, part.number);
  return [code ?? '', ...new Set(words)].sort().join(' ');
}

const ASSEMBLY_WORDS = new Set(['assembly', 'kit', 'complete', 'set']);

/**
 * The piece that is the part itself: the one with the fewest place words that a catalogue calls an assembly or kit, then the
 * dearest, then the one with most versions (judgement: a bracket costs less than what it holds).
 */
export function assemblyOf(components: readonly (readonly MappedPart[])[]): readonly MappedPart[] {
  const weighed = components.map((component) => ({
    component: component,
    whole: component.some((part) => wordsOf(part.name).some((word) => ASSEMBLY_WORDS.has(word))) ? 1 : 0,
    places: Math.min(
      ...component.map((part) => wordsOf(part.name).filter((word) => PLACES.has(word)).length),
    ),
    price: Math.max(...component.map((part) => part.price ?? 0)),
  }));
  weighed.sort(
    (a, b) =>
      b.whole - a.whole ||
      a.places - b.places ||
      b.price - a.price ||
      b.component.length - a.component.length,
  );
  return weighed[0]?.component ?? [];
}
