import { createHash } from 'node:crypto';
import type { TestedSource } from '../../contract/api/operator/operator-answers.ts';
import type { SetupSourceId } from '../../contract/operator/setup-sources.ts';
import type { SourceOutcome } from '../../contract/operator/source-outcome.ts';
import { NOTHING_DECLARED } from '../../contract/schemas/damage.ts';
import type { MakeKey } from '../../contract/vehicles/makes.ts';
import { CATEGORIES } from '../categories/generic-categories.ts';
import type { Config } from '../config.ts';
import { openVision } from '../damage-detectors/vision/setup.ts';
import { invalidInput } from '../errors.ts';
import type { LotQuery } from '../lot-sources/lot-source.ts';
import { partsCatalogsAccess } from '../parts-catalogues/index.ts';
import { tryVin } from '../parts-catalogues/parts-catalogs-com/try-key.ts';
import { readSamplePhotoFile, readSampleReport } from '../reports/sample-report.ts';
import { configuredEbay, priceSources } from '../suppliers/price-sources.ts';
import { decodeVin } from '../vehicles/decode-vin.ts';
import { describeVehicle } from '../vehicles/describe-vehicle.ts';
import { findLots, inTime, LONGEST_MS, modelGate, modelOutcome } from './source-outcomes.ts';
import { type SourceBase, sourceTools } from './source-tools.ts';

const SAMPLE_PHOTO = '90000001-front';

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
export const runTest = (
  base: SourceBase,
  source: SetupSourceId,
  config: Config,
  text: string,
): Promise<TestedSource> =>
  inTime(failed('no_answer'), (signal) => askSource(base, source, config, text, signal));

async function askSource(
  base: SourceBase,
  source: SetupSourceId,
  config: Config,
  text: string,
  signal: AbortSignal,
): Promise<TestedSource> {
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
  const { detector } = await openVision(config, base.fetch, { gate: () => modelGate(base, config), signal });
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
    return failed(modelOutcome({ kind: whys[0] ?? 'unreachable', cause: null }));
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
