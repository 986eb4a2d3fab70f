import { dollarsFromCents } from '../../../contract/schemas/money.ts';
import type { Calculation, DamageProbabilities } from './calculate-estimate.ts';

/** In one line, what an estimate from listed facts rests on. */
export function estimateBasis(reckoned: Calculation, probabilities: DamageProbabilities): string {
  const { facts, value } = reckoned;
  const car = {
    model: `priced as ${facts.make} ${facts.model}`,
    make: `priced as a typical ${facts.make}, model not known`,
    none: 'make not known, priced as a typical car',
  }[facts.known];
  const damage = probabilities.declared_known
    ? 'declared damage, photos not examined'
    : 'damage not declared: wide, from the value of the car';
  const worth = Math.round(dollarsFromCents(value.cents)).toLocaleString('en-US');
  return `${damage}; ${car}; value before the damage about $${worth}`;
}
