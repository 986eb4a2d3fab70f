import type { SourceOutcome } from '../../contract/operator/source-outcome.ts';
import type { WorkCaller } from '../concurrency/work-caller.ts';
import { RetryLater } from '../errors.ts';
import { storableJson } from '../storable-text.ts';
import type { FetchAnswer, GuardedFetch } from '../web-fetch/guarded-fetch.ts';
import { readRetryAfter } from '../web-fetch/retry-after.ts';
import { ebayErrorSchema, ebayTokenSchema } from './ebay-schema.ts';

export type EbayOptions = {
  readonly fetch: GuardedFetch['fetch'];
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Books one call; false when the day's cap of our own is reached (eBay allows 5,000 a day). */
  readonly takeCall: () => Promise<boolean>;
  readonly now: () => Date;
  /** Longest wait for one answer. */
  readonly callMs?: number;
};

export type EbayAsker = {
  readonly signal: AbortSignal;
  readonly caller: WorkCaller;
  /** Books one of the calls this asker may make; false when they are used up. Without it only the day's cap counts. */
  readonly takeCall?: () => boolean;
};

/** eBay's services for an application: one token, one count of calls. */
export type EbayClient = {
  /** The JSON under a path, undefined where it is cut. Throws EbayFault, or the reason of an aborted signal. */
  get(path: string, query: Readonly<Record<string, string>>, asker: EbayAsker): Promise<unknown>;
  /** Takes a new token, whether or not there is one: tells whether our keys are taken. Throws as `get` does. */
  takeToken(asker: EbayAsker): Promise<void>;
};

const SCOPE = 'https://api.ebay.com/oauth/api_scope';
/** A token is renewed this long before it ends. */
const EARLY_MS = 60_000;
const HOUR = 3_600_000;

/** `asker_limit`: the calls of whoever asks are used up. */
export type EbayFailure = Exclude<SourceOutcome, 'ok'> | 'asker_limit';

/** Why eBay gave no answer; the message is for people and holds nothing eBay wrote. */
export class EbayFault extends Error {
  override readonly name = 'EbayFault';
  readonly outcome: EbayFailure;
  /** For how long eBay wants to be left alone. */
  readonly restMs: number | null;
  /** eBay's number for the error, where it gave one. */
  readonly errorId: number | null;

  constructor(
    outcome: EbayFailure,
    message: string,
    {
      restMs = null,
      errorId = null,
      cause,
    }: { restMs?: number | null; errorId?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.outcome = outcome;
    this.restMs = restMs;
    this.errorId = errorId;
  }
}

/** An answer whose shape is not the documented one. */
export const unreadable = (cause?: unknown): EbayFault =>
  new EbayFault('unreadable', 'eBay answered something we cannot read', { cause });

/** Asks eBay as an application, in the name of the US marketplace. */
export function ebayClient(options: EbayOptions): EbayClient {
  let token: { value: string; until: number } | null = null;

  const ask = async (
    path: string,
    { signal, caller, takeCall }: EbayAsker,
    headers: Record<string, string>,
    body?: string,
  ): Promise<FetchAnswer> => {
    if (takeCall && !takeCall()) throw new EbayFault('asker_limit', 'the calls allowed for this are used up');
    if (!(await options.takeCall()))
      throw new EbayFault('own_cap', 'the calls we allow ourselves a day are used up', { restMs: HOUR });
    try {
      return await options.fetch({
        url: `${options.baseUrl.replace(/\/$/, '')}${path}`,
        kind: 'api',
        caller,
        mayTryAgain: async () => (takeCall?.() ?? true) && options.takeCall(),
        ...(body === undefined ? {} : { method: 'POST' as const, body }),
        headers: { accept: 'application/json', ...headers },
        signal: AbortSignal.any([signal, AbortSignal.timeout(options.callMs ?? 10_000)]),
      });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof RetryLater)
        throw new EbayFault('wait', 'eBay asks us to wait', { restMs: error.ms, cause: error });
      throw new EbayFault('no_answer', 'eBay did not answer', { cause: error });
    }
  };

  const newToken = async (asker: EbayAsker): Promise<string> => {
    const basic = Buffer.from(`${options.clientId}:${options.clientSecret}`).toString('base64');
    const answer = await ask(
      '/identity/v1/oauth2/token',
      asker,
      { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      new URLSearchParams({ grant_type: 'client_credentials', scope: SCOPE }).toString(),
    );
    if (answer.status === 400) throw denied();
    if (answer.status !== 200) throw faultOf(answer);
    const parsed = ebayTokenSchema.safeParse(jsonOf(answer.body));
    if (!parsed.success) throw unreadable(parsed.error);
    token = {
      value: parsed.data.access_token,
      until: options.now().getTime() + parsed.data.expires_in * 1000 - EARLY_MS,
    };
    return token.value;
  };

  return {
    async takeToken(asker) {
      await newToken(asker);
    },
    async get(path, query, asker) {
      const address = [path, new URLSearchParams(query).toString()].filter(Boolean).join('?');
      const asked = (bearer: string) =>
        ask(address, asker, { authorization: `Bearer ${bearer}`, 'x-ebay-c-marketplace-id': 'EBAY_US' });
      const kept = token !== null && token.until > options.now().getTime() ? token.value : null;
      const first = await asked(kept ?? (await newToken(asker)));
      // A token may end before its time; one just given that is refused will be refused again.
      const answer = first.status === 401 && kept !== null ? await asked(await newToken(asker)) : first;
      if (answer.status !== 200) throw faultOf(answer);
      return jsonOf(answer.body);
    },
  };
}

const denied = (): EbayFault =>
  new EbayFault('key_refused', 'eBay does not accept our key', { restMs: HOUR });

function faultOf(answer: FetchAnswer): EbayFault {
  const wait = readRetryAfter(answer.headers['retry-after'], Date.now());
  const errorId = ebayErrorSchema.safeParse(jsonOf(answer.body)).data?.errors[0]?.errorId ?? null;
  if (answer.status === 429)
    return new EbayFault('quota', 'our calls to eBay are used up for now', { restMs: wait ?? HOUR });
  if (answer.status === 401 || answer.status === 403) return denied();
  if (answer.status >= 500) return new EbayFault('fault', 'eBay is out of order', { restMs: wait });
  return new EbayFault(
    'not_understood',
    `eBay refused the search${errorId === null ? '' : ` (error ${errorId})`}`,
    {
      errorId,
    },
  );
}

function jsonOf(body: Buffer): unknown {
  try {
    return storableJson(JSON.parse(body.toString('utf8')) as unknown);
  } catch {
    // undefined fits no schema: a cut answer is unreadable.
    return undefined;
  }
}
