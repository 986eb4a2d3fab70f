import type { Position, Side } from '../../../contract/schemas/part.ts';
import type { Category } from '../../categories/generic-categories.ts';

/** What a photo is taken of, as the model sorts it. */
export const VIEWS = [
  'front',
  'front_left',
  'left',
  'rear_left',
  'rear',
  'rear_right',
  'right',
  'front_right',
  'roof',
  'underbody',
  'engine_bay',
  'trunk',
  'interior_front',
  'interior_rear',
  'dash',
  'vin_or_label',
  'document',
  'closeup',
  'other',
] as const;
export type View = (typeof VIEWS)[number];

/** Where in the picture a part is: the camera's left and right, never the vehicle's. */
export const IMAGE_SIDES = ['image_left', 'image_right', 'center', 'n/a'] as const;
export type ImageSide = (typeof IMAGE_SIDES)[number];

type Told = 'left' | 'right' | 'center' | 'unknown';

/** Which end and which side of the car a view faces. */
const FACES: Partial<Record<View, { end?: 'front' | 'rear'; side?: 'left' | 'right' }>> = {
  front: { end: 'front' },
  front_left: { end: 'front', side: 'left' },
  left: { side: 'left' },
  rear_left: { end: 'rear', side: 'left' },
  rear: { end: 'rear' },
  rear_right: { end: 'rear', side: 'right' },
  right: { side: 'right' },
  front_right: { end: 'front', side: 'right' },
};

/** Facing the front, the vehicle's left is on the picture's right; seen from behind, both lefts agree. */
function byEnd(end: 'front' | 'rear', imageSide: ImageSide): Told {
  if (imageSide === 'n/a') return 'unknown';
  if (imageSide === 'center') return 'center';
  return (imageSide === 'image_left') === (end === 'rear') ? 'left' : 'right';
}

/**
 * The vehicle's side of a place on a photo: by the end the photo faces, by the side it
 * faces, and at a three-quarter view only where both rules agree. Close-ups and every other view tell no side.
 */
export function sideOnVehicle(view: View, imageSide: ImageSide): Told {
  const { end, side } = FACES[view] ?? {};
  if (end === undefined) return side ?? 'unknown';
  const told = byEnd(end, imageSide);
  if (side === undefined) return told;
  return told === side ? side : 'unknown';
}

/** The side to print for a part seen there; parts that are not one per side have none. */
export function sideOfPart(category: Pick<Category, 'side'>, view: View, imageSide: ImageSide): Side {
  if (category.side !== 'LR') return 'none';
  const told = sideOnVehicle(view, imageSide);
  return told === 'center' ? 'unknown' : told;
}

/**
 * The end of the car a part sits at: the category's own, or for parts found at both ends what the photo tells. From the
 * left the front is on the picture's left, from the right on its right. Wheels on a three-quarter view stay open.
 */
export function endOfPart(
  category: Pick<Category, 'position' | 'zones'>,
  view: View,
  imageSide: ImageSide,
): Position {
  if (category.position !== 'named') return category.position;
  const { end, side } = FACES[view] ?? {};
  const atBothEnds = category.zones.includes('front') && category.zones.includes('rear');
  const alongTheSide = category.zones.includes('left');
  if (end !== undefined && (side === undefined || (atBothEnds && !alongTheSide))) {
    return atBothEnds || alongTheSide ? end : 'none';
  }
  if (end !== undefined || side === undefined || imageSide === 'center' || imageSide === 'n/a') return 'none';
  if (!atBothEnds && !alongTheSide) return 'none';
  return (imageSide === 'image_left') === (side === 'left') ? 'front' : 'rear';
}
