import fs from 'node:fs/promises';
import path from 'node:path';
import { drawingSvg, numberPlaces } from '../contract/car-diagram/drawing-svg.ts';
import type { Marks } from '../contract/car-diagram/levels.ts';
import { declaredWords } from '../contract/lot-words.ts';
import { DEAL_GROUP_NAMES, DEAL_ROW_NAMES, dealBasisWords } from '../contract/report-view/deal/deal-words.ts';
import { headStats } from '../contract/report-view/deal/head-stats.ts';
import { DEAL_VERDICTS } from '../contract/report-view/deal/short-answer.ts';
import { shareOfValue } from '../contract/report-view/head/decision.ts';
import { reportRange } from '../contract/report-view/head/report-range.ts';
import { verdictWords } from '../contract/report-view/head/verdict-words.ts';
import { marksOf, orderLines } from '../contract/report-view/line-order.ts';
import { lineName } from '../contract/report-view/number-side.ts';
import { OPERATIONS } from '../contract/report-view/words/line-words.ts';
import { plain } from '../contract/report-view/words/sentence.ts';
import type { SamplePicture } from '../contract/sample-picture.ts';
import type { ReportModel } from '../contract/schemas/report.ts';
import { reportedCar } from '../contract/vehicles/car-name.ts';
import { cameraOf, type View } from '../samples/drawing/draw-photo.ts';
import { drawLines } from '../samples/drawing/line-drawing.ts';
import { SAMPLE_CARS, SAMPLE_LOTS, type SampleNumber } from '../samples/sample-lots.ts';
import { dealSheet } from '../server/deals/deal-sheet.ts';
import { currencyRates } from '../server/estimate/pricing/exchange-rates.ts';
import type { PipelineTools } from '../server/pipeline/pipeline-tools.ts';
import { lotOfReport } from '../server/reports/deal/lot-of-report.ts';
import { makeReportOf } from '../server/reports/make-sample-report.ts';

const ROOT = path.dirname(import.meta.dirname);
/** What the home page shows, and its drawings. */
export const PICTURES_FILE = path.join(ROOT, 'web', 'marketing', 'pictures', 'sample-pictures.json');
const CARS_FOLDER = path.join(ROOT, 'web', 'public', 'cars');

/** From where each lot is seen: its damage in front. */
const SEEN_FROM: Record<string, Exclude<View, 'damage' | 'interior' | 'odometer'>> = {
  '90000001': 'front-left',
  '90000002': 'rear-right',
  '90000003': 'front-left',
  '90000007': 'front-left',
};
/** Lines named next to the drawing. */
const PARTS = 4;
/** Work that goes with another line: its name says little alone. */
const GOES_WITH_A_PART: ReadonlySet<string> = new Set(['blend', 'refinish', 'r_and_i']);
/** Percent, to a tenth. */
const percent = (share: number): number => Math.round(share * 1000) / 10;

type Made = { picture: SamplePicture; marks: Marks };

/** Makes the report and the deal of every sample lot that has one, in the order in which they are offered. Needs the samples on. */
export async function makeSamplePictures(tools: PipelineTools): Promise<Made[]> {
  const made: Made[] = [];
  for (const { link, when } of SAMPLE_LOTS)
    if (when === null) made.push(pictureOf(link, (await makeReportOf(tools, link)).model, tools));
  return made;
}

function pictureOf(link: string, model: ReportModel, tools: PipelineTools): Made {
  const now = new Date().toISOString();
  const deal = dealSheet({
    lot: lotOfReport(model, null),
    settings: {},
    day: now.slice(0, 10),
    at: Date.parse(now),
    read: [],
    rates: currencyRates(tools.estimate.currencies, now),
  });
  const lot = /(9000000\d)/.exec(link)?.[1] ?? '';
  const lines = orderLines(model.estimate.lines);
  const marks = marksOf(lines);
  // Lines with a number on the drawing are named first.
  const named = lines.flatMap((line, index) => {
    const seen = Object.entries(marks).some(([, mark]) => mark.number === index + 1);
    return seen && line.standing !== 'possible' ? [{ line, from: index + 1 }] : [];
  });
  const numbered = named
    .toSorted((a, b) => b.line.cost.likely - a.line.cost.likely)
    .slice(0, PARTS)
    .map(({ line, from }, nth) => ({ line, from, number: nth + 1 }));
  const others = lines
    .filter((line) => line.standing !== 'possible' && !named.some((entry) => entry.line === line))
    .filter(({ operation }) => !GOES_WITH_A_PART.has(operation))
    .toSorted((a, b) => b.cost.likely - a.cost.likely)
    .slice(0, PARTS - numbered.length);
  const parts = [...numbered, ...others.map((line) => ({ line, number: null }))];
  const numbers = new Map(numbered.map(({ from, number }) => [from, number]));
  const shownMarks: Marks = Object.fromEntries(
    Object.entries(marks).map(([panel, { severity, number }]) => {
      const shown = number === undefined ? undefined : numbers.get(number);
      return [panel, shown === undefined ? { severity } : { severity, number: shown }];
    }),
  );
  const groups = Map.groupBy(
    deal.rows.filter(({ id }) => id !== 'resale' && id !== 'margin'),
    ({ group }) => group,
  );
  const usdOf = (id: string): number => deal.rows.find((row) => row.id === id)?.usd ?? 0;
  const share = shareOfValue(model);
  const repair = deal.rows.find(({ id }) => id === 'repair');
  const drawing = drawingOf(lot);
  const { width, height } = drawing;
  const places = numberPlaces(drawing, shownMarks);
  const placeOf = (number: number | null): { x: number; y: number } | null => {
    const place = number === null ? undefined : places.get(number);
    return place === undefined ? null : { x: percent(place.x), y: percent(place.y) };
  };
  return {
    marks: shownMarks,
    picture: {
      lot,
      link,
      name: reportedCar(model) ?? lot,
      damage: declaredWords(model.lot),
      size: { width, height },
      parts: parts.map(({ line, number }) => ({
        number,
        at: placeOf(number),
        name: lineName(line),
        operation: OPERATIONS[line.operation],
        usd: Math.round(line.cost.likely),
      })),
      more: lines.filter(({ standing }) => standing !== 'possible').length - parts.length,
      likely: model.estimate.total.likely,
      range: reportRange(model),
      total_loss: {
        verdict: model.total_loss?.verdict ?? null,
        words: verdictWords(model),
        reason: share === null ? '' : `Repair is ${plain(share)}.`,
      },
      verdict: deal.verdict,
      verdict_words: deal.verdict === null ? '' : DEAL_VERDICTS[deal.verdict],
      max_bid: deal.highest_bid,
      price: deal.price?.usd ?? null,
      stats: headStats(deal),
      repair_basis: repair === undefined ? '' : dealBasisWords(repair.basis),
      waterfall: [
        { name: DEAL_ROW_NAMES.resale, usd: usdOf('resale') },
        ...[...groups].map(([group, rows]) => ({
          name: DEAL_GROUP_NAMES[group],
          usd: -rows.reduce((sum, { usd }) => sum + (usd ?? 0), 0),
        })),
        { name: DEAL_ROW_NAMES.margin, usd: -usdOf('margin') },
      ]
        // Unknown costs are named with the bid.
        .filter(({ usd }) => usd !== 0),
    },
  };
}

const isSample = (lot: string): lot is SampleNumber => Object.hasOwn(SAMPLE_CARS, lot);

const drawings = new Map<string, ReturnType<typeof drawLines>>();
function drawingOf(lot: string): ReturnType<typeof drawLines> {
  const view = SEEN_FROM[lot];
  if (!isSample(lot) || view === undefined) throw new Error(`Lot ${lot} has no view to be drawn from.`);
  const car = SAMPLE_CARS[lot];
  const drawing = drawings.get(lot) ?? drawLines(car, cameraOf(car.shape, view));
  drawings.set(lot, drawing);
  return drawing;
}

/** Writes the figures, and each lot's drawing in both themes. */
export async function writeSamplePictures(made: readonly Made[]): Promise<void> {
  await fs.mkdir(path.dirname(PICTURES_FILE), { recursive: true });
  await fs.mkdir(CARS_FOLDER, { recursive: true });
  await fs.writeFile(
    PICTURES_FILE,
    `${JSON.stringify(
      made.map(({ picture }) => picture),
      null,
      2,
    )}\n`,
  );
  for (const { picture, marks } of made)
    for (const theme of ['light', 'dark'] as const) {
      const svg = drawingSvg(drawingOf(picture.lot), `${picture.name}, drawn`, { theme, marks });
      await fs.writeFile(path.join(CARS_FOLDER, `${picture.lot}-${theme}.svg`), svg);
    }
}
