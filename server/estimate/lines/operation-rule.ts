import type { EstimateLine, LabourType } from '../../../contract/schemas/estimate.ts';
import type { BodyClass } from '../../../contract/schemas/vehicle.ts';
import { categoryById } from '../../categories/generic-categories.ts';
import type { DraftLine } from '../pricing/estimate-line.ts';
import type { PaintStage } from '../pricing/refinish.ts';
import { partCost } from '../tables/part-costs.ts';
import { categoriesIn } from './operation-triggers.ts';
import { flat, type StandardWork } from './standard-line.ts';

/** What an operation is called by: a line of an estimate, before or after it is settled and edited. */
export type Calling = Pick<EstimateLine, 'category' | 'stand_in' | 'position' | 'operation'> & {
  readonly labour: { readonly type: LabourType } | null;
  readonly painted: boolean;
  /** A repair so heavy that it is written as a new section. */
  readonly sectioned?: true;
};
export type RepairedCar = {
  readonly year: number;
  readonly electric: boolean;
  readonly hybrid: boolean;
  readonly body_class: BodyClass | null;
  readonly stage: PaintStage;
  /** Share of the model's cars that have a front radar, 0–1; absent: by model year. */
  readonly front_radar?: number;
  /** As the front one; absent: by model year. */
  readonly rear_radar?: number;
  /** The estimate is at door rates or its user's own: a shop writes it. */
  readonly by_shop?: boolean;
};
/** An operation that a repair brings with it: which lines call for it, how often an estimate then has it, and what it costs. */
export type OperationRule = {
  readonly id: string;
  readonly name: string;
  readonly operation: DraftLine['operation'];
  readonly calls: (line: Calling) => boolean;
  /** Lines that call for it too on a car that a battery alone drives. */
  readonly electricCalls?: (line: Calling) => boolean;
  /** One cause brings all its callers (a deployment, a hit on the structure): as likely as the likeliest of them. */
  readonly joint?: true;
  /** One line for each caller, beside it. */
  readonly each?: true;
  /** Share of cars or of first estimates that have it, 0–1; by default all. */
  readonly share?: (car: RepairedCar, hours: number) => number;
  /** Written wherever a line calls for it; `share` is what the forecast counts of it. */
  readonly usual?: boolean;
  /** Hours by the lines that call for it, in place of the work's own: of panels that are each worked on. */
  readonly hoursOf?: (calls: readonly DraftLine[]) => number;
  /** Base refinish hours by the line it is done to. */
  readonly paintOf?: (line: DraftLine) => number;
  /** Lines that hold the work already: the operation is needless beside them. */
  readonly unless?: (line: Calling) => boolean;
  /** The line of the sensor it is done to, whose chance counts only cars that have one: `share` is not taken of it again. */
  readonly own?: (line: Calling) => boolean;
  readonly work: Pick<StandardWork, 'sublet' | 'labour' | 'paint_hours'>;
  /** What it takes on a car that a battery alone drives, where that is another. */
  readonly electricWork?: Pick<StandardWork, 'sublet' | 'labour' | 'paint_hours'>;
};

const UNBOLTED: ReadonlySet<Calling['operation']> = new Set(['pdr', 'clean', 'inspect', 'allowance']);
export const bolted = ({ operation }: Calling): boolean => !UNBOLTED.has(operation);
/** A line of these categories, in its own right, that is worked on other than by dent removal. */
export const of = (name: Parameters<typeof categoriesIn>[0]) => {
  const categories = categoriesIn(name);
  return (line: Calling): boolean =>
    line.category !== null &&
    line.stand_in === undefined &&
    categories.has(line.category) &&
    line.operation !== 'pdr';
};
export const painted = (line: Calling): boolean => line.painted;
export const renewed = ({ operation, sectioned }: Calling): boolean =>
  operation === 'replace' || operation === 'section' || sectioned === true;
export const both =
  (...tests: ((line: Calling) => boolean)[]) =>
  (line: Calling): boolean =>
    tests.every((test) => test(line));
export const either =
  (...tests: ((line: Calling) => boolean)[]) =>
  (line: Calling): boolean =>
    tests.some((test) => test(line));
export const at =
  (position: Calling['position']) =>
  (line: Calling): boolean =>
    line.position === position;
export const hours = (type: LabourType, row: { hours: number; basis: 'anchored' | 'judgement' }) => ({
  type,
  hours: flat(row.hours),
  basis: row.basis,
});
export const dollars = (row: { dollars: number; basis: 'anchored' | 'judgement' }) => ({
  low: row.dollars,
  likely: row.dollars,
  high: row.dollars,
  basis: row.basis,
});
/** A panel painted in full; smaller ones are done in passing. */
export const FULL_PANEL_HOURS = 1;
const METALS = new Set(['steel', 'aluminum']);
export const metal = ({ category, stand_in }: Calling): boolean =>
  category !== null && stand_in === undefined && METALS.has(categoryById(category)?.material ?? '');
/** A body panel, by its refinish time: no bar, bracket or hinge behind one. */
export const panel = ({ category }: Calling): boolean =>
  (partCost(category ?? '')?.refinish_high ?? 0) >= FULL_PANEL_HOURS;
