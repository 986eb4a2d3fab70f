import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Lot } from '../../contract/schemas/lot.ts';
import { readUserSuppliedPage } from '../lots/read-user-supplied-page.ts';

/**
 * What the captured pages say of the market, read exactly as the file of expected values says: `market-expected-open.json` in a
 * folder next to the one that LOTLENS_CAPTURES names. Without it these tests are skipped, and the run shows it.
 */

const folder = process.env.LOTLENS_CAPTURES ?? '';
const root = path.join(folder, '..');
const expectedFile = (folder === '' ? [] : readdirSync(root))
  .map((name) => path.join(root, name, 'market-expected-open.json'))
  .find((file) => existsSync(file));
const present = expectedFile !== undefined;

const marketSchema = z.looseObject({ lot_number: z.string() });
const noLotSchema = z.object({ market: z.null() });
const expectedSchema = z.object({
  files: z.record(z.string(), z.union([marketSchema, noLotSchema, z.array(marketSchema)])),
});
const FILES = expectedFile
  ? Object.entries(expectedSchema.parse(JSON.parse(readFileSync(expectedFile, 'utf8'))).files)
  : [];

const CASES = FILES.flatMap(([file, expected]) =>
  [expected]
    .flat()
    .flatMap((want) =>
      'lot_number' in want ? [{ title: `${file} lot ${want.lot_number}`, file, want }] : [],
    ),
);
const NO_LOTS = FILES.flatMap(([file, expected]) => ('market' in expected ? [file] : []));

/** The expected file leaves out a date that this page prints in the same place as its neighbors do. */
const TRAILER = 'captures-2026/iaai/ca-text-12088838.LABELS.txt';
const PRINTED: Readonly<Record<string, object>> = {
  [TRAILER]: { sale_date: '06-24', sale_state: 'upcoming' },
};

/** The link of a lot by the folder its page is in. */
function linkOf(file: string, number: string): string {
  if (file.includes('/bidcars/')) return `https://bid.cars/en/lot/${number}`;
  if (file.includes('/copart/')) return `https://www.copart.com/lot/${number}`;
  return '';
}

/** `stands` in the file is a note on where its page has the value. */
const withoutNotes = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(withoutNotes)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value).flatMap(([k, v]) => (k === 'stands' ? [] : [[k, withoutNotes(v)]])),
        )
      : value;

function readLot(file: string, number: string): Lot {
  const pages = [readFileSync(path.join(root, file), 'utf8')];
  // IAAI's link holds another number than its users' one.
  return readUserSuppliedPage({ link: linkOf(file, number), pages });
}

describe.skipIf(!present)('the market on real captures (LOTLENS_CAPTURES)', () => {
  test.each(CASES)('$title', ({ file, want }) => {
    const { lot_number, ...expected } = want;
    const { market } = readLot(file, lot_number);
    expect(market).toMatchObject({ ...(withoutNotes(expected) as object), ...PRINTED[file] });
  });

  test.each(NO_LOTS)('no lot, and so no market, is read from %s', (file) => {
    const pages = [readFileSync(path.join(root, file), 'utf8')];
    expect(() => readUserSuppliedPage({ link: '', pages })).toThrow();
  });
});
