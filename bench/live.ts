import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { WebSocket } from 'ws';
import { addressOf } from '../contract/api/api-call.ts';
import { liveSocket } from '../contract/api.ts';
import { STEP_NAMES } from '../contract/report-status.ts';
import { issueAccessToken } from '../server/accounts/session/access-token.ts';
import { newToken, tokenHash } from '../server/accounts/tokens.ts';
import { pause } from '../server/concurrency/pause.ts';
import { insertSession } from '../server/db/accounts/sessions.ts';
import { startEmbeddedPostgres } from '../server/db/embedded-postgres.ts';
import { migrate } from '../server/db/migrate.ts';
import { createAnnouncer } from '../server/db/reports/report-events.ts';
import { claimRun } from '../server/db/reports/report-leases.ts';
import { type Run, saveStep } from '../server/db/reports/report-runs.ts';
import { type AccountsService, startAccounts } from '../tests/service/accounts-service.ts';
import { addReport, addUser } from '../tests/service/seed.ts';
import type { Bench, BenchRow } from './bench.ts';

/** With this many running reports and sockets, p50 ≤ 60 ms (the coalescing window is 50), p99 ≤ 250 ms. */
const SOCKETS = 1_000;
const FEW = 10;
const STEPS_PER_SECOND = 100;
const SECONDS = 15;

type Watcher = { socket: WebSocket; run: Run; userId: string; step: number };

const quantile = (sorted: number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;

/** Opens `count` sockets, one user and one running report each; `onFrame` hears of every frame. */
async function openWatchers(
  service: AccountsService,
  count: number,
  onFrame: (reportId: string, status: string) => void,
): Promise<Watcher[]> {
  const watchers: Watcher[] = [];
  for (let start = 0; start < count; start += 50) {
    const batch = Array.from({ length: Math.min(50, count - start) }, async () => {
      const userId = await addUser(service.pool, 1);
      const reportId = await addReport(service.pool, userId);
      const run = await claimRun(service.pool, reportId);
      if (!run) throw new Error('no run');
      const { id: sessionId } = await insertSession(service.pool, {
        userId,
        userAgent: null,
        address: null,
        refreshHash: tokenHash(newToken()),
      });
      const token = await issueAccessToken(service.accounts.accessSecret, { userId, sessionId }, new Date());
      const address = addressOf(liveSocket, { query: { token } });
      const socket = new WebSocket(`${service.url.replace('http', 'ws')}${address}`);
      await new Promise((resolve, reject) => {
        socket.once('error', reject);
        // The snapshot says that the socket is known to the service.
        socket.once('message', resolve);
      });
      socket.on('message', (data) => {
        const frame = JSON.parse(String(data)) as { report_id: string; status: string };
        onFrame(frame.report_id, frame.status);
      });
      return { socket, run, userId, step: 0 };
    });
    watchers.push(...(await Promise.all(batch)));
  }
  return watchers;
}

/** Commits steps of random reports at a steady pace; the time from each commit to its frame at the client, in ms. */
async function measure(service: AccountsService, sockets: number): Promise<BenchRow> {
  const committed = new Map<string, number>();
  const waits: number[] = [];
  let frames = 0;
  const watchers = await openWatchers(service, sockets, (reportId, status) => {
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
    watcher.step = (watcher.step + 1) % STEP_NAMES.length;
    const status = STEP_NAMES[watcher.step] ?? 'create_task';
    sent += 1;
    moves.push(
      saveStep(service.pool, watcher.run, { step: status, output: {}, status, message: status }).then(() => {
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

async function run(): Promise<BenchRow[]> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lotlens-live-'));
  // PostgreSQL may run as another user than we do.
  await fs.chmod(folder, 0o755);
  const server = await startEmbeddedPostgres({ folder: path.join(folder, 'postgres') });
  await migrate(server.url);
  const service = await startAccounts(server.url);
  try {
    return [await measure(service, FEW), await measure(service, SOCKETS)];
  } finally {
    await service.close();
    await server.stop();
    await fs.rm(folder, { recursive: true, force: true });
  }
}

export const bench: Bench = {
  name: 'live',
  about: `commit of a step → frame at the client, ${STEPS_PER_SECOND} steps a second; clients, service and workers share one process`,
  run,
};
