import type { CardDiagram } from '../car-diagram/card-diagram.ts';
import { bandOf, type Level, type Marks } from '../car-diagram/levels.ts';
import { panelsOf } from '../car-diagram/panels-of.ts';
import { type Estimate, type EstimateLine, SECTIONS, type Section } from '../schemas/estimate.ts';
import type { ReportModel } from '../schemas/report.ts';
import { isPossible, SETTLED_BY, settledBy } from './outcome-rows.ts';
import { apportioned, sumAsShown } from './units/shown-sums.ts';
import { AREA_TITLES } from './words/line-words.ts';

/** Blocks in the order they are shown. */
export const BLOCK_ORDER: readonly string[] = ['seen', 'declared', 'likely_hidden', 'standard', 'user'];

const place = (order: readonly string[], name: string): number => {
  const at = order.indexOf(name);
  return at === -1 ? order.length : at;
};

type OrderedLine = Pick<EstimateLine, 'block' | 'section' | 'standing' | 'settled_by'>;

/** Written lines, then possible ones by what settles them. */
const standingOf = (line: OrderedLine): number =>
  isPossible(line) ? 1 + SETTLED_BY.indexOf(settledBy(line)) : 0;

const byBlock = (a: OrderedLine, b: OrderedLine): number =>
  place(BLOCK_ORDER, a.block) - place(BLOCK_ORDER, b.block);
const byArea = (a: OrderedLine, b: OrderedLine): number =>
  place(SECTIONS, a.section) - place(SECTIONS, b.section);

/**
 * Lines as shown: what is written by area of the car, front to rear, then what is possible by what settles it, otherwise as
 * the estimate has them. Their numbers are 1, 2, 3 … In reports of schema_version 1 blocks come before areas.
 */
export function orderLines<Line extends OrderedLine>(lines: readonly Line[]): Line[] {
  return lines.toSorted(
    (a, b) =>
      standingOf(a) - standingOf(b) ||
      (a.standing === undefined ? byBlock(a, b) || byArea(a, b) : byArea(a, b)),
  );
}

export type AreaGroup<Line> = {
  readonly area: Section;
  readonly title: string;
  readonly lines: readonly Line[];
  /** What its lines come to before tax, US dollars: the sum of what each shows. */
  readonly sum: number;
};

/** Written lines by area of the car, in the order shown: with the tax, their sums make what is written, to the cent. */
export function areaGroups<Line extends OrderedLine & Pick<EstimateLine, 'cost'>>(
  lines: readonly Line[],
): AreaGroup<Line>[] {
  const written = orderLines(lines).filter((line) => !isPossible(line));
  return [...Map.groupBy(written, ({ section }) => section)].map(([area, of]) => ({
    area,
    title: AREA_TITLES[area],
    lines: of,
    sum: sumAsShown(of.map(({ cost }) => cost.likely)),
  }));
}

export type WholeScope = {
  readonly areas: readonly AreaGroup<EstimateLine>[];
  /** Of each written line, by its id. */
  readonly costs: ReadonlyMap<string, number>;
  readonly tax: number;
};

/**
 * What is written in whole dollars that add up by eye: lines to their area, areas with the tax to as written. None is a dollar
 * from its amount, which opens on it to the cent.
 */
export function wholeScope({
  lines,
  tax: exactTax,
  outcome,
}: Pick<Estimate, 'lines' | 'tax' | 'outcome'>): WholeScope {
  const groups = areaGroups(lines);
  const exact = [...groups.map(({ sum }) => sum), exactTax];
  const shown = outcome ? apportioned(exact, outcome.as_written, 'whole') : exact;
  const areas = groups.map((group, at) => ({ ...group, sum: shown[at] ?? group.sum }));
  const costs = areas.flatMap(({ lines: of, sum }) => {
    const amounts = apportioned(
      of.map(({ cost }) => cost.likely),
      sum,
      'whole',
    );
    return of.map((line, at) => [line.id, amounts[at] ?? line.cost.likely] as const);
  });
  return { areas, costs: new Map(costs), tax: shown.at(-1) ?? exactTax };
}

type MarkedLine = OrderedLine &
  Pick<EstimateLine, 'category' | 'side' | 'position' | 'severity' | 'probability' | 'basis' | 'operation'>;

/** Work on a neighbour of the damage is no damage. */
const NOT_DAMAGE = new Set(['blend', 'r_and_i', 'refinish', 'scan', 'calibrate', 'align', 'clean']);

/**
 * The diagram's marks: the worst severity seen on each panel, or how likely damage is where nobody looked, and the
 * number of the first line (in the order shown) that stands for it. A side nobody told marks both sides as possible.
 */
export function marksOf(lines: readonly MarkedLine[]): Marks {
  const marks: Marks = {};
  const rank = (level: Level): number =>
    typeof level === 'number' ? level * 10 : { possible: 1, likely: 2, very_likely: 3 }[level];
  orderLines(lines).forEach((line, index) => {
    if (line.category === null || line.block === 'standard' || NOT_DAMAGE.has(line.operation)) return;
    const seen = line.severity !== null && (line.basis === 'photos' || line.basis === 'both');
    const panels = panelsOf(line.category, line.side, line.position);
    const band = bandOf(line.probability);
    const estimated: Level = panels.length > 1 && band !== 0 ? 'possible' : band;
    const level: Level = seen ? severityLevel(line.severity) : estimated;
    if (level === 0) return;
    for (const panel of panels) {
      const mark = marks[panel];
      if (!mark) marks[panel] = { severity: level, number: index + 1 };
      else if (rank(level) > rank(mark.severity)) mark.severity = level;
    }
  });
  return marks;
}

/** A finished report's diagram for its card; stored beside it, so that a list never opens whole reports. */
export const cardDiagramOf = ({ vehicle, estimate }: ReportModel): CardDiagram => ({
  body_class: vehicle.body_class,
  panels: Object.fromEntries(
    Object.entries(marksOf(estimate.lines)).map(([panel, mark]) => [panel, mark.severity]),
  ),
});

const severityLevel = (severity: number | null): Level =>
  severity === 1 || severity === 2 || severity === 3 || severity === 4 ? severity : 0;
