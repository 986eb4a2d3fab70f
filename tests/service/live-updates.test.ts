import net from 'node:net';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { WebSocket } from 'ws';
import { STEP_NAMES } from '../../contract/report-status.ts';
import { type ReportFrame, reportFrameSchema } from '../../contract/schemas/events.ts';
import { type Announcer, createAnnouncer } from '../../server/db/reports/report-events.ts';
import { claimRun } from '../../server/db/reports/report-leases.ts';
import { listReports } from '../../server/db/reports/report-list.ts';
import { failRun, finishRun, saveStep } from '../../server/db/reports/report-runs.ts';
import { createSocketHub } from '../../server/http/socket/socket-hub.ts';
import {
  type AccountsService,
  type SignedIn,
  signedIn,
  startAccounts,
  stepClock,
  until,
  verifiedAccount,
} from './accounts-service.ts';
import { createTestDatabase } from './database.ts';
import { addReport } from './seed.ts';
import { seeded } from './seeded.ts';

/** Two processes' worth of service on one database: reports move through one, sockets hang on either. */
let one: AccountsService;
let two: AccountsService;
let announcer: Announcer;
beforeAll(async () => {
  const url = await createTestDatabase(inject('databaseServer'));
  one = await startAccounts(url);
  two = await startAccounts(url, { worker: false });
  announcer = createAnnouncer(one.pool, () => {});
});
afterAll(async () => {
  await announcer.stop();
  await two.close();
  await one.close();
});

type Listener = {
  socket: WebSocket;
  frames: ReportFrame[];
  closed: Promise<{ code: number; at: number }>;
};
const opened: WebSocket[] = [];
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.terminate();
  await until(() => one.hub.size() + two.hub.size() === 0);
});

async function connect(
  on: AccountsService,
  query: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Listener> {
  const socket = new WebSocket(`${on.url.replace('http', 'ws')}/api/v1/ws?${new URLSearchParams(query)}`, {
    headers,
  });
  opened.push(socket);
  const frames: ReportFrame[] = [];
  socket.on('message', (data) => frames.push(reportFrameSchema.parse(JSON.parse(String(data)))));
  socket.on('error', () => {});
  const closed = new Promise<{ code: number; at: number }>((resolve) =>
    socket.on('close', (code) => resolve({ code, at: Date.now() })),
  );
  await Promise.race([new Promise((resolve) => socket.once('open', resolve)), closed]);
  return { socket, frames, closed };
}
const ticketOf = async (on: AccountsService, token: string): Promise<string> =>
  String((await on.call('POST', 'ws/ticket', { token })).body.ticket);
const listen = async (on: AccountsService, session: SignedIn, since?: number): Promise<Listener> =>
  connect(on, {
    token: await ticketOf(on, session.access_token),
    ...(since === undefined ? {} : { since: String(since) }),
  });

async function someone(): Promise<{ session: SignedIn; userId: string; email: string }> {
  const email = await verifiedAccount(one);
  const session = await signedIn(one, email);
  const found = await one.pool.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [email]);
  const userId = found.rows[0]?.id ?? '';
  await one.pool.query('UPDATE users SET available_reports = 1000 WHERE id = $1', [userId]);
  return { session, userId, email };
}

/** Moves a report through its steps and ends it. */
async function runThrough(reportId: string, userId: string, fails = false, pause = 0): Promise<void> {
  const run = await claimRun(one.pool, reportId);
  if (!run) throw new Error('no run');
  for (const status of STEP_NAMES) {
    await saveStep(one.pool, run, { step: status, output: {}, status, message: status });
    announcer.announce(userId);
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    if (fails && status === 'download_images') {
      await failRun(one.pool, run, { step: status, code: 'extraction_failed', message: 'no' });
      announcer.announce(userId);
      return;
    }
  }
  await finishRun(one.pool, run, {
    step: 'detect_damaged_parts',
    output: {},
    model: { schema_version: 1 } as never,
    inputs: null,
    diagram: null,
    totalCostCents: 123_45,
    message: 'Ready',
  });
  announcer.announce(userId);
}
const EVENTS_OF_A_RUN = ['create_task', ...STEP_NAMES.slice(1), 'finished'];

describe('a socket', () => {
  test('gets a snapshot of running reports, then every event with its number, from the other process', async () => {
    const { session, userId } = await someone();
    const running = await addReport(one.pool, userId);
    const listener = await listen(two, session);
    await until(() => listener.frames.length === 1);
    expect(listener.frames[0]).toMatchObject({
      type: 'snapshot',
      report_id: running,
      status: 'create_task',
      progress: 0,
      label: 'Fetching Data',
      total_cost: null,
    });
    await runThrough(running, userId);
    await until(() => listener.frames.at(-1)?.status === 'finished');
    const [snapshot, ...events] = listener.frames;
    expect(events.map((frame) => frame.seq)).toEqual(
      events.map((_, index) => (snapshot?.seq ?? 0) + 1 + index),
    );
    expect(events.map((frame) => frame.status)).toEqual(EVENTS_OF_A_RUN.slice(1));
    expect(listener.frames.at(-1)).toMatchObject({
      type: 'status',
      progress: 1,
      label: 'Ready',
      total_cost: 123.45,
      message: 'Ready',
    });
    expect(Number.isNaN(Date.parse(listener.frames.at(-1)?.date ?? ''))).toBe(false);
  });

  test('carries the quota as of each number, and a list read meanwhile names the number it stands at', async () => {
    const { session, userId } = await someone();
    const listener = await listen(two, session);
    const running = await addReport(one.pool, userId);
    const read: { seq: number; status: string }[] = [];
    let ended = false;
    const reading = (async () => {
      while (!ended) {
        const [row] = (await listReports(one.pool, userId, { limit: 1, cursor: null })).items;
        if (row) read.push({ seq: row.seq, status: row.task_status });
      }
    })();
    await runThrough(running, userId, true);
    await until(() => listener.frames.at(-1)?.status === 'download_images_failed');
    ended = true;
    await reading;
    const events = listener.frames.filter(({ type }) => type === 'status');
    expect(read.length).toBeGreaterThan(0);
    for (const { seq, status } of read) {
      const last = events.findLast((frame) => frame.seq <= seq);
      if (last) expect(status).toBe(last.status);
    }
    expect(events.at(-1)).toMatchObject({
      error_code: 'extraction_failed',
      quota: { in_progress_reports: 0 },
    });
    expect(events.slice(0, -1).every(({ quota }) => quota?.in_progress_reports === 1)).toBe(true);
    const quota = await one.call('GET', 'users/quota', { token: session.access_token });
    expect(quota.body).toMatchObject({ seq: events.at(-1)?.seq, ...events.at(-1)?.quota });
  });

  test('never gets what belongs to another user', async () => {
    const [mine, theirs] = [await someone(), await someone()];
    const listener = await listen(two, mine.session);
    await runThrough(await addReport(one.pool, theirs.userId), theirs.userId);
    const own = await addReport(one.pool, mine.userId);
    announcer.announce(mine.userId);
    await until(() => listener.frames.length > 0);
    expect(new Set(listener.frames.map((frame) => frame.report_id))).toEqual(new Set([own]));
  });

  test('with since gets what it missed, once and in order, however much it was', async () => {
    const { session, userId } = await someone();
    const first = await listen(one, session);
    await runThrough(await addReport(one.pool, userId), userId);
    await until(() => first.frames.at(-1)?.status === 'finished');
    const since = first.frames.at(-1)?.seq ?? 0;
    first.socket.terminate();
    for (let turn = 0; turn < 120; turn += 1) await runThrough(await addReport(one.pool, userId), userId);
    const second = await listen(two, session, since);
    await until(() => second.frames.length >= 120 * EVENTS_OF_A_RUN.length);
    expect(second.frames.map((frame) => frame.seq)).toEqual(
      second.frames.map((_, index) => since + 1 + index),
    );
    expect(second.frames.every((frame) => frame.type === 'status')).toBe(true);
  });

  test('that names a number from the future or of forgotten events gets a snapshot', async () => {
    const { session, userId } = await someone();
    await runThrough(await addReport(one.pool, userId), userId);
    const running = await addReport(one.pool, userId);
    const ahead = await listen(one, session, 99_999);
    await until(() => ahead.frames.length === 1);
    expect(ahead.frames[0]).toMatchObject({ type: 'snapshot', report_id: running });
    await one.pool.query('DELETE FROM report_events WHERE user_id = $1 AND seq <= 5', [userId]);
    const late = await listen(one, session, 2);
    await until(() => late.frames.length === 1);
    expect(late.frames[0]).toMatchObject({ type: 'snapshot', report_id: running });
  });

  test('goes on after the database dropped the listening connections', async () => {
    const { session, userId } = await someone();
    const running = await addReport(one.pool, userId);
    const listener = await listen(two, session);
    await until(() => listener.frames.length === 1);
    await one.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'test-listen' AND datname = current_database()",
    );
    await runThrough(running, userId);
    await until(() => listener.frames.at(-1)?.status === 'finished');
    const events = listener.frames.slice(1);
    expect(events.map((frame) => frame.status)).toEqual(EVENTS_OF_A_RUN.slice(1));
  });

  test('of a session that ended while nobody was listening closes when the connection is back', async () => {
    const { session, userId } = await someone();
    const listener = await listen(two, session);
    await until(() => two.hub.size() > 0);
    await one.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'test-listen' AND datname = current_database()",
    );
    await one.pool.query('UPDATE sessions SET ended_at = now() WHERE user_id = $1', [userId]);
    expect((await listener.closed).code).toBe(4401);
  });

  test('that is cut again and again sees every status once and ends where GET is', async () => {
    const random = seeded(7);
    const { session, userId } = await someone();
    const reports = [
      await addReport(one.pool, userId),
      await addReport(one.pool, userId),
      await addReport(one.pool, userId),
    ];
    const first = await listen(one, session);
    await until(() => first.frames.length === reports.length);
    first.socket.terminate();
    const seen: ReportFrame[] = [...first.frames];
    let since = seen.at(-1)?.seq;
    let over = false;
    let cuts = 0;
    const watching = (async () => {
      while (!over) {
        const listener = await listen(random.pick([one, two]), session, since);
        await new Promise((resolve) => setTimeout(resolve, random.below(60)));
        listener.socket.terminate();
        await listener.closed;
        cuts += 1;
        seen.push(...listener.frames);
        since = listener.frames.at(-1)?.seq ?? since;
      }
    })();
    await Promise.all(reports.map((id, index) => runThrough(id, userId, index === 1, 25)));
    // More to be cut amid, where the machine was slow to connect.
    while (cuts <= 3) await runThrough(await addReport(one.pool, userId), userId, false, 25);
    over = true;
    await watching;
    const last = await listen(two, session, since);
    const total = await one.pool.query<{ seq: string }>('SELECT event_seq AS seq FROM users WHERE id = $1', [
      userId,
    ]);
    const end = Number(total.rows[0]?.seq);
    await until(() => [...seen, ...last.frames].at(-1)?.seq === end);
    const events = [...seen, ...last.frames].filter((frame) => frame.type === 'status');
    const firstSeq = events[0]?.seq ?? 0;
    expect(cuts).toBeGreaterThan(3);
    expect(events.map((frame) => frame.seq)).toEqual(events.map((_, index) => firstSeq + index));
    const { items } = await listReports(one.pool, userId, { limit: 10, cursor: null });
    for (const item of items) {
      const lastFrame = events.findLast((frame) => frame.report_id === item.report_id);
      expect(lastFrame).toMatchObject({
        status: item.task_status,
        total_cost: item.total_cost,
        progress: item.progress,
        message: item.message,
      });
    }
  });
});

describe('who may listen', () => {
  test.each([
    ['no token', {}],
    ['an empty token', { token: '' }],
    ['nonsense', { token: 'nonsense' }],
    ['a forged access token', { token: 'a.b.c' }],
    ['a wrong since', { token: 'x', since: '-1' }],
    ['an unknown parameter', { token: 'x', user_id: '1' }],
  ])('%s is closed with 4401', async (_, query) => {
    const listener = await connect(one, query as Record<string, string>);
    expect((await listener.closed).code).toBe(4401);
    expect(listener.frames).toEqual([]);
  });

  test('a ticket opens one socket, within 30 seconds', async () => {
    const { session } = await someone();
    const ticket = await ticketOf(one, session.access_token);
    const before = one.hub.size();
    const first = await connect(one, { token: ticket });
    // The handshake is over before the ticket is looked at.
    await until(() => one.hub.size() > before);
    expect(first.socket.readyState).toBe(WebSocket.OPEN);
    expect((await (await connect(two, { token: ticket })).closed).code).toBe(4401);
    const late = await ticketOf(one, session.access_token);
    await stepClock(one.pool, 31);
    expect((await (await connect(one, { token: late })).closed).code).toBe(4401);
  });

  test('of 20 uses of one ticket side by side one opens', async () => {
    const { session, userId } = await someone();
    await addReport(one.pool, userId);
    const ticket = await ticketOf(one, session.access_token);
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) => connect(index % 2 ? one : two, { token: ticket })),
    );
    await until(
      () => all.filter((listener) => listener.socket.readyState === WebSocket.CLOSED).length === 19,
    );
    expect(all.filter((listener) => listener.frames.length > 0)).toHaveLength(1);
  });

  test('an access token opens one too, as the specification says', async () => {
    const { session, userId } = await someone();
    await addReport(one.pool, userId);
    const listener = await connect(one, { token: session.access_token });
    await until(() => listener.frames.length === 1);
  });

  test('a ticket of a session that ended opens nothing', async () => {
    const { session } = await someone();
    const ticket = await ticketOf(one, session.access_token);
    await one.call('POST', 'auth/logout', { token: session.access_token });
    expect((await (await connect(one, { token: ticket })).closed).code).toBe(4401);
  });

  test.each([
    ['https://lotlens.test', true],
    ['https://lotlens.test.evil.example', false],
    ['https://evil-lotlens.test', false],
    ['http://lotlens.test', false],
    ['https://lotlens.test:8443', false],
    ['HTTPS://LOTLENS.TEST', false],
    ['null', false],
    ['https://evil.example', false],
  ])('the origin %s: %s', async (origin, allowed) => {
    const { session } = await someone();
    const ticket = await ticketOf(one, session.access_token);
    const listener = await connect(one, { token: ticket }, { origin });
    if (allowed) {
      await until(() => one.hub.size() > 0);
      expect(listener.socket.readyState).toBe(WebSocket.OPEN);
    } else expect((await listener.closed).code).toBe(1008);
  });
});

describe('what a socket may take', () => {
  test('five a user; the sixth closes the oldest with 4429', async () => {
    const { session } = await someone();
    const all: Listener[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      all.push(await listen(one, session));
      await until(() => one.hub.size() >= Math.min(5, turn + 1));
    }
    expect((await all[0]?.closed)?.code).toBe(4429);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(all.slice(1).map((listener) => listener.socket.readyState)).toEqual(Array(5).fill(WebSocket.OPEN));
  });

  test.each([
    ['a message over 4 KiB', (socket: WebSocket) => socket.send('x'.repeat(4_097)), 1009],
    ['a binary message over 4 KiB', (socket: WebSocket) => socket.send(Buffer.alloc(5_000)), 1009],
    [
      'text that is no UTF-8',
      (socket: WebSocket) => socket.send(Buffer.from([0xff, 0xfe]), { binary: false }),
      1007,
    ],
    [
      'a hundred messages',
      (socket: WebSocket) => {
        for (let turn = 0; turn < 100; turn += 1) socket.send('x');
      },
      1008,
    ],
  ])('%s closes it', async (_, act, code) => {
    const { session } = await someone();
    const before = one.hub.size();
    const listener = await listen(one, session);
    await until(() => one.hub.size() > before);
    act(listener.socket);
    expect((await listener.closed).code).toBe(code);
  });

  test('small messages are let be', async () => {
    const { session, userId } = await someone();
    const listener = await listen(one, session);
    listener.socket.send('x'.repeat(4_096));
    listener.socket.send(Buffer.alloc(16));
    await addReport(one.pool, userId);
    announcer.announce(userId);
    await until(() => listener.frames.length === 1);
  });

  test('a client that never reads is dropped at 1 MiB while others go on', async () => {
    const { session, userId } = await someone();
    const ticket = await ticketOf(one, session.access_token);
    const { port, hostname } = new URL(one.url);
    const lazy = net.connect(Number(port), hostname);
    lazy.on('error', () => {});
    lazy.write(
      `GET /api/v1/ws?token=${ticket} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    );
    lazy.pause();
    const reader = await listen(one, session);
    await until(() => one.hub.size() >= 2);
    const before = one.hub.size();
    const reportId = await addReport(one.pool, userId);
    const base = await one.pool.query<{ seq: string }>('SELECT event_seq AS seq FROM users WHERE id = $1', [
      userId,
    ]);
    // Long messages: what the kernel buffers for us must overflow before ours does.
    const filler = 4_000;
    await one.pool.query(
      `INSERT INTO report_events (user_id, seq, report_id, payload)
       SELECT $1, $2::bigint + n, $3::uuid, jsonb_build_object('type', 'status', 'seq', $2::bigint + n, 'report_id', $3::text, 'task_id', 't', 'status', 'x',
              'progress', 0.5, 'label', 'x', 'message', repeat('m', 4000), 'date', '2026-01-01', 'total_cost', null, 'body_type', null)
         FROM generate_series(1, $4::int) AS n`,
      [userId, Number(base.rows[0]?.seq), reportId, filler],
    );
    await one.pool.query('UPDATE users SET event_seq = event_seq + $2 WHERE id = $1', [userId, filler]);
    announcer.announce(userId);
    await until(() => reader.frames.length >= filler, 30_000);
    await until(() => one.hub.size() === before - 1, 30_000);
    expect(one.logText()).toContain('slow_socket_dropped');
    lazy.destroy();
  });

  test('a client that answers no ping is dropped, and one that does stays', async () => {
    const sent = { pings: 0, gone: 0 };
    const hub = createSocketHub(one.pool, pino({ level: 'silent' }), { heartbeatMs: 3_600_000 });
    const listeners = new Map<string, () => void>();
    const { session, userId } = await someone();
    const found = await one.pool.query<{ id: string }>('SELECT id FROM sessions WHERE user_id = $1', [
      userId,
    ]);
    expect(session.access_token).not.toBe('');
    hub.add({
      userId,
      sessionId: found.rows[0]?.id ?? '',
      seq: 0,
      socket: {
        bufferedAmount: 0,
        readyState: 1,
        send: () => {},
        close: () => {},
        ping: () => {
          sent.pings += 1;
        },
        terminate: () => {
          sent.gone += 1;
        },
        on: (event, listener) => listeners.set(event, listener),
      },
    });
    await hub.beat();
    listeners.get('pong')?.();
    await hub.beat();
    expect([sent.pings, sent.gone, hub.size()]).toEqual([2, 0, 1]);
    await hub.beat();
    expect([sent.gone, hub.size()]).toEqual([1, 0]);
    hub.close();
  });

  test('a service that stops closes with 1012', async () => {
    const three = await startAccounts(await createTestDatabase(inject('databaseServer')));
    const email = await verifiedAccount(three);
    const listener = await listen(three, await signedIn(three, email));
    await until(() => three.hub.size() === 1);
    await three.close();
    expect((await listener.closed).code).toBe(1012);
  });
});

test('no ticket or token stands in a log', () => {
  expect(one.secrets.size).toBeGreaterThan(50);
  for (const service of [one, two]) {
    const text = service.logText();
    expect(text).toContain('/api/v1/ws');
    for (const secret of [...one.secrets, ...two.secrets]) expect(text.includes(secret)).toBe(false);
  }
});
