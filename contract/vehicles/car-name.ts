import type { Lot } from '../schemas/lot.ts';
import type { ReportModel } from '../schemas/report.ts';

/**
 * A lot's name as listed with its make in the make's own spelling: `2015 INFINITI QX60` and `Infiniti` make
 * `2015 Infiniti QX60`. What the listing writes otherwise stays as it is; null where there is no name.
 */
export function carName(listed: string, make: string | null): string;
export function carName(listed: string | null, make: string | null): string | null;
export function carName(listed: string | null, make: string | null): string | null {
  if (listed === null || !make) return listed;
  const at = ` ${listed} `.toLowerCase().indexOf(` ${make.toLowerCase()} `);
  return at < 0 ? listed : listed.slice(0, at) + make + listed.slice(at + make.length);
}

/** What a report calls its car: year, make, model and trim as they are known, else the lot's name; null where there is none. */
export const reportedCar = ({ vehicle, lot }: Pick<ReportModel, 'vehicle' | 'lot'>): string | null =>
  [vehicle.year, vehicle.make, vehicle.model, vehicle.trim].filter(Boolean).join(' ') || lot.name;

/** What a lot is called that has no report yet. */
export const lotTitle = (lot: Pick<Lot, 'name' | 'year' | 'make' | 'model'>): string =>
  carName(lot.name, lot.make) ?? ([lot.year, lot.make, lot.model].filter(Boolean).join(' ') || 'Vehicle');
