import type { ScrapedLot } from '../auction.ts';

/** What is kept of a lot whose report is wanted. */
export type ReportCar = Pick<ScrapedLot, 'name' | 'vin' | 'lot_number' | 'make' | 'url' | 'lot_key'> & {
  body_style: string | null;
  mileage: number | null;
};

export const reportCar = (lot: ScrapedLot): ReportCar => ({
  name: lot.name,
  vin: lot.vin,
  lot_number: lot.lot_number,
  make: lot.make,
  url: lot.url,
  lot_key: lot.lot_key,
  body_style: lot.body_style,
  mileage: lot.mileage,
});

/** Whether what a store held is such a lot. */
export const isReportCar = (car: Partial<ReportCar> | undefined): car is ReportCar =>
  car !== undefined && typeof car.url === 'string' && typeof car.lot_number === 'string';
