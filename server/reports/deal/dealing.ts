import type { ListedDeal } from '../../../contract/deal/deal-brief.ts';
import type { WorkCaller } from '../../concurrency/work-caller.ts';
import type { Deal } from '../../deals/deal-lot.ts';
import { createWorkerPool, type OpenPool } from '../../workers/worker-pool.ts';
import type { DealFigures } from './deal-jobs.ts';
import type { ListedDealJob } from './listed-deal.ts';

/** Deals beside the process that serves people: many at once, each some hundredths of a second, in their caller's turns. */
export type Dealing = {
  figures(caller: WorkCaller, deal: Deal): Promise<DealFigures>;
  /** The deal of a lot without a report. */
  listed(caller: WorkCaller, job: ListedDealJob): Promise<ListedDeal>;
  close(): Promise<void>;
};

const WORKER = { size: 1, mostWaiting: 64, mostWaitingOfOne: 64, timeMs: 30_000, heapMb: 256 };

/** `idleMs` as a pool's. */
export function createDealing({
  idleMs,
  openPool = createWorkerPool,
}: {
  idleMs: number;
  openPool?: OpenPool;
}): Dealing {
  const script = new URL('deal-worker.ts', import.meta.url);
  const pool = openPool({ script, ...WORKER, idleMs });
  return {
    figures: (caller, deal) => pool.run(caller, 'figures', deal) as Promise<DealFigures>,
    listed: (caller, job) => pool.run(caller, 'listed', job) as Promise<ListedDeal>,
    close: () => pool.close(),
  };
}
