import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { shippedData, shippedPackages } from '../../scripts/shipped.ts';

const notices = fs.readFileSync(path.join(import.meta.dirname, '..', '..', 'THIRD-PARTY-NOTICES.md'), 'utf8');
/** First and second column of the rows under a heading. */
const rowsOf = (heading: string): string[] => {
  const [, section = ''] = notices.split(`\n## ${heading}\n`);
  return [...(section.split('\n## ')[0] ?? '').matchAll(/^\| ([^|]+) \| ([^|]*)/gm)].map(
    ([, first, second]) => `${first} ${second}`.trim(),
  );
};

describe('the third-party notices (npm run notices)', () => {
  it('name every package that ships, with its licence', () => {
    const named = new Set(rowsOf('Packages'));
    const packages = shippedPackages();
    expect(packages.length).toBeGreaterThan(100);
    expect(
      packages.map(({ name, licence }) => `${name} ${licence}`).filter((text) => !named.has(text)),
    ).toEqual([]);
    expect(packages.filter(({ licence }) => licence === 'unknown')).toEqual([]);
  });

  it('say of every file of data that ships where it comes from', () => {
    const told = rowsOf('Data').map((row) => row.slice(0, row.indexOf(' ')));
    const data = shippedData();
    expect(data.length).toBeGreaterThan(30);
    expect(
      data.filter(
        (file) =>
          !told.includes(file) && !told.includes(`${path.posix.dirname(file)}/*${path.extname(file)}`),
      ),
    ).toEqual([]);
  });

  it('print the words of the licences that ask for it', () => {
    for (const words of [
      'Permission is hereby granted, free of charge',
      'Apache License',
      'SIL OPEN FONT LICENSE',
      'Redistributions in binary form',
    ])
      expect(notices).toContain(words);
  });
});
