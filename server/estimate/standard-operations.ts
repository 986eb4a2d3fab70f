import type { LabourType } from '../../contract/estimate.ts';
import { type DraftLine, ONE_SCALE, type Three } from './draft-line.ts';
import { FIXED_LINES } from './fixed-lines.ts';
import { partCost } from './part-costs.ts';
import { onCurve } from './read-table.ts';
import { blendedWith, blendHours, RAW_PLASTIC_HOURS } from './refinish.ts';

type Sublet = { low: number; likely: number; high: number; basis: 'anchored' | 'judgement' };
type Wanted = {
  id: string;
  name: string;
  operation: DraftLine['operation'];
  why: string;
  presence: DraftLine['presence'];
  probability: number;
  sublet?: Sublet;
  labour?: { type: LabourType; hours: Three; basis: 'anchored' | 'judgement' };
  paint_hours?: number;
  like?: DraftLine;
};

const cents = (it: Sublet) => ({
  low: Math.round(it.low * 100),
  likely: Math.round(it.likely * 100),
  high: Math.round(it.high * 100),
  basis: it.basis,
  source: 'Standard operation, table of fixed lines',
});

const standard = (wanted: Wanted): DraftLine => ({
  id: `standard:${wanted.id}`,
  block: 'standard',
  section: wanted.like?.section ?? 'standard',
  category: wanted.like?.category ?? null,
  name: wanted.name,
  side: wanted.like?.side ?? 'none',
  position: wanted.like?.position ?? 'none',
  operation: wanted.operation,
  basis: 'standard',
  severity: null,
  why: wanted.why,
  evidence: [],
  presence: wanted.presence,
  probability: wanted.probability,
  quantity: 1,
  part: null,
  section_part: null,
  labour: wanted.labour ?? null,
  paint_hours: wanted.paint_hours ?? 0,
  paint: null,
  sublet: wanted.sublet ? cents(wanted.sublet) : null,
  scale: ONE_SCALE,
  oem_numbers: [],
  oem_missing_reason: null,
});

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
const flat = (hours: number): Three => ({ low: hours, likely: hours, high: hours });

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
  const chance = (some: readonly DraftLine[]): number =>
    1 - some.reduce((rest, line) => rest * (1 - line.probability), 1);
  const add = (
    calls: readonly DraftLine[],
    damp: number,
    wanted: Omit<Wanted, 'presence' | 'probability'>,
  ): void => {
    if (calls.length === 0 || damp <= 0) return;
    const presence = { kind: 'any', of: calls.map((line) => line.id), damp } as const;
    found.push(standard({ ...wanted, presence, probability: damp * chance(calls) }));
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
  for (const panel of painted) {
    const next = panel.category ? blendedWith(panel.category) : undefined;
    const base = next ? partCost(next) : undefined;
    if (!next || !base || panel.id.endsWith(':2')) continue;
    const own = lines.filter(
      (line) => line.category === next && (line.side === panel.side || panel.side === 'center'),
    );
    const free = 1 - Math.max(0, ...own.map((line) => line.probability));
    add([panel], free, {
      id: `blend:${panel.id}`,
      name: `Blend adjacent panel (${next.replaceAll('_', ' ')})`,
      operation: 'blend',
      why: `Colour match to ${panel.name.toLowerCase()}, unless the neighbour is painted anyway`,
      paint_hours: blendHours((base.refinish_low + base.refinish_high) / 2, 'two_stage'),
      like: panel,
    });
  }
  for (const cover of of('front_bumper_cover', 'rear_bumper_cover').filter(
    (line) => line.operation === 'replace',
  ))
    add([cover], 1, {
      id: `raw_plastic:${cover.id}`,
      name: 'Raw plastic preparation',
      operation: 'refinish',
      why: 'New covers come unprimed',
      paint_hours: RAW_PLASTIC_HOURS,
      like: cover,
    });
  for (const door of of('front_door_shell', 'rear_door_shell').filter((line) => !line.id.endsWith(':2')))
    add([door], 1, {
      id: `trim:${door.id}`,
      name: 'Door trim, handle and mouldings, remove and install',
      operation: 'r_and_i',
      why: 'Taken off for refinish',
      labour: { type: 'body', hours: { low: 0.8, likely: 1.2, high: 1.6 }, basis: 'anchored' },
      like: door,
    });
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
