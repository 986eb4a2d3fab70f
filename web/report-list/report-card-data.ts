import type { ReportListItem } from '../../contract/calls.ts';
import type { CardDiagram } from '../../contract/car-diagram/card-diagram.ts';
import { outcomeOf, stageOf } from '../../contract/schemas/report.ts';
import type { ReceivedFrame } from '../api/reports/report-live.ts';
import type { TemporaryCard } from './start-report.ts';

/** The report card of docs/product.md, with what the card needs to act. */
export type ReportCardData = {
  id: string;
  reportId: string | null;
  taskId: string | null;
  name: string;
  vin: string | null;
  lot: string | null;
  make: string | null;
  bodyType: string | null;
  mileage: number | null;
  status: string;
  outcome: 'ready' | 'failed' | 'in_progress';
  statusMessage: string;
  /** 0 to 1. */
  progress: number;
  date: string;
  totalCost: number | null;
  url: string;
  diagram: CardDiagram | null;
};

/** A row of the list with the newest live frame over it; `fetched` is when the list came (ms since 1970). */
export function cardOf(
  item: ReportListItem,
  frame: ReceivedFrame | undefined,
  fetched: number,
): ReportCardData {
  const live = frame !== undefined && isNewer(frame, item, fetched) ? frame : undefined;
  const status = live?.status ?? item.task_status;
  const stage = stageOf(status);
  const failed = outcomeOf(status) === 'failed';
  return {
    id: item.report_id,
    reportId: item.report_id,
    taskId: item.task_id,
    name: item.model_name ?? `Lot ${item.lot_number ?? ''}`.trim(),
    vin: item.vin,
    lot: item.lot_number,
    make: item.make_name,
    bodyType: live?.body_type ?? item.body_type,
    mileage: item.mileage,
    status,
    outcome: outcomeOf(status),
    statusMessage: failed ? (live?.message ?? item.message) : stage.label,
    progress: stage.progress,
    date: item.date,
    totalCost: live?.total_cost ?? item.total_cost,
    url: item.url,
    diagram: item.diagram ?? null,
  };
}

/** A list may have been written before a frame that came first: what runs never goes back. */
const isNewer = (frame: ReceivedFrame, item: ReportListItem, fetched: number): boolean =>
  frame.received >= fetched ||
  (outcomeOf(item.task_status) === 'in_progress' &&
    outcomeOf(frame.status) !== 'failed' &&
    frame.progress > item.progress);

/** A card that has no id yet, with the frames that came before the id did. */
export function temporaryCardOf(card: TemporaryCard, frame: ReceivedFrame | undefined): ReportCardData {
  const status = frame?.status ?? card.status;
  const stage = stageOf(status);
  const failed = outcomeOf(status) === 'failed';
  return {
    id: card.id,
    reportId: card.reportId,
    taskId: null,
    name: card.car.name ?? `Lot ${card.car.lot_number}`.trim(),
    vin: card.car.vin,
    lot: card.car.lot_number,
    make: card.car.make,
    bodyType: card.car.body_style,
    mileage: card.car.mileage,
    status,
    outcome: outcomeOf(status),
    statusMessage: failed ? (frame?.message ?? card.message) : stage.label,
    progress: stage.progress,
    date: new Date(card.since).toISOString(),
    totalCost: null,
    url: card.car.url,
    diagram: null,
  };
}
