import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** Each test file that a change can reach, with the number of files between it and the change. */
export type Distances = ReadonlyMap<string, number>;

export type TestGraph = {
  /** Every file that git tracks or would track, as paths from the root. */
  files: readonly string[];
  /** Test files that list the repository themselves: every change concerns them. */
  listing: readonly string[];
  /** Test files of Vitest that lead to one of `changed`, a changed test itself at distance 0. */
  testsOf(changed: readonly string[]): Distances;
  /** Files that import one of `changed`, through others or for its types alone too, and `changed` itself. */
  importersOf(changed: readonly string[]): Set<string>;
};

const CODE = /\.(?:tsx?|mts|mjs)$/;
export const TEST = /\.test\.ts$/;
/** Names of rooms: code that mentions one means its address or the room as a whole, not each file in it. */
const MIN_FOLDER_DEPTH = 2;
/** `import type` and `export type` load nothing. */
const TYPE_ONLY = /^(?:import|export) type [^;]*;/gm;
/** The command of git that names every file. */
const LISTS_FILES = "'ls-files'";
const LITERAL = /'([^'\n\\]+)'|"([^"\n\\]+)"|`([^`\n\\$]+)`/g;
const JOINED = /\b(?:join|resolve)\(([^()]*)\)/g;

/**
 * Reads which file leads to which: by imports, and by the names under which code starts programs and reads tables, templates
 * and pages. `contents` reads a file of `files`; both come from the repository at `root` unless given.
 */
export function readTestGraph(
  root: string,
  files: readonly string[] = listFiles(root),
  contents = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8'),
): TestGraph {
  const known = new Set(files);
  const folders = new Set(files.flatMap(foldersOf));
  const byName = Map.groupBy(files, (file) => path.posix.basename(file));
  const places = { known, folders, byName };
  const leading: Leading = new Map();
  const importing: Leading = new Map();
  for (const file of files.filter((name) => CODE.test(name))) {
    const text = contents(file);
    for (const target of targetsOf(file, wordsIn(text.replaceAll(TYPE_ONLY, '')), places))
      add(leading, target, file);
    const imports = wordsIn(text).filter((words) => words.startsWith('.'));
    for (const target of targetsOf(file, imports, places)) add(importing, target, file);
  }
  return {
    files,
    listing: files.filter((file) => TEST.test(file) && contents(file).includes(LISTS_FILES)),
    testsOf: (changed) =>
      new Map([...reachedFrom(changed, leading, foldersOf)].filter(([file]) => TEST.test(file))),
    importersOf: (changed) => new Set(reachedFrom(changed, importing, () => []).keys()),
  };
}

/** From a file or folder to what leads to it. */
type Leading = Map<string, Set<string>>;

function add(leading: Leading, target: string, file: string): void {
  if (target !== file) leading.set(target, (leading.get(target) ?? new Set()).add(file));
}

/** Every file that git tracks or would track and that is there, as paths from `root`. */
export function listFiles(root: string): string[] {
  const listing = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return [...new Set(listing.split('\0'))].filter(
    (file) => file !== '' && fs.existsSync(path.join(root, file)),
  );
}

function foldersOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

type Places = { known: Set<string>; folders: Set<string>; byName: Map<string, string[]> };

/** What a source writes in quotation marks, and the parts of each joined path as one. */
function wordsIn(text: string): string[] {
  const joined = [...text.matchAll(JOINED)].map(([, words = '']) =>
    [...words.matchAll(LITERAL)].map(literal).join('/'),
  );
  return [...[...text.matchAll(LITERAL)].map(literal), ...joined];
}

/** Files and folders that these words of a source name. */
function targetsOf(file: string, words: readonly string[], places: Places): Set<string> {
  const targets = words
    .filter((text) => /^[\w@.][\w@./-]*$/.test(text))
    .map((text) => placeNamed(file, text, places));
  return new Set(targets.filter((target) => target !== null));
}

const literal = ([, single, double, template]: RegExpMatchArray): string =>
  single ?? double ?? template ?? '';

/** The file or folder that `words` in `file` mean: from its folder, from the root, or as the end of one path alone. */
function placeNamed(file: string, words: string, { known, folders, byName }: Places): string | null {
  const from = path.posix.join(path.posix.dirname(file), words);
  const below = words.replace(/^(?:\.\.?\/)+/, '');
  for (const place of [from, below]) {
    if (known.has(place)) return place;
    const isFolder = folders.has(place) && place.split('/').length >= MIN_FOLDER_DEPTH;
    if (isFolder && (place === from || words.includes('/'))) return place;
  }
  const named = byName.get(path.posix.basename(words)) ?? [];
  const fitting = named.filter((name) => name.endsWith(`/${below}`));
  const [only] = fitting;
  return fitting.length === 1 && only !== undefined ? only : null;
}

/** Everything that leads to `changed`, with its distance; `around`: the folders in which a changed file is read too. */
function reachedFrom(
  changed: readonly string[],
  leading: Leading,
  around: (file: string) => string[],
): Map<string, number> {
  const distances = new Map(changed.map((file) => [file, 0]));
  // A map goes on over what is added meanwhile: nearest files first.
  for (const [place, distance] of distances) {
    const sources = [place, ...(distance === 0 ? around(place) : [])];
    for (const from of sources.flatMap((source) => [...(leading.get(source) ?? [])]))
      if (!distances.has(from)) distances.set(from, distance + 1);
  }
  return distances;
}

/** Words that say where a file lies or what kind it is, not what it is about. */
const PLACE_WORDS = new Set([
  'server',
  'contract',
  'web',
  'tests',
  'service',
  'test',
  'long',
  'ts',
  'tsx',
  'data',
]);
/** A word that test and change share brings the test as much nearer as this many files between them: judgement. */
const WORD_WEIGHT = 2;

const wordsOf = (file: string): string[] =>
  file
    .split(/[^a-z]+/i)
    .filter((word) => word.length > 2 && !PLACE_WORDS.has(word))
    .map((word) => word.toLowerCase().replace(/(?:s|ed|ing)$/, ''));

/**
 * The tests of `distances` with the nearest to `changed` first. Most service tests reach a file through the whole service,
 * as far as all the others: words that both names have tell which of them is about the change.
 */
export function nearestFirst(distances: Distances, changed: readonly string[]): string[] {
  const words = new Set(changed.flatMap(wordsOf));
  const nearness = ([test, distance]: [string, number]): number =>
    distance - WORD_WEIGHT * new Set(wordsOf(test).filter((word) => words.has(word))).size;
  return [...distances]
    .map((entry) => ({ test: entry[0], nearness: nearness(entry) }))
    .sort((a, b) => a.nearness - b.nearness || (a.test < b.test ? -1 : 1))
    .map(({ test }) => test);
}
