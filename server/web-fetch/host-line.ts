import type { WorkCaller } from '../concurrency/work-caller.ts';

export type Wait = {
  host: string;
  caller: WorkCaller;
  /** The gap after this request, ms. */
  intervalMs: number;
  /** Whoever would wait longer is not taken in, ms. */
  maxWaitMs: number;
  /** Requests of one caller that may wait at once. */
  mostWaiting: number;
};

/**
 * The lines before hosts, one turn after the other, round-robin over callers: next goes whoever has waited longest since its
 * last turn, or since it began to wait. So, however many requests others have waiting, a caller's first goes after at most one
 * of each other caller, its n-th after at most n of each. A turn comes when the gap after the last one is over. PostgreSQL
 * keeps the lines for all processes (db/host-pace.ts), with the same promises over all of them.
 */
export type HostLine = {
  /** Lines one request up; the ticket is null when it would wait too long, and `waitMs` says how long at most. */
  join(wait: Wait): Promise<{ ticket: number | null; waitMs: number }>;
  /**
   * Of these tickets, all of one host, the one whose turn it is now, which it takes; otherwise after how many ms to ask again.
   * A ticket that is not asked for is passed over, and keeps its place.
   */
  next(host: string, tickets: readonly number[]): Promise<{ ticket: number } | { askInMs: number }>;
  leave(host: string, ticket: number): Promise<void>;
};

type Line = {
  nextAt: number;
  /** `since`: when its caller last had a turn, or began to wait; the same for all waits of a caller. */
  waits: { ticket: number; caller: WorkCaller; since: number; intervalMs: number }[];
};

/** The lines of one process, kept in memory. */
export function linesInProcess(now: () => number = () => performance.now()): HostLine {
  const lines = new Map<string, Line>();
  let count = 0;
  return {
    async join({ host, caller, intervalMs, maxWaitMs, mostWaiting }) {
      const line = lines.get(host) ?? { nextAt: 0, waits: [] };
      lines.set(host, line);
      const waiting = Map.groupBy(line.waits, (wait) => wait.caller);
      const own = waiting.get(caller) ?? [];
      const counts = [...waiting].map(([name, waits]) => ({ caller: name, count: waits.length }));
      const waitMs = Math.max(0, line.nextAt - now()) + turnsBefore(counts, caller) * intervalMs;
      if (waitMs > maxWaitMs || own.length >= mostWaiting) return { ticket: null, waitMs };
      count += 1;
      line.waits.push({ ticket: count, caller, since: own[0]?.since ?? count, intervalMs });
      return { ticket: count, waitMs };
    },
    async next(host, tickets) {
      const line = lines.get(host);
      const restMs = (line?.nextAt ?? 0) - now();
      if (restMs > 0) return { askInMs: restMs };
      const asked = line?.waits.filter((wait) => tickets.includes(wait.ticket)) ?? [];
      const [first] = asked.sort((a, b) => a.since - b.since || a.ticket - b.ticket);
      if (!line || !first) return { askInMs: 1000 };
      line.nextAt = now() + first.intervalMs;
      line.waits.splice(line.waits.indexOf(first), 1);
      count += 1;
      for (const wait of line.waits) if (wait.caller === first.caller) wait.since = count;
      return { ticket: first.ticket };
    },
    async leave(host, ticket) {
      const line = lines.get(host);
      if (line) line.waits = line.waits.filter((wait) => wait.ticket !== ticket);
    },
  };
}

/** Turns that at most go before another request of this caller. */
export function turnsBefore(waiting: readonly { caller: string; count: number }[], caller: string): number {
  const own = waiting.find((entry) => entry.caller === caller)?.count ?? 0;
  return waiting.reduce(
    (sum, entry) => sum + (entry.caller === caller ? own : Math.min(entry.count, own + 1)),
    0,
  );
}
