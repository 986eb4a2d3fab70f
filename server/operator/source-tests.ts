import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { TestedSource } from '../../contract/api/operator/operator-answers.ts';
import type { KeyedSourceId, SetupSourceId } from '../../contract/operator/setup-sources.ts';
import type { SourceOutcome } from '../../contract/operator/source-outcome.ts';
import { NOTHING_DECLARED } from '../../contract/schemas/damage.ts';
import { type MakeKey, SUPPORTED_MAKES } from '../../contract/schemas/vehicle.ts';
import { CATEGORIES } from '../categories/generic-categories.ts';
import type { Config } from '../config.ts';
import { type Budget, createBudget } from '../damage-detectors/vision/budget.ts';
import { NO_CACHE } from '../damage-detectors/vision/cache.ts';
import { type FailureKind, type VisionClient, VisionFailure } from '../damage-detectors/vision/client.ts';
import { requestAnswer } from '../damage-detectors/vision/request.ts';
import { configuredPrice, configuredVision, openVision } from '../damage-detectors/vision/setup.ts';
import { dailySpendGate } from '../db/catalogue/vision-spend.ts';
import { invalidInput } from '../errors.ts';
import { lotSources } from '../lot-sources/index.ts';
import { type LotQuery, type LotSource, type SourceFailure, SourceFault } from '../lot-sources/lot-source.ts';
import { partsCatalogsAccess } from '../parts-catalogues/index.ts';
import { tryKey, tryVin } from '../parts-catalogues/parts-catalogs-com/try-key.ts';
import { readSamplePhotoFile, readSampleReport } from '../reports/sample-report.ts';
import { configuredEbay, priceSources } from '../suppliers/price-sources.ts';
import { decodeVin } from '../vehicles/decode-vin.ts';
import { describeVehicle } from '../vehicles/describe-vehicle.ts';
import { type SourceBase, sourceTools } from './source-tools.ts';

/** How a source took its keys; `left_out`: makes that they leave out, `address`: ours as a source sees it that refuses it. */
export type TriedKeys = { outcome: SourceOutcome; address: string | null; left_out: string[] };

const LONGEST_MS = 60_000;
/** A VIN that no auction ever lists: its serial is zero. */
const NO_CARS_VIN = '1HGCV1F30KA000000';
const SAMPLE_PHOTO = '90000001-front';

/** Tries the keys of a configuration by the smallest call the source has. */
export async function tryKeys(base: SourceBase, source: KeyedSourceId, config: Config): Promise<TriedKeys> {
  const signal = AbortSignal.timeout(LONGEST_MS);
  const plain = (outcome: SourceOutcome): TriedKeys => ({ outcome, address: null, left_out: [] });
  if (source === 'vision') return plain(await tryModel(base, config, signal));
  if (source === 'ebay') {
    const [ebay] = priceSources(configuredEbay(config, sourceTools(base).prices));
    return plain(ebay === undefined ? 'key_refused' : await ebay.tryKey(signal));
  }
  if (source === 'parts_catalogs') {
    const access = partsCatalogsAccess(config, sourceTools(base).prices);
    if (access === null) return plain('key_refused');
    const tried = await tryKey(access, signal);
    if (tried.outcome !== 'ok') return { ...tried, left_out: [] };
    return { ...plain('ok'), left_out: tried.missing.map((make) => SUPPORTED_MAKES[make]) };
  }
  const { outcome } = await findLots(base, source, config, { by: 'vin', vin: NO_CARS_VIN }, signal);
  return plain(outcome === 'nothing_found' ? 'ok' : outcome);
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

async function findLots(
  base: SourceBase,
  source: 'apibara' | 'auctionsapi',
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

function outcomeOf({ kind, cause }: VisionFailure): SourceOutcome {
  const status = statusSchema.safeParse(cause).data?.statusCode;
  return (status === undefined ? undefined : OF_STATUS[status]) ?? OF_MODEL[kind];
}

const gateOf = ({ pool }: SourceBase, config: Config) =>
  dailySpendGate(pool, null, {
    perUser: config.VISION_MAX_USD_PER_USER_DAY,
    all: config.VISION_MAX_USD_PER_DAY,
  });

/** A question without a picture, whose answer is two words; models that think first get room for it. */
async function tryModel(base: SourceBase, config: Config, signal: AbortSignal): Promise<SourceOutcome> {
  const client: VisionClient | null = configuredVision(config, base.fetch);
  if (client === null) return 'key_refused';
  const budget: Budget = createBudget({
    max_usd: config.VISION_MAX_USD_PER_REPORT,
    price: configuredPrice(config),
    gate: gateOf(base, config),
  });
  const question = {
    pass: 'find',
    instructions: 'Answer in JSON.',
    images: [],
    text: 'Answer {"ready": true}.',
    schema: {
      type: 'object',
      properties: { ready: { type: 'boolean' } },
      required: ['ready'],
      additionalProperties: false,
    },
    max_output_tokens: 2_000,
  } as const;
  try {
    await requestAnswer(
      { client, budget, cache: NO_CACHE, report: null, signal, deadline: signal, retry_ms: 500 },
      question,
      z.looseObject({}),
    );
    return 'ok';
  } catch (error) {
    if (error instanceof VisionFailure) return outcomeOf(error);
    throw error;
  }
}

const failed = (outcome: SourceOutcome, address: string | null = null): TestedSource => ({
  outcome,
  address,
  found: null,
});
const found = (value: NonNullable<TestedSource['found']>): TestedSource => ({
  outcome: 'ok',
  address: null,
  found: value,
});

/** Asks a source that is on as a report would; keeps nothing. Throws validation_error where `text` is not what it takes. */
export async function runTest(
  base: SourceBase,
  source: SetupSourceId,
  config: Config,
  text: string,
): Promise<TestedSource> {
  const signal = AbortSignal.timeout(LONGEST_MS);
  switch (source) {
    case 'vision':
      return await testPhoto(base, config, signal);
    case 'parts_catalogs':
      return await testCatalog(base, config, text, signal);
    case 'ebay':
      return await testNumber(base, config, text, signal);
    case 'apibara':
    case 'auctionsapi':
      return await testLot(base, source, config, text, signal);
    case 'vin':
      return testVin(text);
    default:
      throw invalidInput('There is no test of this source.', 'source');
  }
}

/** Examines one sample photo with the model in force. */
async function testPhoto(base: SourceBase, config: Config, signal: AbortSignal): Promise<TestedSource> {
  const { detector } = await openVision(config, base.fetch, { gate: () => gateOf(base, config), signal });
  const bytes = await readSamplePhotoFile(SAMPLE_PHOTO);
  if (bytes === null) throw new Error('the sample photo is not there');
  const { vehicle } = await readSampleReport();
  const started = performance.now();
  const { findings, engine, warnings } = await detector.detect({
    vehicle,
    photos: [
      {
        index: 1,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        width: 1600,
        height: 1200,
        label: null,
        read: async () => bytes,
      },
    ],
    declared: NOTHING_DECLARED,
    taxonomy: { version: 'part-categories 1', categories: CATEGORIES.map(({ id }) => id) },
    limits: { max_usd: config.VISION_MAX_USD_PER_REPORT, max_ms: LONGEST_MS, max_photos: 1 },
    signal,
  });
  if (engine.examined_photos === 0) {
    const whys = warnings.flatMap((note) =>
      typeof note !== 'string' && note.code === 'not_examined' ? note.why : [],
    );
    return failed(OF_MODEL[whys[0] ?? 'unreachable']);
  }
  const names = new Map(CATEGORIES.map(({ id, name }) => [id, name]));
  return found({
    kind: 'damage',
    model: engine.model ?? '',
    parts: findings
      .filter(({ evidence }) => evidence.length > 0)
      .map(({ category, side }) => ({ name: names.get(category) ?? category, side })),
    usd: engine.usd,
    seconds: Math.round((performance.now() - started) / 100) / 10,
  });
}

async function testCatalog(
  base: SourceBase,
  config: Config,
  text: string,
  signal: AbortSignal,
): Promise<TestedSource> {
  const access = partsCatalogsAccess(config, sourceTools(base).prices);
  const vehicle = vehicleOf(text);
  const make: MakeKey | null = vehicle.make_key;
  if (access === null) return failed('key_refused');
  if (make === null) return failed('nothing_found');
  const dated = base.now().toISOString().slice(0, 10);
  const tried = await tryVin(access, { ...vehicle, make_key: make }, signal, dated);
  if (tried.outcome !== 'ok') return failed(tried.outcome, tried.address);
  const { car, groups, examples } = tried;
  return found({ kind: 'numbers', car: car.title, by_vin: car.fit === 'exact_vin', groups, examples });
}

/** The vehicle of a VIN that someone typed; throws validation_error for a text that is none, or is masked. */
function vehicleOf(text: string) {
  const decoded = decodeVin(text);
  if (decoded === null || decoded.masked) throw invalidInput('A VIN has 17 letters and digits.', 'text');
  return describeVehicle({
    vin: decoded.vin,
    vin_masked: false,
    year: null,
    make: null,
    model: null,
    trim: null,
    body_style: null,
    engine: null,
    drive: null,
    transmission: null,
    fuel: null,
    color: null,
  });
}

function testVin(text: string): TestedSource {
  const { year, make, model, trim, engine } = vehicleOf(text);
  if (make === null && model === null) return failed('nothing_found');
  return found({ kind: 'vehicle', year, make, model, trim, engine });
}

async function testNumber(
  base: SourceBase,
  config: Config,
  text: string,
  signal: AbortSignal,
): Promise<TestedSource> {
  if (text === '') throw invalidInput('An OEM number is missing.', 'text');
  const [ebay] = priceSources(configuredEbay(config, sourceTools(base).prices));
  if (ebay === undefined) return failed('key_refused');
  const answer = await ebay.findOffers(text, signal);
  if (answer.kind === 'could_not') return failed(answer.outcome);
  if (answer.offers.length === 0) return failed('nothing_found');
  const prices = answer.offers.map(({ price }) => price);
  return found({ kind: 'offers', count: prices.length, low: Math.min(...prices), high: Math.max(...prices) });
}

async function testLot(
  base: SourceBase,
  source: 'apibara' | 'auctionsapi',
  config: Config,
  text: string,
  signal: AbortSignal,
): Promise<TestedSource> {
  if (text === '') throw invalidInput('A VIN or lot number is missing.', 'text');
  const vin = decodeVin(text);
  const query: LotQuery =
    vin !== null && !vin.masked ? { by: 'vin', vin: vin.vin } : { by: 'number', number: text, site: null };
  const { outcome, lots } = await findLots(base, source, config, query, signal);
  if (outcome !== 'ok') return failed(outcome);
  return found({
    kind: 'lots',
    lots: lots.slice(0, 5).map(({ lot }) => ({
      name: lot.name,
      site: lot.site,
      lot_number: lot.lot_number,
      photos: lot.images.length,
    })),
  });
}
