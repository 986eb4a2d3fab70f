/** Why the guard would not send a request, or would not read its answer. */
export type RefusalReason =
  | 'not_a_url'
  | 'url_too_long'
  | 'scheme'
  | 'userinfo'
  | 'port'
  | 'host'
  | 'address'
  | 'redirect_limit'
  | 'redirect_downgrade'
  | 'redirect_with_body'
  | 'encoding';

/** A fetch that brought no answer. `place` is origin and path: a query may hold tokens and is never kept. */
export abstract class FetchError extends Error {
  readonly place: string;
  /** Whether the same request may succeed later. */
  abstract readonly mayRetry: boolean;

  constructor(message: string, place: string, cause?: unknown) {
    super(`${message} (${place})`, cause === undefined ? undefined : { cause });
    this.place = place;
  }
}

/** The guard said no: asking again can't help. */
export class FetchRefused extends FetchError {
  override readonly name = 'FetchRefused';
  override readonly mayRetry = false;
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string, place: string, cause?: unknown) {
    super(message, place, cause);
    this.reason = reason;
  }
}

export type FetchPhase = 'connect' | 'headers' | 'idle' | 'total';

/** The other side was too slow; a later try may succeed. */
export class FetchTimeout extends FetchError {
  override readonly name = 'FetchTimeout';
  override readonly mayRetry = true;
  readonly phase: FetchPhase;

  constructor(phase: FetchPhase, place: string, cause?: unknown) {
    super(`no answer in time: ${phase}`, place, cause);
    this.phase = phase;
  }
}

/** What of an answer went over its limit. */
export type Oversize = 'headers' | 'body' | 'ratio';

/** The answer is larger than we read, or unpacks to more than it should: asking again can't help. */
export class FetchTooLarge extends FetchError {
  override readonly name = 'FetchTooLarge';
  override readonly mayRetry = false;
  readonly what: Oversize;
  /** The limit it broke: bytes, or times for a ratio. */
  readonly limit: number;

  constructor(what: Oversize, limit: number, place: string, cause?: unknown) {
    super(`answer too large: ${what} over ${limit}`, place, cause);
    this.what = what;
    this.limit = limit;
  }
}

export type NetworkFault =
  | 'dns'
  | 'connect'
  | 'certificate'
  | 'connection_lost'
  | 'broken_body'
  | 'bad_answer';

/** The network or the other side failed; a later try may succeed. */
export class FetchNetwork extends FetchError {
  override readonly name = 'FetchNetwork';
  override readonly mayRetry = true;
  readonly fault: NetworkFault;

  constructor(fault: NetworkFault, place: string, cause?: unknown) {
    super(`network failure: ${fault}`, place, cause);
    this.fault = fault;
  }
}

/** Origin and path of a URL, the only part of it that errors and logs may show. */
export function placeOf(url: URL): string {
  return `${url.origin}${url.pathname}`;
}
