import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { CATEGORIES, categoryById } from '../../categories/generic-categories.ts';
import {
  endOfPart,
  IMAGE_SIDES,
  type ImageSide,
  sideOfPart,
  sideOnVehicle,
  VIEWS,
  type View,
} from './side.ts';

const category = (id: string) => {
  const found = categoryById(id);
  if (!found) throw new Error(`no category ${id}`);
  return found;
};

describe('the vehicle’s side of a place on a photo', () => {
  test.each<[View, ImageSide, string]>([
    ['front', 'image_left', 'right'],
    ['front', 'image_right', 'left'],
    ['front', 'center', 'center'],
    ['rear', 'image_left', 'left'],
    ['rear', 'image_right', 'right'],
    ['left', 'image_left', 'left'],
    ['left', 'image_right', 'left'],
    ['left', 'n/a', 'left'],
    ['right', 'center', 'right'],
    ['front_left', 'image_right', 'left'],
    ['front_left', 'image_left', 'unknown'],
    ['front_left', 'center', 'unknown'],
    ['front_right', 'image_left', 'right'],
    ['front_right', 'image_right', 'unknown'],
    ['rear_left', 'image_left', 'left'],
    ['rear_left', 'image_right', 'unknown'],
    ['rear_right', 'image_right', 'right'],
    ['closeup', 'image_left', 'unknown'],
    ['engine_bay', 'image_left', 'unknown'],
    ['other', 'center', 'unknown'],
  ])('%s view, %s: %s', (view, imageSide, side) => {
    expect(sideOnVehicle(view, imageSide)).toBe(side);
  });

  it('a mirrored photo of a mirrored view gives the other side', () => {
    const flipped = { left: 'right', right: 'left', center: 'center', unknown: 'unknown' } as const;
    const swap = <T extends string>(word: T) =>
      word.replace(/left|right/, (side) => (side === 'left' ? 'right' : 'left')) as T;
    fc.assert(
      fc.property(fc.constantFrom(...VIEWS), fc.constantFrom(...IMAGE_SIDES), (view, imageSide) => {
        expect(sideOnVehicle(swap(view), swap(imageSide))).toBe(flipped[sideOnVehicle(view, imageSide)]);
      }),
    );
  });

  it('never calls a sided part centred, nor an unsided one left or right', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CATEGORIES),
        fc.constantFrom(...VIEWS),
        fc.constantFrom(...IMAGE_SIDES),
        (part, view, imageSide) => {
          const side = sideOfPart(part, view, imageSide);
          expect(part.side === 'LR' ? ['left', 'right', 'unknown'] : ['none']).toContain(side);
        },
      ),
    );
  });
});

describe('the end of the car', () => {
  it('is the category’s own where it has one', () => {
    expect(endOfPart(category('rear_door_shell'), 'closeup', 'n/a')).toBe('rear');
  });

  test.each<[View, ImageSide, string]>([
    ['left', 'image_left', 'front'],
    ['left', 'image_right', 'rear'],
    ['right', 'image_left', 'rear'],
    ['right', 'image_right', 'front'],
    ['left', 'center', 'none'],
    ['front_left', 'image_right', 'none'],
    ['closeup', 'image_left', 'none'],
  ])('of a wheel on a %s view, %s: %s', (view, imageSide, end) => {
    expect(endOfPart(category('wheel'), view, imageSide)).toBe(end);
  });

  it('of a parking sensor is the end the photo faces', () => {
    expect(endOfPart(category('parking_sensor'), 'rear_left', 'image_left')).toBe('rear');
  });

  it('of a roof rail is none', () => {
    expect(endOfPart(category('roof_rail'), 'front', 'image_left')).toBe('none');
  });
});
