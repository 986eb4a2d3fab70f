import type { z } from 'zod';
import type { SourceOutcome } from '../../../contract/operator/source-outcome.ts';
import { RetryLater } from '../../errors.ts';
import { storableJson } from '../../storable-text.ts';
import type { FetchAnswer, GuardedFetch } from '../../web-fetch/guarded-fetch.ts';
import { readRetryAfter } from '../../web-fetch/retry-after.ts';
import { CatalogueFault } from '../ask/catalogue-fault.ts';
import { errorSchema } from './schema.ts';

export type PartsCatalogsAccess = {
  readonly fetch: GuardedFetch['fetch'];
  /** With the version: https://api.parts-catalogs.com/v1 */
  readonly baseUrl: string;
  readonly key: string;
  /** Books one call; false when the day's cap of our own is reached. */
  readonly takeCall: () => Promise<boolean>;
  /** Longest wait for one answer. */
  readonly callMs?: number;
};

export type Query = Readonly<Record<string, string | null | undefined>>;

/** Asks one address and reads the answer through its schema. Throws CatalogueFault, or the reason of an aborted signal. */
export type PartsCatalogsClient = <T>(
  path: readonly string[],
  query: Query,
  schema: z.ZodType<T>,
  signal: AbortSignal,
) => Promise<T>;

export function partsCatalogsClient(access: PartsCatalogsAccess): PartsCatalogsClient {
  return async (path, query, schema, signal) => {
    if (!(await access.takeCall()))
      throw new CatalogueFault('quota', 'the calls we allow ourselves a day are used up', {
        outcome: 'own_cap',
      });
    const url = new URL(`${access.baseUrl.replace(/\/$/, '')}/${path.map(encodeURIComponent).join('/')}`);
    for (const [name, value] of Object.entries(query))
      if (value !== null && value !== undefined) url.searchParams.set(name, value);
    return read(await ask(access, url, signal), schema);
  };
}

async function ask(access: PartsCatalogsAccess, url: URL, signal: AbortSignal): Promise<FetchAnswer> {
  try {
    return await access.fetch({
      url: url.href,
      kind: 'api',
      mayTryAgain: access.takeCall,
      headers: { authorization: access.key, accept: 'application/json', 'accept-language': 'en' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(access.callMs ?? 15_000)]),
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RetryLater)
      throw new CatalogueFault('quota', 'asks us to wait', {
        retryAfterMs: error.ms,
        outcome: 'wait',
        cause: error,
      });
    throw new CatalogueFault('network', 'did not answer', { cause: error });
  }
}

function read<T>(answer: FetchAnswer, schema: z.ZodType<T>): T {
  const json = jsonOf(answer.body);
  if (answer.status !== 200) throw faultOf(answer, json);
  const parsed = schema.safeParse(json);
  if (!parsed.success)
    throw new CatalogueFault('bad_data', 'answered something we cannot read', { cause: parsed.error });
  return parsed.data;
}

function jsonOf(body: Buffer): unknown {
  try {
    return storableJson(JSON.parse(body.toString('utf8')) as unknown);
  } catch {
    // undefined fits no schema: a cut answer is unreadable, an error page is judged by its status.
    return undefined;
  }
}

/** The documented error codes; they may come with any status. */
const BY_CODE: Readonly<Record<string, readonly ['quota' | 'denied' | 'blocked', SourceOutcome, string]>> = {
  1001: ['denied', 'key_refused', 'does not accept our key'],
  1003: ['denied', 'address_refused', 'does not accept our address: it has to be on the list of the key'],
  1004: ['quota', 'quota', 'the quota of our key is used up'],
  1005: ['denied', 'plan_refused', 'our key does not include this catalog'],
  1101: ['blocked', 'banned', 'has banned our address'],
};

function faultOf(answer: FetchAnswer, json: unknown): CatalogueFault {
  const retryAfterMs = readRetryAfter(answer.headers['retry-after'], Date.now());
  const { status } = answer;
  const body = errorSchema.safeParse(json);
  for (const code of body.success ? [body.data.errorCode, body.data.code] : []) {
    const known = BY_CODE[String(code)];
    if (known) return new CatalogueFault(known[0], known[2], { outcome: known[1], retryAfterMs });
  }
  if (status === 400 || status === 404) return new CatalogueFault('gone', 'has nothing there');
  if (status === 401) return new CatalogueFault('denied', 'does not accept our key');
  if (status === 403) return new CatalogueFault('denied', 'refused us', { outcome: 'plan_refused' });
  if (status === 429)
    return new CatalogueFault('quota', 'asks us to wait', { outcome: 'wait', retryAfterMs });
  if (status >= 500)
    return new CatalogueFault('network', `failed with status ${status}`, { outcome: 'fault', retryAfterMs });
  return new CatalogueFault('bad_data', `answered with status ${status}`);
}
