import { ApiError } from '../api/api-error.ts';
import { processReport } from '../api/auction.ts';
import type { ReportCar } from '../api/reports/report-car.ts';
import { refreshReports } from '../api/reports/report-list.ts';
import { noteOrdered } from '../api/reports/report-states.ts';
import { createStore, useStore } from '../api/store.ts';
import { forgetResumeDraft } from '../lot-entry/resume-draft.ts';
import { closeNotices, notify } from '../ui/notices.tsx';

/** A card that is there before the server has given it an id (docs/product.md). */
export type TemporaryCard = {
  id: string;
  car: ReportCar;
  status: 'initiating' | 'processing' | 'create_task_failed';
  message: string;
  /** It takes a report that its user does not have: trying again helps once there are more. */
  noneLeft?: boolean;
  reportId: string | null;
  since: number;
};

const cards = createStore<readonly TemporaryCard[]>([]);
const change = (id: string, part: Partial<TemporaryCard>): void =>
  cards.set(cards.get().map((card) => (card.id === id ? { ...card, ...part } : card)));

export const useTemporaryCards = (): readonly TemporaryCard[] => useStore(cards);

export const dropTemporaryCard = (id: string): void =>
  cards.set(cards.get().filter((card) => card.id !== id));

export function retryTemporaryCard(id: string): void {
  const card = cards.get().find((other) => other.id === id);
  if (card) void startReport(card.car);
}

/** Starts a report: the card stands at once, ids follow, a failure marks the card. A second press for the lot does nothing. */
export async function startReport(car: ReportCar): Promise<void> {
  if (cards.get().some((card) => card.car.lot_key === car.lot_key && card.status !== 'create_task_failed'))
    return;
  const id = `temporary-${crypto.randomUUID()}`;
  closeNotices();
  forgetResumeDraft();
  cards.set([
    { id, car, status: 'initiating', message: 'Starting', reportId: null, since: Date.now() },
    ...cards.get().filter((card) => card.car.lot_key !== car.lot_key),
  ]);
  try {
    const { report_id } = await processReport(
      {
        auction_url: car.url,
        lot_number: car.lot_number,
        vin: car.vin,
        make: car.make,
        lot_key: car.lot_key,
      },
      id,
    );
    noteOrdered(report_id, 'Queued');
    change(id, { status: 'processing', message: 'Queued', reportId: report_id });
    await refreshReports();
    dropTemporaryCard(id);
  } catch (error) {
    const message = error instanceof ApiError ? error.message : 'An API error occurred.';
    const noneLeft = error instanceof ApiError && error.code === 'quota_exceeded';
    change(id, { status: 'create_task_failed', message, noneLeft });
    notify({ kind: 'error', title: 'The report could not be started', text: message });
  }
}
