import fs from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TITLE_KINDS } from '../../damage-detectors/declared/title.ts';
import { replaceTables } from '../../data-tables/table-files.ts';
import { BID_FEES, BUYER_FEES, FLAT_FEES } from './auction-fees.ts';
import { rebuiltTitleRow } from './resale-rules.ts';
import { sourceOf } from './sourced-row.ts';
import { titleRule } from './title-rules.ts';

const DATA = 'server/deals/data';
type Table = Record<string, { source: { key: string; date: string | null }; judgement: boolean }[]>;
const shipped = (name: string): Table => JSON.parse(fs.readFileSync(`${DATA}/${name}`, 'utf8'));

// Nor is a table that was read with a change left to whoever comes next in this process.
afterEach(() => {
  replaceTables({});
  vi.resetModules();
});

/** Reads a table anew with a change in it, as a process that starts does. */
async function readWith(name: string, module: string, change: (table: Table) => void): Promise<unknown> {
  const table = shipped(name);
  change(table);
  vi.resetModules();
  const files = await import('../../data-tables/table-files.ts');
  files.replaceTables({ [`${DATA}/${name}`]: JSON.stringify(table) });
  return await import(module);
}

describe('a deal table', () => {
  it('with a wrong cell names its file and row', async () => {
    const wrong = readWith('auction-fees.json', './auction-fees.ts', ({ flat_fees }) => {
      Object.assign(flat_fees?.[2] ?? {}, { usd: 'a lot' });
    });
    await expect(wrong).rejects.toThrow(/auction-fees\.json, at flat_fees\.2\.usd: /);
  });

  it('whose source nobody explains names its file and row', async () => {
    const wrong = readWith('transport.json', './transport-legs.ts', ({ yards }) => {
      if (yards?.[1]) yards[1].source.key = 'hearsay';
    });
    await expect(wrong).rejects.toThrow(/transport\.json, at yards\.1\.source\.key: not in sources\.json/);
  });

  it('whose row is our judgement and not marked so is refused', async () => {
    const wrong = readWith('part-out.json', './part-out-rules.ts', ({ catalyst }) => {
      if (catalyst?.[0]) catalyst[0].judgement = false;
    });
    await expect(wrong).rejects.toThrow(/part-out\.json, at catalyst\.0: .*not marked so/);
  });

  it('whose fees fall with the price is refused', async () => {
    const wrong = readWith('auction-fees.json', './auction-fees.ts', ({ buyer_fees }) => {
      Object.assign(buyer_fees?.[0] ?? {}, {
        steps: [
          [99, 45],
          [199, 40],
        ],
      });
    });
    await expect(wrong).rejects.toThrow(/buyer_fees\.0\.steps: bounds or amounts do not rise/);
  });
});

const [CLEAN] = BUYER_FEES;

it('a row more than a year old on the day of the deal says so', () => {
  if (!CLEAN) throw new Error('there is no ladder');
  expect(CLEAN.source.date).toBe('2026-10-06');
  expect(sourceOf(CLEAN, '2027-10-06')).not.toHaveProperty('old');
  expect(sourceOf(CLEAN, '2027-10-07')).toHaveProperty('old', true);
});

it('a row whose source names no date counts from the day it was read', () => {
  const undated = BUYER_FEES.find(({ source }) => source.date === null);
  if (!undated) throw new Error('every ladder is dated');
  expect(sourceOf(undated, '2027-11-21')).not.toHaveProperty('old');
  expect(sourceOf(undated, '2027-11-22')).toHaveProperty('old', true);
});

it('every kind of title has one rule', () => {
  expect([...TITLE_KINDS].filter((kind) => titleRule(kind) === null)).toEqual([]);
});

it('a fee of a calculator is typical and names the page to check it at; no source is a repository or a file', () => {
  const fees = [...BUYER_FEES, ...BID_FEES, ...FLAT_FEES].map((row) => sourceOf(row, '2026-11-28'));
  for (const { name, where, typical } of fees)
    if (typical) expect(where, name).toMatch(/^(copart\.com|iaai\.com|LotLens)/);
  expect(fees.some(({ typical }) => typical)).toBe(true);
  const { sources } = JSON.parse(fs.readFileSync(`${DATA}/sources.json`, 'utf8')) as {
    sources: Record<string, { name: string; where: string }>;
  };
  for (const { name, where } of Object.values(sources))
    expect(`${name} ${where}`).not.toMatch(/github|\.tsx?\b|\.js\b|\.py\b|\bfiles? \d/i);
});

it('what the auction charges a licensed buyer who pays by wire names its own page and the day it was checked', () => {
  const ladders = BUYER_FEES.filter(({ tier }) => ['CS', 'NS', 'HV'].includes(tier));
  for (const row of [...ladders, ...BID_FEES]) {
    const { where, checked } = sourceOf(row, '2026-11-29');
    expect(where).toMatch(/^copart\.com\/content\/us\/en\/member-fees/);
    expect(checked).toMatch(/^2026-/);
  }
});

it('the cost of a rebuilt title is checked at the state’s own agency', () => {
  const california = rebuiltTitleRow('CA');
  if (!california) throw new Error('California has no row');
  expect(sourceOf(california, '2026-11-29')).toMatchObject({ where: 'dmv.ca.gov', typical: true });
});
