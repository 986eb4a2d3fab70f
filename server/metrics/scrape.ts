import type { Registry } from 'prom-client';
import { atMostMs } from '../concurrency/pause.ts';
import type { ServiceGauges } from './service-gauges.ts';

/** A scrape waits so long for new figures of the database; then it tells the last ones, ms. */
const LONGEST_WAIT_MS = 1_500;

export type Scrape = { contentType: string; text(): Promise<string> };

/** All figures of this process as Prometheus reads them; who asks meanwhile gets the same text. */
export function scrapeOf(registry: Registry, gauges: ServiceGauges): Scrape {
  let running: Promise<string> | null = null;
  const read = async (): Promise<string> => {
    await atMostMs(gauges.refresh(), LONGEST_WAIT_MS);
    return await registry.metrics();
  };
  return {
    contentType: registry.contentType,
    text() {
      running ??= read().finally(() => {
        running = null;
      });
      return running;
    },
  };
}
