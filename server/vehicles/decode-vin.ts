import type { DecodedVin } from '../../contract/schemas/vehicle.ts';
import { fuelOfModel, isHybridEngine } from './fuel-of-model.ts';
import { type ReadVin, readVin } from './read-vin.ts';
import { ELEMENT, type VinTable, vinTable, type Wmi } from './vin-table.ts';

/** vPIC's vehicle types among our WMIs. */
const VEHICLE_TYPES: Readonly<Record<number, string>> = {
  2: 'Passenger car',
  3: 'Truck',
  7: 'Multipurpose passenger vehicle',
  10: 'Incomplete vehicle',
};

/** Two model years beyond the table's patterns, which are dated 2026-03. */
const LATEST_YEAR = 2028;

/** A schema that names the model beats any number of smaller matches. */
const MODEL_WEIGHT = 1000;

type Reading = { readonly score: number; readonly schema: number | null; readonly values: Values };
type Values = ReadonlyMap<number, string>;

const NOTHING: Reading = { score: 0, schema: null, values: new Map() };

/**
 * What the VIN itself says, offline, from the shipped cut of NHTSA's vPIC (19 makes). A masked VIN decodes as far as it
 * is known. null where the text is no VIN; a field is null where the VIN does not tell. The check digit is reported, never
 * fatal: cars built for other markets need none. Never throws.
 */
export function decodeVin(text: string): DecodedVin | null {
  const read = readVin(text);
  if (!read) return null;
  const table = vinTable();
  const wmi = wmiOf(table, read);
  const { year, reading } = bestReading(table, wmi, read);
  const of = (element: number): string | null => reading.values.get(element) ?? null;
  const model = of(ELEMENT.model);
  const doors = Number(of(ELEMENT.doors));
  const make = wmi ? makeOf(table, wmi, { model, schema: reading.schema, year }) : null;
  return {
    vin: read.vin,
    masked: read.masked,
    check_digit_ok: read.check_digit_ok,
    make,
    model,
    year,
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

/** The maker's entry: six characters (1–3 and 12–14) of a small maker, whose third is 9, else three. */
function wmiOf(table: VinTable, { known }: ReadVin): Wmi | null {
  const long = known.charAt(2) === '9' ? table.wmis.get(known.slice(0, 3) + known.slice(11, 14)) : undefined;
  return long ?? table.wmis.get(known.slice(0, 3)) ?? null;
}

function bestReading(
  table: VinTable,
  wmi: Wmi | null,
  { known }: ReadVin,
): { year: number | null; reading: Reading } {
  const years = modelYears(known, LATEST_YEAR);
  const characters = `${known.slice(3, 8)}|${known.slice(9)}`;
  let best: { year: number | null; reading: Reading } = { year: years[0] ?? null, reading: NOTHING };
  if (!wmi) return best;
  for (const year of years) {
    for (const { schema, from, to } of wmi.links) {
      if (year < from || year > to) continue;
      const reading = readSchema(table, schema, characters);
      // The likelier cycle wins a tie, and loses only to a schema that names the model.
      const needed = year === best.year ? best.reading.score : Math.max(best.reading.score, MODEL_WEIGHT);
      if (reading.score > needed) best = { year, reading };
    }
  }
  return best;
}

/** Every element a schema tells of these characters, each by its most exact key. */
function readSchema(table: VinTable, schema: number, characters: string): Reading {
  const [from, to] = table.spans.get(schema) ?? [0, 0];
  const exactness = new Map<number, number>();
  const values = new Map<number, string>();
  for (let at = from; at < to; at += 1) {
    const match = matchVinKey(table.keys[at] ?? '', characters);
    if (match === null) continue;
    const element = table.elements[at] ?? 0;
    if (match <= (exactness.get(element) ?? -1)) continue;
    exactness.set(element, match);
    values.set(element, table.values[at] ?? '');
  }
  return { score: values.size + (values.has(ELEMENT.model) ? MODEL_WEIGHT : 0), schema, values };
}

/**
 * Sister makes share WMIs (Nissan and Infiniti, Hyundai and Kia): then the model tells, or the schema's name, or that every
 * schema of the year names the same make. null where both stay possible.
 */
function makeOf(
  table: VinTable,
  wmi: Wmi,
  { model, schema, year }: { model: string | null; schema: number | null; year: number | null },
): string | null {
  const only = (makes: readonly string[]) => (makes.length === 1 ? (makes[0] ?? null) : null);
  const named = (id: number) => {
    const name = (table.schemaNames.get(id) ?? '').toLowerCase();
    return wmi.makes.filter((make) => name.includes(make.toLowerCase()));
  };
  const ofModel = model === null ? [] : (table.makesOfModel.get(model) ?? []);
  const ofYear = wmi.links.filter(({ from, to }) => year !== null && year >= from && year <= to);
  return (
    only(wmi.makes) ??
    only(wmi.makes.filter((make) => ofModel.includes(make))) ??
    only(schema === null ? [] : named(schema)) ??
    only([...new Set(ofYear.flatMap((link) => named(link.schema)))])
  );
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
 * A plug-in hybrid's first fuel is electricity; its cylinders tell that it is no battery-electric car. Other hybrids have
 * gasoline for their fuel: their model, trim or engine tells.
 */
function fuelOf(of: Of, make: string | null): string | null {
  const fuel = of(ELEMENT.fuel);
  const burns = of(ELEMENT.cylinders) !== null || of(ELEMENT.displacementLitres) !== null;
  if (fuel === 'Electric') return burns ? 'Hybrid' : fuel;
  const named = [ELEMENT.model, ELEMENT.trim].some((element) => fuelOfModel(make, of(element)) === 'Hybrid');
  return named || isHybridEngine(make, of(ELEMENT.engineModel)) ? 'Hybrid' : fuel;
}

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

/** Codes of position 10 in order from 1980 (49 CFR 565.15 table VII); they repeat after 30 years. */
const YEAR_CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789';

/**
 * Model years the VIN may mean, the likelier first. A letter in position 7 means 2010 or later on cars and light
 * trucks (49 CFR 565.15(c)); elsewhere that place may hold anything, so the other cycle stays possible.
 * `latest` is the last year worth considering. Empty where position 10 holds no year code.
 */
function modelYears(known: string, latest: number): number[] {
  const code = YEAR_CODES.indexOf(known.charAt(9) || '?');
  if (code < 0) return [];
  const early = 1980 + code;
  const late = early + 30;
  const years = /[A-Z]/.test(known.charAt(6)) ? [late, early] : [early, late];
  return years.filter((year) => year <= latest);
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
