import type { WorkCaller } from '../concurrency/work-caller.ts';
import { Busy } from '../errors.ts';
import { type HostLine, linesInProcess } from './host-line.ts';

export type RateLimiterOptions = {
  /** ms between two requests to one lot host. */
  intervalMs: number;
  /** Requests at once to one lot host, and to one photo or API host. */
  lotAtOnce: number;
  photoAtOnce: number;
  /** Longest wait for a turn at a host with a gap between requests, and at any other, ms; beyond it: Busy. */
  maxWaitMs: number;
  maxPlaceWaitMs: number;
  /** Requests of one caller that may wait at once; beyond them: Busy. */
  mostWaiting: number;
  /** Turns at hosts with a gap. */
  line: HostLine;
};

export type Turn = {
  caller: WorkCaller;
  host: string;
  photoHost: boolean;
  spaced: boolean;
  /** Another gap than the usual one, ms. */
  intervalMs?: number | undefined;
  signal: AbortSignal | undefined;
};

export type RateLimiter = {
  /**
   * Wait for a turn at a host; call what it answers when the request is over. Throws Busy, or the reason of an aborted
   * signal.
   */
  enter(turn: Turn): Promise<() => void>;
};

type Waiting = { ticket: number; go(): void; fail(error: unknown): void };
type Queue = { line: HostLine; waiting: Waiting[]; asking: boolean; timer: NodeJS.Timeout | undefined };
/** Requests under way, and who waits: for a turn with a gap, or for a place alone. */
type Host = { running: number; atOnce: number; spaced: Queue; placed: Queue };

const newQueue = (line: HostLine): Queue => ({ line, waiting: [], asking: false, timer: undefined });

/**
 * A polite pace per host: a gap between lot pages, a few requests at once in each process. Where many wait, callers take
 * turns (host-line.ts): for a gap's turn over all processes that share `line`, for a place within this one. A turn of the
 * shared line is taken only with a place to use it at once, so a process that is full holds up no other. Every wait is bounded.
 */
export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  // Never forgotten: the guard's allow-list bounds them.
  const hosts = new Map<string, Host>();
  const places = linesInProcess();
  const waitingOf = new Map<WorkCaller, number>();

  /** Hands free places to whoever's turn it is, until there is none left or the next turn is still to come. */
  async function serve(name: string, host: Host, queue: Queue): Promise<void> {
    if (queue.asking || queue.timer) return;
    queue.asking = true;
    try {
      while (host.running < host.atOnce && queue.waiting.length > 0) {
        const next = await queue.line.next(
          name,
          queue.waiting.map(({ ticket }) => ticket),
        );
        if ('askInMs' in next) {
          queue.timer = setTimeout(() => {
            queue.timer = undefined;
            void serve(name, host, queue);
          }, next.askInMs);
          break;
        }
        // Whoever stopped waiting meanwhile leaves the turn unused.
        const first = queue.waiting.find(({ ticket }) => ticket === next.ticket);
        if (!first) continue;
        queue.waiting.splice(queue.waiting.indexOf(first), 1);
        host.running += 1;
        first.go();
      }
    } catch (error) {
      for (const waiting of queue.waiting.splice(0)) waiting.fail(error);
    } finally {
      queue.asking = false;
    }
  }

  function leave(name: string, host: Host): void {
    host.running -= 1;
    void serve(name, host, host.spaced);
    void serve(name, host, host.placed);
  }

  /** Waits with a ticket until it is served, the signal aborts, or `maxWaitMs` are over. */
  async function waitIn(
    queue: Queue,
    name: string,
    host: Host,
    ticket: number,
    { maxWaitMs, signal }: { maxWaitMs: number; signal: AbortSignal | undefined },
  ): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = { ticket, go: resolve, fail: reject };
    const stop = (error: unknown): void => {
      const at = queue.waiting.indexOf(waiting);
      if (at === -1) return;
      queue.waiting.splice(at, 1);
      if (queue.waiting.length === 0) {
        clearTimeout(queue.timer);
        queue.timer = undefined;
      }
      queue.line.leave(name, ticket).then(() => reject(error), reject);
    };
    const abort = (): void => stop(signal?.reason);
    const tooLong = setTimeout(() => stop(new Busy(maxWaitMs, `many requests wait for ${name}`)), maxWaitMs);
    signal?.addEventListener('abort', abort, { once: true });
    queue.waiting.push(waiting);
    if (signal?.aborted) abort();
    void serve(name, host, queue);
    try {
      await promise;
    } finally {
      clearTimeout(tooLong);
      signal?.removeEventListener('abort', abort);
    }
  }

  async function enter(turn: Turn): Promise<() => void> {
    const { caller, host: name, photoHost, signal, intervalMs = options.intervalMs } = turn;
    const host = hosts.get(name) ?? {
      running: 0,
      atOnce: photoHost ? options.photoAtOnce : options.lotAtOnce,
      spaced: newQueue(options.line),
      placed: newQueue(places),
    };
    hosts.set(name, host);
    const spaced = turn.spaced && !photoHost && intervalMs > 0;
    const queue = spaced ? host.spaced : host.placed;
    const maxWaitMs = spaced ? options.maxWaitMs : options.maxPlaceWaitMs;
    const gap = spaced ? intervalMs : 0;
    const { mostWaiting } = options;
    const { ticket, waitMs } = await queue.line.join({
      host: name,
      caller,
      intervalMs: gap,
      maxWaitMs,
      mostWaiting,
    });
    if (ticket === null) throw new Busy(Math.max(waitMs, 1000), `many requests wait for ${name}`);
    await waitIn(queue, name, host, ticket, { maxWaitMs, signal });
    let over = false;
    return () => {
      if (!over) leave(name, host);
      over = true;
    };
  }

  return {
    async enter(turn) {
      turn.signal?.throwIfAborted();
      const waiting = waitingOf.get(turn.caller) ?? 0;
      if (waiting >= options.mostWaiting) throw new Busy(5_000, `${waiting} requests of one caller wait`);
      waitingOf.set(turn.caller, waiting + 1);
      try {
        return await enter(turn);
      } finally {
        const left = (waitingOf.get(turn.caller) ?? 1) - 1;
        if (left === 0) waitingOf.delete(turn.caller);
        else waitingOf.set(turn.caller, left);
      }
    },
  };
}
