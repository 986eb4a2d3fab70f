import type { GuardedFetch } from './guarded-fetch.ts';
import type { FetchCaller } from './host-line.ts';

/** The same fetch, taking its turns as this caller. */
export const asCaller =
  (fetch: GuardedFetch['fetch'], caller: FetchCaller): GuardedFetch['fetch'] =>
  (request) =>
    fetch({ ...request, caller });
