import fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { hashPassword } from '../../server/accounts/session/passwords.ts';
import { pause } from '../../server/concurrency/pause.ts';
import { SERVICE } from '../../server/concurrency/work-caller.ts';
import { setPasswordHash } from '../../server/db/accounts/users.ts';
import { openDatabase } from '../../server/db/client.ts';
import { startEmbeddedPostgres } from '../../server/db/embedded-postgres.ts';
import { migrate } from '../../server/db/migrate.ts';
import { createS3Store } from '../../server/storage/s3.ts';
import { addUser } from '../service/seed.ts';
import { type AskedReport, askedReports, dealersOf } from './asked-reports.ts';
import { drawPhotos, openAuctionStandIn } from './auction-stand-in.ts';
import { createDealers, type Dealer, type Dealers, PASSWORD } from './dealers.ts';
import { bringFaults, type DoneFault, killWorkers } from './faults.ts';
import { openFileStore } from './file-store.ts';
import { watchFigures } from './seen-figures.ts';
import { openSmallDisk, type SmallDisk } from './small-disk.ts';
import { type Check, type Counts, soundness } from './soundness.ts';
import { type Role, type SupervisedProcess, startSupervised } from './supervised-process.ts';

/** What a run does to its service, and of which processes that is. */
export type RunKind = 'calm' | 'faulted' | 'workers killed';

const FIVE: readonly [string, Role][] = [
  ['web-1', 'web'],
  ['web-2', 'web'],
  ['worker-1', 'worker'],
  ['worker-2', 'worker'],
  ['worker-3', 'worker'],
];
/** Nobody else goes on with what the one worker was at, and it is started again at once. */
const TWO = FIVE.filter(([name]) => name === 'web-1' || name === 'worker-1');
const PROCESSES: Record<RunKind, readonly [string, Role][]> = {
  calm: FIVE,
  faulted: FIVE,
  'workers killed': TWO,
};
const DATA_MB = 16;
/** Of one report: three photos in two sizes, and here and there a PDF. */
const STORE_MB_PER_REPORT = 1;
const MORE_STORE_MB = 64;
/** Mails follow their reports; one that met a full disk is tried again after a wait. */
const LAST_MAIL_MS = 180_000;
const LOOK_MS = 250;

/** What is kept of a run while it goes on, so that one that was interrupted goes on. */
export type RunState = {
  /** Seconds so far from the first ask, those between an interruption and its end not counted. */
  seconds: number;
  /** The report each key was answered, by the number of what was asked for. */
  asked: Record<number, string>;
  faults: DoneFault[];
  /** What came of it, once it is over. */
  result: RunResult | null;
};
export type RunResult = {
  checks: Check[];
  /** Whether disks of their own could be mounted; else no disk is ever full. */
  hasDisks: boolean;
  counts: Counts;
  unasked: number;
  unanswered: number;
  later: number;
};

type Setting = {
  seed: number;
  reports: number;
  folder: string;
  kind: RunKind;
  state: RunState;
  save(): void;
  say(words: string): void;
  signal: AbortSignal;
};

/** Has all the reports asked for and made, on a service of its own, and says what came of it; goes on where it was interrupted. */
export async function runOnce(setting: Setting): Promise<void> {
  const { seed, reports, folder, kind, state, save, say, signal } = setting;
  fs.mkdirSync(folder, { recursive: true, mode: 0o755 });
  const diskAt = (name: string, megabytes: number): SmallDisk | null => {
    const disk = openSmallDisk(path.join(folder, name), megabytes);
    // What an interrupted fault left.
    disk?.makeRoom();
    return disk;
  };
  const closing: (() => unknown)[] = [];
  try {
    const server = await startEmbeddedPostgres({
      folder: path.join(folder, 'postgres'),
      maxConnections: 300,
    });
    closing.push(() => server.stop());
    await migrate(server.url);
    const database = openDatabase(server.url);
    closing.push(() => database.close());
    const { pool } = database;
    const dealers = await addDealers(pool, reports);
    const photos = await drawPhotos();
    const site = await openAuctionStandIn(photos);
    closing.push(() => site.close());
    const storeDisk = diskAt('store', MORE_STORE_MB + STORE_MB_PER_REPORT * reports);
    const files = await openFileStore(path.join(folder, 'store'), storeDisk);
    closing.push(() => files.close());

    const processes: SupervisedProcess[] = await Promise.all(
      PROCESSES[kind].map(([name, role]) =>
        startSupervised({
          name,
          role,
          folder,
          databaseUrl: server.url,
          disk: diskAt(name, DATA_MB),
          ...(kind === 'workers killed' ? { restartMs: 0 } : {}),
          environment: { ...site.environment, ...files.environment },
        }),
      ),
    );
    closing.push(() => Promise.all(processes.map((one) => one.close())));
    const figures = watchFigures(processes);
    closing.push(() => figures.stop());

    const origins = processes.flatMap(({ origin }) => (origin === '' ? [] : [origin]));
    const end = new AbortController();
    closing.push(() => end.abort(new Error('the run is over')));
    const clients = createDealers(origins, dealers, AbortSignal.any([end.signal, signal]));
    const began = performance.now();
    const before = state.seconds;
    const note = (): void => {
      state.seconds = before + (performance.now() - began) / 1000;
      save();
    };
    const over = (fault: DoneFault): void => {
      state.faults.push(fault);
      if (kind === 'faulted')
        say(`  ${fault.kind} ${fault.target} ${fault.seconds} s: ${fault.seen.join(', ') || 'not seen'}`);
    };
    const service = { processes, store: files, figures, keepFile: () => printAny(pool, clients) };
    const endFaults = {
      calm: () => null,
      faulted: () => bringFaults(seed, service, { done: state.faults.length, signal, over }),
      'workers killed': () =>
        killWorkers(
          processes.filter(({ role }) => role === 'worker'),
          { over, signal },
        ),
    }[kind]();
    const asking = askAll(clients, askedReports(seed, reports), photos, state.asked);
    let ended = 0;
    for (let told = -1; ended < reports; note()) {
      // What can't be asked for is no report to wait for.
      await Promise.race([asking.then(() => pause(LOOK_MS)), pause(LOOK_MS, signal)]);
      ended = await countOf(pool, 'SELECT count(*) AS n FROM reports WHERE finished_at IS NOT NULL');
      const tenth = Math.floor((10 * ended) / reports);
      if (tenth > told)
        say(`  ${ended} of ${reports} reports have ended after ${state.seconds.toFixed(0)} s`);
      told = Math.max(told, tenth);
    }
    await asking;
    await endFaults?.();
    await Promise.all(processes.map((one) => one.up()));
    await lastMails(pool, signal);
    for (let dealer = 0; dealer < dealers.length; dealer += 3) await printOne(pool, clients, dealer);
    const store = createS3Store({
      bucket: files.environment.S3_BUCKET ?? '',
      region: 'us-east-1',
      endpoint: files.environment.S3_ENDPOINT ?? '',
      accessKeyId: 'campaign',
      secretAccessKey: 'campaign-secret',
    });
    closing.push(() => store.close());
    const outboxes = processes.map(({ dataDir }) => path.join(dataDir, 'outbox'));
    const { checks, counts } = await soundness({
      pool,
      store,
      asked: Object.values(state.asked),
      reports,
      outboxes,
    });
    const wrong = clients.met.wrong;
    checks.push({ name: 'no dealer got an answer that is no answer', broken: wrong.slice(0, 3).join('; ') });
    const unasked = processes.reduce((sum, one) => sum + one.unasked(), 0);
    checks.push({ name: 'no process ended by itself', broken: unasked > 0 ? `${unasked} times` : '' });
    const { unanswered, later } = clients.met;
    state.result = { checks, counts, hasDisks: storeDisk !== null, unasked, unanswered, later };
    save();
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

const emailOf = (dealer: number): string => `dealer-${dealer + 1}@example.test`;

async function addDealers(pool: pg.Pool, reports: number): Promise<Dealer[]> {
  const dealers = dealersOf(reports);
  const passwordHash = await hashPassword(PASSWORD, SERVICE);
  const emails = Array.from({ length: dealers }, (_, index) => emailOf(index));
  const there = new Set(
    (await pool.query<{ email: string }>('SELECT email FROM users')).rows.map(({ email }) => email),
  );
  for (const [index, email] of emails.entries()) {
    if (there.has(email)) continue;
    const share = Math.floor(reports / dealers) + (index < reports % dealers ? 1 : 0);
    const id = await addUser(pool, share, email);
    await setPasswordHash(pool, id, passwordHash);
  }
  return emails.map((email) => ({ email, token: null }));
}

/** Every dealer asks for one report after the other. What an interruption left without an answer is asked again, under the same key. */
async function askAll(
  clients: Dealers,
  all: readonly AskedReport[],
  photos: readonly Buffer[],
  asked: Record<number, string>,
): Promise<void> {
  const byDealer = Map.groupBy(all, ({ dealer }) => dealer);
  await Promise.all(
    [...byDealer.values()].map(async (reports) => {
      for (const report of reports) asked[report.number] ??= await clients.ask(report, photos);
    }),
  );
}

const countOf = async (pool: pg.Pool, query: string): Promise<number> =>
  Number((await pool.query<{ n: string }>(query)).rows[0]?.n);

async function lastMails(pool: pg.Pool, signal: AbortSignal): Promise<void> {
  const waiting = 'SELECT count(*) AS n FROM mails WHERE sent_at IS NULL AND failure IS NULL';
  for (const end = performance.now() + LAST_MAIL_MS; performance.now() < end; await pause(LOOK_MS, signal))
    if ((await countOf(pool, waiting)) === 0) return;
}

/** A dealer prints a finished report of theirs. */
async function printOne(pool: pg.Pool, clients: Dealers, dealer: number): Promise<void> {
  const found = await pool.query<{ id: string }>(
    `SELECT r.id FROM reports r JOIN users u ON u.id = r.user_id WHERE r.status = 'finished' AND u.email = $1 ORDER BY random() LIMIT 1`,
    [emailOf(dealer)],
  );
  const [one] = found.rows;
  if (one) await clients.print(dealer, one.id);
}

const printAny = (pool: pg.Pool, clients: Dealers): Promise<void> =>
  printOne(pool, clients, Math.floor(Math.random() * clients.count));
