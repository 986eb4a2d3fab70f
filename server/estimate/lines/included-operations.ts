import type { DraftLine } from '../pricing/estimate-line.ts';
import { RAW_PLASTIC_HOURS } from '../pricing/refinish.ts';
import { FIXED_LINES } from '../tables/fixed-lines.ts';
import { partCost } from '../tables/part-costs.ts';
import { onCurve } from '../tables/read-table.ts';
import { ACCESS_ROWS, WRITTEN_OPERATIONS } from '../tables/written-operations.ts';
import {
  at,
  bolted,
  both,
  type Calling,
  dollars,
  either,
  FULL_PANEL_HOURS,
  hours,
  metal,
  type OperationRule,
  of,
  painted,
  type RepairedCar,
  renewed,
} from './operation-rule.ts';

const F = FIXED_LINES;
const W = WRITTEN_OPERATIONS;
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
export const COUNTED_FROM = 0.5;
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
