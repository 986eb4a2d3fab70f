import { HEAD_RANKS, MAKE_HABITS, PHRASES, WORDS } from './rule-tables.ts';

/** A name in canonical words. `segments` are what separators and prepositions cut; sides are taken out. */
export type ReadName = {
  readonly segments: readonly (readonly string[])[];
  readonly words: ReadonlySet<string>;
  readonly sides: ReadonlySet<'left' | 'right'>;
};

const SIDE_WORDS: ReadonlyMap<string, 'left' | 'right'> = new Map([
  ...['lh', 'l', 'left', 'lt', 'lelt', 'links', 'lhs'].map((word) => [word, 'left'] as const),
  ...['rh', 'r', 'right', 'rt', 'rig', 'rght', 'righ', 'rechts', 'rhs'].map(
    (word) => [word, 'right'] as const,
  ),
]);
const PREPOSITIONS = /(?<= )(?:for|in|of|on|at|to|behind|from|fur|im|am)(?= )/g;

/** Lower case without diacritics; ß as ss. */
function fold(text: string): string {
  return text.toLowerCase().replaceAll('ß', 'ss').normalize('NFKD').replace(/\p{M}/gu, '');
}

/** The alternates of a catalogue name: option tails (after a line break, real or written `\n`) are cut. */
export function alternatesOf(name: string): string[] {
  const [head = ''] = name.split(/\\n|\r|\n/);
  return head
    .split(';')
    .map((alternate) => alternate.trim())
    .filter(Boolean);
}

function canonicalWord(word: string): string {
  const known = WORDS.get(word);
  if (known !== undefined) return known;
  if (HEAD_RANKS.has(word)) return word;
  const singular = word.replace(/(?<=[a-z]{2})s$/, '');
  if (singular === word) return word;
  return WORDS.get(singular) ?? (HEAD_RANKS.has(singular) ? singular : word);
}

/** A catalogue says the same few thousand names for every car, and each is compared with many parts. */
const MOST_NAMES = 4_000;
const names = new Map<string, ReadName>();

/** Reads one alternate (or a diagram's title) into canonical words, by the habits of its make. */
export function readName(text: string, make: string): ReadName {
  const key = `${make}\n${text}`;
  const known = names.get(key);
  if (known !== undefined) return known;
  if (names.size >= MOST_NAMES) names.clear();
  const name = nameIn(text, make);
  names.set(key, name);
  return name;
}

function nameIn(text: string, make: string): ReadName {
  let line = ` ${fold(text)} `;
  for (const habit of MAKE_HABITS) {
    if (habit.makes === null || habit.makes.some((key) => key === make))
      line = line.replace(habit.pattern, habit.replacement);
  }
  line = ` ${line.replace(/[^a-z0-9' ]+|_/g, (separator) => (/^\.+$/.test(separator) ? ' ' : ' | ')).replace(/\s+/g, ' ')} `;
  line = line.replace(/ +/g, ' ').replace(PREPOSITIONS, '|');
  const sides = new Set<'left' | 'right'>();
  const words: string[] = [];
  for (const word of line.trim().split(' ')) {
    const side = SIDE_WORDS.get(word);
    if (side) sides.add(side);
    else words.push(word === '|' ? '|' : canonicalWord(word));
  }
  const assembly = words.includes('assy');
  line = ` ${words.filter((word) => word !== '' && word !== 'assy').join(' ')} `.replace(/(?:\| )+/g, '| ');
  for (const { pattern, token } of PHRASES) line = line.replace(pattern, token);
  const segments = line
    .split('|')
    .map((segment) => segment.split(' ').filter(Boolean))
    .filter((segment) => segment.length > 0);
  return { segments, words: new Set([...segments.flat(), ...(assembly ? ['assy'] : [])]), sides };
}
