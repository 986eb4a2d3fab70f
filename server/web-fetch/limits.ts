import type { FetchKind } from './address/url-allow-list.ts';
import type { SendLimits } from './http-transport.ts';

const MIB = 1024 * 1024;

export type KindLimits = { headersMs: number; totalMs: number; maxBytes: number };

export type FetchLimits = {
  connectMs: number;
  /** Longest silence inside a body. */
  idleMs: number;
  maxHeaderBytes: number;
  maxRatio: number;
  /** Requests sent for one fetch when the source answers 429 or 503. */
  tries: number;
  /** First back-off; doubles with each try. */
  backOffMs: number;
  /** A source that asks for a longer wait is left alone until then: RetryLater. */
  longestRetryMs: number;
  /** `totalMs` is all time spent in requests of one fetch, redirects and tries together; waiting is extra. */
  byKind: Record<FetchKind, KindLimits>;
};

/** Limits of one answer (judgement). A model's API is given longer, since it answers when it is done. */
export const DEFAULT_LIMITS: FetchLimits = {
  connectMs: 5_000,
  idleMs: 10_000,
  maxHeaderBytes: 32 * 1024,
  maxRatio: 100,
  tries: 3,
  backOffMs: 1_000,
  longestRetryMs: 20_000,
  byKind: {
    page: { headersMs: 10_000, totalMs: 30_000, maxBytes: 8 * MIB },
    json: { headersMs: 10_000, totalMs: 30_000, maxBytes: 8 * MIB },
    image: { headersMs: 10_000, totalMs: 30_000, maxBytes: 15 * MIB },
    push: { headersMs: 10_000, totalMs: 30_000, maxBytes: 64 * 1024 },
    // A partner's stock, which its shop may write only when it is asked.
    feed: { headersMs: 60_000, totalMs: 180_000, maxBytes: 16 * MIB },
    // Longer, and a receiver does its work before it answers.
    webhook: { headersMs: 15_000, totalMs: 15_000, maxBytes: MIB },
    // Whoever asks sets an end by what the machine can do; a slow one takes minutes for one photo.
    local_model: { headersMs: 3_600_000, totalMs: 3_600_000, maxBytes: 8 * MIB },
    api: { headersMs: 120_000, totalMs: 150_000, maxBytes: 8 * MIB },
  },
};

/** The limits of one request; `maxBytes` of the caller may only lower the kind's. */
export function sendLimits(limits: FetchLimits, kind: FetchKind, maxBytes: number | undefined): SendLimits {
  const { headersMs, maxBytes: kindBytes } = limits.byKind[kind];
  return { ...limits, headersMs, maxBytes: Math.min(kindBytes, maxBytes ?? kindBytes) };
}
