import { z } from 'zod';
import { US_STATES } from '../../../contract/us-states.ts';
import { readJson } from '../../data-tables/data-table.ts';

/** The text of a title as words that titles.json knows: state, short forms, cut ends and French are read here. */

const spellings = z.record(z.string(), z.array(z.string()).min(1));
const table = readJson(
  new URL('../data/title-words.json', import.meta.url),
  z.object({
    version: z.string(),
    dated: z.iso.date(),
    about: z.string(),
    basis: z.literal('judgement'),
    filler: spellings,
    quiet: spellings,
    words: spellings,
    french: spellings,
    whole_texts: z.record(z.string(), z.string()),
  }),
);

const FILLER: ReadonlySet<string> = new Set(Object.keys(table.filler));
/** Words that may be left over without making a title unsure. */
export const QUIET: ReadonlySet<string> = new Set(Object.keys(table.quiet));

/** Spelling → the words it may mean. */
type Spellings = ReadonlyMap<string, readonly string[]>;
function spellingsIn(...tables: Readonly<Record<string, readonly string[]>>[]): Spellings {
  const words = new Map<string, string[]>();
  for (const [word, all] of tables.flatMap((one) => Object.entries(one)))
    for (const spelling of all) words.set(spelling, [...(words.get(spelling) ?? []), word]);
  return words;
}
const ENGLISH = spellingsIn(table.filler, table.quiet, table.words);
const FRENCH = spellingsIn(table.french);
const BOTH = spellingsIn(table.filler, table.quiet, table.words, table.french);

const PROVINCES = new Set('AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' '));
const isPlace = (code: string): boolean => Object.hasOwn(US_STATES, code) || PROVINCES.has(code);
const STATE_NAMES = new Map(Object.entries(US_STATES).map(([code, name]) => [name.toLowerCase(), code]));
const NAMED_STATE = new RegExp(
  `\\b(${[...STATE_NAMES.keys()].sort((a, b) => b.length - a.length).join('|')})\\b`,
  'i',
);

/** A word of a title with what it may mean; none where it was not understood. */
export type TitleWord = { readonly listed: string; readonly means: readonly string[] };
export type TitleText = {
  /** Two letters of the state or province the text names; else null. */
  readonly state: string | null;
  /** The text without state and pending mark. */
  readonly body: string;
  /** Its words without filler. */
  readonly words: readonly TitleWord[];
};

/** Most words looked up in one text. Real titles have a dozen (judgement). */
const MAX_WORDS = 24;

/** Copart cuts its titles at 30 characters; one fewer where the cut fell on a space, one more for slack (judgement). */
const isCut = (text: string): boolean => text.length >= 28 && text.length <= 31;

const normalized = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('_', ' ')
    .replaceAll('’', "'")
    .replace(/[‐-―−]/g, '-')
    // Forms by their number; New York's MV-907A is a salvage certificate.
    .replace(/\bmv[\s-]*907[\s-]*a?\b/g, ' new_york_salvage ')
    .replace(/\b(?:mv|tr|reg|vtr|hsmv|t)[\s-]*\d{1,5}[a-z]?\b/g, ' paper_form ')
    // Pennsylvania writes the letter of a brand before it: W&R=FLOOD&RECNST.
    .replace(/\b[a-z](?:&[a-z])*=/g, ' ')
    .replace(/\bre[\s-]+(?=built|build|construct|paired|pairable|stored)/g, 're')
    .replace(/\bw\/o\b/g, ' without ')
    .replace(/\bw\//g, ' with ')
    .replaceAll('<', ' under ')
    .replaceAll('>', ' over ')
    .replaceAll('&', ' and ');

const consonants = (word: string): string => word.replace(/[aeiou]/g, '');
/** A short form without vowels: its letters are some of the word's, in order, and its consonants the word's first. */
function isShortOf(short: string, word: string): boolean {
  if (short[0] !== word[0] || short.length >= word.length) return false;
  const bare = consonants(short);
  if (bare.length < 3 || !consonants(word).startsWith(bare)) return false;
  let from = 0;
  for (const letter of short) {
    from = word.indexOf(letter, from) + 1;
    if (from === 0) return false;
  }
  return true;
}

const meaningsOf = (known: Spellings, fits: (spelling: string) => boolean): string[] => [
  ...new Set([...known].flatMap(([spelling, words]) => (fits(spelling) ? words : []))),
];

/** Words written as one (`billofsale`), each by a spelling of at least two letters; null where it does not come out even. */
function glued(text: string): string[] | null {
  if (text === '') return [];
  for (let end = text.length; end >= 2; end -= 1) {
    const known = BOTH.has(text.slice(0, end));
    const rest = known ? glued(text.slice(end)) : null;
    if (rest) return [text.slice(0, end), ...rest];
  }
  return null;
}

/** `known`: words of the text's language; `isLast`: the text may be cut off in this word. */
function readWord(written: string, known: Spellings, isLast: boolean): TitleWord[] {
  const exact = BOTH.get(written) ?? [];
  const starts = (): string[] => meaningsOf(known, (spelling) => spelling.startsWith(written));
  if (isLast) {
    const means = [...new Set([...exact, ...starts()])];
    if (means.length > 0) return [{ listed: written, means }];
  }
  if (exact.length > 0) return [{ listed: written, means: exact }];
  const parts = written.length >= 6 && written.length <= 30 ? glued(written) : null;
  if (parts) return parts.map((part) => ({ listed: part, means: BOTH.get(part) ?? [] }));
  // Three letters begin too many words.
  const begun = written.length >= 4 ? starts() : [];
  if (begun.length > 0) return [{ listed: written, means: begun }];
  return [{ listed: written, means: meaningsOf(known, (spelling) => isShortOf(written, spelling)) }];
}

/** The state that a text names before, behind or within its words, and what is left of it. */
function withoutState(text: string): { state: string | null; body: string } {
  const pieces: [pattern: RegExp, place: (found: string) => string | null][] = [
    [/^\s*([A-Za-z]{2})\s*[-‐-―−:]\s*(?=\S)/, (found) => found.toUpperCase()],
    // `NC DLR ONLY SLVG REBUILT`; IN and OR are words of their own there.
    [/^\s*(?!IN |OR )([A-Z]{2})\s+(?=[A-Z]{3})/, (found) => found],
    [/\(([A-Za-z]{2})\)/, (found) => found.toUpperCase()],
    [/[-,]\s*([A-Z]{2})\s*$/, (found) => found],
    [NAMED_STATE, (found) => STATE_NAMES.get(found.toLowerCase()) ?? null],
  ];
  for (const [pattern, place] of pieces) {
    const found = pattern.exec(text);
    const state = place(found?.[1] ?? '');
    if (found && state !== null && isPlace(state))
      return {
        state,
        body: text
          .replace(pattern, ' ')
          .replace(/\(\s*\)/, '')
          .trim(),
      };
  }
  return { state: null, body: text.trim() };
}

/** Two letters of the state or province that a title names; a bare code such as SC names none. */
export const titleState = (listed: string | null): string | null => withoutState(listed ?? '').state;

/** Reads the words of a title as listed. Never throws. */
export function readTitleText(listed: string): TitleText {
  const plain = listed.normalize('NFC').toLowerCase().trim();
  const text = (Object.hasOwn(table.whole_texts, plain) ? table.whole_texts[plain] : undefined) ?? listed;
  // `(P)`: the paper is still to come.
  const { state, body } = withoutState(text.replace(/\(\s*p\s*\)/i, ' ').replace(/\s+/g, ' '));
  const written = normalized(body).match(/[\p{L}_]+\d*[a-z]?|\d+/gu) ?? [];
  const cut = isCut(body) || isCut(text.trim());
  const known = written.some((word) => FRENCH.has(word) && !ENGLISH.has(word)) ? BOTH : ENGLISH;
  const words = written
    .flatMap((word, at) =>
      at < MAX_WORDS
        ? readWord(word, known, cut && at === written.length - 1)
        : [{ listed: word, means: [] }],
    )
    .filter(({ means }) => means.length === 0 || means.some((word) => !FILLER.has(word)))
    .map(({ listed: word, means }) => ({ listed: word, means: means.filter((one) => !FILLER.has(one)) }));
  return { state, body, words };
}
