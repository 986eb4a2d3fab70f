import type pg from 'pg';
import type { DamageDetector } from '../damage-detectors/detector.ts';
import type { Announcer } from '../db/reports/report-events.ts';
import type { Run } from '../db/reports/report-runs.ts';
import type { Estimating } from '../estimate/workers/estimating.ts';
import type { Log } from '../log.ts';
import type { PhotoTools } from '../lots/lot-photos.ts';
import type { ScrapeTools } from '../lots/scrape-lot.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { PartsCatalogue } from '../parts-catalogues/parts-catalogue.ts';
import type { TextReader } from '../photo-reading/text-reader.ts';
import type { SellerNumbers } from '../suppliers/seller-numbers/seller-numbers.ts';
import type { EstimateConfig } from './steps/make-report.ts';

/** What the eight steps need. */
export type PipelineTools = {
  log: Log;
  lots: ScrapeTools;
  photos: PhotoTools;
  /** VIN and odometer off the photos, by the add-on for it. */
  textReader: TextReader;
  announcer: Announcer;
  catalogues: readonly PartsCatalogue[];
  /** What sellers state where no catalogue has a number; null: not asked. */
  sellers: SellerNumbers | null;
  detector: DamageDetector;
  /** Most a report may spend on a paid photo check, US dollars. */
  photoCheckUsd: number;
  /** How long a report that has all its photos waits until they are examined, ms. */
  photoWaitMs: number;
  /** How long a report that has all its photos waits for the text reader, and until they may be sent, ms. */
  readerWaitMs: number;
  estimate: EstimateConfig;
  estimating: Pick<Estimating, 'expect' | 'for'>;
  /** What is counted of runs. */
  metrics: Pick<Metrics, 'step' | 'report'>;
  /** What else the transaction that ends a report does. */
  reportEnded(client: pg.PoolClient, run: Run, outcome: 'ready' | 'failed'): Promise<void>;
};
