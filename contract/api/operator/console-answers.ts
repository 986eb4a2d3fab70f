import { z } from 'zod';
import { paymentTroubleSchema } from '../../operator/payment-troubles.ts';
import { switchNameSchema } from '../../operator/switches.ts';
import { ERROR_STATUS } from '../../refusals/error-status.ts';
import { reportOutcomeSchema } from '../../report-status.ts';
import { SITES } from '../../sites.ts';

/** What operators see of the installation: counts name nobody; every answer that tells who somebody is stands in the audit log. */

/** ISO 8601. */
const moment = z.string();
const count = z.int().nonnegative();
/** A day of UTC. */
const day = z.iso.date();

/** `outcome`: read from the site, or why not. */
export const readOutcomeSchema = z.enum([
  'read',
  ...(Object.keys(ERROR_STATUS) as (keyof typeof ERROR_STATUS)[]),
]);

export const operatorOverviewSchema = z.object({
  reports: z.object({
    /** Not offered to a worker yet or waiting for one. */
    waiting: count,
    running: count,
    /** Of the last 24 hours. */
    ready: count,
    failed: count,
    cancelled: count,
    /** When the one that waits longest was asked for; null where none waits. */
    oldest_waiting_since: moment.nullable(),
  }),
  users: z.object({ all: count, verified: count, new_last_day: count }),
  quota_requests: count,
  mails: z.object({ waiting: count, refused: count, oldest_waiting_since: moment.nullable() }),
  /** Events of Stripe of the last 30 days that added nothing, or took money back; at most 50, the newest first. */
  payments_to_look_into: z.array(
    z.object({
      /** Stripe's id of it. */
      event_id: z.string(),
      trouble: paymentTroubleSchema,
      received_at: moment,
    }),
  ),
  switched_off: z.array(switchNameSchema),
  /** The last check of the ledgers, quota and commission: how many rules are broken; null before the first. */
  ledger: z.object({ checked_at: moment, broken: count }).nullable(),
  /** `failed_at` and `failure`: every try since `made_at` came to nothing, the last one why. */
  backup: z.object({
    made_at: moment.nullable(),
    failed_at: moment.nullable(),
    failure: z.string().nullable(),
  }),
});
export type OperatorOverview = z.infer<typeof operatorOverviewSchema>;

/** `cursor`: `next_cursor` of the page before. */
const page = { cursor: z.string().max(200).optional() };
const next_cursor = z.string().nullable();
export const PAGE_SIZE = 50;

/** `text`: a part of an email address or name, or a whole account id; left out: the newest. */
export const userListQuerySchema = z.strictObject({ text: z.string().trim().max(254).optional(), ...page });
export const listedUserSchema = z.object({
  user_id: z.string(),
  email: z.string(),
  name: z.string(),
  verified: z.boolean(),
  operator: z.boolean(),
  available_reports: z.int(),
  /** Counted up to 1,000: that many, or more. */
  reports: count,
  created_at: moment,
});
export type ListedUser = z.infer<typeof listedUserSchema>;
export const userListSchema = z.object({ users: z.array(listedUserSchema), next_cursor });

export const userPathSchema = z.strictObject({ user_id: z.string().max(64) });
export const operatorUserSchema = listedUserSchema.extend({
  live_sessions: count,
  access_keys: count,
  webhooks: count,
  /** Finished reports by how they ended, and those under way. */
  /** Each as `reports`. */
  outcomes: z.object({ ready: count, failed: count, cancelled: count, in_progress: count }),
  /** The newest 100 entries of the quota ledger. */
  ledger: z.array(
    z.object({
      kind: z.enum(['grant', 'reserve', 'settle', 'refund', 'purchase', 'take_back']),
      /** Reports, as the ledger signs them. */
      amount: z.int(),
      reason: z.string(),
      report_id: z.string().nullable(),
      created_at: moment,
    }),
  ),
});
export type OperatorUser = z.infer<typeof operatorUserSchema>;

export const grantUserRequestSchema = z.strictObject({
  reports: z
    .int('Please enter a whole number.')
    .min(1, 'At least one report.')
    .max(100_000, 'At most 100,000 reports.'),
  reason: z.string().trim().min(1, 'Please say why.').max(200, 'At most 200 characters.'),
});
export const endedSessionsSchema = z.object({ ended: count });

export const operatorReportsQuerySchema = z.strictObject({
  outcome: reportOutcomeSchema.optional(),
  /** Of those that failed: why. */
  error_code: z.string().max(60).optional(),
  user_id: z.uuid().optional(),
  ...page,
});
/** A report without its contents: what it found is its owner's. */
export const operatorReportSchema = z.object({
  report_id: z.string(),
  /** Null: made from the command line. */
  user_id: z.string().nullable(),
  email: z.string().nullable(),
  vehicle: z.string().nullable(),
  lot_number: z.string().nullable(),
  url: z.string(),
  outcome: reportOutcomeSchema,
  status: z.string(),
  message: z.string(),
  error_code: z.string().nullable(),
  created_at: moment,
  finished_at: moment.nullable(),
  /** Whether it may be run again: it failed. */
  can_retry: z.boolean(),
});
export type OperatorReport = z.infer<typeof operatorReportSchema>;
export const operatorReportListSchema = z.object({
  reports: z.array(operatorReportSchema),
  /** Why reports of the last 30 days failed, the most frequent first. */
  causes: z.array(z.object({ error_code: z.string(), reports: count })),
  next_cursor,
});
export const operatorReportPathSchema = z.strictObject({ report_id: z.string().max(64) });
export const operatorReportDetailSchema = operatorReportSchema.extend({
  /** Claims by workers so far. */
  claims: count,
  claimed_by: z.string().nullable(),
  steps: z.array(
    z.object({
      step: z.string(),
      status: z.enum(['running', 'done', 'failed']),
      attempt: count,
      error_code: z.string().nullable(),
      started_at: moment,
      finished_at: moment.nullable(),
    }),
  ),
  ledger: operatorUserSchema.shape.ledger,
});
export type OperatorReportDetail = z.infer<typeof operatorReportDetailSchema>;
/** The report that runs in its place, charged to its user as a retry of theirs is. */
export const retriedReportSchema = z.object({ report_id: z.string() });

/** What the installation asked of others: sites, models, catalogs. Of the last 30 days (UTC), the newest first. */
export const operatorUseSchema = z.object({
  sites: z.array(
    z.object({
      site: z.enum(Object.keys(SITES) as [keyof typeof SITES, ...(keyof typeof SITES)[]]),
      days: z.array(
        z.object({ day, outcomes: z.array(z.object({ outcome: readOutcomeSchema, lots: count })) }),
      ),
    }),
  ),
  /** US dollars booked for photo review with a model. `cap` null: none is set. */
  model: z.object({
    cap: z.number().nullable(),
    days: z.array(z.object({ day, usd: z.number().nonnegative() })),
  }),
  /** Calls of catalogs and lot and price sources; `cap` is of one `period`. */
  sources: z.array(
    z.object({
      source: z.string(),
      period: z.enum(['day', 'month']),
      cap: z.number().nullable(),
      used: count,
      days: z.array(z.object({ day, calls: count })),
    }),
  ),
});
export type OperatorUse = z.infer<typeof operatorUseSchema>;

/** `waiting`: due now or later; `running`: in a worker's hands; `gave_up`: its tries are used up (kept a day). */
export const operatorQueueSchema = z.object({
  jobs: z.array(
    z.object({
      job: z.string(),
      waiting: count,
      running: count,
      gave_up: count,
      /** When the one that has been due for the longest time became due; null where none is. */
      oldest_due_since: moment.nullable(),
    }),
  ),
  /** Processes whose reports or jobs are leased now. */
  workers: z.array(z.object({ worker: z.string(), reports: count })),
  mails: z.array(
    z.object({
      mail_id: z.string(),
      recipient: z.string(),
      /** What it says, by the name of its template. */
      template: z.string(),
      created_at: moment,
      /** Null: it waits. */
      failure: z.string().nullable(),
    }),
  ),
});
export type OperatorQueue = z.infer<typeof operatorQueueSchema>;
export const operatorMailPathSchema = z.strictObject({ mail_id: z.string().max(64) });

export const switchSchema = z.object({
  name: switchNameSchema,
  on: z.boolean(),
  /** Who turned it last, as the audit log names them, and when; null: nobody did. */
  changed_by: z.string().nullable(),
  changed_at: moment.nullable(),
});
export type Switch = z.infer<typeof switchSchema>;
export const switchPathSchema = z.strictObject({ name: switchNameSchema });
export const turnSwitchRequestSchema = z.strictObject({ on: z.boolean() });

export const auditQuerySchema = z.strictObject({
  action: z.string().max(60).optional(),
  /** An operator's email address, or `cli:` and a user of the machine. */
  actor: z.string().max(254).optional(),
  /** What an entry is about, also as one of those that were listed: an email address, or the id of an account, a report or a mail. */
  about: z.string().trim().max(254).optional(),
  ...page,
});
const auditEntrySchema = z.object({
  id: z.int(),
  /** `operator:` and an account's id, or `cli:` and a user of the machine. */
  actor: z.string(),
  /** Email address of the operator's account; null of the command line, and once the account is gone. */
  actor_email: z.string().nullable(),
  action: z.string(),
  /** What it is about, accounts by their id. */
  subject: z.string().nullable(),
  /** Email address of the account it is about; null of anything else, and once the account is gone. */
  subject_email: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  created_at: moment,
});
export const auditLogSchema = z.object({
  entries: z.array(auditEntrySchema),
  actions: z.array(z.string()),
  next_cursor,
});
