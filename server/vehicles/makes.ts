import { type MakeKey, SUPPORTED_MAKES } from '../../contract/vehicles/makes.ts';
import { MAKE_NAMES, OTHER_MAKES } from './make-names.ts';

/** `known`: its spelling is in the alias table. */
export type Make = { key: MakeKey | null; name: string; known: boolean };

const supported = Object.entries(SUPPORTED_MAKES) as [MakeKey, string][];

/** Letters and digits only, upper case: LAND-ROVER, Land Rover and landrover are one spelling. */
const spelling = (text: string): string =>
  text
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');

/** The one alias table: every known spelling and four-letter code of a make. */
const MAKES: ReadonlyMap<string, Make> = new Map([
  ...supported.flatMap(([key, name]) =>
    [key, name, ...MAKE_NAMES[key]].map((alias): [string, Make] => [
      spelling(alias),
      { key, name, known: true },
    ]),
  ),
  ...OTHER_MAKES.flatMap(([name, ...aliases]) =>
    [name, ...aliases].map((alias): [string, Make] => [spelling(alias), { key: null, name, known: true }]),
  ),
]);

/** The longest spelling, in words: how far into a name a make is looked for. */
const MAX_WORDS = 3;

/**
 * The make a listing's text names: its key where it is one of the supported ones, and the name shown to people.
 * A text nobody knows keeps its words, tidied.
 */
export function readMake(text: string): Make {
  const words = text.trim().split(/\s+/).join(' ').slice(0, 60);
  return MAKES.get(spelling(words)) ?? { key: null, name: titleCase(words), known: false };
}

/** The words at the start of `text` that spell a known make, and what follows them; null where none does. */
export function splitMake(text: string): { make: Make; spelled: string; rest: string } | null {
  const words = text.trim().split(/\s+/);
  for (let count = Math.min(MAX_WORDS, words.length); count > 0; count -= 1) {
    const spelled = words.slice(0, count).join(' ');
    const make = MAKES.get(spelling(spelled));
    if (make) return { make, spelled, rest: words.slice(count).join(' ') };
  }
  return null;
}

/** Words written all in capitals read as names; short ones without a vowel stay as they are (GMC). */
function titleCase(text: string): string {
  return text.toLowerCase().replace(/(^|[\s\-/&.'’])(\p{L}+)/gu, (_, before: string, word: string) => {
    const keep = word.length <= 3 && !/[aeiouy]/.test(word);
    return before + (keep ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1));
  });
}
