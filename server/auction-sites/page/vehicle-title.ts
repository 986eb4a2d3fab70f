import { splitMake } from '../../vehicles/makes.ts';
import type { LotFacts } from '../auction-site.ts';
import { textOf, yearOf } from './listing-values.ts';

type Names = Pick<LotFacts, 'name' | 'year' | 'make' | 'model' | 'trim'>;

const NO_NAMES: Names = { name: null, year: null, make: null, model: null, trim: null };

/**
 * A car's name as listed, taken apart: `2022 Ford F-150, Platinum`. What stands after a comma is the trim. Without
 * one, model and trim can't be told apart: `model` is what `knownModel` says, else the whole rest.
 */
export function readVehicleTitle(title: string | null, knownModel: string | null = null): Names {
  // A name cut short loses its last word, which may be half of one.
  const listed = title === null ? null : withoutVin(title).replace(/\s*\S*(?:…|\.{3})$/, '');
  const name = textOf(listed?.replace(/\s*,\s*/g, ' ') ?? null);
  const [, year, afterYear] = /^((?:19|20)\d{2})\s+(\S.*)$/.exec(textOf(listed) ?? '') ?? [];
  if (name === null || afterYear === undefined) return { ...NO_NAMES, name };
  const [car = '', ...trims] = afterYear.split(/\s*,\s*/);
  const split = splitMake(car);
  const make = split?.spelled ?? car.split(' ')[0] ?? null;
  const rest = split ? split.rest : car.split(' ').slice(1).join(' ');
  const model = startingWith(rest, knownModel) ?? textOf(rest);
  const beyond = model === null ? '' : rest.slice(model.length).trim();
  return { name, year: yearOf(year), make, model, trim: textOf([beyond, ...trims].join(' ').trim()) };
}

/** A title without the VIN that some pages write behind the model. */
export const withoutVin = (title: string): string =>
  title.replace(
    /[\s,|(]+(?:VIN:?\s*)?[A-HJ-NPR-Z0-9]{11}(?:(?=[A-Z]*\d)[A-HJ-NPR-Z0-9]{6}|\*{6})\)?\s*$/,
    '',
  );

/** The known model as the name itself writes it. */
function startingWith(rest: string, model: string | null): string | null {
  if (model === null || !rest.toUpperCase().startsWith(model.toUpperCase())) return null;
  return /^(\s|$)/.test(rest.slice(model.length)) ? rest.slice(0, model.length) : null;
}

/** Whether a line reads as the name of a car: a model year, then a make we know. */
export function isVehicleTitle(line: string): boolean {
  const afterYear = /^(?:19|20)\d{2}\s+(\S.{1,100})$/.exec(line)?.[1];
  return afterYear !== undefined && splitMake(afterYear) !== null;
}
