import type { DraftLine } from './draft-line.ts';
import { FIXED_LINES } from './fixed-lines.ts';
import { paintOperations } from './paint-operations.ts';
import { onCurve } from './read-table.ts';
import { flat, type StandardWork, standardLine } from './standard-line.ts';

const SUSPENSION = new Set([
  'control_arm',
  'knuckle',
  'strut',
  'tie_rod',
  'steering_rack',
  'subframe_front',
  'subframe_rear',
  'hub_bearing',
]);
const RESTRAINTS = new Set([
  'airbag_driver',
  'airbag_passenger',
  'airbag_side',
  'airbag_curtain',
  'airbag_knee',
]);

/**
 * Operations that the damage lines bring with them: scans, calibrations by year and fitted sensors, alignment, set-up
 * and measure, A/C, restraint reset, blends, raw plastic, R&I, small charges. Each says which lines call for it.
 */
export function standardOperations(
  lines: readonly DraftLine[],
  car: { year: number; electric: boolean },
): DraftLine[] {
  if (lines.length === 0) return [];
  const found: DraftLine[] = [];
  const add = (calls: readonly DraftLine[], damp: number, wanted: StandardWork): void => {
    found.push(...standardLine(calls, damp, wanted));
  };
  const of = (...categories: string[]): DraftLine[] =>
    lines.filter(
      (line) => line.category !== null && categories.includes(line.category) && line.operation !== 'pdr',
    );
  const at = (position: string, some: readonly DraftLine[]): DraftLine[] =>
    some.filter((line) => line.position === position);
  const { sensor_share_by_year: sensors, scan } = FIXED_LINES;
  const [front, rear] = [onCurve(sensors.front, car.year), onCurve(sensors.rear, car.year)];
  const fitted = (share: number): string => (share < 1 ? ', where the car has it' : '');
  const painted = lines.filter((line) => line.paint_hours > 0);
  const bolted = lines.filter((line) => line.operation !== 'pdr' && line.operation !== 'clean');

  if (car.year >= scan.from_year)
    for (const when of ['pre', 'post'] as const)
      add(bolted, 1, {
        id: `scan_${when}`,
        name: when === 'pre' ? 'Pre-repair scan' : 'Post-repair scan',
        operation: 'scan',
        why: 'Makers ask for a scan before and after a collision repair',
        sublet: scan,
      });
  add(
    [...of('radar_sensor').filter((line) => line.position === 'front'), ...of('front_bumper_cover')],
    front,
    {
      id: 'calibrate_front_radar',
      name: 'Front radar calibration',
      operation: 'calibrate',
      why: `The front bumper or radar is disturbed${fitted(front)}`,
      sublet: FIXED_LINES.calibrate_front_radar,
    },
  );
  add([...of('windshield'), ...at('front', of('camera'))], front, {
    id: 'calibrate_camera',
    name: 'Windshield camera calibration',
    operation: 'calibrate',
    why: `The windshield or its camera is disturbed${fitted(front)}`,
    sublet: FIXED_LINES.calibrate_camera,
  });
  add([...at('rear', of('radar_sensor')), ...of('rear_bumper_cover', 'quarter_panel')], rear, {
    id: 'calibrate_blind_spot',
    name: 'Blind-spot radar calibration',
    operation: 'calibrate',
    why: `The rear corner is disturbed${fitted(rear)}`,
    sublet: FIXED_LINES.calibrate_blind_spot,
  });
  add(
    lines.filter((line) => line.category !== null && SUSPENSION.has(line.category)),
    1,
    {
      id: 'alignment',
      name: 'Four-wheel alignment',
      operation: 'align',
      why: 'Suspension or steering parts are renewed',
      sublet: FIXED_LINES.alignment,
    },
  );
  const { set_up_and_measure: setUp } = FIXED_LINES;
  add(
    lines.filter((line) => line.labour?.type === 'frame' || line.labour?.type === 'structural'),
    1,
    {
      id: 'set_up_and_measure',
      name: 'Set up and measure on the frame bench',
      operation: 'repair',
      why: 'Structural parts are repaired or sectioned',
      labour: {
        type: 'frame',
        hours: { low: setUp.hours_low, likely: setUp.hours, high: setUp.hours_high },
        basis: setUp.basis,
      },
    },
  );
  const { ac_recharge: cooling } = FIXED_LINES;
  add(of('ac_condenser', 'ac_compressor'), 1, {
    id: 'ac_recharge',
    name: 'A/C evacuate and recharge',
    operation: 'sublet',
    why: 'The A/C circuit is opened',
    sublet: cooling,
    labour: { type: 'mechanical', hours: flat(cooling.hours), basis: cooling.basis },
  });
  add(
    lines.filter((line) => line.category !== null && RESTRAINTS.has(line.category)),
    1,
    {
      id: 'restraint_check',
      name: 'Restraint system inspection',
      operation: 'inspect',
      why: 'Makers ask for an inspection after a deployment',
      sublet: FIXED_LINES.restraint_reset,
    },
  );
  add(of('headlamp'), 1, {
    id: 'aim_headlamps',
    name: 'Aim headlamps',
    operation: 'align',
    why: 'Headlamps are renewed',
    labour: { type: 'body', hours: flat(FIXED_LINES.aim_headlamps.hours), basis: 'anchored' },
  });
  add(of('roof_panel', 'airbag_curtain'), 1, {
    id: 'headliner_r_and_i',
    name: 'Headliner, remove and install',
    operation: 'r_and_i',
    why: 'Roof panel or curtain air bags are reached through it',
    labour: { type: 'body', hours: { low: 2.5, likely: 3, high: 3.5 }, basis: 'anchored' },
  });
  if (car.electric)
    add(bolted, 0.6, {
      id: 'hv_disable',
      name: 'High-voltage disable and enable',
      operation: 'repair',
      why: 'Electric car: made safe before body work',
      labour: { type: 'mechanical', hours: flat(FIXED_LINES.hv_disable.hours), basis: 'anchored' },
    });
  found.push(...paintOperations(lines));
  add(painted, 1, {
    id: 'cover_car',
    name: 'Cover car for overspray',
    operation: 'refinish',
    why: 'Panels are painted on the car',
    sublet: {
      low: FIXED_LINES.cover_car.dollars,
      likely: FIXED_LINES.cover_car.dollars,
      high: FIXED_LINES.cover_car.dollars,
      basis: 'anchored',
    },
    labour: { type: 'refinish', hours: flat(FIXED_LINES.cover_car.hours), basis: 'anchored' },
  });
  add(painted, 1, {
    id: 'hazardous_waste',
    name: 'Hazardous waste removal',
    operation: 'sublet',
    why: 'Paint waste',
    sublet: FIXED_LINES.hazardous_waste,
  });
  return found;
}
