import { z } from 'zod';
import { PAGE_SIZE } from '../../../contract/api/operator/console-answers.ts';
import { CANCELLED_CODE } from '../../../contract/report-status.ts';
import { emailKeyOf } from '../accounts/users.ts';
import type { Queryable } from '../client.ts';
import { execute, onlyRow, rows } from '../rows.ts';

const dayRow = z.object({
  waiting: z.int(),
  running: z.int(),
  oldest_waiting: z.date().nullable(),
  ready: z.int(),
  failed: z.int(),
  cancelled: z.int(),
  users: z.int(),
  verified: z.int(),
  new_users: z.int(),
  quota_requests: z.int(),
  mails_waiting: z.int(),
  mails_refused: z.int(),
  oldest_mail: z.date().nullable(),
});

const RUNNING = 'claimed_by IS NOT NULL AND claimable_at > now()';
/** Those of the command line are no worker's. */
const WAITING = `claimable_at IS NOT NULL AND (${RUNNING}) IS NOT TRUE`;

/** Counts of what waits, runs and ended in the last 24 hours. */
export async function countDay(client: Queryable): Promise<z.infer<typeof dayRow>> {
  return await onlyRow(
    client,
    dayRow,
    `SELECT * FROM
      (SELECT count(*) FILTER (WHERE ${WAITING})::int AS waiting, count(*) FILTER (WHERE ${RUNNING})::int AS running,
              min(created_at) FILTER (WHERE ${WAITING}) AS oldest_waiting FROM reports WHERE finished_at IS NULL) open,
      (SELECT count(*) FILTER (WHERE status = 'finished')::int AS ready,
              count(*) FILTER (WHERE error_code <> '${CANCELLED_CODE}')::int AS failed,
              count(*) FILTER (WHERE error_code = '${CANCELLED_CODE}')::int AS cancelled
         FROM reports WHERE finished_at > now() - interval '24 hours') ended,
      (SELECT count(*)::int AS users, count(verified_at)::int AS verified,
              count(*) FILTER (WHERE created_at > now() - interval '24 hours')::int AS new_users FROM users) people,
      (SELECT count(*)::int AS quota_requests FROM quota_requests WHERE granted_at IS NULL) asks,
      (SELECT count(*) FILTER (WHERE failure IS NULL)::int AS mails_waiting, count(failure)::int AS mails_refused,
              min(created_at) FILTER (WHERE failure IS NULL) AS oldest_mail FROM mails WHERE sent_at IS NULL) letters`,
  );
}

const workerRow = z.object({ worker: z.string(), reports: z.int() });

/** Processes that hold reports now. */
export async function listWorkers(client: Queryable): Promise<z.infer<typeof workerRow>[]> {
  return await rows(
    client,
    workerRow,
    `SELECT claimed_by AS worker, count(*)::int AS reports FROM reports WHERE finished_at IS NULL AND ${RUNNING} GROUP BY 1 ORDER BY 1`,
  );
}

const mailRow = z.object({
  id: z.string(),
  recipient: z.string(),
  template: z.string(),
  created_at: z.date(),
  failure: z.string().nullable(),
});

/** The newest 100 mails that have not gone out, without what they say. */
export async function listUnsentMails(client: Queryable): Promise<z.infer<typeof mailRow>[]> {
  return await rows(
    client,
    mailRow,
    'SELECT id, recipient, template, created_at, failure FROM mails WHERE sent_at IS NULL ORDER BY created_at DESC NULLS LAST, id DESC NULLS LAST LIMIT 100',
  );
}

/** Forgets that a mail was refused; false where none such was. */
export async function forgetRefusal(client: Queryable, mailId: string): Promise<boolean> {
  const found = await execute(
    client,
    'UPDATE mails SET failure = NULL WHERE id = $1 AND sent_at IS NULL AND failure IS NOT NULL',
    [mailId],
  );
  return found === 1;
}

const entryRow = z.object({
  id: z.string().transform(Number),
  actor: z.string(),
  actor_email: z.string().nullable(),
  action: z.string(),
  subject: z.string().nullable(),
  subject_email: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  created_at: z.date(),
});
type AuditEntry = z.infer<typeof entryRow>;

/** A text as an account's id, where it is one: so that the account is found along its index. */
const idIn = (text: string): string =>
  `(CASE WHEN ${text} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN ${text}::uuid END)`;

/** What operators did, newest first. `cursor`: the id of the last entry that was shown. */
export async function listAudit(
  client: Queryable,
  filter: {
    action?: string | undefined;
    actor?: string | undefined;
    about?: string | undefined;
    cursor?: string | undefined;
  },
): Promise<{ shown: AuditEntry[]; next: string | null }> {
  const values: unknown[] = [PAGE_SIZE + 1];
  const where = ['true'];
  if (filter.action) where.push(`a.action = $${values.push(filter.action)}`);
  if (filter.actor) {
    const [said, key] = [values.push(filter.actor), values.push(emailKeyOf(filter.actor))];
    where.push(
      `a.actor = ANY (ARRAY(SELECT $${said}::text UNION SELECT 'operator:' || id FROM users WHERE email_key = $${key}))`,
    );
  }
  if (filter.about) {
    const [said, key] = [values.push(filter.about), values.push(emailKeyOf(filter.about))];
    where.push(`EXISTS (SELECT 1 FROM (SELECT $${said}::text AS name UNION SELECT id::text FROM users WHERE email_key = $${key}) named
      WHERE a.subject = named.name OR jsonb_path_exists(a.details, '$.*[*] ? (@ == $name)', jsonb_build_object('name', named.name)))`);
  }
  if (filter.cursor !== undefined && /^\d{1,15}$/.test(filter.cursor))
    where.push(`a.id < $${values.push(filter.cursor)}::bigint`);
  const found = await rows(
    client,
    entryRow,
    `SELECT a.id, a.actor, by.email AS actor_email, a.action, a.subject, about.email AS subject_email, a.details, a.created_at
       FROM audit_log a LEFT JOIN users by ON by.id = ${idIn("(CASE WHEN a.actor LIKE 'operator:%' THEN substr(a.actor, 10) END)")}
       LEFT JOIN users about ON about.id = ${idIn('a.subject')}
      WHERE ${where.join(' AND ')} ORDER BY a.id DESC LIMIT $1`,
    values,
  );
  const shown = found.slice(0, PAGE_SIZE);
  return { shown, next: found.length > PAGE_SIZE ? String(shown.at(-1)?.id) : null };
}

const actionRow = z.object({ action: z.string() });

/** Every kind of entry there is. */
export async function listAuditActions(client: Queryable): Promise<string[]> {
  const found = await rows(
    client,
    actionRow,
    // From one action to the next along their index: there are few, and many entries.
    `WITH RECURSIVE kinds AS (
       (SELECT action FROM audit_log ORDER BY action LIMIT 1)
       UNION ALL
       SELECT (SELECT a.action FROM audit_log a WHERE a.action > kinds.action ORDER BY a.action LIMIT 1) FROM kinds
        WHERE kinds.action IS NOT NULL)
     SELECT action FROM kinds WHERE action IS NOT NULL`,
  );
  return found.map(({ action }) => action);
}
