import { type Lot, lotSchema } from '../../contract/schemas/lot.ts';
import type { ReadLot } from '../auction-sites/auction-site.ts';
import { layoutChanged } from '../auction-sites/scrape-errors.ts';
import { readTitle } from '../damage-detectors/declared/title.ts';
import { AppError } from '../errors.ts';
import { readState } from '../estimate/tables/sales-tax.ts';
import { vehicleFacts } from '../estimate/tables/vehicle-facts.ts';
import { storableJson } from '../storable-text.ts';
import { readMake } from '../vehicles/makes.ts';
import { refusalOf } from '../vehicles/other-kinds.ts';

/**
 * A lot as its site writes it → the lot we store: the make by its one spelling, every field checked. Throws unsupported_make
 * where a maker of cars made something else; what other makers made is refused by its make.
 */
export function finishLot(listed: ReadLot): Lot {
  const read = storableJson(listed);
  const make = read.make === null ? null : readMake(read.make);
  const lot = lotSchema.safeParse({
    ...read,
    name: read.name ?? nameOf(read),
    make: make?.name || null,
    make_supported: make !== null && make.key !== null,
    title_reading: titleReading(read),
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
  const read = readTitle(title, readState(location));
  return read === null
    ? { content: null, sure: false, could: [] }
    : { content: read.content, sure: read.sure, could: [...read.could] };
}

const nameOf = ({ year, make, model, trim }: ReadLot): string | null =>
  [year, make, model, trim].filter((part) => part !== null).join(' ') || null;

/**
 * The lot as it is answered where reports are made of all makes that can be priced (`MAKES=all`): those with a row of price class,
 * list price and retention. What is no car stays refused, and so is a make without such a row: its figures would have no ground.
 */
export function ofAnyMake<L extends Lot>(lot: L): L {
  const { make, make_supported, vehicle_kind } = lot;
  if (make_supported || make === null || vehicle_kind) return lot;
  const isPriced = vehicleFacts({ year: lot.year, make, model: lot.model }).known !== 'none';
  return isPriced && refusalOf(lot) === null ? { ...lot, make_supported: true } : lot;
}
