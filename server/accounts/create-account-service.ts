import type pg from 'pg';
import { announceSessionsEnded } from '../db/notifications.ts';
import type { Queue } from '../queue/queue.ts';
import type { AccountTools } from './account-tools.ts';
import { serverSecret } from './tokens.ts';

/** The tools of the account verbs, with the secrets that every process of this database shares. */
export async function openAccounts(given: {
  pool: pg.Pool;
  queue: Pick<Queue, 'send'>;
  freeReports: number;
  now(): Date;
}): Promise<AccountTools> {
  return {
    ...given,
    accessSecret: await serverSecret(given.pool, 'access-token'),
    refreshSecret: await serverSecret(given.pool, 'refresh-chain'),
    sessionsEnded: (sessionIds) => announceSessionsEnded(given.pool, sessionIds),
  };
}
