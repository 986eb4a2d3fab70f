import type pg from 'pg';
import { WebSocket } from 'ws';
import { addressOf } from '../../contract/api/api-call.ts';
import { liveSocket } from '../../contract/api.ts';
import { STEP_NAMES } from '../../contract/report-status.ts';
import { issueAccessToken } from '../../server/accounts/session/access-token.ts';
import { newToken, tokenHash } from '../../server/accounts/tokens.ts';
import { insertSession } from '../../server/db/accounts/sessions.ts';
import { claimRun } from '../../server/db/reports/report-leases.ts';
import { type Run, saveStep } from '../../server/db/reports/report-runs.ts';
import { addReport, addUser } from '../../tests/service/seed.ts';

export type Watcher = { socket: WebSocket; run: Run; userId: string; step: number };

export const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;

type Service = { pool: pg.Pool; accessSecret: Uint8Array; addresses: readonly string[] };

/**
 * Opens `count` sockets, one user and one running report each, in turn at each of the service's addresses; `onFrame` hears of every
 * frame.
 */
export async function openWatchers(
  service: Service,
  count: number,
  onFrame: (reportId: string, status: string) => void,
): Promise<Watcher[]> {
  const watchers: Watcher[] = [];
  for (let start = 0; start < count; start += 50) {
    const batch = Array.from({ length: Math.min(50, count - start) }, async (_, index) => {
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
      const token = await issueAccessToken(service.accessSecret, { userId, sessionId }, new Date());
      const address = addressOf(liveSocket, { query: { token } });
      const origin = service.addresses[(start + index) % service.addresses.length] ?? '';
      const socket = new WebSocket(`${origin.replace('http', 'ws')}${address}`);
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

/** Commits the next step of a watcher's report; answers its status. */
export async function commitStep(pool: pg.Pool, watcher: Watcher): Promise<string> {
  watcher.step = (watcher.step + 1) % STEP_NAMES.length;
  const status = STEP_NAMES[watcher.step] ?? 'create_task';
  await saveStep(pool, watcher.run, { step: status, output: {}, status, message: status });
  return status;
}
