import type pg from 'pg';
import { z } from 'zod';
import type {
  auditLogSchema,
  auditQuerySchema,
  OperatorOverview,
  OperatorQueue,
  OperatorUse,
} from '../../../contract/api/operator/console-answers.ts';
import { isOnAtFirst } from '../../../contract/operator/switches.ts';
import { SITE_IDS } from '../../../contract/sites.ts';
import { callsByDay } from '../../db/catalogue/catalogue-answers.ts';
import { spentByDay } from '../../db/catalogue/vision-spend.ts';
import { inTransaction } from '../../db/client.ts';
import { audit } from '../../db/ops/audit.ts';
import {
  countDay,
  forgetRefusal,
  listAudit,
  listAuditActions,
  listUnsentMails,
  listWorkers,
} from '../../db/ops/console-day.ts';
import { countJobs } from '../../db/ops/job-counts.ts';
import { listSwitches } from '../../db/ops/switches.ts';
import { lotReadingsByDay } from '../../db/ops/use-by-day.ts';
import { listPaymentTroubles } from '../../db/quota/payments.ts';
import {
  BACKUP_FAULT_NOTE,
  BACKUP_NOTE,
  faultNote,
  LEDGER_NOTE,
  ledgerNote,
  readNotes,
  type ServiceNote,
} from '../../db/service/service-notes.ts';
import { AppError } from '../../errors.ts';
import { JOB_POLICIES } from '../../queue/jobs.ts';
import type { Queue } from '../../queue/queue.ts';
import { ADAPTERS, describeSource, type ListTools } from '../source-list.ts';

type DayTools = { pool: pg.Pool };

/** What waits, what runs and what ended; it names nobody. */
export async function readOverview({ pool }: DayTools): Promise<OperatorOverview> {
  const day = await countDay(pool);
  const switches = await listSwitches(pool);
  return {
    reports: {
      waiting: day.waiting,
      running: day.running,
      ready: day.ready,
      failed: day.failed,
      cancelled: day.cancelled,
      oldest_waiting_since: day.oldest_waiting?.toISOString() ?? null,
    },
    users: { all: day.users, verified: day.verified, new_last_day: day.new_users },
    quota_requests: day.quota_requests,
    mails: {
      waiting: day.mails_waiting,
      refused: day.mails_refused,
      oldest_waiting_since: day.oldest_mail?.toISOString() ?? null,
    },
    payments_to_look_into: (await listPaymentTroubles(pool)).map(({ id, outcome, received_at }) => ({
      event_id: id,
      trouble: outcome,
      received_at: received_at.toISOString(),
    })),
    ...careOf(await readNotes(pool)),
    switched_off: switches.filter(({ name, on }) => !on && isOnAtFirst(name)).map(({ name }) => name),
  };
}

/** What the service noted of its ledger and backups. */
function careOf(notes: Map<string, ServiceNote>): Pick<OperatorOverview, 'ledger' | 'backup'> {
  const [ledger, made, fault] = [LEDGER_NOTE, BACKUP_NOTE, BACKUP_FAULT_NOTE].map((name) => notes.get(name));
  return {
    ledger: ledger
      ? { checked_at: ledger.noted_at.toISOString(), broken: ledgerNote.parse(ledger.details).faults }
      : null,
    backup: {
      made_at: made?.noted_at.toISOString() ?? null,
      failed_at: fault?.noted_at.toISOString() ?? null,
      failure: fault ? faultNote.parse(fault.details).error : null,
    },
  };
}

/** What sites, models and catalogs were asked for in the last 30 days; it names nobody. */
export async function readUse(tools: ListTools): Promise<OperatorUse> {
  const { pool, keys } = tools;
  const readings = Map.groupBy(await lotReadingsByDay(pool), ({ site }) => site);
  const ids = Object.keys(ADAPTERS) as (keyof typeof ADAPTERS)[];
  const calls = Map.groupBy(await callsByDay(pool, Object.values(ADAPTERS)), ({ adapter }) => adapter);
  const sources: OperatorUse['sources'] = [];
  for (const source of ids) {
    const days = (calls.get(ADAPTERS[source]) ?? []).map((row) => ({ day: row.day, calls: row.calls }));
    for (const { unit, period, cap, used } of (await describeSource(tools, source)).uses)
      if (unit === 'calls') sources.push({ source, period, cap, used, days: period === 'day' ? days : [] });
  }
  return {
    sites: SITE_IDS.map((site) => ({
      site,
      days: [...Map.groupBy(readings.get(site) ?? [], ({ day }) => day)].map(([day, rows]) => ({
        day,
        outcomes: rows.map(({ outcome, lots }) => ({
          outcome: outcome as OperatorUse['sites'][number]['days'][number]['outcomes'][number]['outcome'],
          lots,
        })),
      })),
    })),
    model: { cap: keys.config.VISION_MAX_USD_PER_DAY, days: await spentByDay(pool) },
    sources,
  };
}

/** Jobs, workers, and mails that have not gone out; noted where it shows whose they are. */
export async function readQueue({ pool }: DayTools, actor: string): Promise<OperatorQueue> {
  const mails = await listUnsentMails(pool);
  if (mails.length > 0) {
    const details = { mails: mails.map(({ id }) => id) };
    await audit(pool, { actor, action: 'mails_listed', subject: null, details });
  }
  const jobs = await countJobs(pool, Object.keys(JOB_POLICIES));
  return {
    jobs: jobs.map(({ oldest_due, ...job }) => ({
      ...job,
      oldest_due_since: oldest_due?.toISOString() ?? null,
    })),
    workers: await listWorkers(pool),
    mails: mails.map(({ id, created_at, ...mail }) => ({
      mail_id: id,
      ...mail,
      created_at: created_at.toISOString(),
    })),
  };
}

/** Tries a refused mail once more; noted. Throws not_found where none such was refused. */
export async function sendMailAgain(
  { pool, queue }: DayTools & { queue: Pick<Queue, 'send'> },
  actor: string,
  mailId: string,
): Promise<void> {
  const isId = z.uuid().safeParse(mailId).success;
  await inTransaction(pool, async (client) => {
    if (!isId || !(await forgetRefusal(client, mailId)))
      throw new AppError('not_found', 'No such mail was refused.');
    await queue.send('send-mail', { mail_id: mailId }, { within: client });
    await audit(client, { actor, action: 'mail_sent_again', subject: mailId, details: {} });
  });
}

/** What operators did and looked at; reading it is noted, too. */
export async function readAudit(
  { pool }: DayTools,
  actor: string,
  query: z.infer<typeof auditQuerySchema>,
): Promise<z.infer<typeof auditLogSchema>> {
  const { shown, next } = await listAudit(pool, query);
  const { cursor: _, ...details } = query;
  await audit(pool, { actor, action: 'audit_read', subject: null, details });
  return {
    entries: shown.map(({ created_at, ...entry }) => ({ ...entry, created_at: created_at.toISOString() })),
    actions: await listAuditActions(pool),
    next_cursor: next,
  };
}
