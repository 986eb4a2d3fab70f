import type { Bench, BenchRow } from './bench.ts';
import { broken, type Growth, growthOf, MOST_GROWTH, measureGrowth } from './growth/measure-growth.ts';
import { type OwnDatabase, onOwnDatabase } from './measuring/own-database.ts';

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
const OTHERS = 100_000;

async function measure({ url }: OwnDatabase): Promise<{ rows: BenchRow[]; broken: string[] }> {
  const told = (line: string) => process.stdout.write(`${line}\n`);
  const found = await measureGrowth(url, { sizes: SIZES, others: OTHERS, told });
  return { rows: found.map(rowOf), broken: broken(found, SIZES) };
}

const rowOf = (call: Growth): BenchRow => ({
  what: call.name,
  ...Object.fromEntries(SIZES.map((size, at) => [size.toLocaleString('en-US'), call.buffers[at] ?? 0])),
  growth: Number(growthOf(call, SIZES)?.toFixed(2)),
  meant: call.growth,
  'ms at most': Number(Math.max(...call.ms).toFixed(1)),
});

export const bench: Bench = {
  name: 'growth',
  about: `8 kB buffers that one call touches, by reports of its account, beside ${OTHERS.toLocaleString('en-US')} others; goal: at most ${MOST_GROWTH} times where it is meant flat`,
  run: () => onOwnDatabase(measure, { fast: true }),
};
