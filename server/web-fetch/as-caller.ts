import type { WorkCaller } from '../concurrency/work-caller.ts';
import type { GuardedFetch } from './guarded-fetch.ts';

/** The same fetch, taking its turns as this caller. */
export const asCaller =
  (fetch: GuardedFetch['fetch'], caller: WorkCaller): GuardedFetch['fetch'] =>
  (request) =>
    fetch({ ...request, caller });
