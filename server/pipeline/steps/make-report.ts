import type { NumberSource } from '../../../contract/facts/number-facts.ts';
import type { Detection } from '../../../contract/schemas/damage.ts';
import { NO_EDITS } from '../../../contract/schemas/edit-report.ts';
import type { Estimate } from '../../../contract/schemas/estimate.ts';
import type { Lot } from '../../../contract/schemas/lot.ts';
import type { CataloguePart, MappedPart } from '../../../contract/schemas/part.ts';
import type { Gap, ReportModel } from '../../../contract/schemas/report.ts';
import { numberMake } from '../../../contract/vehicles/makes.ts';
import type { ReportStart } from '../../db/accounts/preferences.ts';
import { buildEstimate, overridesOf, withLinks } from '../../estimate/build-estimate.ts';
import type { EstimateInputs } from '../../estimate/calculation/estimate-inputs.ts';
import { type EstimateFacts, prepareInputs } from '../../estimate/calculation/prepare-inputs.ts';
import { odometerStatusOf } from '../../estimate/evidence/listing-evidence.ts';
import type { MappedNumbers } from '../../estimate/lines/line-numbers.ts';
import type { CurrencyRates } from '../../estimate/pricing/catalogue-price.ts';
import { currencyRates } from '../../estimate/pricing/exchange-rates.ts';
import type { Profile } from '../../estimate/tables/labour-rates.ts';
import { stateOfLot } from '../../estimate/tables/read-place.ts';
import { SALES_TAX_TABLE } from '../../estimate/tables/sales-tax.ts';
import { type LossLot, lossLot, TOTAL_LOSS_TABLE, totalLoss } from '../../estimate/totals/total-loss.ts';
import type { Calculating } from '../../estimate/workers/estimating.ts';
import { mergeParts } from '../../parts-catalogues/merge/merge-parts.ts';
import { groupVariants } from '../../parts-catalogues/merge/variants.ts';
import { optionQuestions } from '../../parts-catalogues/option-questions/option-questions.ts';
import type { Affiliates } from '../../suppliers/build-links.ts';
import type { EstimatedParts } from '../kept-parts.ts';
import { buildReportModel } from '../report-model.ts';
import { supplierLinksOf } from '../supplier-links.ts';
import { declaredDamageOf } from './declared-damage.ts';
import { mapVehicleParts } from './map-vehicle-parts.ts';
import type { Outputs } from './outputs.ts';

/** What the estimate takes from the configuration. */
export type EstimateConfig = {
  profile: Profile;
  defaultState: string | null;
  /** Over those of the public table. */
  currencies: CurrencyRates;
  affiliates: Affiliates;
};

const NO_START: ReportStart = { settings: {}, state: null };

export type EstimateInput = {
  reportId: string;
  createdAt: string;
  crawled: Outputs['crawl_vehicle_data'];
  images: Outputs['download_images'];
  crawledParts: Outputs['crawl_vehicle_parts'];
  mapped: Outputs['map_vehicle_parts_to_generic_categories'];
  /** In place of what the mapped parts give, where these are no longer kept. */
  numbers?: readonly MappedNumbers[];
  /** What the estimates that its owner keeps tell of the car. */
  estimated: EstimatedParts;
  detection: Detection;
  /** What was read off the photos; empty where they were not read. */
  read?: Pick<ReportModel, 'photo_readings' | 'photo_text'>;
  /** Of its owner's account; none where nobody owns it. */
  start?: ReportStart;
};

/** The two letters of the state a car is repaired in. */
const stateOf = (lot: Lot, settings: EstimateConfig): string | null =>
  stateOfLot(lot) ?? settings.defaultState;

/** What a total-loss verdict needs to know of a report's lot. `made`: ISO time of the report. */
export const lossOf = (
  lot: Lot,
  { year }: { year: number | null },
  made: string,
  defaultState: string | null,
): LossLot =>
  lossLot(
    { url: lot.url, location: lot.location, declared: declaredDamageOf(lot) },
    { year, defaultState, day: made },
  );

/** As the service is set, with the state that an account's reports start with. */
export const settingsFrom = (settings: EstimateConfig, { state }: ReportStart): EstimateConfig => ({
  ...settings,
  defaultState: state ?? settings.defaultState,
});

/** What listing and VIN tell an estimate: neither photos nor numbers. `now`: ISO time, of the exchange rates. */
export function listedFacts(
  settings: EstimateConfig,
  { lot, vehicle }: Outputs['crawl_vehicle_data'],
  now: string,
): EstimateFacts {
  return {
    vehicle,
    doors: vehicle.decoded?.doors ?? null,
    engine: vehicle.engine,
    mileage: lot.mileage,
    state: stateOf(lot, settings),
    colour: lot.color,
    declared: declaredDamageOf(lot),
    keys: lot.keys,
    odometer: odometerStatusOf(lot.odometer?.brand ?? null, lot.odometer?.value != null),
    retail_value: lot.retail_value,
    detection: null,
    numbers: [],
    currencies: currencyRates(settings.currencies, now),
    profile: settings.profile,
    facts_from: lot.origin === 'entered' ? 'user' : 'listing',
  };
}

/**
 * The catalogues' parts with those the owner keeps: of estimates of this very car trusted most, of similar ones least; a dealer's
 * page adds price and fit to what a catalogue has, and its number where none has it.
 */
function numberedParts({ crawled, mapped, estimated }: EstimateInput): MappedPart[] {
  const make = numberMake(crawled.vehicle);
  const placed = (parts: readonly CataloguePart[]) => mapVehicleParts(make ?? '', parts).parts;
  return mergeParts(
    [...placed(estimated.own), ...mapped.parts, ...placed(estimated.opened), ...placed(estimated.similar)],
    make,
  );
}

/** Findings, numbers and prices → what the estimate is calculated from. */
function inputsOf(settings: EstimateConfig, input: EstimateInput): EstimateInputs {
  const { vehicle } = input.crawled;
  const inputs = prepareInputs({
    ...listedFacts(settings, input.crawled, input.createdAt),
    detection: input.detection,
    numbers: input.numbers ?? groupVariants(numberedParts(input), numberMake(vehicle)),
    stated: input.crawledParts.stated,
  });
  // Nobody is asked between fewer than two numbers.
  if (inputs.numbers.reduce((sum, { numbers }) => sum + numbers.length, 0) < 2) return inputs;
  const questions = optionQuestions(buildEstimate(inputs).lines, vehicle);
  // Without any they stay the same inputs, whose calculation is known from here on.
  return questions.length === 0 ? inputs : { ...inputs, questions };
}

/** Findings, numbers and prices → the report model, computed once, and what its estimate is calculated from again. */
export async function makeReport(
  settings: EstimateConfig,
  calculating: Pick<Calculating, 'grounds'>,
  input: EstimateInput,
): Promise<{ model: ReportModel; inputs: EstimateInputs }> {
  const { lot, vehicle } = input.crawled;
  const { start = NO_START } = input;
  const inputs = inputsOf(settingsFrom(settings, start), input);
  const grounds = calculating.grounds(inputs);
  // Calculated while a worker reckons what it rests on.
  const calculated = withLinks(
    buildEstimate(inputs, overridesOf({ ...NO_EDITS, scenario: start.settings })),
    supplierLinksOf(vehicle, settings.affiliates),
  );
  const estimate = { ...calculated, ...(await grounds) };
  const model = buildReportModel({
    reportId: input.reportId,
    createdAt: input.createdAt,
    lot,
    vehicle,
    photos: input.images.photos,
    detection: input.detection,
    read: input.read ?? {},
    estimate,
    parts: input.mapped.parts,
    gaps: gapsOf(input),
    totalLoss: totalLoss(
      lossOf(lot, vehicle, input.createdAt, settingsFrom(settings, start).defaultState),
      estimate,
    ),
    sources: sourcesOf(input, estimate),
    numberSources: numberSourcesOf(input),
  });
  return { model, inputs };
}

function gapsOf({ images, crawledParts, detection, estimated }: EstimateInput): Gap[] {
  const step = 'detect_damaged_parts';
  // Words are what a report of schema_version 1 kept of its detection.
  const warnings = detection.warnings.map(
    (note): Gap =>
      typeof note === 'string'
        ? { step, code: 'note', message: note }
        : { step, code: note.code, fact: note },
  );
  const parts = crawledParts.gaps.map(
    (gap): Gap =>
      gap.fact?.code === 'no_catalogue' && estimated.own.length > 0
        ? { ...gap, fact: { ...gap.fact, estimates: true } }
        : gap,
  );
  return [...images.gaps, ...parts, ...warnings];
}

/** What can bring numbers of this car, and whether it was asked; null where a report does not know. */
function numberSourcesOf({
  crawled: { vehicle },
  crawledParts,
  estimated,
}: EstimateInput): NumberSource[] | null {
  const { asked } = crawledParts;
  if (asked === undefined) return null;
  const { make_key, model, year, vin, vin_masked } = vehicle;
  const isNamed = model !== null && year !== null;
  const isWhole = vin !== null && !vin_masked;
  const isSupported = make_key !== null;
  const isRead = numberMake(vehicle) !== null;
  return [
    { source: 'parts_catalogs', on: asked.parts_catalogs, covers: isSupported && (isWhole || isNamed) },
    { source: 'imported_parts', on: asked.imported_parts, covers: isRead && model !== null },
    { source: 'sellers', on: asked.sellers, covers: isSupported && isNamed },
    { source: 'own_estimates', on: estimated.own.length > 0, covers: isRead && isWhole },
    { source: 'dealer_pages', on: estimated.opened.length > 0, covers: isSupported && isWhole },
  ];
}

const MOST_SOURCES = 10;

function sourcesOf(
  input: EstimateInput,
  { versions, lines }: Pick<Estimate, 'versions' | 'lines'>,
): ReportModel['sources'] {
  const { lot, vehicle } = input.crawled;
  const { own, opened, similar } = input.numbers ? { own: [], opened: [], similar: [] } : input.estimated;
  const shown = new Set(
    lines.flatMap(({ similar_numbers: numbers = [] }) => numbers.map(({ number }) => number)),
  );
  const parts = [
    ...own,
    ...input.crawledParts.parts,
    ...opened,
    ...similar.filter(({ number }) => shown.has(number)),
  ];
  const catalogues = [...new Map(parts.map((part) => [`${part.source} ${part.dated}`, part])).values()];
  const prices = new Map(
    parts.flatMap(({ price_from: from }) => (from ? [[`${from.source} ${from.dated}`, from] as const] : [])),
  );
  const rates = new Map(
    lines.flatMap(({ part_price: price }) =>
      price?.converted
        ? [[`${price.converted.rate_source} ${price.converted.rate_date}`, price.converted] as const]
        : [],
    ),
  );
  return [
    { kind: 'lot', version: null, dated: lot.read_at },
    ...(vehicle.decoded ? [{ kind: 'vin' as const, version: null, dated: null }] : []),
    ...catalogues.slice(0, MOST_SOURCES).map((part) => ({
      kind: 'numbers' as const,
      source: part.source,
      version: part.from_estimate || part.opened_page ? null : part.catalogue,
      dated: part.dated,
    })),
    ...[...new Set(input.crawledParts.stated?.map(({ dated }) => dated))]
      .slice(0, MOST_SOURCES)
      .map((dated) => ({
        kind: 'stated_numbers' as const,
        source: 'eBay sellers',
        version: null,
        dated,
      })),
    ...[...prices.values()].slice(0, MOST_SOURCES).map((from) => ({
      kind: 'prices' as const,
      source: from.source,
      version: null,
      dated: from.dated,
    })),
    ...[...rates.values()].map(({ rate_source, rate_own, rate_old, rate_date }) => ({
      kind: 'exchange_rates' as const,
      ...(rate_source === undefined ? {} : { source: rate_source }),
      ...(rate_own ? { own: rate_own } : {}),
      ...(rate_old ? { old: rate_old } : {}),
      version: null,
      dated: rate_date,
    })),
    {
      kind: 'damage',
      version: [input.detection.engine.prompt_version, input.detection.engine.prior_version]
        .filter((version) => version !== null)
        .join(', '),
      dated: null,
    },
    {
      kind: 'tables',
      version: versions.tables,
      dated: versions.dated,
    },
    { kind: 'sales_tax', ...SALES_TAX_TABLE },
    { kind: 'total_loss', ...TOTAL_LOSS_TABLE },
  ];
}
