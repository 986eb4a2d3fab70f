import type pg from 'pg';
import { announceSessionsEnded } from '../db/notifications.ts';
import type { Queue } from '../queue/queue.ts';
import type { AccountTools } from './account-tools.ts';
import { serverSecret } from './tokens.ts';

/** The tools of the account verbs, with the secrets that every process of this database shares. */
export async function createAccountService(options: {
  pool: pg.Pool;
  queue: Pick<Queue, 'send'>;
  freeReports: number;
  now(): Date;
}): Promise<AccountTools> {
  return {
    ...options,
    accessSecret: await serverSecret(options.pool, 'access-token'),
    refreshSecret: await serverSecret(options.pool, 'refresh-chain'),
    sessionsEnded: (sessionIds) => announceSessionsEnded(options.pool, sessionIds),
  };
}
