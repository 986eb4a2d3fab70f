import type { EstimateLine, LabourType } from '../../../contract/schemas/estimate.ts';
import type { BodyClass } from '../../../contract/schemas/vehicle.ts';
import { categoryById } from '../../categories/generic-categories.ts';
import type { DraftLine } from '../pricing/estimate-line.ts';
import { type PaintStage, RAW_PLASTIC_HOURS } from '../pricing/refinish.ts';
import { FIXED_LINES } from '../tables/fixed-lines.ts';
import { partCost } from '../tables/part-costs.ts';
import { onCurve } from '../tables/read-table.ts';
import { ACCESS_ROWS, WRITTEN_OPERATIONS } from '../tables/written-operations.ts';
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

const F = FIXED_LINES;
const W = WRITTEN_OPERATIONS;
const UNBOLTED: ReadonlySet<Calling['operation']> = new Set(['pdr', 'clean', 'inspect', 'allowance']);
const bolted = ({ operation }: Calling): boolean => !UNBOLTED.has(operation);
/** A line of these categories, in its own right, that is worked on other than by dent removal. */
const of = (name: Parameters<typeof categoriesIn>[0]) => {
  const categories = categoriesIn(name);
  return (line: Calling): boolean =>
    line.category !== null &&
    line.stand_in === undefined &&
    categories.has(line.category) &&
    line.operation !== 'pdr';
};
const painted = (line: Calling): boolean => line.painted;
const renewed = ({ operation, sectioned }: Calling): boolean =>
  operation === 'replace' || operation === 'section' || sectioned === true;
const both =
  (...tests: ((line: Calling) => boolean)[]) =>
  (line: Calling): boolean =>
    tests.every((test) => test(line));
const either =
  (...tests: ((line: Calling) => boolean)[]) =>
  (line: Calling): boolean =>
    tests.some((test) => test(line));
const at =
  (position: Calling['position']) =>
  (line: Calling): boolean =>
    line.position === position;
const hours = (type: LabourType, row: { hours: number; basis: 'anchored' | 'judgement' }) => ({
  type,
  hours: flat(row.hours),
  basis: row.basis,
});
const dollars = (row: { dollars: number; basis: 'anchored' | 'judgement' }) => ({
  low: row.dollars,
  likely: row.dollars,
  high: row.dollars,
  basis: row.basis,
});
const sensors = (end: 'front' | 'rear') => (car: RepairedCar) =>
  onCurve(F.sensor_share_by_year[end], car.year);
const frontRadar = both(of('radar'), at('front'));
const frontCamera = both(of('camera'), at('front'));
const rearRadar = both(of('radar'), at('rear'));
const scanned = ({ year }: RepairedCar): number => (year >= F.scan.from_year ? 1 : 0);

const ELECTRIC_SCAN: Pick<OperationRule, 'electricWork'> = W?.electric_scan
  ? { electricWork: { labour: hours('mechanical', W.electric_scan) } }
  : {};

/** A panel is damaged, and so counted, from here on. */
const COUNTED_FROM = 0.5;
/** A panel painted in full; smaller ones are done in passing. */
const FULL_PANEL_HOURS = 1;
const isFullPanel = ({ paint_hours }: DraftLine): boolean => paint_hours >= FULL_PANEL_HOURS;
/** Hours for each panel that is damaged for certain or rather so, at least one. */
const aPanel = (each: number, of: (line: DraftLine) => boolean) => (calls: readonly DraftLine[]) =>
  each * Math.max(1, calls.filter((line) => of(line) && line.probability >= COUNTED_FROM).length);
/** What the forecast counts of an operation whose hours are others than those it was weighed with: the same money. */
const asWeighed =
  (row: { hours: number; share: number }) =>
  (_: RepairedCar, hours: number): number =>
    Math.min(1, (row.hours * row.share) / hours);
const rawPlasticHours =
  (row: { share_of_base: number; least_hours: number; most_hours: number }) =>
  ({ paint_hours }: DraftLine): number =>
    Math.round(10 * Math.min(row.most_hours, Math.max(row.least_hours, row.share_of_base * paint_hours))) /
    10;
const METALS = new Set(['steel', 'aluminum']);
const metal = ({ category, stand_in }: Calling): boolean =>
  category !== null && stand_in === undefined && METALS.has(categoryById(category)?.material ?? '');
/** A body panel, by its refinish time: no bar, bracket or hinge behind one. */
const panel = ({ category }: Calling): boolean =>
  (partCost(category ?? '')?.refinish_high ?? 0) >= FULL_PANEL_HOURS;
const leveled = ({ operation, category, sectioned }: Calling): boolean =>
  operation === 'repair' &&
  !sectioned &&
  (partCost(category ?? '')?.repair_hours ?? 0) >= (W?.feather_prime_block.from_repair_hours ?? 0);

/**
 * The table of operations that lines bring with them, front of the job to its end. The estimate adds them by it, and the
 * missed-operations check asks for them by it.
 */
export const OPERATION_RULES: readonly OperationRule[] = [
  {
    id: 'scan_pre',
    name: 'Pre-repair scan',
    operation: 'scan',
    calls: bolted,
    share: scanned,
    work: { sublet: F.scan },
    ...ELECTRIC_SCAN,
  },
  {
    id: 'scan_post',
    name: 'Post-repair scan',
    operation: 'scan',
    calls: bolted,
    share: scanned,
    work: { sublet: F.scan },
    ...ELECTRIC_SCAN,
  },
  {
    id: 'calibrate_front_radar',
    name: 'Front radar calibration',
    operation: 'calibrate',
    calls: either(frontRadar, of('front_bumper')),
    joint: true,
    share: (car) => car.front_radar ?? sensors('front')(car),
    own: frontRadar,
    work: { sublet: F.calibrate_front_radar },
  },
  {
    id: 'calibrate_camera',
    name: 'Windshield camera calibration',
    operation: 'calibrate',
    calls: either(of('windshield'), frontCamera),
    joint: true,
    share: sensors('front'),
    own: frontCamera,
    work: { sublet: F.calibrate_camera },
  },
  {
    id: 'calibrate_blind_spot',
    name: 'Blind-spot radar calibration',
    operation: 'calibrate',
    calls: either(rearRadar, of('rear_corner')),
    joint: true,
    share: (car) => car.rear_radar ?? sensors('rear')(car),
    own: rearRadar,
    work: { sublet: F.calibrate_blind_spot },
  },
  {
    id: 'alignment',
    name: 'Four-wheel alignment',
    operation: 'align',
    calls: either(of('suspension'), of('carriers')),
    joint: true,
    work: { sublet: F.alignment },
  },
  {
    id: 'set_up_and_measure',
    name: 'Set up and measure on the frame bench',
    operation: 'repair',
    calls: of('structure'),
    joint: true,
    work: {
      labour: {
        type: 'frame',
        hours: {
          low: F.set_up_and_measure.hours_low,
          likely: F.set_up_and_measure.hours,
          high: F.set_up_and_measure.hours_high,
        },
        basis: F.set_up_and_measure.basis,
      },
    },
  },
  {
    id: 'corrosion_protection',
    name: 'Corrosion protection of welded seams',
    operation: 'repair',
    calls: of('welded'),
    joint: true,
    share: () => F.corrosion_protection.share,
    work: { labour: hours('body', F.corrosion_protection), sublet: dollars(F.corrosion_protection) },
  },
  {
    id: 'test_fit',
    name: 'Test fit of panels',
    operation: 'repair',
    calls: of('structure'),
    joint: true,
    share: () => F.test_fit.share,
    work: { labour: hours('body', F.test_fit) },
  },
  {
    id: 'ac_recharge',
    name: 'A/C evacuate and recharge',
    operation: 'sublet',
    calls: of('ac_circuit'),
    joint: true,
    work: { sublet: F.ac_recharge, labour: hours('mechanical', F.ac_recharge) },
  },
  {
    id: 'coolant',
    name: 'Coolant, refill and bleed',
    operation: 'repair',
    calls: of('cooling_circuit'),
    joint: true,
    work: { sublet: dollars(F.coolant), labour: hours('mechanical', F.coolant) },
  },
  {
    id: 'brake_bleed',
    name: 'Bleed brakes',
    operation: 'repair',
    calls: of('brake_carriers'),
    joint: true,
    share: () => F.brake_bleed.share,
    work: { labour: hours('mechanical', F.brake_bleed) },
  },
  {
    id: 'restraint_check',
    name: 'Restraint system inspection',
    operation: 'inspect',
    calls: of('air_bags'),
    joint: true,
    work: { sublet: F.restraint_reset },
  },
  {
    id: 'srs_disarm',
    name: 'Restraint system, disable and enable',
    operation: 'repair',
    calls: either(of('air_bags'), of('srs_parts')),
    joint: true,
    work: { labour: hours('mechanical', F.srs_disarm) },
  },
  {
    id: 'aim_headlamps',
    name: 'Aim headlamps',
    operation: 'align',
    calls: of('headlamps'),
    joint: true,
    work: { labour: hours('body', F.aim_headlamps) },
  },
  {
    id: 'headliner_r_and_i',
    name: 'Headliner',
    operation: 'r_and_i',
    calls: of('above_headliner'),
    joint: true,
    unless: both(({ category }) => category === 'headliner', renewed),
    work: { labour: { type: 'body', hours: { low: 2.5, likely: 3, high: 3.5 }, basis: 'anchored' } },
  },
  {
    id: 'hv_disable',
    name: 'High-voltage disable and enable',
    operation: 'repair',
    calls: of('high_voltage'),
    ...(W?.hv_disable_rear
      ? {
          electricCalls: both(({ category }) => category === 'trunk_lid' || category === 'liftgate', renewed),
        }
      : {}),
    joint: true,
    share: ({ electric, hybrid }) => (electric || hybrid ? 1 : 0),
    work: { labour: hours('mechanical', F.hv_disable) },
  },
  {
    id: 'trim',
    name: 'Door trim, handle and moldings',
    operation: 'r_and_i',
    // Itemized by the table of what comes off, where there is one.
    calls: ACCESS_ROWS === null ? both(of('doors'), painted) : () => false,
    each: true,
    work: { labour: { type: 'body', hours: { low: 0.8, likely: 1.2, high: 1.6 }, basis: 'anchored' } },
  },
  {
    id: 'raw_plastic',
    name: 'Raw plastic preparation',
    operation: 'refinish',
    calls: both(of('bumper_covers'), renewed, painted),
    each: true,
    ...(W ? { paintOf: rawPlasticHours(W.raw_plastic) } : {}),
    work: { paint_hours: RAW_PLASTIC_HOURS },
  },
  {
    id: 'flex_additive',
    name: 'Flex additive',
    operation: 'refinish',
    calls: both(of('bumper_covers'), painted),
    work: { sublet: dollars(F.flex_additive) },
  },
  {
    id: 'feather_prime_block',
    name: 'Feather, prime and block',
    operation: 'refinish',
    calls: W ? both(leveled, metal, painted) : both(({ operation }) => operation === 'repair', painted),
    ...(W
      ? {
          usual: true,
          hoursOf: aPanel(W.feather_prime_block.hours_a_panel, () => true),
          share: asWeighed(F.feather_prime_block),
        }
      : { share: () => F.feather_prime_block.share }),
    work: { labour: hours('refinish', F.feather_prime_block) },
  },
  {
    id: 'mask_jambs',
    name: 'Mask jambs and openings',
    operation: 'refinish',
    calls: both(of('openings'), painted),
    share: () => F.mask_jambs.share,
    work: { labour: hours('refinish', F.mask_jambs) },
  },
  {
    id: 'tint',
    name: 'Tint color',
    operation: 'refinish',
    calls: painted,
    ...(W
      ? { usual: true, hoursOf: () => W.tint.hours, share: asWeighed(F.tint) }
      : { share: () => F.tint.share }),
    work: { labour: hours('refinish', F.tint) },
  },
  {
    id: 'denib',
    name: W ? 'Color sand and polish' : 'De-nib and polish',
    operation: 'refinish',
    calls: painted,
    ...(W
      ? { usual: true, hoursOf: aPanel(W.polish.hours_a_panel, isFullPanel), share: asWeighed(F.denib) }
      : { share: () => F.denib.share }),
    work: { labour: hours('refinish', F.denib) },
  },
  {
    id: 'cover_car',
    name: 'Cover car for overspray',
    operation: 'refinish',
    calls: painted,
    work: { sublet: dollars(F.cover_car), labour: hours('refinish', F.cover_car) },
  },
  {
    id: 'hazardous_waste',
    name: 'Hazardous waste removal',
    operation: 'sublet',
    calls: painted,
    work: { sublet: F.hazardous_waste },
  },
];

/** What a written estimate carries beside those, and its forecast counts in its level already; none in older tables. */
export const WRITTEN_RULES: readonly OperationRule[] =
  W === null
    ? []
    : [
        {
          id: 'battery_disconnect',
          name: 'Battery, disconnect and reconnect',
          operation: 'repair',
          calls: bolted,
          share: ({ year }) => (year >= W.battery.from_year ? 1 : 0),
          work: { labour: hours('mechanical', W.battery) },
        },
        {
          id: 'restraint_inspection',
          name: 'Seat belts and restraint system, inspect',
          operation: 'inspect',
          calls: bolted,
          unless: both(of('air_bags'), renewed),
          work: { labour: hours('mechanical', W.restraint_inspection) },
        },
        {
          id: 'set_up_quarter',
          name: 'Set up and measure for the quarter panel',
          operation: 'repair',
          calls: both(({ category }) => category === 'quarter_panel', of('welded'), renewed),
          unless: of('structure'),
          work: {
            labour: {
              type: 'frame',
              hours: {
                low: F.set_up_and_measure.hours_low,
                likely: F.set_up_and_measure.hours,
                high: F.set_up_and_measure.hours_high,
              },
              basis: W.set_up_quarter.basis,
            },
          },
        },
        {
          id: 'pull',
          name: 'Pull to dimensions',
          operation: 'repair',
          calls: both(of('structure'), ({ operation, sectioned }) => operation === 'repair' && !sectioned),
          work: {
            labour: {
              type: 'frame',
              hours: { low: W.pull.hours_low, likely: W.pull.hours, high: W.pull.hours_high },
              basis: W.pull.basis,
            },
          },
        },
        {
          id: 'battery_case',
          name: 'Traction battery case, inspect',
          operation: 'inspect',
          calls: either(of('underbody'), both(of('air_bags'), renewed)),
          share: ({ electric }) => (electric ? 1 : 0),
          work: { labour: hours('mechanical', W.battery_case) },
        },
        {
          id: 'isolation_test',
          name: 'High-voltage isolation test',
          operation: 'inspect',
          calls: either(of('underbody'), of('rear_body'), both(of('air_bags'), renewed)),
          share: ({ electric }) => (electric ? 1 : 0),
          work: { labour: hours('mechanical', W.isolation_test) },
        },
        {
          id: 'alignment_wheel',
          name: 'Four-wheel alignment after a wheel',
          operation: 'align',
          calls: both(of('wheels'), renewed),
          unless: either(of('suspension'), of('carriers')),
          work: { sublet: F.alignment },
        },
        ...(W.aim_after_access
          ? [
              {
                id: 'aim_after_access',
                name: 'Aim headlamps after remove and install',
                operation: 'align' as const,
                calls: either(
                  both(({ category }) => category === 'fender', renewed),
                  both(of('structure'), at('front')),
                ),
                unless: of('headlamps'),
                work: { labour: hours('body', F.aim_headlamps) },
              },
            ]
          : []),
        {
          id: 'corrosion_bolted',
          name: 'Corrosion protection of new and repaired panels',
          operation: 'repair',
          calls: both(metal, painted, panel),
          unless: of('welded'),
          work: { labour: hours('body', W.corrosion_bolted), sublet: dollars(W.corrosion_bolted) },
        },
      ];
