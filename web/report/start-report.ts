import { useSyncExternalStore } from 'react';
import { ApiError } from '../api/api-error.ts';
import { processReport } from '../api/auction.ts';
import { refreshReports } from '../api/report-list.ts';
import { closeNotices, notify } from '../ui/notices.tsx';
import { forgetLeftOff } from './left-off.ts';
import type { ReportCar } from './report-car.ts';

/** A card that is there before the server has given it an id (SPEC section 4, Flow). */
export type TemporaryCard = {
  id: string;
  car: ReportCar;
  status: 'initiating' | 'processing' | 'create_task_failed';
  message: string;
  reportId: string | null;
  since: number;
};

let cards: readonly TemporaryCard[] = [];
const watchers = new Set<() => void>();
const publish = (next: readonly TemporaryCard[]): void => {
  cards = next;
  for (const watcher of watchers) watcher();
};
const change = (id: string, part: Partial<TemporaryCard>): void =>
  publish(cards.map((card) => (card.id === id ? { ...card, ...part } : card)));

export const useTemporaryCards = (): readonly TemporaryCard[] =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => cards,
  );

export const dropTemporaryCard = (id: string): void => publish(cards.filter((card) => card.id !== id));

export function retryTemporaryCard(id: string): void {
  const card = cards.find((other) => other.id === id);
  if (card) void startReport(card.car);
}

/** Starts a report: the card stands at once, ids follow, a failure marks the card. A second press for the lot does nothing. */
export async function startReport(car: ReportCar): Promise<void> {
  if (cards.some((card) => card.car.lot_key === car.lot_key && card.status !== 'create_task_failed')) return;
  const id = `temporary-${crypto.randomUUID()}`;
  closeNotices();
  forgetLeftOff();
  publish([
    { id, car, status: 'initiating', message: 'Starting', reportId: null, since: Date.now() },
    ...cards.filter((card) => card.car.lot_key !== car.lot_key),
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
    change(id, { status: 'processing', message: 'Queued', reportId: report_id });
    await refreshReports();
    dropTemporaryCard(id);
  } catch (error) {
    const message = error instanceof ApiError ? error.message : 'An API error occurred.';
    change(id, { status: 'create_task_failed', message });
    notify({ kind: 'error', title: 'The report could not be started', text: message });
  }
}
