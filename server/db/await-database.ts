import pg from 'pg';
import { pause } from '../concurrency/pause.ts';
import type { Queryable } from './client.ts';
import { execute } from './rows.ts';

/** Not there yet, or not yet ready: nothing that a person would have to mend first. */
const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  // PostgreSQL: starting up, shutting down, crashed a moment ago.
  '57P01',
  '57P02',
  '57P03',
]);
const LONGEST_WAIT_MS = 60_000;
const PAUSE_MS = 500;

/**
 * Waits until the database at `url` takes connections, at most `longestMs`; says so once. Throws one sentence when it stays
 * away, when it refuses us for a reason that waiting won't mend, or when `stop` is aborted.
 */
export async function awaitDatabase(
  url: string,
  options: { stop?: AbortSignal | undefined; longestMs?: number; say(sentence: string): void },
): Promise<void> {
  const { stop, longestMs = LONGEST_WAIT_MS, say } = options;
  const place = placeOf(url);
  const seconds = Math.round(longestMs / 1000);
  const end = Date.now() + longestMs;
  for (let tries = 0; ; tries += 1) {
    stop?.throwIfAborted();
    const fault = await connect(url);
    if (fault === null) return;
    if (!isAway(fault)) throw new Error(`The database at ${place} refuses us: ${fault.message}`);
    if (Date.now() + PAUSE_MS > end)
      throw new Error(
        `The database at ${place} (DATABASE_URL) did not answer within ${seconds} s: ${fault.message || String(fault.code)}`,
      );
    if (tries === 0) say(`The database at ${place} does not answer yet; waiting up to ${seconds} s for it …`);
    await pause(PAUSE_MS, stop);
  }
}

/** Returns when the database answers, else throws. */
export async function pingDatabase(client: Queryable): Promise<void> {
  await execute(client, 'SELECT 1');
}

type Fault = Error & { code?: string };

/** No code: the connection took too long, or was closed before it was made. */
const isAway = ({ code, message }: Fault): boolean =>
  code === undefined ? /timeout|terminated/i.test(message) : AWAY.has(code);

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
