import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { openDatabase } from '../../server/db/client.ts';
import { openOutbox } from '../../server/mail/outbox.ts';
import { openQueue } from '../../server/queue/queue.ts';
import { createFolderStore } from '../../server/storage/folder.ts';
import { median } from '../bench.ts';
import { addAccount, fillOthers, growAccount } from './fill-account.ts';
import { endAll, MEASURED_CALLS, type MeasuredCall, type World } from './measured-calls.ts';
import { measuredPool, type Touched } from './measured-pool.ts';

/** What is meant to be flat touches at most so many times the buffers at the largest size as at the smallest. */
export const MOST_GROWTH = 1.3;
/** Or so many more: an index may have gained a level. */
const LEVELS = 2;
/** The middle of so many counts. */
const ROUNDS = 3;

export type Growth = {
  name: string;
  growth: MeasuredCall['growth'];
  fullFrom: number;
  /** By size, in the order of the sizes. */
  buffers: number[];
  ms: number[];
  /** The most expensive statement at the largest size. */
  statement: string;
};

/** The buffers of every call at each size of one account, in the migrated and empty database at `url`. */
export async function measureGrowth(
  url: string,
  {
    sizes,
    others,
    told = () => {},
  }: { sizes: readonly number[]; others: number; told?: (line: string) => void },
): Promise<Growth[]> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lotlens-growth-'));
  const database = openDatabase(url, { longestQueryMs: null });
  const log = pino({ level: 'silent' });
  const queue = await openQueue(url, log);
  try {
    const { pool: real } = database;
    const { pool, measure } = measuredPool(real);
    let number = 0;
    const began = performance.now();
    await fillOthers(real, others);
    told(`${others} others: filled in ${Math.round((performance.now() - began) / 1_000)} s`);
    const world: World = {
      pool,
      real,
      account: await addAccount(real),
      reports: 0,
      next: () => ++number,
      queue,
      store: createFolderStore(path.join(folder, 'files')),
      outbox: await openOutbox(path.join(folder, 'outbox')),
      log,
    };
    const found = MEASURED_CALLS.map(
      ({ name, growth, fullFrom = 0 }): Growth => ({
        name,
        growth,
        fullFrom,
        buffers: [],
        ms: [],
        statement: '',
      }),
    );
    for (const size of sizes) {
      const from = performance.now();
      await growAccount(real, world.account, world.reports, size);
      world.reports = size;
      const filled = performance.now();
      for (const [at, call] of MEASURED_CALLS.entries()) {
        const rounds: Touched[] = [];
        for (let round = 0; round < (call.growth === 'linear' ? 1 : ROUNDS); round += 1) {
          await call.prepare?.(world);
          rounds.push(await measure(() => call.run(world)));
        }
        const row = found[at];
        row?.buffers.push(median(rounds.map(({ buffers }) => buffers)));
        row?.ms.push(median(rounds.map(({ ms }) => ms)));
        const [worst] = (rounds.at(-1)?.statements ?? []).toSorted((a, b) => b.buffers - a.buffers);
        if (row && worst) row.statement = `${worst.buffers} of ${worst.text}`;
      }
      await endAll(world);
      const seconds = (since: number, until: number) => Math.round((until - since) / 1_000);
      told(
        `${size} reports: filled in ${seconds(from, filled)} s, measured in ${seconds(filled, performance.now())} s`,
      );
    }
    return found;
  } finally {
    await queue.stop(0);
    await database.close();
    await fs.rm(folder, { recursive: true, force: true });
  }
}

/** The place of the smallest size that has all a call reads; below 0 where none has. */
const fullAt = ({ fullFrom }: Growth, sizes: readonly number[]): number =>
  sizes.findIndex((size) => size >= fullFrom);

/** Times the buffers of the smallest size that has all it reads; null where none has. */
export const growthOf = (call: Growth, sizes: readonly number[]): number | null => {
  const from = fullAt(call, sizes);
  return from < 0 ? null : (call.buffers.at(-1) ?? 0) / (call.buffers[from] ?? 1);
};

/** Times the buffers of the smallest size that a call may touch at `times` the reports. */
const mostOf = (growth: MeasuredCall['growth'], times: number): number =>
  MOST_GROWTH * (growth === 'flat' ? 1 : times);

/** The calls that grew more than they may, each with its most expensive statement. */
export const broken = (found: readonly Growth[], sizes: readonly number[]): string[] =>
  found
    .filter((call) => {
      const [first = 1, last = 1] = [sizes[fullAt(call, sizes)], sizes.at(-1)];
      const more = (call.buffers.at(-1) ?? 0) - (call.buffers[0] ?? 0);
      return (growthOf(call, sizes) ?? 0) > mostOf(call.growth, last / first) && more > LEVELS;
    })
    .map((call) => `${call.name}: ${call.buffers.join(' → ')} buffers; ${call.statement.slice(0, 400)}`);
