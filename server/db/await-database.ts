import pg from 'pg';
import { pause } from '../concurrency/pause.ts';
import type { Queryable } from './client.ts';
import { execute } from './rows.ts';

/** Not there yet, or lost a moment ago: nothing that a person would have to mend first. */
const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  // PostgreSQL: no connection could be made, or it broke; no place is free; starting up, shutting down, crashed a moment ago.
  '08001',
  '08003',
  '08006',
  '53300',
  '57P01',
  '57P02',
  '57P03',
]);
/** What the driver says without a code of a connection that is lost, or was never made. */
const LOST = /timeout|terminat|not queryable|connection error/i;
const LONGEST_WAIT_MS = 60_000;
const PAUSE_MS = 500;

/** A connection was lost behind a library that hands on only its words. */
export class DatabaseLost extends Error {
  override readonly name = 'DatabaseLost';
}

/** Whether these words of the driver or of PostgreSQL tell of a lost connection, where a library hands on no code. */
export const isLostSentence = (sentence: string): boolean =>
  LOST.test(sentence) ||
  [...AWAY].some((code) => sentence.includes(code)) ||
  /the database system is (?:starting up|shutting down|in recovery mode|not yet accepting)/.test(sentence);

/** Whether the database is away, or was lost during what threw this: the same may work a moment later. */
export function isDatabaseAway(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (at instanceof DatabaseLost) return true;
    const { code, message } = at as Fault;
    if (code === undefined ? LOST.test(message) : AWAY.has(code)) return true;
  }
  return false;
}

type WaitOptions = {
  stop?: AbortSignal | undefined;
  longestMs?: number;
  /** Where the address comes from, for the sentence. */
  setting?: string;
  say(sentence: string): void;
};

/**
 * Waits until the database at `url` takes connections, at most `longestMs`; says so once. Throws one sentence when it stays
 * away, when it refuses us for a reason that waiting won't mend, or when `stop` is aborted.
 */
export async function awaitDatabase(url: string, options: WaitOptions): Promise<void> {
  const { stop, longestMs = LONGEST_WAIT_MS, setting = 'DATABASE_URL', say } = options;
  const place = placeOf(url);
  const seconds = Math.ceil(longestMs / 1000);
  const end = Date.now() + longestMs;
  for (let tries = 0; ; tries += 1) {
    stop?.throwIfAborted();
    const fault = await connect(url);
    if (fault === null) return;
    if (!isDatabaseAway(fault)) throw new Error(`The database at ${place} refuses us: ${fault.message}`);
    if (Date.now() + PAUSE_MS > end)
      throw new Error(
        `The database at ${place} (${setting}) did not answer within ${seconds} s: ${fault.message || String(fault.code)}`,
      );
    if (tries === 0) say(`The database at ${place} does not answer yet; waiting up to ${seconds} s for it …`);
    await pause(PAUSE_MS, stop);
  }
}

/** Runs a step of a start to its end, whatever the database does meanwhile. */
export type ThroughOutages = <T>(step: () => Promise<T>) => Promise<T>;

/**
 * For the steps of a start after the first look: where the database is lost during one it is waited for like then, and the step runs
 * again from its beginning, until `longestMs` after its first loss. So a step does nothing that must not be done twice.
 */
export function throughOutages(url: string, options: WaitOptions): ThroughOutages {
  const { stop, longestMs = LONGEST_WAIT_MS } = options;
  return async (step) => {
    for (let end: number | null = null; ; )
      try {
        stop?.throwIfAborted();
        return await step();
      } catch (error) {
        if (!isDatabaseAway(error)) throw error;
        end ??= Date.now() + longestMs;
        const leftMs = end - Date.now();
        if (leftMs <= 0)
          throw new Error(
            `The database at ${placeOf(url)} was lost again and again for ${Math.ceil(longestMs / 1000)} s: ${(error as Error).message}`,
          );
        await pause(Math.min(PAUSE_MS, leftMs), stop);
        await awaitDatabase(url, { ...options, longestMs: leftMs });
      }
  };
}

/** Returns when the database answers, else throws. */
export async function pingDatabase(client: Queryable): Promise<void> {
  await execute(client, 'SELECT 1');
}

type Fault = Error & { code?: string };

async function connect(url: string): Promise<Fault | null> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'lotlens-start',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return null;
  } catch (error) {
    // Where a name stands for several addresses, each has its own fault.
    const [first] = error instanceof AggregateError ? (error.errors as Fault[]) : [];
    return first ?? (error as Fault);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Host and port, never name and password. */
function placeOf(url: string): string {
  const { hostname, port, searchParams } = new URL(url);
  return `${hostname || searchParams.get('host') || 'localhost'}:${port || 5432}`;
}
