import { hasTable } from '../../data-tables/table-files.ts';
import { type Layout, layoutOf } from '../../vehicles/layouts.ts';

const FILE = new URL('../../vehicles/data/layouts.tsv', import.meta.url);

type Named = { readonly year: number | null; readonly make?: string | null; readonly model?: string | null };

/** What an option, an upper trim or a part of unknown fitment counts: possible, not written. Judgement. */
const OPTION = 0.4;
const MOST = 0.8;

/** Share of a model's cars of a year that have a part, from the words of its column. */
function shareOf(words: string, year: number): number {
  const text = words.toLowerCase();
  if (text.startsWith('none')) return 0;
  const until = /^to (?:\w+ )?(\d{4})/.exec(text)?.[1];
  if (until) return year <= Number(until) ? 1 : 0;
  const years = /^(\d{4})-(\d\d)/.exec(text);
  if (years) return year >= Number(years[1]) && year <= 2000 + Number(years[2]) ? 1 : 0;
  const from = /(?:all|most) (?:from )?(\d{4})|^from (?:\w+ )?(\d{4})/.exec(text);
  const first = from?.[1] ?? from?.[2];
  if (first) return year >= Number(first) ? 1 : /option|and up|up/.test(text) ? OPTION : 0;
  if (text.startsWith('all')) return 1;
  if (text.startsWith('most')) return MOST;
  return OPTION;
}

/** Rear axles without arms of their own: leaf springs and torsion beams; a rigid axle has no knuckle. */
function armed(words: string, part: 'arm' | 'knuckle'): number {
  if (/leaf springs?, solid|^torsion beam$|^torsion beam \((?!fwd|on)/i.test(words)) return 0;
  if (/torsion beam/i.test(words)) return 0.5;
  return part === 'knuckle' && /solid axle/i.test(words) ? 0 : 1;
}

function shaftOf(words: string): number {
  if (/^yes/.test(words)) return 1;
  return /^no/.test(words) ? 0 : OPTION;
}

const BY_PART: Readonly<Record<string, (layout: Layout, year: number) => number | null>> = {
  radar_front: ({ front_radar }, year) => shareOf(front_radar, year),
  blind_spot_radar: ({ rear_radar }, year) => (rear_radar ? shareOf(rear_radar, year) : null),
  fog_drl_lamp: ({ fog_lamps }, year) => shareOf(fog_lamps, year),
  park_sensor_front: ({ parking_sensors }, year) => shareOf(parking_sensors, year),
  park_sensor_rear: ({ parking_sensors }, year) => shareOf(parking_sensors, year),
  driveshaft_underbody: ({ propeller_shaft }) => shaftOf(propeller_shaft),
  rear_axle_arm: ({ rear_suspension }) => armed(rear_suspension, 'arm'),
  rear_knuckle_hub: ({ rear_suspension }) => armed(rear_suspension, 'knuckle'),
  lower_control_arm_front: ({ front_suspension }) =>
    /^coil springs, solid axle/i.test(front_suspension) ? 0 : 1,
  grille_upper: ({ grille }, year) => (grille ? shareOf(grille, year) : null),
  roof_panel: ({ roof }) => (roof === 'glass' ? 0 : null),
  sunroof_glass_if_fitted: ({ roof }) => (roof === 'glass' ? 1 : null),
  front_subframe: ({ frame }) => (frame === 'unibody' ? 1 : 0),
};

/** Share of such cars that have a part, by the model's layout, 0–1; null where the layout does not say. */
export function layoutShare(id: string, { year, make, model }: Named): number | null {
  const share = BY_PART[id];
  // Sets of tables of older reports have no layouts.
  if (!share || year === null || !make || !model || !hasTable(FILE)) return null;
  const layout = layoutOf(make, model, year);
  return layout && share(layout, year);
}
