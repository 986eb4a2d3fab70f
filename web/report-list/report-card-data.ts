import type { ReportListItem } from '../../contract/calls.ts';
import type { CardDiagram } from '../../contract/car-diagram/card-diagram.ts';
import { outcomeOf, type ReportOutcome, stageOf } from '../../contract/report-status.ts';
import { carName } from '../../contract/vehicles/car-name.ts';
import type { LotChange } from '../../contract/watch/lot-change.ts';
import { newerState, type ReportState, stateOfRow } from '../api/reports/report-states.ts';
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
  outcome: ReportOutcome;
  /** The stage's label; of an ended report what the service says of its end. */
  statusMessage: string;
  /** It was not started: its user has no report left. */
  noneLeft?: boolean;
  /** What the service says it is doing; empty where the label says it all. */
  sentence: string;
  /** 0 to 1. */
  progress: number;
  date: string;
  totalCost: number | null;
  url: string;
  diagram: CardDiagram | null;
  /** Null until the report is finished. */
  figures: NonNullable<ReportListItem['figures']> | null;
  /** What its lot may cost; null until it is calculated. */
  deal: NonNullable<ReportListItem['deal']> | null;
  /** What changed of its lot since, the newest first. */
  changes: readonly LotChange[];
  archived: boolean;
  tag: string | null;
  note: string | null;
};

const NO_CHANGES: readonly LotChange[] = [];

/** A row of the list in the newest state that is known of it. */
export function cardOf(item: ReportListItem, known: ReportState | undefined): ReportCardData {
  const state = known === undefined ? stateOfRow(item) : newerState(known, stateOfRow(item));
  return {
    id: item.report_id,
    reportId: item.report_id,
    taskId: item.task_id,
    name: carName(item.model_name, item.make_name) ?? `Lot ${item.lot_number ?? ''}`.trim(),
    vin: item.vin,
    lot: item.lot_number,
    make: item.make_name,
    bodyType: state.bodyType,
    mileage: item.mileage,
    ...shownState(state),
    date: item.date,
    totalCost: state.totalCost,
    url: item.url,
    diagram: item.diagram ?? null,
    figures: item.figures ?? null,
    deal: item.deal ?? null,
    changes: item.changes ?? NO_CHANGES,
    archived: item.archived ?? false,
    tag: item.tag ?? null,
    note: item.note ?? null,
  };
}

type Shown = Pick<ReportCardData, 'status' | 'outcome' | 'statusMessage' | 'sentence' | 'progress'>;

const shownState = ({
  status,
  errorCode,
  message,
  progress,
}: Pick<ReportState, 'status' | 'errorCode' | 'message' | 'progress'>): Shown => {
  const { label } = stageOf(status);
  const outcome = outcomeOf(status, errorCode);
  const ended = outcome === 'failed' || outcome === 'cancelled';
  return {
    status,
    outcome,
    statusMessage: ended ? message : label,
    sentence: outcome === 'in_progress' && message !== label ? message : '',
    progress,
  };
};

/** A card that has no id yet, or whose report no list has: with what was told before the id came. */
export function temporaryCardOf(card: TemporaryCard, known: ReportState | undefined): ReportCardData {
  const own = { status: card.status, errorCode: null, message: card.message };
  const { progress } = stageOf(card.status);
  return {
    // As of the row that the list will have of it: the card stays the same, with whatever is pressed on it.
    id: card.reportId ?? card.id,
    reportId: card.reportId,
    noneLeft: card.noneLeft ?? false,
    taskId: null,
    name: carName(card.car.name, card.car.make) ?? `Lot ${card.car.lot_number}`.trim(),
    vin: card.car.vin,
    lot: card.car.lot_number,
    make: card.car.make,
    bodyType: card.car.body_style,
    mileage: card.car.mileage,
    ...shownState({
      ...own,
      totalCost: null,
      bodyType: null,
      ...known,
      progress: Math.max(progress, known?.progress ?? 0),
    }),
    date: new Date(card.since).toISOString(),
    totalCost: null,
    url: card.car.url,
    diagram: null,
    figures: null,
    deal: null,
    changes: NO_CHANGES,
    archived: false,
    tag: null,
    note: null,
  };
}
