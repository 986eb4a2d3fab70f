import type { DecodedVin } from '../../contract/schemas/vehicle.ts';
import { fuelOfModel, isHybridEngine, PLUG_IN } from './fuel-of-model.ts';
import { readMake } from './makes.ts';
import { isForOtherMarkets, modelYearsOf } from './model-years.ts';
import { type ReadVin, readVin } from './read-vin.ts';
import { ELEMENT, type VinTable, vinTable, type Wmi } from './vin-table.ts';

/** vPIC's vehicle types. */
const VEHICLE_TYPES: Readonly<Record<number, string>> = {
  1: 'Motorcycle',
  2: 'Passenger car',
  3: 'Truck',
  5: 'Bus',
  6: 'Trailer',
  7: 'Multipurpose passenger vehicle',
  9: 'Low speed vehicle',
  10: 'Incomplete vehicle',
  13: 'Off-road vehicle',
};

/** A schema that names the model beats any number of smaller matches. */
const MODEL_WEIGHT = 1000;

/** What a schema says of a VIN: places of values by element. */
type Reading = { readonly score: number; readonly schema: number; readonly values: Values };
type Values = ReadonlyMap<number, number>;

/** Cars have had VINs of 17 characters from this model year on (49 CFR 565); their numbers before it follow no rule. */
export const FIRST_VIN_YEAR = 1981;

/**
 * What the VIN itself says, offline, from NHTSA's vPIC. A masked VIN decodes as far as it is known; one that is cut off without a mask
 * only where the table knows its model, for a car's number from before 1981 looks alike. null where the text is no VIN; a field is null where the VIN does not tell, and `possible_makes` and `possible_years` name what an open make or year may be.
 * `listedYear` is the listing's model year: it decides where the VIN leaves the year open. The check digit is reported, never fatal:
 * cars built for other markets need none. Never throws.
 */
export function decodeVin(text: string, listedYear: number | null = null): DecodedVin | null {
  const read = readVin(text);
  if (!read || (read.cut_off && listedYear !== null && listedYear < FIRST_VIN_YEAR)) return null;
  const table = vinTable();
  const wmi = wmiOf(table, read);
  const characters = `${read.known.slice(3, 8)}|${read.known.slice(9)}`;
  // The patterns are those of cars for North America: elsewhere the same characters mean something else.
  const isRead = !isForOtherMarkets(read);
  const readingsOf = (year: number): Reading[] =>
    wmi && isRead ? bestReadings(table, wmi, characters, year) : [];
  const years = modelYearsOf(read, wmi, listedYear, (year) => {
    const readings = readingsOf(year);
    return {
      namesModel: readings.some(({ values }) => values.has(ELEMENT.model)),
      isLight: readings.some(({ values }) => isLightClass(table, values.get(ELEMENT.weightClass))),
    };
  });
  const readings = (years.sure === null ? years.possible : [years.sure]).flatMap(readingsOf);
  const values = agreedValues(table, readings);
  const of = (element: number): string | null => {
    const value = values.get(element);
    return value === undefined ? null : (table.valueNames[value] ?? null);
  };
  const model = of(ELEMENT.model);
  if (read.cut_off && model === null) return null;
  const doors = Number(of(ELEMENT.doors));
  const makes = wmi && isInUse(wmi, years.possible) ? makesOf(table, wmi, readings) : [];
  const make = makes.length === 1 ? (makes[0] ?? null) : null;
  return {
    vin: read.vin,
    masked: read.masked,
    check_digit_ok: read.check_digit_ok,
    make,
    ...(makes.length > 1 ? { possible_makes: makes } : {}),
    model,
    year: years.sure,
    ...(years.sure === null && years.possible.length > 0 ? { possible_years: [...years.possible] } : {}),
    trim: of(ELEMENT.trim),
    series: of(ELEMENT.series),
    body_class: of(ELEMENT.bodyClass),
    doors: Number.isInteger(doors) && doors > 0 ? doors : null,
    vehicle_type: wmi ? (VEHICLE_TYPES[wmi.vehicleType] ?? null) : null,
    engine: engineOf(of),
    fuel: fuelOf(of, make),
    drive: driveOf([of(ELEMENT.series), of(ELEMENT.trim), model]),
    plant: plantOf(of),
  };
}

/** vPIC's ids of gross weight classes up to 10,000 lb: 1 and 2, and their parts A to H. */
const LIGHT_CLASSES: ReadonlySet<string> = new Set('1 2 10 11 12 13 14 15 16 17'.split(' '));
const isLightClass = (table: VinTable, value: number | undefined): boolean =>
  value !== undefined && LIGHT_CLASSES.has(table.valueNames[value] ?? '');

/** The maker's entry: six characters (1–3 and 12–14) of a small maker, whose third is 9, else three. */
function wmiOf(table: VinTable, { known }: ReadVin): Wmi | null {
  const long = known.charAt(2) === '9' ? table.wmis.get(known.slice(0, 3) + known.slice(11, 14)) : undefined;
  return long ?? table.wmis.get(known.slice(0, 3)) ?? null;
}

/** Whether cars of this make are built under the VIN's maker code, which several makes may share. */
export function sharesMakerCode(vin: string, make: string): boolean {
  const read = readVin(vin);
  const makes = (read && wmiOf(vinTable(), read))?.makes ?? [];
  return makes.some((other) => readMake(other).name === readMake(make).name);
}

/** From the first to the last year a maker code is known for. Past them it may be another make's: `VF1` was Eagle's for two years, and is Renault's. */
function isInUse({ links }: Wmi, years: readonly number[]): boolean {
  const [first, last] = [Math.min(...links.map(({ from }) => from)), Math.max(...links.map(({ to }) => to))];
  return years.length === 0 ? last === Infinity : years.some((year) => year >= first && year <= last);
}

/** What the schemas of a year say of these characters: the one that says most, or several that say as much. */
function bestReadings(table: VinTable, wmi: Wmi, characters: string, year: number): Reading[] {
  const schemas = new Set(
    wmi.links.filter(({ from, to }) => year >= from && year <= to).map(({ schema }) => schema),
  );
  let best: Reading[] = [];
  for (const schema of schemas) {
    const reading = readSchema(table, schema, characters);
    const most = best[0]?.score ?? 1;
    if (reading.score > most) best = [reading];
    else if (reading.score === most) best.push(reading);
  }
  return best;
}

/** Every element a schema tells of these characters, each by its most exact key. */
function readSchema(table: VinTable, schema: number, characters: string): Reading {
  const { keys, elements, values: places } = table.columns;
  const exactness = new Map<number, number>();
  const values = new Map<number, number>();
  for (let at = table.starts[schema] ?? 0; at < (table.starts[schema + 1] ?? 0); at += 1) {
    const match = matchVinKey(table.keyNames[keys[at] ?? 0] ?? '', characters);
    if (match === null) continue;
    const element = elements[at] ?? 0;
    if (match <= (exactness.get(element) ?? -1)) continue;
    exactness.set(element, match);
    values.set(element, places[at] ?? 0);
  }
  return { score: values.size + (values.has(ELEMENT.model) ? MODEL_WEIGHT : 0), schema, values };
}

/** What the readings that say something do not contradict each other on. */
function agreedValues(table: VinTable, readings: readonly Reading[]): Values {
  const agreed = new Map<number, number>();
  const contradicted = new Set<number>();
  for (const { values } of readings)
    for (const [element, value] of values) {
      const before = agreed.get(element);
      // Two places may hold one name: a model of two makes.
      if (before !== undefined && table.valueNames[before] !== table.valueNames[value])
        contradicted.add(element);
      else agreed.set(element, value);
    }
  for (const element of contradicted) agreed.delete(element);
  return agreed;
}

/**
 * The makes a VIN may be of. Many makes share a maker code (Jeep, Chrysler and five more; Hyundai and Genesis): then the model decides,
 * whose make vPIC names, or the schema that fits, where it is of one make; else all of the code stay possible. That only one of them has
 * schemas for a year decides nothing: vPIC has none for cars that were not sold in the US.
 */
function makesOf(table: VinTable, wmi: Wmi, readings: readonly Reading[]): string[] {
  const shown = (makes: readonly string[]) => [...new Set(makes.map((make) => readMake(make).name))];
  const ofModels = readings.flatMap(({ values }) => {
    const model = values.get(ELEMENT.model);
    const make = model === undefined ? null : table.makeOfValue(model);
    return make === null ? [] : [make];
  });
  if (ofModels.length > 0) return shown(ofModels);
  if (wmi.makes.length < 2) return shown(wmi.makes);
  const ofSchemas = readings.map(({ schema }) => makesOfSchema(table, schema, wmi));
  const isTold = ofSchemas.length > 0 && ofSchemas.every((makes) => makes.length > 0);
  const told = shown(ofSchemas.flat());
  return isTold && told.length === 1 ? told : shown(wmi.makes);
}

/** The makes of the models a schema knows, else those of the code that its name names. */
function makesOfSchema(table: VinTable, schema: number, wmi: Wmi): string[] {
  const { elements, values } = table.columns;
  const makes = new Set<string>();
  for (let at = table.starts[schema] ?? 0; at < (table.starts[schema + 1] ?? 0); at += 1) {
    if (elements[at] !== ELEMENT.model) continue;
    const make = table.makeOfValue(values[at] ?? 0);
    if (make !== null) makes.add(make);
  }
  if (makes.size > 0) return [...makes];
  const name = (table.schemaNames[schema] ?? '').toLowerCase();
  return wmi.makes.filter((make) => name.includes(make.toLowerCase()));
}

type Of = (element: number) => string | null;

/** `3.5L 6-cylinder (J35Y6)`, as much of it as is known. */
function engineOf(of: Of): string | null {
  const litres = Number(of(ELEMENT.displacementLitres));
  const cylinders = Number(of(ELEMENT.cylinders));
  const model = of(ELEMENT.engineModel);
  const size = [
    ...(litres > 0 ? [`${litres.toFixed(1)}L`] : []),
    ...(cylinders > 0 ? [`${cylinders}-cylinder`] : []),
  ].join(' ');
  if (size === '') return model;
  return model === null ? size : `${size} (${model})`;
}

/**
 * vPIC writes the two drives of a hybrid as first and second fuel: gasoline (or diesel) first is a hybrid, electric first a plug-in.
 * Older entries leave the second out: there the cylinders of an electric car tell a plug-in, and model, trim or engine a hybrid.
 */
function fuelOf(of: Of, make: string | null): string | null {
  const [fuel, second] = [of(ELEMENT.fuel), of(ELEMENT.secondFuel)];
  const burns = of(ELEMENT.cylinders) !== null || of(ELEMENT.displacementLitres) !== null;
  if (fuel === 'Electric') return burns || BURNT.test(second ?? '') ? PLUG_IN : fuel;
  const named = [ELEMENT.model, ELEMENT.trim]
    .map((element) => fuelOfModel(make, of(element)))
    .filter((drive) => drive !== null && drive !== 'Electric');
  if (named.includes(PLUG_IN)) return PLUG_IN;
  const isHybrid = second === 'Electric' && (fuel === null || BURNT.test(fuel));
  return isHybrid || named.length > 0 || isHybridEngine(make, of(ELEMENT.engineModel)) ? 'Hybrid' : fuel;
}
/** Fuels of an engine, as vPIC writes them. */
const BURNT = /^(gasoline|diesel|(neat )?(m?ethanol)|flexible|compressed natural|liquefied|natural)/i;

/** The table has no drive element; makers that write it into series, trim or model tell it all the same. */
function driveOf(texts: readonly (string | null)[]): string | null {
  const text = texts.filter((part) => part !== null).join(' ');
  const drives = [
    ['AWD', /\b(awd|xdrive|quattro|4matic|4motion|sh-awd|all[- ]wheel)\b/i],
    ['4WD', /\b(4wd|4x4|four[- ]wheel)\b/i],
    ['FWD', /\b(fwd|2wd front|front[- ]wheel)\b/i],
    ['RWD', /\b(rwd|sdrive|rear[- ]wheel)\b/i],
  ] as const;
  const named = drives.filter(([, words]) => words.test(text)).map(([drive]) => drive);
  // `FWD/AWD` lists what the trim is sold with: it does not tell this car's.
  return named.length === 1 ? (named[0] ?? null) : null;
}

function plantOf(of: Of): string | null {
  const places = [of(ELEMENT.plantCity), of(ELEMENT.plantState), of(ELEMENT.plantCountry)];
  const told = places.filter((place) => place !== null);
  return told.length === 0 ? null : told.join(', ');
}

/**
 * How closely a vPIC key describes a VIN's characters, `null` where it does not.
 * A key is read from the left: `*` any character, `#` a digit, `[A-CX]` one of a class, anything else itself.
 * A literal counts 10, a class 9, a digit 5: the most exact key of an element is the one to believe.
 */
function matchVinKey(key: string, characters: string): number | null {
  let exactness = 0;
  let at = 0;
  for (let i = 0; i < key.length; i += 1, at += 1) {
    const rule = key.charAt(i);
    if (rule === '[') {
      const end = key.indexOf(']', i);
      if (end < 0 || !inClass(key, i + 1, end, characters.charAt(at))) return null;
      i = end;
      exactness += 9;
    } else if (rule === '#') {
      if (!/^\d$/.test(characters.charAt(at))) return null;
      exactness += 5;
    } else if (rule !== '*') {
      if (rule !== characters.charAt(at)) return null;
      if (rule !== '|') exactness += 10;
    }
  }
  return exactness;
}

function inClass(key: string, from: number, to: number, character: string): boolean {
  if (character === '' || character === '*') return false;
  for (let i = from; i < to; i += 1) {
    const low = key.charAt(i);
    if (key.charAt(i + 1) === '-' && i + 2 < to) {
      if (character >= low && character <= key.charAt(i + 2)) return true;
      i += 2;
    } else if (character === low) return true;
  }
  return false;
}
