import { afterAll, expect, test } from 'vitest';
import { isLargerJson } from '../../server/auction-sites/json-depth.ts';
import { AppError } from '../../server/errors.ts';
import { readSentEstimate } from '../../server/estimate-exchange/read-estimate.ts';
import { readListExport } from '../../server/lots/list/read-list-export.ts';
import { readHere } from '../../server/lots/read-here.ts';
import { readFeed } from '../../server/partners/stock/read-feed.ts';
import { partPageIn, readDealerPart } from '../../server/parts-catalogues/dealer-store/dealer-page.ts';
import {
  ImportFileError,
  readImportFile,
} from '../../server/parts-catalogues/imported-file/read-import-file.ts';
import { unstorableAt } from '../../server/storable-text.ts';
import { processorMs } from '../machine.ts';
import { GROWTH_CASES, type GrowthCase } from './growth-cases.ts';

/** Links of all three sites, and none: then the page itself must tell the lot. */
const LINKS = [
  'https://bid.cars/en/lot/1-30111222',
  'https://www.copart.com/lot/51234567',
  'https://www.iaai.com/VehicleDetail/46111222~US',
  '',
];

/** Each reader of what strangers send. All answer or throw an AppError. */
const READERS: Readonly<Record<GrowthCase['reader'], (text: string) => unknown>> = {
  async page(text) {
    for (const link of LINKS) await refusable(() => readHere.userSuppliedLot({ link, pages: [text] }));
  },
  estimate: (text) => readSentEstimate({ files: [{ name: 'a.xml', content: base64(text) }] }),
  feed: (text) => readFeed(Buffer.from(text), 'https://shop.example'),
  list: (text) => readListExport(Buffer.from(text)),
  dealer(text) {
    readDealerPart(text);
    partPageIn(text, '60100', 'https://parts.example');
  },
  import: (text) => readImportFile(Buffer.from(text), 'a file'),
  body(text) {
    isLargerJson(text, { deepest: 20, mostValues: 100_000 });
    let json: unknown = null;
    try {
      json = JSON.parse(text);
    } catch {
      return;
    }
    unstorableAt(json);
  },
};

const base64 = (text: string): string => Buffer.from(text).toString('base64');

async function refusable(read: () => unknown): Promise<void> {
  try {
    await read();
  } catch (error) {
    if (!(error instanceof AppError || error instanceof ImportFileError)) throw error;
  }
}

/** Shorter times are noise, ms. */
const LEAST_MS = 30;
/** Characters of the smallest text, and the most that is tried. */
const FROM = 16_000;
const MOST = 4_096_000;
const DOUBLINGS = 3;
/** Of a doubling, on average of all: linear is 2, quadratic 4. One doubling alone may make memory be collected. */
const MOST_GROWTH = 2.6;
const ROUNDS = 3;

const fastest = async (read: () => Promise<void>, runs: number): Promise<number> => {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) least = Math.min(least, await processorMs(read));
  return least;
};

/** Times at sizes that double, the first of them long enough to be measured; empty where even the largest is not. */
async function timesOf({ reader, make }: GrowthCase): Promise<{ size: number; ms: number }[]> {
  const at = async (size: number, runs: number): Promise<{ size: number; ms: number }> => {
    const text = make(size);
    return { size: text.length, ms: await fastest(() => refusable(() => READERS[reader](text)), runs) };
  };
  // Code that has not run yet is slow.
  await at(FROM, 2);
  for (let size = FROM; size * 2 ** DOUBLINGS <= MOST; size *= 2) {
    if ((await at(size, 2)).ms < LEAST_MS) continue;
    const times = [];
    for (let doubling = 0; doubling <= DOUBLINGS; doubling += 1)
      times.push(await at(size * 2 ** doubling, ROUNDS));
    return times;
  }
  return [];
}

const rows: string[] = [];
afterAll(() => {
  process.stdout.write(`${rows.join('\n')}\n`);
});

test.each(GROWTH_CASES)('$reader, $shape: time grows with the text only', async (one) => {
  let steepest = Number.POSITIVE_INFINITY;
  // What others do on the machine only ever adds time: the best round counts.
  for (let round = 0; round < ROUNDS && steepest > MOST_GROWTH; round += 1) {
    const times = await timesOf(one);
    const [first, last] = [times[0]?.ms ?? 1, times.at(-1)?.ms ?? 1];
    steepest = Math.min(steepest, (last / first) ** (1 / DOUBLINGS));
    const figures = times.map(({ size, ms }) => `${Math.round(size / 1_000)} kB ${ms.toFixed(0)} ms`);
    rows.push(
      `${one.reader} | ${one.shape} | ${figures.join(' | ') || `under ${LEAST_MS} ms`} | ${steepest.toFixed(2)}`,
    );
  }
  expect(steepest).toBeLessThanOrEqual(MOST_GROWTH);
});
