import { useSyncExternalStore } from 'react';
import { isReportCar, type ReportCar } from './report-car.ts';

/**
 * The lot a visitor was about to have a report of. The pending action starts by itself but ends with its tab, and the
 * mail that confirms an address opens another one: there the lot is offered, and nothing starts unasked.
 */
const KEY = 'leftOff';
/** As long as the mailed link is good. */
const KEPT_MS = 24 * 3600_000;
type LeftOff = { car: ReportCar; at: number };

const watchers = new Set<() => void>();
const tell = (): void => {
  for (const watcher of watchers) watcher();
};

export function keepLeftOff(car: ReportCar): void {
  localStorage.setItem(KEY, JSON.stringify({ car, at: Date.now() } satisfies LeftOff));
  tell();
}

export function forgetLeftOff(): void {
  localStorage.removeItem(KEY);
  tell();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  window.addEventListener('storage', watcher);
  return () => {
    watchers.delete(watcher);
    window.removeEventListener('storage', watcher);
  };
}

function read(stored: string | null): ReportCar | null {
  try {
    const { car, at } = JSON.parse(stored ?? '{}') as Partial<LeftOff>;
    return isReportCar(car) && Date.now() - (at ?? 0) < KEPT_MS ? car : null;
  } catch {
    return null;
  }
}

/** The lot to offer, or null; follows the other tabs, one of which may have started it. */
export const useLeftOff = (): ReportCar | null =>
  read(useSyncExternalStore(watch, () => localStorage.getItem(KEY)));
