import type { StatedBySellers } from '../../../contract/facts/stated-number.ts';
import type { Detection } from '../../../contract/schemas/damage.ts';
import { layoutShare } from '../../damage-detectors/declared/layouts.ts';
import { type ListingFacts, listingEvidence } from '../evidence/listing-evidence.ts';
import { photoEvidence } from '../evidence/photo-evidence.ts';
import type { MappedNumbers } from '../lines/line-numbers.ts';
import type { CurrencyRates } from '../pricing/catalogue-price.ts';
import { pricedCar } from '../pricing/priced-car.ts';
import { paintStageOf } from '../pricing/refinish.ts';
import { FIXED_LINES } from '../tables/fixed-lines.ts';
import { type Profile, ratesFor } from '../tables/labour-rates.ts';
import { onCurve } from '../tables/read-table.ts';
import { salesTax } from '../tables/sales-tax.ts';
import { TABLES_DATED, TABLES_ID, TABLES_VERSION } from '../tables/table-versions.ts';
import { type ListedVehicle, vehicleFacts } from '../tables/vehicle-facts.ts';
import { vehicleValue } from '../tables/vehicle-value.ts';
import { ENGINE_ID } from './engine-id.ts';
import type { EstimateInputs } from './estimate-inputs.ts';

/** What is known of a lot when its estimate is made; unknown is null. */
export type EstimateFacts = ListingFacts & {
  readonly vehicle: ListedVehicle;
  readonly doors: number | null;
  readonly engine: string | null;
  /** Whole miles. */
  readonly mileage: number | null;
  /** Two letters. */
  readonly state: string | null;
  /** As listed: some colors tell that they are three-stage or two-tone. */
  readonly colour: string | null;
  /** What photos showed; null where there is no detector's answer. */
  readonly detection: Detection | null;
  readonly numbers: readonly MappedNumbers[];
  /** What sellers state where no catalogue has a number. */
  readonly stated?: readonly StatedBySellers[] | undefined;
  readonly currencies: CurrencyRates;
  readonly profile: Profile;
  /** The year of the estimate, by default that of our tables. */
  readonly written_in?: number | undefined;
  /** Where the facts of the lot come from. */
  readonly facts_from: EstimateInputs['facts_from'];
};

/** What the listing says of the air bags, where a user may say otherwise: of missing ones there is nothing to ask. */
function airbagsTold({ airbags }: ListingFacts['declared']): EstimateInputs['airbags_told'] {
  return airbags === 'missing' || airbags === 'none' ? null : (airbags ?? 'unknown');
}

const INSURER: Profile = { id: 'insurer' };

/** The facts of a lot with what today's tables say of them: from here on no table is asked for them again. */
export function prepareInputs(given: EstimateFacts): EstimateInputs {
  const { vehicle, state, detection, profile } = given;
  const facts = vehicleFacts(vehicle);
  const priced = pricedCar(facts, vehicle.year, 'usual', given.written_in);
  const radar = layoutShare('radar_front', vehicle);
  const rearRadar = layoutShare('blind_spot_radar', vehicle);
  const of = (which: Profile) => ratesFor(which, state, priced.price_class, priced.aluminium);
  const reference = of(INSURER);
  return {
    version: 1,
    body: {
      year: vehicle.year,
      make: vehicle.make,
      model: vehicle.model,
      body_class: vehicle.body_class ?? null,
      fuel: vehicle.fuel ?? null,
      doors: given.doors,
      engine: given.engine,
    },
    facts: {
      known: facts.known,
      make: facts.make,
      model: facts.model,
      electric: facts.electric,
      hybrid: facts.hybrid,
    },
    priced: {
      ...priced,
      aluminium: priced.aluminium ?? false,
      steel_front_bumper: priced.steel_front_bumper ?? false,
      front_radar: (radar ?? onCurve(FIXED_LINES.sensor_share_by_year.front, priced.year)) >= 0.5,
    },
    repaired: {
      year: priced.year,
      body_class: priced.body_class,
      electric: facts.electric,
      hybrid: facts.hybrid,
      stage: paintStageOf(given.colour),
      ...(radar === null ? {} : { front_radar: radar }),
      ...(rearRadar === null ? {} : { rear_radar: rearRadar }),
    },
    own_value: vehicleValue(facts, { year: vehicle.year, mileage: given.mileage }),
    state,
    tax: salesTax(state),
    rates: { reference, asked: profile.id === 'insurer' ? reference : of(profile) },
    currencies: { ...given.currencies },
    numbers: [...given.numbers],
    ...(given.stated && given.stated.length > 0 ? { stated: [...given.stated] } : {}),
    evidence: [...listingEvidence(given), ...(detection ? photoEvidence(detection) : [])],
    findings: detection?.findings ?? [],
    photos_examined: detection?.engine.examined_photos ?? 0,
    ...(detection?.rates ? { detection_rates: detection.rates } : {}),
    listed: { retail_value: given.retail_value, colour: given.colour },
    airbags_told: airbagsTold(given.declared),
    questions: [],
    facts_from: given.facts_from,
    versions: {
      tables: TABLES_VERSION,
      tables_id: TABLES_ID,
      prior: detection?.engine.prior_version ?? 'none',
      dated: TABLES_DATED,
      engine: ENGINE_ID,
    },
  };
}
