import { isReportCar, type ReportCar } from '../api/reports/report-car.ts';
import { createStore, useStore } from '../api/store.ts';

/**
 * The lot a visitor was about to have a report of. The pending action starts by itself but ends with its tab, and the
 * mail that confirms an address opens another one: there the lot is offered, and nothing starts unasked.
 */
const KEY = 'resumeDraft';
/** As long as the mailed link is good. */
const KEPT_MS = 24 * 3600_000;
type ResumeDraft = { car: ReportCar; at: number };

/** What stands in the browser's store under the key; pages are also drawn ahead, outside any browser. */
const inBrowser = typeof window !== 'undefined';
const stored = createStore(inBrowser ? localStorage.getItem(KEY) : null);
const refresh = (): void => stored.set(localStorage.getItem(KEY));
// Another tab may start it, or leave another.
if (inBrowser) window.addEventListener('storage', refresh);

export function keepResumeDraft(car: ReportCar): void {
  localStorage.setItem(KEY, JSON.stringify({ car, at: Date.now() } satisfies ResumeDraft));
  refresh();
}

export function forgetResumeDraft(): void {
  localStorage.removeItem(KEY);
  refresh();
}

function read(text: string | null): ReportCar | null {
  try {
    const { car, at } = JSON.parse(text ?? '{}') as Partial<ResumeDraft>;
    return isReportCar(car) && Date.now() - (at ?? 0) < KEPT_MS ? car : null;
  } catch {
    return null;
  }
}

/** The lot to offer, or null; follows the other tabs, one of which may have started it. */
export const useResumeDraft = (): ReportCar | null => read(useStore(stored));
