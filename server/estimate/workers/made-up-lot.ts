import type { EstimateInputs } from '../calculation/estimate-inputs.ts';
import { inputsOfLot } from '../estimate-lot.ts';
import { readLotFacts } from '../lot-facts.ts';

/** Made up: any car with a hit. */
const LOT = { year: 2018, make: 'Honda', model: 'Accord', primary_damage: 'Front end', state: 'TX' };

/** What a process calculates to be quick when it is asked: the first calculations take ten times as long as later ones. */
export function madeUpInputs(): EstimateInputs {
  const lot = readLotFacts(LOT);
  if (lot === null) throw new Error('The made-up lot can not be read.');
  return inputsOfLot(lot);
}
