import type pg from 'pg';
import type { Queue } from '../queue/queue.ts';

/** What the account verbs need. */
export type AccountTools = {
  pool: pg.Pool;
  queue: Pick<Queue, 'send'>;
  accessSecret: Uint8Array;
  refreshSecret: Buffer;
  freeReports: number;
  /** Links in mails are made from this alone. */
  publicUrl(): string;
  now(): Date;
  /** Tells every process that sessions ended, so that their sockets close. */
  sessionsEnded(sessionIds: string[]): Promise<void>;
};

/** Where the call came from. */
export type Caller = { address: string; userAgent: string | null };

export const loginLink = (tools: AccountTools): string => `${tools.publicUrl()}/login`;
export const forgotLink = (tools: AccountTools): string => `${tools.publicUrl()}/login?forgot=true`;
export const verifyLink = (tools: AccountTools, code: string): string =>
  `${tools.publicUrl()}/verify?code=${code}`;
export const resetLink = (tools: AccountTools, token: string): string =>
  `${tools.publicUrl()}/reset-password?token=${token}`;
