import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { PRODUCT_NAME, VERSION } from '../../server/process/version.ts';

const root = path.join(import.meta.dirname, '..', '..');
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
const versioned = z.object({ version: z.string() });

test('the version stands in package.json; server, lock file and changelog follow it', () => {
  const { version } = versioned.parse(JSON.parse(read('package.json')));
  expect(VERSION).toBe(version);
  expect(PRODUCT_NAME).toBe(`LotLens/${version}`);
  expect(versioned.parse(JSON.parse(read('package-lock.json'))).version).toBe(version);
  expect(/^## \[(\d\S*)\] - \d{4}-\d{2}-\d{2}$/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version);
});

test('no file says the product’s version by itself', () => {
  const words = new RegExp(
    `LotLens[ /v]*${VERSION.replaceAll('.', '\\.')}|version:? ['"]${VERSION.replaceAll('.', '\\.')}['"]`,
  );
  const files = execFileSync(
    'git',
    ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.md', '*.yaml', 'Dockerfile', 'ops'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  const saying = files
    .split('\n')
    .filter((file) => file !== '' && fs.existsSync(path.join(root, file)) && words.test(read(file)));
  expect(saying).toEqual([]);
});

test('the changelog has the sections of Keep a Changelog, what is not released yet first', () => {
  const headings = [...read('CHANGELOG.md').matchAll(/^(##+) (.*)$/gm)].map((match) => [
    match[1],
    match[2] ?? '',
  ]);
  expect(headings[0]).toEqual(['##', '[Unreleased]']);
  const kinds = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
  expect(headings.filter(([level, name]) => level === '###' && !kinds.includes(name ?? ''))).toEqual([]);
});
