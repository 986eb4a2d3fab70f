import type { EvidenceItem } from '../../../contract/evidence.ts';
import type { Finding } from '../../../contract/schemas/damage.ts';
import type { Car } from '../../damage-detectors/declared/equipment-take-rate.ts';
import type { RepairedCar } from '../lines/included-operations.ts';
import type { MappedNumbers } from '../lines/line-numbers.ts';
import type { CurrencyRates } from '../pricing/catalogue-price.ts';
import type { PricedCar } from '../pricing/part-price.ts';
import type { Rates } from '../tables/labour-rates.ts';
import type { VehicleFacts } from '../tables/vehicle-facts.ts';
import type { VehicleValue } from '../tables/vehicle-value.ts';

/** All that an estimate is calculated from, as values: what the tables said on the day it was made. */
export type EstimateInputs = {
  /** What decides which parts the car has. */
  readonly body: Car;
  readonly facts: VehicleFacts;
  /** The car as part prices and hours take it. */
  readonly priced: PricedCar;
  /** The car as operations take it. */
  readonly repaired: RepairedCar;
  /** Our own model's value before the damage. */
  readonly own_value: VehicleValue;
  /** Two letters; null unknown. */
  readonly state: string | null;
  readonly tax: { readonly percent: number; readonly on_labour: boolean; readonly known: boolean };
  readonly rates: {
    /** What insurers pay in the state: the reference price world. */
    readonly reference: Rates;
    /** Of the profile the estimate was made with. */
    readonly asked: Rates;
  };
  readonly currencies: CurrencyRates;
  readonly numbers: readonly MappedNumbers[];
  /** The listing's and the photos' evidence, as the report was made. */
  readonly evidence: readonly EvidenceItem[];
  /** What was found on photos: words, boxes and ways of repair for the lines. */
  readonly findings: readonly Finding[];
  readonly photos_examined: number;
};
