/** Every job, once: name → payload. Only this room knows the engine behind it. Reports run by lease (db/report-leases.ts). */
export type Jobs = {
  'send-mail': { mail_id: string };
  /** Says of that mail that it could not be sent: no try was any use. */
  'give-up-mail': { mail_id: string };
  /** Tells one device of one report that has ended, was made anew by itself, or whose lot has changed. */
  'send-push': {
    subscription_id: string;
    report_id: string;
    outcome: 'ready' | 'failed' | 'updated' | 'changed';
  };
  /** One try of a webhook's message, the one after so many. */
  'send-webhook': { message_id: string; attempts: number };
  /** `caller`: whose turns at the photos' host are taken; jobs of an older version have none. */
  'take-photos': { lot_key: string; caller?: string };
  /** Examines the photos of a finished report that its model had no time for. */
  'examine-photos': { report_id: string; user_id: string };
  /** Says in that report that its photos stay unexamined: no try was any use. */
  'give-up-photos': { report_id: string; user_id: string };
  /** Reads a lot that waits on a board, and starts its report. */
  'start-lot': { waiting_lot_id: string };
  /** Says on that board that the lot could not be read: no try was any use. */
  'give-up-lot': { waiting_lot_id: string };
  /** Calculates what the list shows of deals, of these reports of an account where it is old; jobs of an older version name none. */
  'calculate-deals': { user_id: string; report_ids?: string[] };
  /** Tells the payment service that a monthly plan of a deleted account is to end. */
  'end-plan': { subscription: string };
  /** Reads a partner's stock from its address; `by_day`: nobody asked for it. */
  'read-feed': { partner_id: string; by_day: boolean };
  'tidy-up': Record<string, never>;
  /** Checks the quota ledger, and notes what came of it. */
  'check-ledger': Record<string, never>;
};
export type JobName = keyof Jobs;

type Policy = {
  retryLimit: number;
  retryDelay: number;
  retryBackoff: boolean;
  retryDelayMax?: number;
  heartbeatSeconds: number;
  expireInSeconds: number;
  /** What becomes of a job whose tries are used up; of the same payload, and named here before. */
  deadLetter?: JobName;
};

/** A message that leaves by a service of others, which may be away for hours. */
const MESSAGE: Policy = {
  retryLimit: 40,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 600,
  heartbeatSeconds: 10,
  expireInSeconds: 120,
};

/** Tried for four days, as mail servers do (RFC 5321, 4.5.4.1). */
const MAIL: Policy = { ...MESSAGE, retryLimit: 400, retryDelayMax: 900, deadLetter: 'give-up-mail' };

/** Notes in the database that something came to nothing: an outage alone is waited for. */
const GIVE_UP: Policy = {
  retryLimit: 10,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 600,
  heartbeatSeconds: 10,
  expireInSeconds: 300,
};

/** heartbeatSeconds 10 is the engine's minimum; a killed worker's job is taken again about 10 s later. */
export const JOB_POLICIES: Record<JobName, Policy> = {
  'give-up-mail': GIVE_UP,
  'send-mail': MAIL,
  'send-push': MESSAGE,
  // Its own schedule is in server/webhooks: what is tried here again is a trouble of ours.
  'send-webhook': MESSAGE,
  'end-plan': MESSAGE,
  'tidy-up': {
    retryLimit: 2,
    retryDelay: 60,
    retryBackoff: false,
    heartbeatSeconds: 10,
    expireInSeconds: 1800,
  },
  // What the address does wrong ends it: what is tried again is a trouble of ours.
  'read-feed': {
    retryLimit: 5,
    retryDelay: 10,
    retryBackoff: true,
    retryDelayMax: 300,
    heartbeatSeconds: 10,
    expireInSeconds: 600,
  },
  'check-ledger': {
    retryLimit: 2,
    retryDelay: 60,
    retryBackoff: false,
    heartbeatSeconds: 10,
    expireInSeconds: 1800,
  },
  'give-up-photos': GIVE_UP,
  'calculate-deals': GIVE_UP,
  'give-up-lot': GIVE_UP,
  // A site may ask to wait for minutes.
  'start-lot': { ...MESSAGE, expireInSeconds: 180, deadLetter: 'give-up-lot' },
  // A slow machine takes minutes for each photo; every photo that was examined is kept.
  'examine-photos': {
    retryLimit: 40,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
    heartbeatSeconds: 10,
    expireInSeconds: 21_600,
    deadLetter: 'give-up-photos',
  },
  'take-photos': {
    retryLimit: 1,
    retryDelay: 2,
    retryBackoff: false,
    heartbeatSeconds: 10,
    expireInSeconds: 300,
  },
};

/**
 * Jobs that nobody waits for. A job is announced when it is sent; a worker looks, besides, for those that come due by themselves:
 * sent ahead, tried again, or of a worker that was killed. For these it looks less often.
 */
export const UNHURRIED: ReadonlySet<JobName> = new Set(['tidy-up', 'check-ledger', 'end-plan', 'read-feed']);
