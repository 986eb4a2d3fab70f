import type { ToldBy } from '../../../contract/facts/number-facts.ts';
import type { Vehicle } from '../../../contract/schemas/vehicle.ts';
import type { OptionChoice } from './applicability-words.ts';

/** The answer the VIN gives, and what it says. */
export type Known = { readonly answer: string; readonly told: ToldBy };

/** The VIN is whole and its check digit right, or masked and at one with the listing. */
function decodedSurely(vehicle: Vehicle): Vehicle['decoded'] {
  const { decoded } = vehicle;
  if (!decoded) return null;
  const sure = decoded.masked ? vehicle.disagreements.length === 0 : decoded.check_digit_ok === true;
  return sure ? decoded : null;
}

/** What the VIN says to a choice, where it is certain; `ids` are the answers there are. */
export function choiceByVin(choice: OptionChoice, ids: readonly string[], vehicle: Vehicle): Known | null {
  const decoded = decodedSurely(vehicle);
  if (!decoded) return null;
  const told = {
    drive: decoded.drive,
    engine: decoded.engine,
    fuel: decoded.fuel,
    body: decoded.body_class,
    package: [decoded.trim, decoded.series].filter((text) => text !== null).join(' ') || null,
  }[choice.id];
  if (!told) return null;
  const found = choice.find(told);
  const [only] = found;
  if (only === undefined || found.length > 1) return null;
  const says = { code: 'vin', says: told } as const;
  if (ids.includes(only)) return { answer: only, told: says };
  // A package is no fact of the VIN that rules others out.
  return choice.id !== 'package' && ids.includes('other') ? { answer: 'other', told: says } : null;
}

/** Whether the car was surely built from a month on, by its model year: built from January before it to its December. */
export function builtByVin(from: string, vehicle: Vehicle): Known | null {
  const year = decodedSurely(vehicle)?.year ?? null;
  if (year === null) return null;
  const told = { code: 'vin_year', year } as const;
  if (from <= `${year - 1}-01`) return { answer: 'yes', told };
  return from > `${year}-12` ? { answer: 'no', told } : null;
}

/** Whether the model year is this one or later. */
export function yearByVin(from: number, vehicle: Vehicle): Known | null {
  const year = decodedSurely(vehicle)?.year ?? null;
  if (year === null) return null;
  return { answer: year >= from ? 'yes' : 'no', told: { code: 'vin_year', year } };
}
