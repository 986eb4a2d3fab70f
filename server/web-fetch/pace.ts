import { setTimeout as delay } from 'node:timers/promises';
import { RetryLater } from '../errors.ts';

/** Take the next free moment at a host: how many ms to wait for it. PostgreSQL may hold it for all processes. */
export type Reserve = (host: string, intervalMs: number) => Promise<number>;

export type PaceOptions = {
  /** ms between two requests to one lot host. */
  intervalMs: number;
  /** Requests at once to one lot host, and to one photo or API host. */
  lotAtOnce: number;
  photoAtOnce: number;
  /** A longer wait than this is not sat out: RetryLater. */
  maxWaitMs: number;
  reserve: Reserve;
};

export type Turn = {
  host: string;
  photoHost: boolean;
  spaced: boolean;
  /** Another gap than the usual one, ms. */
  intervalMs?: number | undefined;
  signal: AbortSignal | undefined;
};

export type Pace = {
  /** Wait for a turn at a host; call what it answers when the request is over. */
  enter(turn: Turn): Promise<() => void>;
};

/** A polite pace per host: a gap between lot pages, a few photos at once. First come, first served. */
export function createPace(options: PaceOptions): Pace {
  const hosts = new Map<string, { running: number; waiting: (() => void)[] }>();

  function leave(host: string): void {
    const line = hosts.get(host);
    if (!line) return;
    const next = line.waiting.shift();
    if (next) next();
    else line.running -= 1;
    if (line.running === 0) hosts.delete(host);
  }

  async function takePlace(host: string, atOnce: number, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    const line = hosts.get(host) ?? { running: 0, waiting: [] };
    hosts.set(host, line);
    if (line.running < atOnce) {
      line.running += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const go = () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      };
      const stop = () => {
        line.waiting.splice(line.waiting.indexOf(go), 1);
        reject(signal?.reason);
      };
      line.waiting.push(go);
      signal?.addEventListener('abort', stop, { once: true });
    });
  }

  return {
    async enter({ host, photoHost, spaced, intervalMs = options.intervalMs, signal }) {
      await takePlace(host, photoHost ? options.photoAtOnce : options.lotAtOnce, signal);
      try {
        if (spaced && !photoHost && intervalMs > 0) {
          const waitMs = await options.reserve(host, intervalMs);
          if (waitMs > options.maxWaitMs) throw new RetryLater(waitMs, `many requests wait for ${host}`);
          await pause(waitMs, signal);
        }
      } catch (error) {
        leave(host);
        throw error;
      }
      return () => leave(host);
    },
  };
}

/** The pace of one process, kept in memory. */
export function reserveInProcess(now: () => number = () => performance.now()): Reserve {
  const nextAt = new Map<string, number>();
  return async (host, intervalMs) => {
    const at = Math.max(now(), nextAt.get(host) ?? 0);
    nextAt.set(host, at + intervalMs);
    return at - now();
  };
}

/** Wait, or throw the signal's reason when it is aborted first. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (ms <= 0) return signal?.throwIfAborted();
  try {
    await delay(ms, undefined, signal ? { signal } : {});
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
