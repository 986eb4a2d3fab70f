import type { MappedPart } from '../../../contract/schemas/part.ts';
import type { NumberMake } from '../../../contract/vehicles/makes.ts';
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
export function componentOf(part: MappedPart, make: NumberMake | null): string {
  const code = make === null ? null : functionCode(make, part.number);
  return `${code ?? ''} ${placesOf(part)}`;
}

/** The place words of a part's name, in order. */
export function placesOf(part: MappedPart): string {
  const sided = part.mapped_side === 'left' || part.mapped_side === 'right';
  const words = wordsOf(part.name).filter(
    (word) =>
      PLACES.has(word) || (ENDS.has(word) && word !== part.mapped_position) || (HANDS.has(word) && !sided),
  );
  return [...new Set(words)].sort().join(' ');
}

const ASSEMBLY_WORDS = new Set(['assembly', 'kit', 'complete', 'set']);

/**
 * The piece that is the part itself: the one with the fewest place words that a catalogue calls an assembly or kit, then the
 * dearest, then the one with most versions, then the one listed first (judgement: a bracket costs less than what it holds).
 * `known`: all that is known of a piece, which its twin on the other side tells as well.
 */
export function assemblyOf<Piece extends readonly MappedPart[]>(
  components: readonly Piece[],
  known: (component: Piece) => readonly MappedPart[] = (component) => component,
): Piece | null {
  const weighed = components.map((component) => {
    const all = known(component);
    return {
      component,
      whole: all.some((part) => wordsOf(part.name).some((word) => ASSEMBLY_WORDS.has(word))) ? 1 : 0,
      places: Math.min(...all.map((part) => wordsOf(part.name).filter((word) => PLACES.has(word)).length)),
      price: Math.max(...all.map((part) => part.price ?? 0)),
      versions: all.length,
    };
  });
  weighed.sort(
    (a, b) => b.whole - a.whole || a.places - b.places || b.price - a.price || b.versions - a.versions,
  );
  return weighed[0]?.component ?? null;
}
