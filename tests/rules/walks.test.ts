import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..', '..');
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');

type Stop = { file: string; calledBy: string | null };

/** The walks of docs/flow.md: their titles and the files of their lists. */
const walks = [...read('docs/flow.md').matchAll(/^\*\*(.+ → .+)\*\*\n\n((?:\d+\. .*\n)+)/gm)].map(
  ([, title = '', list = '']) => ({
    title,
    stops: list
      .trim()
      .split('\n')
      .map((line): Stop => {
        const [, file = '', calledBy = null] = /^\d+\. `([^`]+)`(?:, called by `(\w+)`)?: /.exec(line) ?? [];
        return { file, calledBy };
      }),
  }),
);

const importsOf = (file: string): string[] =>
  [...read(file).matchAll(/(?:from |import\()'(\.[^']+)'/g)].map(([, to = '']) =>
    path.posix.join(path.posix.dirname(file), to),
  );

const joined = (one: string, { file, calledBy }: Stop): boolean =>
  importsOf(one).includes(file) ||
  importsOf(file).includes(one) ||
  (calledBy !== null && [one, file].every((place) => new RegExp(`\\b${calledBy}\\b`).test(read(place))));

describe('docs/flow.md', () => {
  test('walks from scrape to lot, from process to finished, from event to card', () => {
    expect(walks.map(({ title }) => title)).toEqual(['Scrape → lot', 'Process → finished', 'Event → card']);
  });

  test.each(walks)('$title takes at most eight files, each joined to one before it', ({ stops }) => {
    expect(stops.length).toBeLessThanOrEqual(8);
    expect(stops.filter(({ file }) => !fs.existsSync(path.join(root, file)))).toEqual([]);
    const loose = stops.filter(
      (stop, index) => index > 0 && !stops.slice(0, index).some((before) => joined(before.file, stop)),
    );
    expect(loose).toEqual([]);
  });

  test('names only files and folders that exist', () => {
    const rooms = ['', 'server', 'web', 'contract'];
    const named = [...read('docs/flow.md').matchAll(/`([\w./-]+(?:\.tsx?|\.md|\/))`/g)].map(
      ([, name = '']) => name,
    );
    const inPlace = (name: string): boolean =>
      rooms.some((room) => fs.existsSync(path.join(root, room, name)));
    // A name without a folder is a file of the room its sentence speaks of.
    expect(named.filter((name) => name.includes('/') && !inPlace(name))).toEqual([]);
  });
});

test('each decision has a number of its own, the one in its title', () => {
  const files = fs.readdirSync(path.join(root, 'docs', 'decisions'));
  const numbers = files.map((file) => Number(file.slice(0, 4)));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  const titles = files.map((file) => /^# (\d+)\. /.exec(read(`docs/decisions/${file}`))?.[1]);
  expect(titles.map(Number)).toEqual(numbers);
});
