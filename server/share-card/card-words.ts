import { bodySideSvg } from '../../contract/car-diagram/body-side.ts';
import { declaredZone } from '../../contract/car-diagram/declared-zone.ts';
import { drawingSvg } from '../../contract/car-diagram/drawing-svg.ts';
import type { LineDrawing } from '../../contract/car-diagram/drawn-car.ts';
import { type LotView, lotView } from '../../contract/car-diagram/lot-view.ts';
import { declaredWords } from '../../contract/lot-words.ts';
import { wholeDollars } from '../../contract/report-view/figures.ts';
import { lotFacts } from '../../contract/report-view/head/lot-facts.ts';
import type { RangeBarLayout } from '../../contract/report-view/head/range-bar.ts';
import { reportRange } from '../../contract/report-view/head/report-range.ts';
import { verdictWords } from '../../contract/report-view/head/verdict-words.ts';
import { marksOf } from '../../contract/report-view/line-order.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import type { Verdict } from '../../contract/schemas/verdict.ts';
import { reportedCar } from '../../contract/vehicles/car-name.ts';

export type CardTone = 'good' | 'open' | 'close' | 'loss';

/** What the picture of a shared link says and draws: nothing of people, no VIN and no deal. Money in US dollars. */
export type ShareCard = {
  readonly title: string;
  readonly lot: string;
  readonly figure: string;
  readonly range: string;
  readonly bar: Pick<RangeBarLayout, 'band' | 'half' | 'likely'>;
  readonly verdict: { readonly words: string; readonly tone: CardTone };
  /** The car with its damage, as SVG. */
  readonly drawing: string;
};

const TONES: Record<Verdict, CardTone> = {
  total_loss: 'loss',
  repairable: 'good',
  too_close: 'close',
  depends_on_salvage: 'close',
  depends_on_insurer: 'close',
  sources_disagree: 'close',
};

const SHOWN_FACTS: ReadonlySet<string> = new Set(['title', 'odometer']);

/** From where a report's car is drawn; `null`: from the side alone. */
export const cardView = ({ vehicle, lot }: ReportModel): LotView | null =>
  lotView(vehicle.body_class, lot.primary_damage);

function drawingOf(report: ReportModel, drawn: LineDrawing | null): string {
  const panels = marksOf(report.estimate.lines);
  const view = cardView(report);
  // Hail, water and soot are drawn over the panels.
  if (view !== null && drawn !== null)
    return drawingSvg(drawn, 'Drawing', { marks: panels, declared: view.zone, mirrored: view.mirrored });
  const declared = declaredZone(report.lot.primary_damage);
  return bodySideSvg({ body_class: report.vehicle.body_class, panels, declared, theme: 'light' });
}

/**
 * The card of a report; `null` where nothing is estimated. `now`: milliseconds since 1970; `drawn`: the drawing that its `cardView`
 * names, `null` for its side.
 */
export function shareCardOf(report: ReportModel, now: number, drawn: LineDrawing | null): ShareCard | null {
  const { low, likely, high } = report.estimate.total;
  if (likely <= 0) return null;
  const { band, half, likely: at } = reportRange(report);
  const facts = lotFacts(report.lot, now).flatMap(({ key, value }) =>
    SHOWN_FACTS.has(key) && value !== null ? [value] : [],
  );
  const verdict = report.total_loss?.verdict ?? null;
  return {
    title: reportedCar(report) ?? 'Auction vehicle',
    lot: [declaredWords(report.lot), ...facts].filter((words) => words !== null && words !== '').join(' · '),
    figure: wholeDollars(likely),
    range: `Likely repair cost · ${wholeDollars(low)}–${wholeDollars(high)}`,
    bar: { band, half, likely: at },
    verdict: { words: verdictWords(report), tone: verdict === null ? 'open' : TONES[verdict] },
    drawing: drawingOf(report, drawn),
  };
}
