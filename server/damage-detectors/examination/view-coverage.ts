import type { Zone } from '../../../contract/schemas/part.ts';
import type { Category } from '../../categories/generic-categories.ts';
import type { DamageCode } from '../declared/damage-codes.ts';
import type { SeenIntact } from '../merge.ts';
import type { View } from './side.ts';

/** Zones each view shows well enough to call them photographed. */
const SHOWN: Readonly<Record<View, readonly Zone[]>> = {
  front: ['front'],
  front_left: ['front', 'left'],
  left: ['left'],
  rear_left: ['rear', 'left'],
  rear: ['rear'],
  rear_right: ['rear', 'right'],
  right: ['right'],
  front_right: ['front', 'right'],
  roof: ['roof'],
  underbody: ['underbody'],
  engine_bay: [],
  trunk: [],
  interior_front: ['interior'],
  interior_rear: ['interior'],
  dash: ['interior'],
  vin_or_label: [],
  document: [],
  closeup: [],
  other: [],
};
const ZONES: readonly Zone[] = ['front', 'rear', 'left', 'right', 'roof', 'underbody', 'interior'];
/** Views that show one end or side of the outside, so that a part of another zone can't be on them. */
const OUTSIDE = new Set<View>([
  'front',
  'front_left',
  'left',
  'rear_left',
  'rear',
  'rear_right',
  'right',
  'front_right',
]);

export const zonesShown = (view: View): readonly Zone[] => SHOWN[view];

/** Zones no usable photo shows; counted from the views, never asked of a model. */
export function zonesNotShown(photos: readonly { view: View; usable: boolean }[]): Zone[] {
  const shown = new Set(photos.filter((photo) => photo.usable).flatMap((photo) => SHOWN[photo.view]));
  return ZONES.filter((zone) => !shown.has(zone));
}

/** False where the part's zones and the view's exclude each other: a tail lamp on a photo of the front. */
export function canShow(view: View, category: Pick<Category, 'zones'>): boolean {
  if (!OUTSIDE.has(view)) return true;
  const [end, other] = category.zones.filter((zone) => zone === 'front' || zone === 'rear');
  const shown = SHOWN[view];
  // From the side both ends are in the picture, and roof, glass or mirrors are in every one.
  if (end === undefined || other !== undefined) return true;
  if (!shown.includes('front') && !shown.includes('rear')) return true;
  return category.zones.some((zone) => shown.includes(zone));
}

/** Views of the cabin that show where a bag would hang out. */
const CABIN: ReadonlySet<View> = new Set(['interior_front', 'dash']);
const CABIN_OR_REAR: ReadonlySet<View> = new Set([...CABIN, 'interior_rear']);

/** False where the part is an air bag and the photo is not of its place in the cabin: not seeing it then says nothing. */
export function showsBagOf(view: View, category: string): boolean {
  if (!category.startsWith('airbag_')) return true;
  return (/_(driver|passenger|knee)$/.test(category) ? CABIN : CABIN_OR_REAR).has(view);
}

/** Zones the declared codes name with some weight; a side that is left open means both. */
export function declaredZones(codes: readonly { code: DamageCode }[]): Set<Zone> {
  const zones = new Set<Zone>();
  for (const { code } of codes) {
    for (const { zone, weight, side } of code.zones) {
      if (weight < WEIGHT_THAT_NAMES) continue;
      if (zone === 'F' || zone === 'FC') zones.add('front');
      if (zone === 'R' || zone === 'RC') zones.add('rear');
      if (zone === 'T') zones.add('roof');
      if (zone === 'U') zones.add('underbody');
      if (zone === 'S')
        for (const each of side === 'each' ? (['left', 'right'] as const) : [side]) zones.add(each);
    }
  }
  return zones;
}

/** Below this a code's zone is a side effect, not what was declared (judgement). */
const WEIGHT_THAT_NAMES = 0.45;

/** What one sees of a zone from outside; whole zones seen intact speak for these parts. */
const SURFACES: Partial<Record<Zone, readonly [category: string, sided: boolean][]>> = {
  front: [
    ['front_bumper_cover', false],
    ['grille', false],
    ['hood', false],
    ['headlamp', true],
  ],
  rear: [
    ['rear_bumper_cover', false],
    ['trunk_lid', false],
    ['liftgate', false],
    ['tail_lamp', true],
  ],
  left: [
    ['front_door_shell', true],
    ['rear_door_shell', true],
    ['rocker_panel', true],
  ],
  right: [
    ['front_door_shell', true],
    ['rear_door_shell', true],
    ['rocker_panel', true],
  ],
  roof: [['roof_panel', false]],
};

/** The visible parts of a zone that a photo shows intact as a whole. */
export function surfacesOf(zone: Zone, photo: number): SeenIntact[] {
  const sides = zone === 'left' || zone === 'right' ? ([zone] as const) : (['left', 'right'] as const);
  return (SURFACES[zone] ?? []).flatMap(([category, sided]): SeenIntact[] =>
    sided
      ? sides.map((side) => ({ category, side, position: 'none' as const, photo }))
      : [{ category, side: 'none' as const, position: 'none' as const, photo }],
  );
}
