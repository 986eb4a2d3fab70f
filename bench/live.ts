import { pause } from '../server/concurrency/pause.ts';
import { createAnnouncer } from '../server/db/reports/report-events.ts';
import { type AccountsService, startAccounts } from '../tests/service/accounts-service.ts';
import type { Bench, BenchRow } from './bench.ts';
import { type OwnDatabase, onOwnDatabase } from './measuring/own-database.ts';
import { commitStep, openWatchers, quantile } from './measuring/watchers.ts';

/** With this many running reports and sockets, p50 ≤ 60 ms (the coalescing window is 50), p99 ≤ 250 ms. */
const SOCKETS = 1_000;
const FEW = 10;
const STEPS_PER_SECOND = 100;
const SECONDS = 15;

/** Commits steps of random reports at a steady pace; the time from each commit to its frame at the client, in ms. */
async function measure(service: AccountsService, sockets: number): Promise<BenchRow> {
  const committed = new Map<string, number>();
  const waits: number[] = [];
  let frames = 0;
  const watched = {
    pool: service.pool,
    accessSecret: service.accounts.accessSecret,
    addresses: [service.url],
  };
  const watchers = await openWatchers(watched, sockets, (reportId, status) => {
    frames += 1;
    const at = committed.get(`${reportId}:${status}`);
    if (at !== undefined) waits.push(performance.now() - at);
  });
  const announcer = createAnnouncer(service.pool, () => {});
  const cpu = process.cpuUsage();
  const moves: Promise<void>[] = [];
  let sent = 0;
  for (let turn = 0; turn < STEPS_PER_SECOND * SECONDS; turn += 1) {
    const watcher = watchers[turn % watchers.length];
    if (!watcher) break;
    sent += 1;
    moves.push(
      commitStep(service.pool, watcher).then((status) => {
        committed.set(`${watcher.run.reportId}:${status}`, performance.now());
        announcer.announce(watcher.userId);
      }),
    );
    await pause(1000 / STEPS_PER_SECOND);
  }
  await Promise.all(moves);
  await pause(1_000);
  const used = process.cpuUsage(cpu);
  await announcer.stop();
  for (const { socket } of watchers) socket.terminate();
  const sorted = waits.toSorted((a, b) => a - b);
  return {
    sockets,
    'running reports': watchers.length,
    'steps committed': sent,
    'frames got': frames,
    'p50 ms': Number(quantile(sorted, 0.5).toFixed(1)),
    'p99 ms': Number(quantile(sorted, 0.99).toFixed(1)),
    'CPU ms per step': Number(((used.user + used.system) / 1000 / sent).toFixed(2)),
  };
}

async function fewAndMany({ url }: OwnDatabase): Promise<BenchRow[]> {
  const service = await startAccounts(url);
  try {
    return [await measure(service, FEW), await measure(service, SOCKETS)];
  } finally {
    await service.close();
  }
}

export const bench: Bench = {
  name: 'live',
  about: `commit of a step → frame at the client, ${STEPS_PER_SECOND} steps a second; clients, service and workers share one process`,
  run: () => onOwnDatabase(fewAndMany),
};
