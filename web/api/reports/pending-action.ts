import { forgetResumeDraft, keepResumeDraft } from '../../lot-entry/resume-draft.ts';
import { isReportCar, type ReportCar } from './report-car.ts';

/** What a visitor wanted when asked to sign in; kept for the browser session (docs/product.md). */
const KEY = 'pendingAction';
type PendingAction = { type: 'GENERATE_REPORT'; car: ReportCar };

export function keepPendingAction(car: ReportCar): void {
  keepResumeDraft(car);
  sessionStorage.setItem(KEY, JSON.stringify({ type: 'GENERATE_REPORT', car } satisfies PendingAction));
}

/** The lot whose report waits for the sign-in. */
export function readPendingAction(): ReportCar | null {
  try {
    const action = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<PendingAction>;
    return action.type === 'GENERATE_REPORT' && isReportCar(action.car) ? action.car : null;
  } catch {
    return null;
  }
}

/** Takes the action out of the store, so that it runs once. */
export function takePendingAction(): ReportCar | null {
  const car = readPendingAction();
  sessionStorage.removeItem(KEY);
  return car;
}

/** The visitor does not want it after all: it neither starts nor is it offered. */
export function forgetPendingAction(): void {
  takePendingAction();
  forgetResumeDraft();
}
