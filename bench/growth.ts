import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../server/db/embedded-postgres.ts';
import { migrate } from '../server/db/migrate.ts';
import type { Bench, BenchRow } from './bench.ts';
import { broken, type Growth, growthOf, MOST_GROWTH, measureGrowth } from './growth/measure-growth.ts';

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
const OTHERS = 100_000;

async function run(): Promise<{ rows: BenchRow[]; broken: string[] }> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lotlens-bench-'));
  const server = await startEmbeddedPostgres({ folder: path.join(folder, 'postgres'), fast: true });
  try {
    await migrate(server.url);
    const told = (line: string) => process.stdout.write(`${line}\n`);
    const found = await measureGrowth(server.url, { sizes: SIZES, others: OTHERS, told });
    return { rows: found.map(rowOf), broken: broken(found, SIZES) };
  } finally {
    await server.stop();
    await fs.rm(folder, { recursive: true, force: true });
  }
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
  run,
};
