import { describe, expect, test } from 'vitest';
import type { EvidenceItem } from '../../../contract/evidence.ts';
import type { BodyClass } from '../../../contract/schemas/vehicle.ts';
import { categoryById } from '../../categories/generic-categories.ts';
import { damageLines } from '../lines/damage-lines.ts';
import { standardOperations } from '../lines/standard-operations.ts';
import { lineCost } from '../pricing/line-cost.ts';
import { ratesFor } from '../tables/labour-rates.ts';
import { vehicleFacts } from '../tables/vehicle-facts.ts';
import { vehicleValue } from '../tables/vehicle-value.ts';
import { pricedCar } from '../totals/calculate-estimate.ts';
import {
  type Belief,
  believeEvidence,
  believeListing,
  NO_REFERENCE,
  type ReferenceWorld,
} from './believe.ts';
import { referenceCosts } from './reference-cost.ts';

const TAX = { percent: 7, on_labour: false };
type Listed = { year: number; make: string; model: string; body_class: BodyClass };
const OUTER = ['front', 'rear', 'left', 'right', 'roof'];

/** A lot in its reference price world, and what its believed pieces cost on average, cents. */
function lotOf(car: Listed, words: string) {
  const listing: EvidenceItem[] = [
    { id: 'declared', kind: 'declared_damage', place: 'primary', words, site: 'iaai' },
  ];
  const facts = vehicleFacts(car);
  const priced = pricedCar(facts, car.year, 'usual');
  const rates = ratesFor({ id: 'insurer' }, 'TX', priced.price_class);
  const { told } = believeListing(car, listing, NO_REFERENCE);
  const lines = damageLines([], told.parts, { car: priced, rates, numbers: [], currencies: {} });
  const operations = standardOperations(lines, {
    year: car.year,
    body_class: car.body_class,
    electric: false,
    hybrid: false,
    stage: 'two',
  });
  const value = vehicleValue(facts, { year: car.year, mileage: 60_000 });
  const reference: ReferenceWorld = {
    own_value: { cents: value.cents, sd_log: value.sd_log },
    state: 'TX',
    costs: referenceCosts([...lines, ...operations], rates, TAX),
  };
  const costs = new Map(
    lines.map((line) => {
      const { parts, labour, refinish, materials, sublet } = lineCost(line, rates, 1);
      return [line.id.split(':')[0], parts.likely + labour.likely + refinish + materials + sublet.likely];
    }),
  );
  const listed = believeListing(car, listing, reference);
  const repair = ({ parts }: Belief): number =>
    parts.reduce((sum, part) => sum + part.probability * (costs.get(part.prior_id ?? '') ?? 0), 0);
  return { listing, listed, repair };
}

const CARS: Listed[] = [
  { year: 2020, make: 'BMW', model: '330i', body_class: 'sedan' },
  { year: 2016, make: 'Toyota', model: 'Camry', body_class: 'sedan' },
  { year: 2009, make: 'Ford', model: 'F-150', body_class: 'pickup' },
];

describe('a declared zone all of whose outer parts are seen whole', () => {
  test.each(
    CARS.flatMap((car) => ['FRONT END', 'REAR END', 'SIDE', 'LEFT FRONT'].map((words) => ({ car, words }))),
  )('leaves at most 15 % of the expected repair: $car.year $car.model, $words', ({ car, words }) => {
    const { listing, listed, repair } = lotOf(car, words);
    const unseen = believeEvidence(listed, listing);
    const photos = unseen.parts
      .filter(
        ({ category, hidden, name }) =>
          !hidden && name === null && categoryById(category)?.zones.some((zone) => OUTER.includes(zone)),
      )
      .map(
        ({ category, name, side, position }, at): EvidenceItem => ({
          id: `photo-${at}`,
          kind: 'photo_sighting',
          category,
          name,
          side,
          position,
          photo: (at % 4) + 1,
          surface: ['front', 'left', 'right', 'rear'][at % 4] ?? 'front',
          duplicate_of: null,
          visible_fraction: 0.85,
          poor_light: false,
          witness: { kind: 'model', family: 'qwen', small: false },
          look: { state: 'whole' },
        }),
      );
    const seen = believeEvidence(listed, [...listing, ...photos]);
    expect(repair(seen) / repair(unseen)).toBeLessThanOrEqual(0.15);
  });
});
