import type { z } from 'zod';
import { recordOf } from '../auction-sites/page/json-values.ts';
import { numberOf } from '../auction-sites/page/listing-values.ts';
import { RetryLater } from '../errors.ts';
import { storableJson } from '../storable-text.ts';
import type { FetchAnswer, GuardedFetch } from '../web-fetch/guarded-fetch.ts';
import { readRetryAfter } from '../web-fetch/retry-after.ts';
import { type LookUp, SourceFault } from './lot-source.ts';

export type SourceAccess = {
  readonly fetch: GuardedFetch['fetch'];
  readonly baseUrl: string;
  readonly key: string;
  /** Books one call; false when a cap of our own is reached. */
  takeCall(): Promise<boolean>;
  /** Told when an answer says that its quota is used up: from now for so many ms. */
  spent(restMs: number): Promise<void>;
  readonly now: () => Date;
  /** Gap between two calls over all processes, ms. */
  readonly paceMs?: number;
  /** Longest wait for one answer, ms. */
  readonly callMs?: number;
};

/** A lot's record is some 30 KB, a list's page twenty of them. */
const MOST_BYTES = 2 * 1024 * 1024;
/** The free plan of Apibara was found to take one call a second. */
const PACE_MS = 1_100;
const CALL_MS = 10_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** After a quota that names no end: soon enough to notice a renewed plan. */
const QUOTA_REST_MS = 6 * HOUR;
const LONGEST_REST_MS = 31 * 24 * HOUR;

export type SourceQuestion = {
  path: readonly string[];
  query: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
};

/**
 * Asks one address of a source and reads its answer by a schema; null where it says 404: not known there, which says nothing of
 * whether the lot exists. Every try is a call of ours. Throws SourceFault, or the reason of an aborted signal.
 */
export async function askSource<T>(
  access: SourceAccess,
  question: SourceQuestion,
  schema: z.ZodType<T>,
  lookUp: LookUp,
): Promise<T | null> {
  if (!(await access.takeCall())) throw new SourceFault('own_cap');
  const answer = await send(access, question, lookUp);
  const json = jsonOf(answer.body);
  const left = quotaOf(answer, json, access.now());
  if (answer.status === 404) return null;
  if (answer.status !== 200) throw faultOf(answer, left);
  if (left !== null) await access.spent(left);
  const read = schema.safeParse(json);
  if (!read.success) throw new SourceFault('bad_data');
  return read.data;
}

async function send(access: SourceAccess, question: SourceQuestion, lookUp: LookUp): Promise<FetchAnswer> {
  const { path, query, headers = {} } = question;
  const url = new URL(`${access.baseUrl.replace(/\/$/, '')}/${path.map(encodeURIComponent).join('/')}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const timeout = AbortSignal.timeout(access.callMs ?? CALL_MS);
  try {
    return await access.fetch({
      url: url.href,
      kind: 'api',
      headers: { accept: 'application/json', ...headers },
      maxBytes: MOST_BYTES,
      slowPaceMs: access.paceMs ?? PACE_MS,
      mayTryAgain: access.takeCall,
      ...(lookUp.caller !== undefined && { caller: lookUp.caller }),
      signal: lookUp.signal ? AbortSignal.any([lookUp.signal, timeout]) : timeout,
    });
  } catch (error) {
    lookUp.signal?.throwIfAborted();
    // What was thrown is left behind: it may know the address, and with it a key.
    if (error instanceof RetryLater) throw new SourceFault('wait');
    throw new SourceFault('no_answer');
  }
}

function jsonOf(body: Buffer): unknown {
  try {
    return storableJson(JSON.parse(body.toString('utf8')) as unknown);
  } catch {
    // undefined fits no schema: a cut answer is unreadable, an error page is judged by its status.
    return undefined;
  }
}

/** How long the quota stays used up, ms; null where some of it is left or nothing is said of it. */
function quotaOf({ headers }: FetchAnswer, json: unknown, now: Date): number | null {
  const left = numberOf(headers['x-subscription-remaining']) ?? numberOf(recordOf(json)?.remaining);
  if (left === null || left > 0) return null;
  const end = Date.parse(headers['x-subscription-period-end'] ?? '') - now.getTime();
  return Number.isFinite(end) && end > 0 ? Math.min(end, LONGEST_REST_MS) : QUOTA_REST_MS;
}

function faultOf({ status, headers }: FetchAnswer, quotaRestMs: number | null): SourceFault {
  const asked = readRetryAfter(headers['retry-after'], Date.now());
  if (status === 401) return new SourceFault('denied', HOUR);
  if (status === 403) return new SourceFault('not_in_plan', HOUR);
  if (status === 429)
    return quotaRestMs === null
      ? new SourceFault('wait', asked ?? MINUTE)
      : new SourceFault('quota', quotaRestMs);
  if (status >= 500) return new SourceFault('fault', asked);
  return new SourceFault(status === 400 || status === 422 ? 'not_understood' : 'bad_data');
}
