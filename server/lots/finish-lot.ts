import { type Lot, lotSchema } from '../../contract/lot.ts';
import type { ReadLot } from '../auction-sites/auction-site.ts';
import { layoutChanged } from '../auction-sites/read-failures.ts';
import { readMake } from '../vehicles/makes.ts';

/** A lot as its site writes it → the lot we store: the make by its one spelling, every field checked. */
export function finishLot(read: ReadLot): Lot {
  const make = read.make === null ? null : readMake(read.make);
  const lot = lotSchema.safeParse({
    ...read,
    name: read.name ?? nameOf(read),
    make: make?.name || null,
    make_supported: make !== null && make.key !== null,
  });
  if (!lot.success) throw layoutChanged(read.site);
  return lot.data;
}

const nameOf = ({ year, make, model, trim }: ReadLot): string | null =>
  [year, make, model, trim].filter((part) => part !== null).join(' ') || null;
