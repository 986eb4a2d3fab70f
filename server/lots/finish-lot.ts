import { type Lot, lotSchema } from '../../contract/schemas/lot.ts';
import type { DecodedVin } from '../../contract/schemas/vehicle.ts';
import { MORE_MAKES, SUPPORTED_MAKES } from '../../contract/vehicles/makes.ts';
import type { ReadLot } from '../auction-sites/auction-site.ts';
import { layoutChanged } from '../auction-sites/scrape-errors.ts';
import { readTitle } from '../damage-detectors/declared/title.ts';
import { AppError } from '../errors.ts';
import { readJurisdiction } from '../estimate/tables/read-place.ts';
import { vehicleFacts } from '../estimate/tables/vehicle-facts.ts';
import { storableJson } from '../storable-text.ts';
import { decodeVin } from '../vehicles/decode-vin.ts';
import { type Make, readMake } from '../vehicles/makes.ts';
import { bareName } from '../vehicles/models.ts';
import { refusalOf } from '../vehicles/other-kinds.ts';

/**
 * A lot as its site writes it → the lot we store: the make by its one spelling, every field checked. Throws unsupported_make
 * where a maker of cars made something else; what other makers made is refused by its make.
 */
export function finishLot(listed: ReadLot): Lot {
  const read = storableJson(listed);
  const named = read.make === null ? null : readMake(read.make);
  // Most listings name both, and the table of VINs takes a reader's memory.
  const decoded =
    read.vin === null || (named?.known && read.year !== null) ? null : decodeVin(read.vin, read.year);
  const make = makeOf(named, decoded);
  const lot = lotSchema.safeParse({
    ...read,
    name: read.name ?? nameOf(read),
    make: make?.name || null,
    make_supported: make !== null && make.key !== null,
    title_reading: titleReading(read),
    ...(make === null && decoded?.possible_makes ? { possible_makes: decoded.possible_makes } : {}),
    ...(read.year === null && decoded?.possible_years ? { possible_years: decoded.possible_years } : {}),
  });
  if (!lot.success)
    throw read.site === null
      ? new AppError('validation_error', 'The lot could not be taken as it was entered.')
      : layoutChanged(read.site);
  const refusal = lot.data.make_supported ? refusalOf(lot.data) : null;
  if (refusal !== null) throw new AppError('unsupported_make', refusal);
  return lot.data;
}

/** What the lot's title says, and whether surely. */
function titleReading({ title, location }: Pick<ReadLot, 'title' | 'location'>): Lot['title_reading'] {
  if (title === null) return null;
  const read = readTitle(title, readJurisdiction(location));
  return read === null
    ? { content: null, sure: false, could: [] }
    : { content: read.content, sure: read.sure, could: [...read.could] };
}

/**
 * The make as the listing writes it; the VIN's where the listing names none, or shortens a name to a code that is not known here
 * (`JEP`). Other words that are not known stay as they are: a motor home's builder is not the maker of its chassis.
 */
function makeOf(listed: Make | null, decoded: DecodedVin | null): Make | null {
  if (listed?.known || decoded?.make == null || decoded.check_digit_ok === false) return listed;
  return listed === null || isShortFor(listed.name, decoded.make) ? readMake(decoded.make) : listed;
}

/** Whether letters of a name in their order, its first among them, make up a short text: `JEP` of Jeep. */
function isShortFor(short: string, name: string): boolean {
  const [few, all] = [bareName(short), bareName(name)];
  if (few.length < 2 || few.length > 4 || few.charAt(0) !== all.charAt(0)) return false;
  let at = 0;
  for (const letter of all) if (letter === few.charAt(at)) at += 1;
  return at === few.length;
}

const nameOf = ({ year, make, model, trim }: ReadLot): string | null =>
  [year, make, model, trim].filter((part) => part !== null).join(' ') || null;

/** The lot as it is answered: where its make is not supported, with the makes that are. `all`: every make that can be priced. */
export function asTaken<L extends Lot>(lot: L, all: boolean): L {
  const taken = all ? ofAnyMake(lot) : lot;
  return taken.make_supported ? taken : { ...taken, supported_makes: supportedMakes(all) };
}

/** Names of the makes that reports are made of. */
const supportedMakes = (all: boolean): string[] => [
  ...Object.values(SUPPORTED_MAKES),
  ...(all ? MORE_MAKES : []),
];

/**
 * The lot as it is answered where reports are made of all makes that can be priced (`MAKES=all`, or the switch in Setup): those with a row of price class,
 * list price and retention. What is no car stays refused, and so is a make without such a row: its figures would have no ground.
 */
function ofAnyMake<L extends Lot>(lot: L): L {
  const { make, make_supported, vehicle_kind } = lot;
  if (make_supported || make === null || vehicle_kind) return lot;
  const isPriced = vehicleFacts({ year: lot.year, make, model: lot.model }).known !== 'none';
  return isPriced && refusalOf(lot) === null ? { ...lot, make_supported: true } : lot;
}
