import type { z } from 'zod';
import type * as shapes from '../../../contract/api/operator/console-answers.ts';

const USER_ID = '0a4b2f5e-9d1c-4e6a-8b3f-1c2d3e4f5a6b';
const REPORT_ID = 'b7e0c1d2-3f4a-4b5c-8d6e-7f8091a2b3c4';
const EMAIL = 'nadia@example.test';
const AT = '2026-11-24T09:12:00.000Z';

const user: shapes.ListedUser = {
  user_id: USER_ID,
  email: EMAIL,
  name: 'Nadia Kovač',
  verified: true,
  operator: false,
  available_reports: 2,
  reports: 7,
  created_at: '2026-11-20T08:00:00.000Z',
};
const move: shapes.OperatorUser['ledger'][number] = {
  kind: 'refund',
  amount: 1,
  reason: 'source_unreachable',
  report_id: REPORT_ID,
  created_at: AT,
};
const run: shapes.OperatorReport = {
  report_id: REPORT_ID,
  user_id: USER_ID,
  email: EMAIL,
  vehicle: '2019 Toyota Camry LE',
  lot_number: '51234567',
  url: 'https://www.copart.com/lot/51234567',
  outcome: 'failed',
  status: 'download_images_failed',
  message: 'The photos could not be fetched.',
  error_code: 'source_unreachable',
  created_at: '2026-11-24T09:10:00.000Z',
  finished_at: AT,
  can_retry: true,
};
const signUps: shapes.Switch = {
  name: 'sign_ups',
  on: false,
  changed_by: `operator:${USER_ID}`,
  changed_at: AT,
};

/** What the console's calls take and answer, for the OpenAPI file. */
export const CONSOLE_EXAMPLES = {
  OperatorOverview: {
    reports: { waiting: 1, running: 2, ready: 40, failed: 3, cancelled: 1, oldest_waiting_since: AT },
    users: { all: 210, verified: 198, new_last_day: 4 },
    quota_requests: 1,
    mails: { waiting: 0, refused: 1, oldest_waiting_since: null },
    payments_to_look_into: [
      { event_id: 'evt_1SVtexAmPle000000000001', trouble: 'wrong_amount', received_at: AT },
    ],
    switched_off: ['sign_ups'],
    ledger: { checked_at: AT, broken: 0 },
    backup: { made_at: AT, failed_at: null, failure: null },
  } satisfies shapes.OperatorOverview,
  UserList: { users: [user], next_cursor: null },
  OperatorUser: {
    ...user,
    live_sessions: 1,
    access_keys: 1,
    webhooks: 0,
    outcomes: { ready: 5, failed: 1, cancelled: 0, in_progress: 1 },
    ledger: [move],
  } satisfies shapes.OperatorUser,
  GrantUserRequest: { reports: 5, reason: 'The site was away on Friday.' },
  EndedSessions: { ended: 2 },
  OperatorReportList: {
    reports: [run],
    causes: [{ error_code: 'source_unreachable', reports: 3 }],
    next_cursor: null,
  },
  OperatorReport: {
    ...run,
    claims: 1,
    claimed_by: 'worker-1:4711',
    steps: [
      {
        step: 'download_images',
        status: 'failed',
        attempt: 3,
        error_code: 'source_unreachable',
        started_at: '2026-11-24T09:10:02.000Z',
        finished_at: AT,
      },
    ],
    ledger: [move],
  } satisfies shapes.OperatorReportDetail,
  RetriedReport: { report_id: '5d5fcc7e-b27a-4c9f-b609-ecb53f06fd81' },
  OperatorUse: {
    sites: [
      {
        site: 'copart',
        days: [
          {
            day: '2026-11-24',
            outcomes: [
              { outcome: 'read', lots: 31 },
              { outcome: 'source_blocked', lots: 4 },
            ],
          },
        ],
      },
    ],
    model: { cap: 50, days: [{ day: '2026-11-24', usd: 1.25 }] },
    sources: [
      {
        source: 'parts_catalogs',
        period: 'day',
        cap: 2000,
        used: 74,
        days: [{ day: '2026-11-24', calls: 74 }],
      },
    ],
  } satisfies shapes.OperatorUse,
  OperatorQueue: {
    jobs: [{ job: 'send-mail', waiting: 1, running: 0, gave_up: 0, oldest_due_since: AT }],
    workers: [{ worker: 'worker-1:4711', reports: 2 }],
    mails: [
      {
        mail_id: '6f2e7a3e-5b6a-4f5e-9f0e-2d1c3b4a5968',
        recipient: EMAIL,
        template: 'report_ready',
        created_at: AT,
        failure: '550 no such mailbox',
      },
    ],
  } satisfies shapes.OperatorQueue,
  Switch: signUps,
  TurnSwitchRequest: { on: false },
  AuditLog: {
    entries: [
      {
        id: 812,
        actor: `operator:${USER_ID}`,
        actor_email: 'operator@example.test',
        action: 'switch_turned',
        subject: 'sign_ups',
        subject_email: null,
        details: { on: false },
        created_at: AT,
      },
    ],
    actions: ['switch_turned', 'user_read'],
    next_cursor: null,
  } satisfies z.infer<typeof shapes.auditLogSchema>,
};
