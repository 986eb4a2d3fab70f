import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

const root = path.join(import.meta.dirname, '..', '..');

type Block = { file: string; above: string | null; text: string };

/** The code blocks of docs/adding-a-source.md that name their file, and the line they stand above where it exists already. */
const blocks: Block[] = [
  ...fs
    .readFileSync(path.join(root, 'docs', 'adding-a-source.md'), 'utf8')
    .matchAll(/^```\w+ file=(\S+)(?: above=(?:"([^"]+)"|'([^']+)'))?(?: below)?\n(.*?)^```$/gms),
].map(([, file = '', double, single, text = '']) => ({ file, above: double ?? single ?? null, text }));
const code = [...new Set(blocks.map(({ file }) => file))].filter((file) => !file.includes('/fixtures/'));

const copies = fs.mkdtempSync(path.join(os.tmpdir(), 'lotlens-source-'));
const house = path.join(copies, 'house');

beforeAll(() => {
  for (const room of ['contract', 'server', 'samples'])
    fs.cpSync(path.join(root, room), path.join(house, room), {
      recursive: true,
      filter: (file) => !/\.test\.ts$|\.jpg$|auction-sites\/fixtures\//.test(file),
    });
  for (const file of ['package.json', 'tsconfig.base.json'])
    fs.copyFileSync(path.join(root, file), path.join(house, file));
  // What is shaped by site, without the rest of the server: four more checks of all of it would take a minute.
  fs.writeFileSync(
    path.join(house, 'server', 'tsconfig.sites.json'),
    JSON.stringify({
      extends: './tsconfig.json',
      include: ['auction-sites/**/*.ts', 'damage-detectors/declared/*.ts', 'web-fetch/address/*.ts'],
    }),
  );
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(house, 'node_modules'), 'dir');
});
afterAll(() => fs.rmSync(copies, { recursive: true, force: true }));

/** Puts the blocks into the copy, but for those of one file. */
function apply(left: string | null): void {
  for (const { file } of blocks) {
    const before = path.join(root, file);
    if (fs.existsSync(before)) fs.copyFileSync(before, path.join(house, file));
    else fs.rmSync(path.join(house, file), { force: true });
  }
  for (const { file, above, text } of blocks.filter((block) => block.file !== left)) {
    const place = path.join(house, file);
    fs.mkdirSync(path.dirname(place), { recursive: true });
    const old = fs.existsSync(place) ? fs.readFileSync(place, 'utf8') : '';
    if (above !== null) expect(old.split(above), `${above} stands once in ${file}`).toHaveLength(2);
    fs.writeFileSync(place, above === null ? old + text : old.replace(above, () => text + above));
  }
}

/** What the type check of a project in the copy says; empty where all is well. */
function typeFaults(project: string): string {
  const tsc = path.join(root, 'node_modules', 'ts7', 'bin', 'tsc');
  try {
    return execFileSync(process.execPath, [tsc, '-p', project, '--pretty', 'false'], {
      cwd: house,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout ?? '');
  }
}

describe('the made-up auction site of docs/adding-a-source.md', () => {
  test('compiles, and reads its fixture', () => {
    apply(null);
    expect(typeFaults('server')).toBe('');
    expect(typeFaults('server/tsconfig.sites.json')).toBe('');
    const fixture = path.join(house, 'server', 'auction-sites', 'fixtures', 'example-auctions-page');
    const { link, want } = z
      .object({ link: z.string(), want: z.record(z.string(), z.unknown()) })
      .parse(JSON.parse(fs.readFileSync(path.join(fixture, 'expected.json'), 'utf8')));
    const script = `
      import fs from 'node:fs';
      import { readUserSuppliedPage } from './server/lots/read-user-supplied-page.ts';
      import { readDamageCode } from './server/damage-detectors/declared/damage-codes.ts';
      const page = fs.readFileSync(${JSON.stringify(path.join(fixture, 'page.html'))}, 'utf8');
      const lots = [${JSON.stringify(link)}, ''].map((link) => readUserSuppliedPage({ link, pages: [page] }));
      const damage = readDamageCode(lots[0].site, lots[0].primary_damage);
      console.log(JSON.stringify({ lots, damage: damage?.key }));`;
    const said = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: house,
      encoding: 'utf8',
    });
    expect(JSON.parse(said)).toMatchObject({ lots: [want, want], damage: 'front_end' });
  }, 180_000);

  test.each(code)(
    'does not compile without its piece of %s',
    (file) => {
      apply(file);
      expect(typeFaults('server/tsconfig.sites.json')).toMatch(/error TS/);
    },
    60_000,
  );
});
