import type { Lot } from '../../contract/schemas/lot.ts';
import type { DecodedVin, Disagreement, Vehicle } from '../../contract/schemas/vehicle.ts';
import { bodiesContradict, bodyClassOf } from './body-class.ts';
import { decodeVin, sharesMakerCode } from './decode-vin.ts';
import { electrified, fuelOfListing, isPlugIn } from './fuel-of-model.ts';
import { readMake, splitMake } from './makes.ts';
import { sameModel } from './model-key.ts';
import { bareName, type ListedMake, listedMake } from './models.ts';
import { looksLikeVin } from './read-vin.ts';

/** What of a listing describes the vehicle itself. */
export type ListedVehicle = Pick<
  Lot,
  | 'vin'
  | 'vin_masked'
  | 'year'
  | 'make'
  | 'model'
  | 'trim'
  | 'body_style'
  | 'engine'
  | 'drive'
  | 'transmission'
  | 'fuel'
  | 'color'
>;

/**
 * Listing and VIN brought together. The VIN wins only where both agree (its spelling) or the listing is blank, and where it
 * tells an electric car or a hybrid: sites list many as gasoline. Where they differ otherwise the listing stands; both are
 * named. A VIN that contradicts make, model or year fills no blanks: it may be another car's.
 */
export function describeVehicle(listed: ListedVehicle): Vehicle {
  const lot = listed.trim !== null && looksLikeVin(listed.trim) ? { ...listed, trim: null } : listed;
  const decoded = lot.vin === null ? null : decodeVin(lot.vin, lot.year);
  const make = lot.make ?? decoded?.make ?? null;
  const named = make === null ? null : readMake(make);
  const makeKey = named?.key ?? null;
  const lineMake = make === null ? null : listedMake(make);
  const disagreements = disagreementsOf(lot, decoded, lineMake);
  const contradicted = disagreements.some(({ field }) => field !== 'body_style' && field !== 'fuel');
  const filler = contradicted ? null : decoded;
  const { model, trim } = modelAndTrim(lot, filler, lineMake);
  const bodyStyle = lot.body_style ?? shortBody(filler?.body_class ?? null);
  return {
    year: lot.year ?? decoded?.year ?? null,
    make: named?.name ?? null,
    make_key: makeKey,
    model,
    trim,
    body_style: bodyStyle,
    body_class: bodyClassOf({ body_style: bodyStyle, make, model, decoded: filler }),
    engine: lot.engine ?? filler?.engine ?? null,
    drive: lot.drive ?? filler?.drive ?? null,
    transmission: lot.transmission,
    fuel: fuelOfVehicle(lot.fuel, filler, {
      make,
      model,
      trim,
      engines: [lot.engine, filler?.engine ?? null],
    }),
    color: lot.color,
    vin: lot.vin,
    vin_masked: lot.vin_masked || (decoded?.masked ?? false),
    decoded,
    disagreements,
  };
}

function disagreementsOf(
  lot: ListedVehicle,
  decoded: DecodedVin | null,
  makeKey: ListedMake | null,
): Disagreement[] {
  if (!decoded) return [];
  const found: Disagreement[] = [];
  const compare = (
    field: Disagreement['field'],
    listing: string | null,
    vin: string | null,
    agree: (listing: string, vin: string) => boolean,
  ) => {
    if (listing !== null && vin !== null && !agree(listing, vin)) found.push({ field, listing, vin });
  };
  compare(
    'make',
    lot.make,
    decoded.make,
    (listing, vin) => sameMake(listing, vin, decoded.model) || isSister(lot, decoded),
  );
  compare(
    'model',
    lot.model,
    decoded.model,
    (listing, vin) =>
      sameModel(makeKey, listing, vin) || sameModel(makeKey, afterMake(listing, decoded), vin),
  );
  compare('year', textOf(lot.year), textOf(decoded.year), (listing, vin) => listing === vin);
  compare(
    'body_style',
    lot.body_style,
    decoded.body_class,
    (listing, vin) => !bodiesContradict(listing, vin),
  );
  compare(
    'fuel',
    lot.fuel,
    electrified(decoded.fuel) ? decoded.fuel : null,
    (listing, vin) => electrified(listing) === electrified(vin),
  );
  return found;
}

/** What the VIN calls electric, hybrid or plug-in hybrid is so; else as listed, and as model, trim and engine tell. */
function fuelOfVehicle(
  listed: string | null,
  decoded: DecodedVin | null,
  car: Parameters<typeof fuelOfListing>[1],
): string | null {
  const told = decoded?.fuel ?? null;
  if (electrified(told)) return electrified(listed) === electrified(told) && !isPlugIn(told) ? listed : told;
  const fuel = listed ?? decoded?.fuel ?? null;
  return fuelOfListing(fuel, car);
}

/** `RAM 1500` of a car that its VIN calls a Ram: what follows the make. */
const afterMake = (model: string, { make }: DecodedVin): string => {
  const split = splitMake(model);
  return split !== null && split.make.name === make ? split.rest : model;
};

/** A make that builds under the same maker code, and a model that fits: a Ram is listed as a Dodge, a Genesis as a Hyundai. */
const isSister = ({ make, model }: ListedVehicle, decoded: DecodedVin): boolean =>
  make !== null &&
  sharesMakerCode(decoded.vin, make) &&
  (model === null || decoded.model === null || bareName(model).includes(bareName(decoded.model)));

const textOf = (year: number | null): string | null => (year === null ? null : String(year));

/** Scion is a Toyota to vPIC, with its name in the model. */
function sameMake(listing: string, vin: string, vinModel: string | null): boolean {
  const [listed, decoded] = [readMake(listing), readMake(vin)];
  if (listed.key !== null || decoded.key !== null) {
    if (listed.key === decoded.key) return true;
  } else if (bareName(listing) === bareName(vin)) return true;
  return vinModel !== null && bareName(vinModel).startsWith(bareName(listing)) && bareName(listing) !== '';
}

/** `HIGHLANDER SE` and `Highlander` → model Highlander, trim SE; `5 Series` and `530e` → model 5 Series, trim 530e. */
function modelAndTrim(
  lot: ListedVehicle,
  decoded: DecodedVin | null,
  makeKey: ListedMake | null,
): { model: string | null; trim: string | null } {
  const trim = lot.trim ?? singleTrim(decoded?.trim ?? null);
  if (lot.model === null) return { model: decoded?.model ?? null, trim };
  const vinModel = decoded?.model ?? null;
  if (vinModel === null || !sameModel(makeKey, lot.model, vinModel)) return { model: lot.model, trim };
  const [listed, text] = [bareName(lot.model), bareName(vinModel)];
  if (listed === text) return { model: vinModel, trim };
  if (!listed.startsWith(text)) return { model: lot.model, trim: lot.trim ?? vinModel };
  return { model: vinModel, trim: lot.trim ?? restAfter(lot.model, text.length) ?? trim };
}

/** What follows the first `count` letters and digits. */
function restAfter(text: string, count: number): string | null {
  let seen = 0;
  let at = 0;
  while (at < text.length && seen < count) {
    if (bareName(text.charAt(at)) !== '') seen += 1;
    at += 1;
  }
  return (
    text
      .slice(at)
      .replace(/^[\s-]+/, '')
      .trim() || null
  );
}

/** vPIC may list every trim the VIN could be (`LX / EX`): that names none. */
function singleTrim(trim: string | null): string | null {
  return trim === null || /[/,;]/.test(trim) ? null : trim;
}

/** `Sport Utility Vehicle (SUV)/Multi-Purpose Vehicle (MPV)` → `Sport Utility Vehicle`. */
function shortBody(bodyClass: string | null): string | null {
  return bodyClass?.replace(/\s*[/(].*$/, '') ?? null;
}
