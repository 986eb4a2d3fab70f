import type { ImportedEstimate, ImportedLine } from '../../contract/estimate-exchange/imported-estimate.ts';
import { type NumberMake, numberMake } from '../../contract/vehicles/makes.ts';
import { numberFormatOk } from '../parts-catalogues/merge/number-format.ts';
import { decodeVin } from '../vehicles/decode-vin.ts';
import { readMake } from '../vehicles/makes.ts';
import { modelKey } from '../vehicles/model-key.ts';
import { listedMake } from '../vehicles/models.ts';
import { unreadableEstimate } from './unreadable-estimate.ts';

/** A line of an estimate that tells an OEM number of its car. */
export type KeepablePart = {
  readonly line: number;
  /** As written. */
  readonly number: string;
  readonly name: string;
  readonly group: string;
  readonly side: 'left' | 'right' | null;
  /** US dollars for one piece; null: none is told, or it is another part's or in other money. */
  readonly price: number | null;
  readonly quantity: number;
  readonly labour_hours: number;
  readonly refinish_hours: number;
  /** What its hours are for. */
  readonly operation: ImportedLine['operation'];
};

/** The car of a VIN, as reports of its kind are found by. */
export type KeepableCar = {
  readonly vin: string;
  readonly make: string;
  readonly model: string | null;
  /** Null: no model is told, so it is like no other car. */
  readonly model_key: string | null;
  readonly year: number | null;
};

/** What an estimate tells of its car for later reports of the same account. */
export type KeepableEstimate = KeepableCar & { readonly parts: readonly KeepablePart[] };

const isUnitedStates = (country: string | null): boolean => country === null || /^usa?$/i.test(country);

const sum = (hours: readonly number[]): number =>
  Math.round(hours.reduce((all, one) => all + one, 0) * 100) / 100;

function keepable(line: ImportedLine, number: string, priced: boolean): KeepablePart {
  const { side, part } = line;
  return {
    line: line.number,
    number,
    name: line.description,
    group: line.group ?? '',
    side: side === 'left' || side === 'right' ? side : null,
    // On a line of another part the price is that part's.
    price: priced && part?.type === 'oem' && part.price !== null && part.price > 0 ? part.price : null,
    quantity: part?.quantity ?? 1,
    labour_hours: sum(line.labour.map(({ hours }) => hours)),
    refinish_hours: line.refinish_hours,
    operation: line.operation,
  };
}

/** What is told of a car beside its VIN. */
type ToldCar = Pick<ImportedEstimate['vehicle'], 'make' | 'model' | 'year'>;
const NOTHING_TOLD: ToldCar = { make: null, model: null, year: null };

/** The car of a whole VIN, which goes before what is told beside it; null where it is no VIN, `make` null where no report can be made of it. */
export function keepableCar(
  vin: string,
  told: ToldCar = NOTHING_TOLD,
): (Omit<KeepableCar, 'make'> & { make: NumberMake | null }) | null {
  const decoded = decodeVin(vin, told.year);
  if (decoded === null) return null;
  const { key: make_key, name } = readMake(decoded.make ?? told.make ?? '');
  const make = numberMake({ make: name, make_key });
  const model = decoded.model ?? told.model;
  return {
    vin,
    make,
    model,
    model_key: model === null || make === null ? null : modelKey(listedMake(make), model),
    year: decoded.year ?? told.year,
  };
}

/**
 * The OEM numbers of an estimate with their prices and hours: only those of lines that count, that have the shape of the make's numbers, of a car
 * whose whole VIN is told and right. Throws validation_error where there is none of that, or where we wrote it ourselves.
 */
export function keepableParts({ system, country, vehicle, lines }: ImportedEstimate): KeepableEstimate {
  if (system === 'lotlens') throw unreadableEstimate('own_prefill');
  const { vin, vin_check_ok } = vehicle;
  const car = vin === null || vin_check_ok !== true ? null : keepableCar(vin, vehicle);
  if (car === null) throw unreadableEstimate('no_vin');
  const { make } = car;
  const parts = lines.flatMap((line) => {
    const number = line.part?.oem_number ?? null;
    if (!line.counts || make === null || number === null || !numberFormatOk(make, number)) return [];
    return [keepable(line, number, isUnitedStates(country))];
  });
  if (make === null || parts.length === 0) throw unreadableEstimate('no_numbers');
  return { ...car, make, parts };
}
