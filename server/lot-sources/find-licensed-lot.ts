import { z } from 'zod';
import type { ReadLot } from '../auction-sites/auction-site.ts';
import type { Log } from '../log.ts';
import {
  isOf,
  type LookUp,
  type LotQuery,
  type LotSource,
  type SourceFailure,
  SourceFault,
  type SourceLot,
} from './lot-source.ts';

/** What a source said before, over all processes. */
export type SourceMemory = {
  read(about: string): Promise<ReadonlyMap<string, unknown>>;
  keep(about: string, what: string, answer: unknown): Promise<void>;
};

/** What a source said of a lot that it did not give. */
export type SourceTold = { source: string; outcome: SourceFailure | 'unknown'; sentence: string };

export type LicensedAnswer =
  | { kind: 'found'; source: string; lots: readonly SourceLot[] }
  | { kind: 'none'; told: readonly SourceTold[] };

/** Looks a lot up in the sources, one after the other. Throws only the reason of an aborted signal. */
export type FindLicensedLot = (query: LotQuery, lookUp: LookUp) => Promise<LicensedAnswer>;

export type SourceTools = {
  readonly sources: readonly LotSource[];
  memoryOf(source: string): SourceMemory;
  readonly log: Pick<Log, 'warn'>;
  readonly now: () => Date;
};

/** A lot that a source does not know is not asked for again so soon: new ones come in by the hour (judgement). */
const UNKNOWN_MS = 3_600_000;
const REST = 'rest';
const restSchema = z.object({ until: z.iso.datetime(), failure: z.string() });

const SENTENCES: Readonly<Record<SourceFailure | 'unknown', (label: string) => string>> = {
  unknown: (label) => `${label} does not know this lot.`,
  denied: (label) => `${label} does not accept our key.`,
  not_in_plan: (label) => `Our plan at ${label} does not include it.`,
  quota: (label) => `Our lookups at ${label} are used up for this period.`,
  own_cap: (label) => `The lookups we allow ourselves at ${label} are used up for now.`,
  wait: (label) => `${label} asks us to wait.`,
  not_understood: (label) => `${label} can’t look this up.`,
  fault: (label) => `${label} has a fault of its own.`,
  no_answer: (label) => `${label} did not answer.`,
  bad_data: (label) => `${label} answered something we can’t read.`,
};
const isFailure = (text: string): text is SourceFailure => Object.hasOwn(SENTENCES, text);

/** The finder over these sources, in their order. */
export function licensedLotFinder(tools: SourceTools): FindLicensedLot {
  return async (query, lookUp) => {
    const told: SourceTold[] = [];
    for (const source of tools.sources) {
      const answer = await askOne(tools, source, query, lookUp);
      if (typeof answer !== 'string') return { kind: 'found', source: source.label, lots: answer };
      told.push({ source: source.label, outcome: answer, sentence: SENTENCES[answer](source.label) });
    }
    return { kind: 'none', told };
  };
}

async function askOne(
  tools: SourceTools,
  source: LotSource,
  query: LotQuery,
  lookUp: LookUp,
): Promise<readonly SourceLot[] | SourceFailure | 'unknown'> {
  const memory = tools.memoryOf(source.name);
  const about = nameOf(query);
  const resting = (await remembered(tools, memory, REST)) ?? (await remembered(tools, memory, about));
  if (resting !== null) return resting;
  try {
    const lots = (await source.find(query, lookUp)).filter((lot) => isOf(lot, query));
    if (lots.length > 0) return lots;
    await rest(tools, memory, about, 'unknown', UNKNOWN_MS);
    return 'unknown';
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error;
    const { failure, restMs } = error;
    tools.log.warn({ source: source.name, failure, restMs }, 'licensed lot data');
    if (restMs !== null) await rest(tools, memory, REST, failure, restMs);
    return failure;
  }
}

const nameOf = (query: LotQuery): string => {
  if (query.by === 'link') return `link:${query.link.site}:${query.link.id}`;
  return query.by === 'vin' ? `vin:${query.vin}` : `number:${query.site ?? ''}:${query.number}`;
};

async function remembered(
  tools: SourceTools,
  memory: SourceMemory,
  about: string,
): Promise<SourceFailure | 'unknown' | null> {
  const kept = restSchema.safeParse((await memory.read(about)).get(REST));
  if (!kept.success || Date.parse(kept.data.until) <= tools.now().getTime()) return null;
  const { failure } = kept.data;
  return failure === 'unknown' || isFailure(failure) ? failure : null;
}

/** Keeps that there is nothing to ask: of one lot, or (`about` = `rest`) of any. */
export async function rest(
  tools: Pick<SourceTools, 'now'>,
  memory: SourceMemory,
  about: string,
  failure: SourceFailure | 'unknown',
  ms: number,
): Promise<void> {
  const until = new Date(tools.now().getTime() + ms).toISOString();
  await memory.keep(about, REST, { until, failure });
}

/** Its quota is used up from now on. */
export const restQuota = (tools: Pick<SourceTools, 'now'>, memory: SourceMemory, ms: number): Promise<void> =>
  rest(tools, memory, REST, 'quota', ms);

/** The lot as it was asked for: under its own link. */
export const asAsked = (lot: ReadLot, query: LotQuery): ReadLot =>
  query.by !== 'link'
    ? lot
    : {
        ...lot,
        site: query.link.site,
        url: query.link.canonicalUrl,
        lot_number: query.link.lotNumber ?? lot.lot_number,
      };
