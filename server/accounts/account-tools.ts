import type pg from 'pg';
import type { Queue } from '../queue/queue.ts';

/** What the account verbs need. */
export type AccountTools = {
  pool: pg.Pool;
  queue: Pick<Queue, 'send'>;
  accessSecret: Uint8Array;
  refreshSecret: Buffer;
  freeReports: number;
  now(): Date;
  /** Tells every process that sessions ended, so that their sockets close. */
  sessionsEnded(sessionIds: string[]): Promise<void>;
};

/** Where the call came from. */
export type Caller = { address: string; userAgent: string | null };
