import { DATE_UNKNOWN } from '../../../contract/report-view/source-date.ts';
import type { Detection } from '../../../contract/schemas/damage.ts';
import type { Estimate } from '../../../contract/schemas/estimate.ts';
import type { Gap, ReportModel } from '../../../contract/schemas/report.ts';
import { buildEstimate, withLinks } from '../../estimate/build-estimate.ts';
import { NO_OVERRIDES } from '../../estimate/calculation/calculate.ts';
import type { EstimateInputs } from '../../estimate/calculation/estimate-inputs.ts';
import { prepareInputs } from '../../estimate/calculation/prepare-inputs.ts';
import { odometerStatusOf } from '../../estimate/evidence/listing-evidence.ts';
import type { MappedNumbers } from '../../estimate/lines/line-numbers.ts';
import type { CurrencyRates } from '../../estimate/pricing/catalogue-price.ts';
import { currencyRates } from '../../estimate/pricing/exchange-rates.ts';
import type { Profile } from '../../estimate/tables/labour-rates.ts';
import { readState, SALES_TAX_TABLE } from '../../estimate/tables/sales-tax.ts';
import { TOTAL_LOSS_TABLE, totalLoss } from '../../estimate/totals/total-loss.ts';
import type { Estimating } from '../../estimate/workers/estimating.ts';
import { groupVariants } from '../../parts-catalogues/merge/variants.ts';
import { optionQuestions } from '../../parts-catalogues/option-questions/option-questions.ts';
import type { Affiliates } from '../../suppliers/build-links.ts';
import { buildReportModel } from '../report-model.ts';
import { supplierLinksOf } from '../supplier-links.ts';
import { declaredDamageOf } from './declared-damage.ts';
import type { Outputs } from './outputs.ts';

/** What the estimate takes from the configuration. */
export type EstimateConfig = {
  profile: Profile;
  defaultState: string | null;
  /** Over those of the public table. */
  currencies: CurrencyRates;
  affiliates: Affiliates;
};

export type EstimateInput = {
  reportId: string;
  createdAt: string;
  crawled: Outputs['crawl_vehicle_data'];
  images: Outputs['download_images'];
  crawledParts: Outputs['crawl_vehicle_parts'];
  mapped: Outputs['map_vehicle_parts_to_generic_categories'];
  /** In place of what the mapped parts give, where these are no longer kept. */
  numbers?: readonly MappedNumbers[];
  detection: Detection;
};

/** Findings, numbers and prices → what the estimate is calculated from. */
function inputsOf(settings: EstimateConfig, input: EstimateInput, state: string | null): EstimateInputs {
  const { lot, vehicle } = input.crawled;
  const inputs = prepareInputs({
    vehicle,
    doors: vehicle.decoded?.doors ?? null,
    engine: vehicle.engine,
    mileage: lot.mileage,
    state,
    colour: lot.color,
    declared: declaredDamageOf(lot),
    keys: lot.keys,
    odometer: odometerStatusOf(lot.odometer?.brand ?? null),
    retail_value: lot.retail_value,
    detection: input.detection,
    numbers: input.numbers ?? groupVariants(input.mapped.parts, vehicle.make_key),
    currencies: currencyRates(settings.currencies, input.createdAt),
    profile: settings.profile,
    facts_from: lot.origin === 'entered' ? 'user' : 'listing',
  });
  return { ...inputs, questions: optionQuestions(buildEstimate(inputs).lines, vehicle) };
}

/** Findings, numbers and prices → the report model, computed once, and what its estimate is calculated from again. */
export async function makeReport(
  settings: EstimateConfig,
  estimating: Pick<Estimating, 'grounds'>,
  input: EstimateInput,
): Promise<{ model: ReportModel; inputs: EstimateInputs }> {
  const { lot, vehicle } = input.crawled;
  const state = readState(lot.location) ?? readState(lot.title) ?? settings.defaultState;
  const inputs = inputsOf(settings, input, state);
  const grounds = await estimating.grounds(inputs);
  const estimate = withLinks(
    buildEstimate(inputs, NO_OVERRIDES, grounds),
    supplierLinksOf(vehicle, settings.affiliates),
  );
  const model = buildReportModel({
    reportId: input.reportId,
    createdAt: input.createdAt,
    lot,
    vehicle,
    photos: input.images.photos,
    detection: input.detection,
    estimate,
    parts: input.mapped.parts,
    gaps: gapsOf(input),
    totalLoss: totalLoss(state, lot.title, estimate),
    sources: sourcesOf(input, estimate),
  });
  return { model, inputs };
}

function gapsOf({ images, crawledParts, detection }: EstimateInput): Gap[] {
  const warnings = detection.warnings.map((message) => ({
    step: 'detect_damaged_parts' as const,
    code: 'note',
    message,
  }));
  return [...images.gaps, ...crawledParts.gaps, ...warnings];
}

const MOST_SOURCES = 10;

const namedSource = ({ source, dated }: { source: string; dated: string | null }): string =>
  dated === null ? `${source} (${DATE_UNKNOWN})` : source;

function sourcesOf(
  input: EstimateInput,
  { versions, lines }: Pick<Estimate, 'versions' | 'lines'>,
): ReportModel['sources'] {
  const { lot, vehicle } = input.crawled;
  const origin = {
    fetched: `${lot.site}, read from ${lot.url}`,
    sample: `${lot.site} sample made up by LotLens`,
    own_page: `${lot.site} page supplied by the user, not fetched by LotLens`,
    entered: 'entered by hand by the user',
  }[lot.origin];
  const { parts } = input.crawledParts;
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
    { what: 'Lot and declared damage', source: origin, version: null, dated: lot.read_at },
    ...(vehicle.decoded
      ? [{ what: 'VIN decoding', source: 'NHTSA vPIC, offline table', version: null, dated: null }]
      : []),
    ...catalogues.slice(0, MOST_SOURCES).map((part) => ({
      what: 'OEM numbers and prices',
      source: namedSource(part),
      version: part.catalogue,
      dated: part.dated,
    })),
    ...[...prices.values()].slice(0, MOST_SOURCES).map((from) => ({
      what: 'Part prices',
      source: namedSource(from),
      version: null,
      dated: from.dated,
    })),
    ...[...rates.values()].map(({ rate_source, rate_date }) => ({
      what: 'Exchange rates',
      source: rate_source ?? 'not kept',
      version: null,
      dated: rate_date,
    })),
    {
      what: 'Damage',
      source:
        input.detection.engine.id === 'declared'
          ? 'Declared-damage table (probabilities, mostly judgment)'
          : `Photos examined by ${input.detection.engine.model ?? input.detection.engine.id}, with the declared damage`,
      version: [input.detection.engine.prompt_version, input.detection.engine.prior_version]
        .filter((version) => version !== null)
        .join(', '),
      dated: null,
    },
    {
      what: 'Hours, rates and price bands',
      source: 'Public anchors and judgment, tagged line by line',
      version: versions.tables,
      dated: versions.dated,
    },
    {
      what: 'Sales tax',
      source: 'Our table of rounded state and average local rates (judgment)',
      ...SALES_TAX_TABLE,
    },
    { what: 'Total-loss rules', source: 'Public lists of state rules, which conflict', ...TOTAL_LOSS_TABLE },
  ];
}
