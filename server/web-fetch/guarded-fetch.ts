import { pause } from '../concurrency/pause.ts';
import { SERVICE, type WorkCaller } from '../concurrency/work-caller.ts';
import { RetryLater } from '../errors.ts';
import { isPublicAddress, systemResolve } from './address/public-address.ts';
import { type Message, redirectedMessage, redirectTarget } from './address/redirects.ts';
import { type AllowedUrl, allowedUrl, type FetchKind, type UrlRules } from './address/url-allow-list.ts';
import { FetchNetwork, FetchRefused, FetchTimeout, FetchTooLarge, placeOf } from './fetch-errors.ts';
import { linesInProcess } from './host-line.ts';
import {
  createHttpTransport,
  type Incoming,
  isRedirect,
  type Method,
  type Network,
  PHOTOS_AT_ONCE,
} from './http-transport.ts';
import { DEFAULT_LIMITS, type FetchLimits, sendLimits } from './limits.ts';
import { createRateLimiter, type RateLimiterOptions } from './rate-limiter.ts';
import { retryDelayMs } from './retry-after.ts';

export type FetchRequest = {
  url: string;
  /** Decides which hosts may be asked and how much is read: page, json, api and local_model 8 MiB, image 15 MiB, feed 16 MiB, push 64 KiB, webhook 1 MiB. */
  kind: FetchKind;
  method?: Method;
  /** Kept from other hosts when a redirect leads there. */
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  signal?: AbortSignal;
  /** Whose turn at the host this takes; the service's own without one. */
  caller?: WorkCaller;
  /** Called when the turn has come, before anything is sent; what it throws ends the fetch. */
  onTurn?: () => void;
  /** Bytes after unpacking; may only lower the kind's limit. */
  maxBytes?: number;
  /** A part of a page a browser is loading: no gap between requests, still only a few at once. */
  partOfPage?: boolean;
  /** A longer gap between requests to this host, ms. A host treated so is not tried again after 429 and 503. */
  slowPaceMs?: number;
  /** Looks whether anything listens there: that nothing does is no fault. */
  probe?: boolean;
  /** Asked before a further try, for sources whose calls are counted; false: no more tries. */
  mayTryAgain?: () => Promise<boolean>;
};

export type FetchAnswer = {
  /** The address that answered, after redirects, under the site's own origin. */
  url: string;
  status: number;
  /** Lower-case names; cookies are apart, so that headers may be shown. */
  headers: Record<string, string>;
  /** Only for the browser, which keeps a visit together. Never logged. */
  setCookies: readonly string[];
  body: Buffer;
  /** The content-type header as sent, or null. */
  contentType: string | null;
  redirected: boolean;
};

export type GuardedFetch = {
  /**
   * Ask one allow-listed address and read the answer within its limits. Any status is an answer, 429 and 503
   * only after three tries. Throws FetchRefused, FetchTimeout, FetchTooLarge, FetchNetwork, RetryLater (the
   * source asks for a longer wait), Busy (too many of our own wait), or the reason of an aborted `signal`.
   */
  fetch(request: FetchRequest): Promise<FetchAnswer>;
  /** Close all connections. */
  close(): Promise<void>;
};

/** An answer made in this process (sample lots); asked before the network, under the same limits. */
export type LocalAnswer = { status: number; headers: Record<string, string>; body: Buffer | string };

/** One line for the log: no query, no headers, no cookies. */
export type FetchEvent = {
  place: string;
  kind: FetchKind;
  status: number | null;
  bytes: number;
  ms: number;
  error: string | null;
  /** The kind of that error. */
  fault: string | null;
  /** It only looked whether anything listens there. */
  probe?: true;
};

export type GuardedFetchOptions = {
  /** Names the product: LotLens/<version>. */
  userAgent: string;
  /** Site origin → origin that answers for it. */
  sourceOrigins?: Readonly<Record<string, string>>;
  /** Further public https hosts (a catalogue's pages and pictures). */
  extraHosts?: readonly string[];
  /** Base addresses from the configuration that kinds `api` and `local_model` may ask, private ones included. */
  apiOrigins?: readonly string[];
  /** Lets kind `local_model` ask model servers on this machine, at their fixed addresses (address/allowed-hosts.ts). */
  localModels?: boolean;
  answerLocally?: (url: URL) => Promise<LocalAnswer | null>;
  pace?: Partial<RateLimiterOptions>;
  limits?: Partial<FetchLimits>;
  network?: Partial<Network>;
  observe?: (event: FetchEvent) => void;
};

const MAX_REDIRECTS = 3;
/** Names that belong to the connection, not to the caller. */
const OWN_HEADERS = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding']);

/** The only way out of this service: an allow-list, checked and pinned addresses, limits, and a polite pace. */
export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  const limits: FetchLimits = { ...DEFAULT_LIMITS, ...options.limits };
  const rules: UrlRules = {
    extraHosts: new Set(options.extraHosts ?? []),
    apiOrigins: new Set((options.apiOrigins ?? []).map((address) => new URL(address).origin)),
    localModels: options.localModels ?? false,
    sourceOrigins: new Map(
      Object.entries(options.sourceOrigins ?? {}).map(([site, other]) => [
        new URL(site).origin,
        new URL(other).origin,
      ]),
    ),
  };
  const rateLimiter = createRateLimiter({
    intervalMs: 1000,
    lotAtOnce: 2,
    photoAtOnce: PHOTOS_AT_ONCE,
    maxWaitMs: 20_000,
    maxPlaceWaitMs: 60_000,
    mostWaiting: 100,
    line: linesInProcess(),
    ...options.pace,
  });
  const send = createHttpTransport(
    {
      resolve: systemResolve,
      isAllowedAddress: isPublicAddress,
      connectPort: undefined,
      ca: undefined,
      ...options.network,
    },
    limits,
  );

  /** One fetch under way: what never changes, and the time its requests may still take. */
  type Visit = { request: FetchRequest; leftMs: number };

  async function requestOnce(checked: AllowedUrl, message: Message, visit: Visit): Promise<Incoming> {
    const { kind, maxBytes, partOfPage, signal, caller = SERVICE, onTurn } = visit.request;
    const caps = sendLimits(limits, kind, maxBytes);
    const local = await options.answerLocally?.(new URL(checked.url));
    if (local) onTurn?.();
    if (local) return fromLocal(local, caps.maxBytes, placeOf(checked.url));
    const leave = await rateLimiter.enter({
      caller,
      host: checked.url.host,
      // Whoever asks for a longer gap means it of every host.
      photoHost: checked.photoHost && visit.request.slowPaceMs === undefined,
      spaced: partOfPage !== true,
      intervalMs: visit.request.slowPaceMs,
      signal,
    });
    const startedAt = performance.now();
    try {
      onTurn?.();
      if (visit.leftMs <= 0) throw new FetchTimeout('total', placeOf(checked.url));
      return await send(checked, { ...message, signal, totalMs: visit.leftMs }, caps);
    } finally {
      visit.leftMs -= performance.now() - startedAt;
      leave();
    }
  }

  const another = async (attempt: number, { request }: Visit): Promise<boolean> =>
    attempt < limits.tries && (request.mayTryAgain === undefined || (await request.mayTryAgain()));

  /** Three tries at most: after 429 and 503 with back-off, and once when the connection broke. */
  async function ask(checked: AllowedUrl, message: Message, visit: Visit): Promise<Incoming> {
    let lostOnce = false;
    for (let attempt = 1; ; attempt += 1) {
      let answer: Incoming;
      try {
        answer = await requestOnce(checked, message, visit);
      } catch (error) {
        const lost = error instanceof FetchNetwork && error.fault === 'connection_lost';
        if (!lost || lostOnce || message.method !== 'GET' || !(await another(attempt, visit))) throw error;
        lostOnce = true;
        continue;
      }
      const waitMs = retryDelayMs(answer, attempt, limits.backOffMs);
      // A webhook has a schedule of its own.
      const once = visit.request.slowPaceMs !== undefined || visit.request.kind === 'webhook';
      if (waitMs === null || once) return answer;
      if (waitMs > limits.longestRetryMs) {
        throw new RetryLater(waitMs, `${checked.url.host} asks to wait ${Math.ceil(waitMs / 1000)} s`);
      }
      if (!(await another(attempt, visit))) return answer;
      await pause(waitMs, visit.request.signal);
    }
  }

  async function follow(request: FetchRequest): Promise<FetchAnswer> {
    const visit: Visit = { request, leftMs: limits.byKind[request.kind].totalMs };
    let checked = allowedUrl(request.url, request.kind, rules);
    let message: Message = {
      method: request.method ?? 'GET',
      headers: { ...callerHeaders(request.headers), 'user-agent': options.userAgent },
      ...(request.body !== undefined && { body: request.body }),
    };
    for (let redirects = 0; ; redirects += 1) {
      request.signal?.throwIfAborted();
      const answer = await ask(checked, message, visit);
      const location = isRedirect(answer.status) ? answer.headers.location : undefined;
      if (location === undefined) {
        return {
          ...answer,
          url: checked.url.href,
          contentType: answer.headers['content-type'] ?? null,
          redirected: redirects > 0,
        };
      }
      if (redirects === MAX_REDIRECTS || request.kind === 'local_model' || request.kind === 'webhook') {
        throw new FetchRefused('redirect_limit', 'too many redirects', placeOf(checked.url));
      }
      const next = redirectTarget(location, checked, request.kind, rules);
      message = redirectedMessage(answer.status, message, checked, next);
      checked = next;
    }
  }

  return {
    async fetch(request) {
      const startedAt = performance.now();
      const tell = (url: string, status: number | null, bytes: number, error: unknown = null) =>
        options.observe?.({
          place: URL.canParse(url) ? placeOf(new URL(url)) : '-',
          kind: request.kind,
          status,
          bytes,
          ms: Math.round(performance.now() - startedAt),
          error:
            error === null ? null : error instanceof Error ? `${error.name}: ${error.message}` : 'stopped',
          fault: error === null ? null : error instanceof Error ? error.name : 'stopped',
          ...(request.probe && { probe: true }),
        });
      try {
        const answer = await follow(request);
        tell(answer.url, answer.status, answer.body.length);
        return answer;
      } catch (error) {
        tell(request.url, null, 0, error);
        throw error;
      }
    },
    close: () => send.close(),
  };
}

function callerHeaders(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (!OWN_HEADERS.has(name.toLowerCase())) result[name.toLowerCase()] = value;
  }
  return result;
}

function fromLocal(local: LocalAnswer, maxBytes: number, place: string): Incoming {
  const body = Buffer.from(local.body);
  if (body.length > maxBytes) throw new FetchTooLarge('body', maxBytes, place);
  const headers = Object.fromEntries(
    Object.entries(local.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return { status: local.status, headers, setCookies: [], body };
}
