import { z } from 'zod';
import { type TitleContent, titleContentSchema } from '../../../contract/schemas/title.ts';
import { readJson } from '../../data-tables/data-table.ts';
import { QUIET, readTitleText, type TitleWord } from './title-text.ts';

const titleSchema = z.object({
  kind: z.string(),
  content: titleContentSchema,
  /** What the title says of how heavy the hit was; null: nothing either way. */
  severity: z.enum(['destruction', 'clean']).nullable(),
  road: z.enum(['yes', 'no', 'after inspection', 'check']),
  codes: z.array(z.string()),
  words: z.array(z.string()).min(1),
});
type TitleKind = z.infer<typeof titleSchema>;

const table = readJson(
  new URL('../data/titles.json', import.meta.url),
  z.object({
    version: z.string(),
    dated: z.iso.date(),
    about: z.string(),
    basis: z.literal('judgement'),
    // Tables of older reports have neither.
    silent: z.array(z.string()).default([]),
    titles: z.array(titleSchema),
    by_state: z
      .array(
        z.object({
          code: z.string(),
          else: z.array(z.string()).min(2),
          states: z.array(z.object({ state: z.string(), kind: z.string(), ground: z.string() })),
        }),
      )
      .default([]),
  }),
);

/** A title as read. Where it is not sure, `kind` is the worst it can be and `content` is never clean. */
export type Title = Omit<TitleKind, 'codes' | 'words'> & {
  /** Every word was understood, and they mean one thing. */
  readonly sure: boolean;
  /** All kinds that the understood words can mean, worst first. */
  readonly kinds: readonly string[];
  /** The contents of those kinds. */
  readonly could: readonly TitleContent[];
  /** Words that were not understood, in lower case. */
  readonly unread: readonly string[];
};

/** Every kind of title that can be read. */
export const TITLE_KINDS: ReadonlySet<string> = new Set(table.titles.map(({ kind }) => kind));

const rankOf = (kind: string): number => table.titles.findIndex((title) => title.kind === kind);

type Phrase = { readonly words: readonly string[]; readonly rank: number };

/** The longest first: they take the words of shorter ones inside them. */
const PHRASES: readonly Phrase[] = [...table.titles, { words: table.silent }]
  .flatMap(({ words }, rank) =>
    words.map((phrase) => ({
      words: phrase.split(' '),
      rank: rank < table.titles.length ? rank : Number.POSITIVE_INFINITY,
    })),
  )
  .sort((a, b) => b.words.length - a.words.length || a.rank - b.rank);

const byCode = new Map(
  table.titles.flatMap(({ codes }, rank) => codes.map((code) => [code, [rank]] as const)),
);
const byState = new Map(table.by_state.map((entry) => [entry.code, entry]));

/** Places of a phrase's words from `start` on, with only quiet words between them; null where it is not there. */
function placesOf(
  phrase: readonly string[],
  words: readonly (string | null)[],
  start: number,
): number[] | null {
  const places: number[] = [];
  let at = start;
  for (const word of phrase) {
    while (places.length > 0 && words[at] !== word && QUIET.has(words[at] ?? '')) at += 1;
    if (words[at] !== word) return null;
    places.push(at);
    at += 1;
  }
  return places;
}

type Understood = { readonly rank: number; readonly unread: readonly number[] };

/** The worst phrase among the words, and the places of words that are in none. */
function understand(words: readonly string[]): Understood {
  const left: (string | null)[] = [...words];
  const there = new Set(words);
  let rank = Number.POSITIVE_INFINITY;
  for (const phrase of PHRASES.filter((one) => one.words.every((word) => there.has(word))))
    for (let start = 0; start < left.length; start += 1) {
      const places = placesOf(phrase.words, left, start);
      if (places === null) continue;
      for (const place of places) left[place] = null;
      rank = Math.min(rank, phrase.rank);
    }
  return { rank, unread: left.flatMap((word, at) => (word === null || QUIET.has(word) ? [] : [at])) };
}

/** Most ways to read one text; further ambiguous words count as not understood (judgement). */
const MAX_READINGS = 64;

/** Every choice of one meaning a word; a word without any stays as it is listed, which no phrase has. */
function choices(words: readonly TitleWord[]): string[][] {
  let all: string[][] = [[]];
  for (const { listed, means } of words) {
    const options = means.length === 0 || all.length * means.length > MAX_READINGS ? [`?${listed}`] : means;
    all = all.flatMap((start) => options.map((option) => [...start, option]));
  }
  return all;
}

function reading(ranks: readonly number[], unread: readonly string[]): Title | null {
  const kinds = [...new Set(ranks)].sort((a, b) => a - b).flatMap((rank) => table.titles[rank] ?? []);
  const [worst] = kinds;
  if (!worst) return null;
  const could = [...new Set(kinds.map(({ content }) => content))];
  const sure = could.length === 1 && unread.length === 0;
  const { kind, content, severity, road } = worst;
  return {
    kind,
    // Unread words may hold a brand: what is not sure is never clean.
    content: sure || content !== 'clean' ? content : 'other',
    severity: sure ? severity : null,
    road: sure || road !== 'yes' ? road : 'check',
    sure,
    kinds: kinds.map((one) => one.kind),
    could,
    unread,
  };
}

function codeRanks(code: string, state: string | null): readonly number[] | undefined {
  const entry = byState.get(code);
  if (!entry) return byCode.get(code);
  const ruled = entry.states.find((one) => one.state === state);
  return (ruled ? [ruled.kind] : entry.else).map(rankOf);
}

/**
 * What a title says of its car, from its text as listed: a bare code, else the worst of its phrases. Not `sure` where a word is
 * not understood or the words can mean several things; null where nothing is understood.
 * @param text As listed; null where the lot lists none.
 * @param lotState Two letters of the lot's state, which settles codes that states use differently; the title's own state wins.
 */
export function readTitle(text: string | null, lotState: string | null | undefined = null): Title | null {
  if (text === null) return null;
  const { state, body, words } = readTitleText(text);
  const bare = (state === null || /[a-z0-9]/i.test(body) ? body : state).toUpperCase();
  const ranks = codeRanks(bare, state ?? lotState ?? null);
  if (ranks) return reading(ranks, []);
  const ways = choices(words).map((chosen) => ({ chosen, ...understand(chosen) }));
  const full = ways.filter(({ unread }) => unread.length === 0);
  const taken = full.length > 0 ? full : ways;
  const [fewest = []] = taken.map(({ unread }) => unread).sort((a, b) => a.length - b.length);
  return reading(
    taken.map(({ rank }) => rank).filter(Number.isFinite),
    fewest.map((at) => words[at]?.listed ?? ''),
  );
}

/** What a code of a lot's data says of its title: a type of its own, or one of a few groups that hold many types. */
type TitleCode = { readonly code: string; readonly as: 'type' | 'group' };

/** Groups of Copart (`tgc`) and codes of IAAI, by what their titles let a buyer do. */
const GROUPS: Readonly<Record<string, Side>> = {
  TITLEGROUP_C: 'road',
  TITLEGROUP_S: 'repair',
  TITLEGROUP_J: 'never',
  CLR: 'road',
  ORG: 'road',
  SAL: 'repair',
  NRP: 'never',
  JNK: 'never',
};
type Side = 'road' | 'repair' | 'never';

const NEVER: readonly TitleContent[] = ['parts_only', 'non_repairable'];
/** On the road as it is, only after a repair, or never. Null: papers and brands found in every group. */
function sideOf(content: TitleContent): Side | null {
  if (NEVER.includes(content)) return 'never';
  if (content === 'clean') return 'road';
  return content === 'salvage' || content === 'salvage_light' || content === 'rebuildable' ? 'repair' : null;
}

/**
 * True if the words of a title and its code can't both be right. What either leaves open is no disagreement, nor is a group that
 * holds a title for parts among its salvage.
 * @param state Two letters of the lot's state.
 */
export function titleDisagrees(words: string, { code, as }: TitleCode, state: string | null = null): boolean {
  const read = readTitle(words, state);
  if (!read?.sure) return false;
  const side = sideOf(read.content);
  if (as === 'group') {
    const group = GROUPS[code.toUpperCase()];
    if (group === undefined || side === null) return false;
    return group === 'repair' ? side === 'road' : group !== side;
  }
  const typed = readTitle(code, state);
  if (!typed?.sure || typed.content === read.content) return false;
  const typedSide = sideOf(typed.content);
  // Two of a side say the same for a buyer; of brands and papers only a clean title is another thing.
  if (side !== null && typedSide !== null) return side !== typedSide;
  return side === 'road' || typedSide === 'road';
}
