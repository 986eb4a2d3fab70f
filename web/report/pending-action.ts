import type { ScrapedLot } from '../api/auction.ts';

/** What a visitor wanted when asked to sign in; kept for the browser session (SPEC section 3). */
const KEY = 'pendingAction';
export type ReportCar = Pick<ScrapedLot, 'name' | 'vin' | 'lot_number' | 'make' | 'url' | 'lot_key'> & {
  body_style: string | null;
  mileage: number | null;
};
type PendingAction = { type: 'GENERATE_REPORT'; car: ReportCar };

export function keepPendingAction(car: ReportCar): void {
  sessionStorage.setItem(KEY, JSON.stringify({ type: 'GENERATE_REPORT', car } satisfies PendingAction));
}

/** Takes the action out of the store, so that it runs once. */
export function takePendingAction(): ReportCar | null {
  const stored = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (stored === null) return null;
  try {
    const action = JSON.parse(stored) as Partial<PendingAction>;
    const car = action.type === 'GENERATE_REPORT' ? action.car : undefined;
    return car && typeof car.url === 'string' && typeof car.lot_number === 'string' ? car : null;
  } catch {
    return null;
  }
}

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
