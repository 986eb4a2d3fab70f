import { readFileSync } from 'node:fs';
import { readLotFacts } from './server/estimate/lot-facts.ts';
import { prepareInputs } from './server/estimate/calculation/prepare-inputs.ts';
import { calculate } from './server/estimate/calculation/calculate.ts';
import { drawCosts, DRAWN_NOISE } from './server/estimate/calculation/draws.ts';
const rows = readFileSync('server/estimate/fixtures/typical-lots.jsonl','utf8').trim().split('\n');
for (const k of [0,2,3,10,14,15]) {
  const lot = readLotFacts(JSON.parse(rows[k]!))!;
  const inputs = prepareInputs({ vehicle: { year: lot.year, make: lot.make, model: lot.model, trim: lot.trim, body_class: null, fuel: null, drive: lot.drive }, doors: null, engine: lot.engine, mileage: lot.mileage, state: lot.state, colour: lot.color, declared: lot.declared, keys: null, odometer: null, retail_value: null, detection: null, numbers: [], currencies: {}, profile: {id:'insurer'} });
  const c = calculate(inputs);
  const d = drawCosts(c.listing.lines);
  let m=0; c.listing.weights.forEach((w,at)=>{ m += w*d.reference[Math.floor(at/8)]!*DRAWN_NOISE.common[at]!; });
  let m2=0; c.listing.weights.forEach((w,at)=>{ m2 += w*d.reference[Math.floor(at/8)]!; });
  console.log(lot.declared.primary, 'value', c.listing.market.value!.cents/100, 'unbent mean', m/100, 'no noise', m2/100, 'avg', c.estimate.outcome!.average, 'sev', c.belief.severity.mean, c.belief.severity.classes);
}
