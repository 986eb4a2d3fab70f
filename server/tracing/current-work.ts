import { AsyncLocalStorage } from 'node:async_hooks';

/** One request, report or job under way: what every log line says of it, and what the database cost it. */
export type Work = {
  readonly fields: Readonly<Record<string, string>>;
  /** The trace it belongs to; null: none. */
  readonly traceId: string | null;
  /** Counted where somebody wants to be told; ms. */
  database: { statements: number; ms: number } | null;
};

const storage = new AsyncLocalStorage<Work>();

/** Does `task` as this work: whatever it calls, and whatever waits for it, can tell. */
export const asWork = <T>(work: Work, task: () => T): T => storage.run(work, task);

/** The work that this call belongs to; undefined: none. */
export const currentWork = (): Work | undefined => storage.getStore();

/** Does `task` as a part of a trace that began elsewhere. */
export const inTrace = <T>(
  fields: Readonly<Record<string, string>>,
  traceId: string | null,
  task: () => T,
): T =>
  asWork(
    { fields: traceId === null ? fields : { ...fields, trace_id: traceId }, traceId, database: null },
    task,
  );
