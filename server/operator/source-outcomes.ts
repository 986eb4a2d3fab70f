import { z } from 'zod';
import type { KeyedSourceId } from '../../contract/operator/setup-sources.ts';
import type { SourceOutcome } from '../../contract/operator/source-outcome.ts';
import type { Config } from '../config.ts';
import type { SpendGate } from '../damage-detectors/vision/budget.ts';
import type { FailureKind, VisionFailure } from '../damage-detectors/vision/client.ts';
import { dailySpendGate } from '../db/catalogue/vision-spend.ts';
import { lotSources } from '../lot-sources/index.ts';
import { type LotQuery, type LotSource, type SourceFailure, SourceFault } from '../lot-sources/lot-source.ts';
import { type SourceBase, sourceTools } from './source-tools.ts';

/** The longest that Setup waits for one source, ms. */
export const LONGEST_MS = 60_000;

/** What asking a source came to, or `late` where it has not answered by then. */
export async function inTime<T>(
  late: T,
  ask: (signal: AbortSignal) => Promise<T>,
  longestMs: number = LONGEST_MS,
): Promise<T> {
  const signal = AbortSignal.timeout(longestMs);
  try {
    return await ask(signal);
  } catch (error) {
    if (signal.aborted) return late;
    throw error;
  }
}

const OF_LOT_SOURCE: Readonly<Record<SourceFailure, SourceOutcome>> = {
  denied: 'key_refused',
  not_in_plan: 'plan_refused',
  quota: 'quota',
  own_cap: 'own_cap',
  wait: 'wait',
  not_understood: 'not_understood',
  fault: 'fault',
  no_answer: 'no_answer',
  bad_data: 'unreadable',
};

/** What a source of lots has to a question, or how it refused. */
export async function findLots(
  base: SourceBase,
  source: Extract<KeyedSourceId, 'apibara' | 'auctionsapi'>,
  config: Config,
  query: LotQuery,
  signal: AbortSignal,
): Promise<{ outcome: SourceOutcome; lots: Awaited<ReturnType<LotSource['find']>> }> {
  const [asked] = lotSources({ ...config, LOT_SOURCES: [source] }, sourceTools(base));
  if (asked === undefined) return { outcome: 'key_refused', lots: [] };
  try {
    const lots = await asked.find(query, { signal });
    return { outcome: lots.length === 0 ? 'nothing_found' : 'ok', lots };
  } catch (error) {
    if (error instanceof SourceFault) return { outcome: OF_LOT_SOURCE[error.failure], lots: [] };
    throw error;
  }
}

const OF_MODEL: Readonly<Record<FailureKind, SourceOutcome>> = {
  busy: 'wait',
  unavailable: 'fault',
  timeout: 'no_answer',
  refused: 'declined',
  rejected: 'not_understood',
  unreadable: 'unreadable',
  unreachable: 'no_answer',
  gone: 'model_unknown',
  cut: 'not_understood',
  over_budget: 'own_cap',
  not_covered: 'no_answer',
};
const statusSchema = z.object({ statusCode: z.number() });
const OF_STATUS: Readonly<Record<number, SourceOutcome>> = {
  401: 'key_refused',
  403: 'key_refused',
  404: 'model_unknown',
};

/** How a model failed, in the words of Setup; what it answered tells more than our kind. */
export function modelOutcome({ kind, cause }: Pick<VisionFailure, 'kind' | 'cause'>): SourceOutcome {
  const status = statusSchema.safeParse(cause).data?.statusCode;
  return (status === undefined ? undefined : OF_STATUS[status]) ?? OF_MODEL[kind];
}

/** The day’s caps, which questions of Setup count against too. */
export const modelGate = ({ pool }: Pick<SourceBase, 'pool'>, config: Config): SpendGate =>
  dailySpendGate(pool, null, {
    perUser: config.VISION_MAX_USD_PER_USER_DAY,
    all: config.VISION_MAX_USD_PER_DAY,
  });
