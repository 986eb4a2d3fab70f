const HOUR_MS = 3_600_000;

type Answer = { status: number; headers: Record<string, string> };

/**
 * How long to wait before asking again, in ms, or null when this answer stands. Only 429 and 503 ask for
 * another try, and not when they are a wall's challenge: what is refused is not asked twice.
 */
export function retryDelayMs(
  answer: Answer,
  attempt: number,
  backOffMs: number,
  random: () => number = Math.random,
): number | null {
  if (answer.status !== 429 && answer.status !== 503) return null;
  if (answer.headers['cf-mitigated'] !== undefined) return null;
  const asked = readRetryAfter(answer.headers['retry-after'], Date.now());
  if (asked !== null) return asked;
  const full = backOffMs * 2 ** (attempt - 1);
  return full / 2 + (full / 2) * random();
}

/** A Retry-After header (seconds or a date) as ms from now, at most an hour; null when there is none. */
export function readRetryAfter(value: string | undefined, now: number): number | null {
  if (value === undefined) return null;
  const text = value.trim();
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), HOUR_MS);
}
