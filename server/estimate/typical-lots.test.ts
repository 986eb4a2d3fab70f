import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { partProbabilities } from '../damage-detectors/declared/part-probabilities.ts';
import { bodyClassOf } from '../vehicles/body-class.ts';
import { readMake } from '../vehicles/makes.ts';
import { readLotFacts } from './lot-facts.ts';
import { calculateEstimate } from './totals/calculate-estimate.ts';

const lots = readFileSync(new URL('fixtures/typical-lots.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) =>
    z
      .looseObject({ id: z.string(), plausible_from: z.number(), plausible_to: z.number() })
      .parse(JSON.parse(line)),
  );

test.each(lots)('$id is priced where an estimator would expect it', (written) => {
  const lot = readLotFacts(written);
  if (!lot) throw new Error('not an object');
  const { year, model, trim, fuel, mileage, state, declared } = lot;
  const make = lot.make === null ? null : readMake(lot.make).name;
  const body_class = bodyClassOf({ body_style: lot.body_style, make, model, decoded: null });
  const vehicle = { year, make, model, trim, body_class, fuel };
  const probabilities = partProbabilities({ declared, vehicle });
  const { total } = calculateEstimate({
    vehicle,
    mileage,
    title: declared.title,
    state,
    findings: [],
    probabilities,
  });
  expect(total.likely / 100).toBeGreaterThan(written.plausible_from);
  expect(total.likely / 100).toBeLessThan(written.plausible_to);
  expect(total.high / total.low).toBeGreaterThan(2);
});
