import path from 'node:path';
import type pg from 'pg';
import { serverSecret } from '../server/accounts/tokens.ts';
import { pause } from '../server/concurrency/pause.ts';
import { openDatabase } from '../server/db/client.ts';
import { createAnnouncer } from '../server/db/reports/report-events.ts';
import { startRole } from '../tests/service/role-process.ts';
import type { Bench, BenchRow } from './bench.ts';
import { type OwnDatabase, onOwnDatabase } from './measuring/own-database.ts';
import { processorSeconds } from './measuring/processor-time.ts';
import { commitStep, openWatchers, quantile } from './measuring/watchers.ts';

const PROCESSES = [1, 2] as const;
const SOCKETS = 1_000;
const STEPS_PER_SECOND = 100;
const SECONDS = 15;

/** So many sockets over so many web processes: how fast they open, how soon each hears of a step, what a process does for it. */
async function measure(url: string, pool: pg.Pool, dataDir: string, processes: number): Promise<BenchRow> {
  const web = await Promise.all(
    Array.from({ length: processes }, () =>
      startRole({ NODE_ENV: 'test', ROLE: 'web', DATABASE_URL: url, DATA_DIR: dataDir, SAMPLES: 'false' }),
    ),
  );
  const used = (): number[] => web.map(({ pid }) => processorSeconds(pid));
  const committed = new Map<string, number>();
  const waits: number[] = [];
  const opening = performance.now();
  const service = {
    pool,
    accessSecret: await serverSecret(pool, 'access-token'),
    addresses: web.map(({ address }) => address),
  };
  const watchers = await openWatchers(service, SOCKETS, (reportId, status) => {
    const at = committed.get(`${reportId}:${status}`);
    if (at !== undefined) waits.push(performance.now() - at);
  });
  const seconds = (performance.now() - opening) / 1000;
  const announcer = createAnnouncer(pool, () => {});
  const before = used();
  const moves: Promise<void>[] = [];
  for (let turn = 0; turn < STEPS_PER_SECOND * SECONDS; turn += 1) {
    const watcher = watchers[turn % watchers.length];
    if (!watcher) break;
    moves.push(
      commitStep(pool, watcher).then((status) => {
        committed.set(`${watcher.run.reportId}:${status}`, performance.now());
        announcer.announce(watcher.userId);
      }),
    );
    await pause(1000 / STEPS_PER_SECOND);
  }
  await Promise.all(moves);
  await pause(1_000);
  const busiest = Math.max(...used().map((after, process) => after - (before[process] ?? 0)));
  await announcer.stop();
  for (const { socket } of watchers) socket.terminate();
  await Promise.all(web.map((one) => one.stop()));
  const sorted = waits.toSorted((a, b) => a - b);
  return {
    'web processes': processes,
    sockets: SOCKETS,
    'opened a second': Math.round(SOCKETS / seconds),
    'frames got': waits.length,
    'of steps': moves.length,
    'p50 ms': Number(quantile(sorted, 0.5).toFixed(1)),
    'p99 ms': Number(quantile(sorted, 0.99).toFixed(1)),
    'CPU ms per step of the busiest process': Number(((busiest * 1000) / moves.length).toFixed(2)),
  };
}

async function allProcesses({ url, folder }: OwnDatabase): Promise<BenchRow[]> {
  const database = openDatabase(url);
  const OF_ONE = 'CPU ms per step of the busiest process';
  try {
    const rows: BenchRow[] = [];
    for (const processes of PROCESSES)
      rows.push(await measure(url, database.pool, path.join(folder, 'data'), processes));
    const alone = Number(rows[0]?.[OF_ONE]);
    return rows.map((row) => ({
      ...row,
      'times one process': Number((Number(row[OF_ONE]) / alone).toFixed(2)),
    }));
  } finally {
    await database.close();
  }
}

export const bench: Bench = {
  name: 'scale-out-sockets',
  about: `${SOCKETS} live sockets over 1 and 2 web processes, ${STEPS_PER_SECOND} steps a second committed elsewhere; clients and steps in a process of their own`,
  run: () => onOwnDatabase(allProcesses),
};
