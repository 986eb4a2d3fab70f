import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const IMPORT = /\bfrom '(\.[^']+\.ts)'/g;

/** A source file and all that it imports of ours, as texts by path from the file's folder. */
export function sourcesOf(entry: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const read = (file: string): void => {
    const name = path.relative(path.dirname(entry), file).replaceAll(path.sep, '/');
    if (texts.has(name)) return;
    const text = readFileSync(file, 'utf8');
    texts.set(name, text);
    for (const [, found = ''] of text.matchAll(IMPORT)) read(path.join(path.dirname(file), found));
  };
  read(entry);
  return texts;
}

/** Differs where any source text does. */
export const idOfSources = (texts: ReadonlyMap<string, string>): string =>
  createHash('sha256')
    .update(JSON.stringify([...texts].toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex')
    .slice(0, 32);

/**
 * Of the calculation that this process runs: two that share it give the same figures for the same inputs and tables. It is the
 * code's own text and the engine's under it, so no change can be forgotten; those that move no figure cost one comparison.
 */
export const ENGINE_ID = `${idOfSources(sourcesOf(path.join(import.meta.dirname, '..', 'workers', 'estimate-jobs.ts')))}-${process.versions.v8}`;
