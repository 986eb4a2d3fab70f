import type pg from 'pg';
import type { StoredLot } from '../../contract/schemas/lot.ts';
import { readQuota } from '../../server/db/accounts/quota.ts';
import { listWaitingLots } from '../../server/db/lots/waiting-lots.ts';
import { writeCursor } from '../../server/db/page-cursor.ts';
import { verifyCommission, verifyCommissionSince } from '../../server/db/partners/commission-check.ts';
import { listMessages } from '../../server/db/programs/webhook-messages.ts';
import { verifyLedger, verifyLedgerSince } from '../../server/db/quota/ledger-check.ts';
import { findStaleDeals } from '../../server/db/reports/deal-settings.ts';
import { eventsSince, resumeFrom } from '../../server/db/reports/report-events.ts';
import { claimNextRun, claimRun, renewLeases } from '../../server/db/reports/report-leases.ts';
import { listReports, type ReportFilter } from '../../server/db/reports/report-list.ts';
import { beginStep, failRun, finishRun, type Run, saveStep } from '../../server/db/reports/report-runs.ts';
import type { Log } from '../../server/log.ts';
import type { Outbox } from '../../server/mail/outbox.ts';
import { readAudit, readOverview, readQueue } from '../../server/operator/console/day.ts';
import { listUsers, readUser } from '../../server/operator/console/people.ts';
import { listReports as listRuns } from '../../server/operator/console/runs.ts';
import type { Queue } from '../../server/queue/queue.ts';
import { startBatch } from '../../server/reports/board/start-batch.ts';
import { findLotReport } from '../../server/reports/read-report.ts';
import { requestReport } from '../../server/reports/request-report.ts';
import { applyRetention } from '../../server/reports/retention.ts';
import { readSampleReport } from '../../server/reports/sample-report.ts';
import { deleteSelected, markSelected, readSelected } from '../../server/reports/selected-reports.ts';
import { noteReading } from '../../server/reports/watch/note-reading.ts';
import type { Store } from '../../server/storage/store.ts';
import { madeUpLot } from '../../tests/service/seed.ts';
import { type Account, LOT_NUMBERS, vinEndOf, WATCHED } from './fill-account.ts';

/** `pool` is measured; `real` is not: what only prepares a call goes there. */
export type World = {
  pool: pg.Pool;
  real: pg.Pool;
  account: Account;
  /** Reports the account has. */
  reports: number;
  /** A number no call had before: lots, days and names that must be new. */
  next(): number;
  queue: Queue;
  store: Store;
  outbox: Outbox;
  log: Log;
};

/**
 * One thing the product does, by its own functions. `flat`: costs the same however many reports the account has; `linear`: reads
 * all there is, and is held to that. `prepare` is not measured.
 */
export type MeasuredCall = {
  name: string;
  growth: 'flat' | 'linear';
  /** What it reads has a bound of its own (days, a count that ends) that is reached from so many reports on: grown from there. */
  fullFrom?: number;
  prepare?: (world: World) => Promise<void>;
  run: (world: World) => Promise<unknown>;
};

const PAGE = { limit: 60, cursor: null };
const BOARD_PAGE = { limit: 500, cursor: null };
const TEN = { limit: 10, cursor: null };
const OPERATOR = 'operator:bench';
const NOBODY = 'nobody has this in a report';

const list = (name: string, filter: ReportFilter, page = PAGE): MeasuredCall => ({
  name: `list: ${name}`,
  growth: 'flat',
  run: ({ pool, account }) => listReports(pool, account.userId, page, filter),
});

/** The cursor of a page far down. */
async function deepCursor({ real, account, reports }: World, column: string): Promise<string> {
  const { rows } = await real.query<{ at: string; id: string }>(
    `SELECT ${column}::text AS at, id FROM reports WHERE user_id = $1 AND archived_at IS NULL AND ${column} IS NOT NULL
      ORDER BY ${column} DESC, id DESC OFFSET $2 LIMIT 1`,
    [account.userId, Math.floor(reports * 0.4)],
  );
  const [row] = rows;
  if (!row) throw new Error('no deep page');
  return writeCursor(row.at, row.id);
}

const deepList = (sort: 'date' | 'repair', column: string): MeasuredCall => {
  let cursor = '';
  return {
    name: `list: a page far down, by ${sort}`,
    growth: 'flat',
    prepare: async (world) => {
      cursor = await deepCursor(world, column);
    },
    run: ({ pool, account }) =>
      listReports(pool, account.userId, { limit: 60, cursor }, { sort, order: 'desc' }),
  };
};

const silent = { announce() {}, stop: async () => {} };
const requested = (world: World, lot: StoredLot) =>
  requestReport(
    { pool: world.pool, announcer: silent, lotFor: async () => lot },
    world.account.userId,
    { auction_url: lot.url },
    {
      owner: `user:${world.account.userId}`,
      userId: world.account.userId,
      key: `growth-${world.next()}`,
      request: {},
    },
  );
const newLot = (world: World): StoredLot => {
  const number = String(90_000_000 + world.next());
  return {
    ...madeUpLot(`copart:${number}`),
    lot_number: number,
    url: `https://www.copart.com/lot/${number}`,
  };
};

/** The report that a call is about: requested and claimed before it. */
let run: Run | null = null;
const held = (): Run => {
  if (run === null) throw new Error('no report runs');
  return run;
};
async function begin(world: World): Promise<void> {
  const { reportId } = await requested({ ...world, pool: world.real }, newLot(world));
  run = await claimRun(world.real, reportId);
  await beginStep(world.real, held(), 'create_task');
}

/** Ends what calls began and takes off what they put on the board, so that the next size starts from the same. */
export async function endAll({ real, account }: World): Promise<void> {
  const { rows } = await real.query<{ id: string }>(
    'SELECT id FROM reports WHERE user_id = $1 AND finished_at IS NULL',
    [account.userId],
  );
  for (const { id } of rows) {
    run = await claimRun(real, id);
    await failRun(real, held(), { step: 'create_task', code: 'cancelled', message: 'Over.' });
  }
  await real.query('DELETE FROM waiting_lots WHERE user_id = $1', [account.userId]);
}

async function someReports({ real, account }: World, count: number): Promise<string[]> {
  const { rows } = await real.query<{ id: string }>(
    `SELECT id FROM reports WHERE user_id = $1 AND status = 'finished' AND archived_at IS NULL ORDER BY created_at DESC LIMIT $2`,
    [account.userId, count],
  );
  return rows.map(({ id }) => id);
}
let chosen: string[] = [];
const choose = (count: number) => async (world: World) => {
  chosen = await someReports(world, count);
};

/** What tidying up finds of one hour, the same at every size. */
async function addSpent({ real, account }: World): Promise<void> {
  await real.query(
    `UPDATE report_events SET created_at = now() - interval '8 days' WHERE id IN (SELECT id FROM report_events WHERE user_id = $1 ORDER BY seq LIMIT 300)`,
    [account.userId],
  );
  await real.query(
    `UPDATE webhook_messages SET created_at = now() - interval '31 days' WHERE id IN (SELECT id FROM webhook_messages LIMIT 30)`,
  );
  await real.query(
    `UPDATE mails SET created_at = now() - interval '31 days' WHERE id IN (SELECT id FROM mails LIMIT 30)`,
  );
  await real.query(
    `UPDATE idempotency_keys SET created_at = now() - interval '8 days' WHERE ctid = ANY (ARRAY(SELECT ctid FROM idempotency_keys LIMIT 30))`,
  );
  await real.query(
    `UPDATE lots SET look_at = now() - interval '1 minute' WHERE key IN (SELECT lot_key FROM reports WHERE user_id = $1 ORDER BY created_at DESC LIMIT 50)`,
    [account.userId],
  );
  await real.query(
    `UPDATE reports SET finished_at = now() - interval '4000 days' WHERE id IN (
       SELECT id FROM reports WHERE user_id = $1 AND finished_at IS NOT NULL ORDER BY created_at DESC LIMIT 10)`,
    [account.userId],
  );
}

export const MEASURED_CALLS: readonly MeasuredCall[] = [
  list('first page', {}),
  deepList('date', 'created_at'),
  list('oldest first', { sort: 'date', order: 'asc' }),
  list('archived', { archived: 'only' }),
  ...(['vehicle', 'lot', 'sale_date', 'repair', 'value_share', 'verdict', 'status'] as const).map((sort) =>
    list(`sorted by ${sort}`, { sort }),
  ),
  deepList('repair', 'total_cost_cents'),
  list('those that failed', { status: 'failed' }),
  list('those in progress', { status: 'in_progress' }),
  list('of one make', { make: 'tesla' }),
  list('search: a lot number', { text: String(LOT_NUMBERS + WATCHED) }),
  list('search: the end of a lot number', { text: String(LOT_NUMBERS + WATCHED).slice(1) }),
  list('search: the end of a VIN', { text: vinEndOf(LOT_NUMBERS + WATCHED) }),
  // Of a text that many reports have, the newest are walked until a page is full: in smaller accounts it is not.
  { ...list('search: a number’s last four digits', { text: '7077' }, TEN), fullFrom: 100_000 },
  { ...list('search: four digits, a year or a number’s last', { text: '2017' }), fullFrom: 10_000 },
  list('search: three digits of a model', { text: '330' }),
  list('search: three digits of no word', { text: '707' }),
  list('search: three characters of a VIN', { text: 'a3f' }),
  { ...list('search: a model and its year', { text: 'civic 2017' }), fullFrom: 100_000 },
  { ...list('search: two models, in no report together', { text: 'civic camry' }), fullFrom: 100_000 },
  list('search: a model many have', { text: 'civic' }),
  list('search: two letters of a model', { text: 'q5' }),
  list('search: two letters no report has', { text: 'x7' }),
  list('search: a tag few have', { text: 'monday' }),
  list('search: a word nobody has', { text: 'nobody' }),
  // The newest 20,000 are walked before all are looked up.
  { ...list('search: words nobody has', { text: NOBODY }), fullFrom: 100_000 },
  {
    name: 'board: a page of 500 and the lots that wait',
    growth: 'flat',
    run: async ({ pool, account }) => {
      await listReports(pool, account.userId, BOARD_PAGE);
      await listWaitingLots(pool, account.userId);
    },
  },
  {
    name: 'board: three lots put on it, one known',
    growth: 'flat',
    run: (world) =>
      startBatch(
        { pool: world.pool, queue: world.queue, licensed: false },
        { userId: world.account.userId, origin: null, keyId: null },
        {
          lots: [world.next(), world.next(), LOT_NUMBERS + WATCHED - 90_000_000].map((number) => ({
            link: `https://www.copart.com/lot/${90_000_000 + number}`,
          })),
          confirm: true,
        },
      ),
  },
  { name: 'quota', growth: 'flat', run: ({ pool, account }) => readQuota(pool, account.userId) },
  { name: 'start of a report', growth: 'flat', run: (world) => requested(world, newLot(world)) },
  {
    name: 'a worker’s claim and renewal',
    growth: 'flat',
    prepare: async (world) => {
      await requested({ ...world, pool: world.real }, newLot(world));
    },
    run: async ({ pool }) => {
      run = await claimNextRun(pool, 'growth');
      await renewLeases(pool, [held()]);
    },
  },
  {
    name: 'status write of a step',
    growth: 'flat',
    prepare: begin,
    run: ({ pool }) =>
      saveStep(pool, held(), {
        step: 'create_task',
        output: {},
        status: 'crawl_vehicle_data',
        message: 'Reading',
      }),
  },
  {
    name: 'end of a report',
    growth: 'flat',
    prepare: begin,
    run: async ({ pool }) =>
      finishRun(pool, held(), {
        step: 'detect_damaged_parts',
        output: {},
        model: await readSampleReport(),
        inputs: {},
        diagram: null,
        totalCostCents: 100_000,
        message: 'Report ready',
      }),
  },
  {
    name: 'deals of three reports, old',
    growth: 'flat',
    prepare: choose(3),
    run: ({ pool, account }) => findStaleDeals(pool, account.userId, chosen),
  },
  {
    name: 'failure of a report, refunded',
    growth: 'flat',
    prepare: begin,
    run: ({ pool }) =>
      failRun(pool, held(), {
        step: 'create_task',
        code: 'lot_not_found',
        message: 'Its site has no such lot.',
      }),
  },
  {
    name: 'live replay (`?since=`) of 100 events',
    growth: 'flat',
    run: async ({ pool, real, account }) => {
      const { rows } = await real.query<{ seq: string }>('SELECT event_seq AS seq FROM users WHERE id = $1', [
        account.userId,
      ]);
      const since = Number(rows[0]?.seq) - 100;
      await resumeFrom(pool, account.userId, since);
      await eventsSince(pool, account.userId, since);
    },
  },
  {
    name: 'live snapshot',
    growth: 'flat',
    run: ({ pool, account }) => resumeFrom(pool, account.userId, null),
  },
  {
    name: 'export list: 60 selected',
    growth: 'flat',
    // In a smaller account they are found along one of its own indexes, each by its key in a larger one.
    fullFrom: 10_000,
    prepare: choose(60),
    run: ({ pool, account }) => readSelected(pool, account.userId, chosen),
  },
  {
    name: 'five selected get a tag',
    growth: 'flat',
    prepare: choose(5),
    run: ({ pool, account, next }) =>
      markSelected(pool, account.userId, { report_ids: chosen, tag: `sale ${next()}` }),
  },
  {
    name: 'two selected are deleted',
    growth: 'flat',
    prepare: choose(2),
    run: ({ pool, store, account }) => deleteSelected({ pool, store }, account.userId, chosen),
  },
  {
    name: 'report of a link',
    growth: 'flat',
    run: ({ pool, account }) =>
      findLotReport(
        pool,
        { userId: account.userId, keyId: null },
        `https://www.copart.com/lot/${LOT_NUMBERS + WATCHED}/2018-toyota-camry`,
      ),
  },
  {
    name: 'a lot read again, compared and told',
    growth: 'flat',
    run: (world) => {
      const number = String(LOT_NUMBERS + WATCHED);
      const day = new Date(Date.UTC(2027, 0, 1) + world.next() * 86_400_000).toISOString();
      const lot = {
        ...madeUpLot(),
        lot_number: number,
        url: `https://www.copart.com/lot/${number}`,
        sale_date: day,
      };
      return noteReading(world, null, { lot, readAt: new Date() });
    },
  },
  {
    name: 'webhook: its newest messages',
    growth: 'flat',
    run: ({ pool, account }) => listMessages(pool, account.webhookId),
  },
  {
    name: 'console: today and queue',
    growth: 'flat',
    run: async ({ pool }) => {
      await readOverview({ pool });
      await readQueue({ pool }, OPERATOR);
    },
  },
  { name: 'console: newest accounts', growth: 'flat', run: ({ pool }) => listUsers({ pool }, OPERATOR, {}) },
  {
    name: 'console: accounts by a part of the address',
    growth: 'flat',
    run: ({ pool }) => listUsers({ pool }, OPERATOR, { text: 'growing@' }),
  },
  {
    name: 'console: the account',
    growth: 'flat',
    // Counts of each outcome end at a thousand.
    fullFrom: 100_000,
    run: ({ pool, account }) => readUser({ pool }, OPERATOR, account.userId),
  },
  {
    name: 'console: newest reports',
    growth: 'flat',
    // Why reports of the last 30 days failed.
    fullFrom: 100_000,
    run: ({ pool }) => listRuns({ pool }, OPERATOR, {}),
  },
  {
    name: 'console: reports that were cancelled',
    growth: 'flat',
    // Why reports of the last 30 days failed.
    fullFrom: 100_000,
    run: ({ pool }) => listRuns({ pool }, OPERATOR, { outcome: 'cancelled' }),
  },
  {
    name: 'console: the account’s reports that failed',
    growth: 'flat',
    fullFrom: 100_000,
    run: ({ pool, account }) => listRuns({ pool }, OPERATOR, { user_id: account.userId, outcome: 'failed' }),
  },
  {
    name: 'console: what one operator did',
    growth: 'flat',
    run: ({ pool }) => readAudit({ pool }, OPERATOR, { actor: 'operator:1' }),
  },
  {
    name: 'tidying up what one hour left',
    growth: 'flat',
    prepare: addSpent,
    run: ({ pool, store, outbox }) =>
      applyRetention({ pool, store, outbox, config: { REPORTS_KEPT_DAYS: 3_000 } }),
  },
  {
    name: 'whole ledger check of another account',
    growth: 'flat',
    run: async ({ pool, real }) => {
      const { rows } = await real.query<{ id: string }>(
        "SELECT id FROM users WHERE email = 'other7@example.test'",
      );
      return await sound(verifyLedger(pool, rows[0]?.id ?? ''));
    },
  },
  {
    name: 'ledger check, each hour',
    growth: 'flat',
    // The one before it, once everything of the account was older than an hour.
    prepare: async ({ real }) => {
      await real.query(
        "UPDATE quota_ledger SET created_at = created_at - interval '2 hours' WHERE created_at > now() - interval '1 hour'",
      );
      await sound(verifyLedgerSince(real, new Date()));
    },
    run: ({ pool }) => sound(verifyLedgerSince(pool, new Date())),
  },
  {
    name: 'check of the commission ledger, each hour',
    growth: 'flat',
    run: ({ pool }) => sound(verifyCommissionSince(pool, new Date())),
  },
  {
    name: 'whole check of the commission ledger, each day',
    growth: 'linear',
    run: ({ pool }) => sound(verifyCommission(pool)),
  },
  {
    name: 'whole ledger check of the account',
    growth: 'linear',
    run: ({ pool, account }) => sound(verifyLedger(pool, account.userId)),
  },
  {
    name: 'whole ledger check of all, each day',
    growth: 'linear',
    run: ({ pool }) => sound(verifyLedger(pool)),
  },
];

async function sound(check: Promise<readonly object[]>): Promise<void> {
  const [fault] = await check;
  if (fault) throw new Error(`the ledger is not in order: ${JSON.stringify(fault)}`);
}
