import type { Category } from './generic-categories.ts';
import type { ReadName } from './read-name.ts';

export type NameSide = 'left' | 'right' | 'none';
export type NamePosition = 'front' | 'rear' | 'none';

/** What `front` or `rear` right before it speaks of: "front door, rear" is at the front. */
const ANCHORS = new Set(
  'door bumper suspension seat window fender wheelhouse axle strut shockabsorber spring stabilizer lamp wiper wheel subframe crossmember floor roof sidemember spoiler driveshaft arm panel sash'.split(
    ' ',
  ),
);
/** Things that are only at one end of a car. */
const FRONT_ONLY = new Set(
  'windshield hood radiator grille cowl apron frontend lockcarrier apillar fender'.split(' '),
);
const REAR_ONLY = new Set(
  'trunklid liftgate luggage trunk backwindow quarter tail backpanel cpillar parcelshelf backview'.split(' '),
);

/** Left or right as the vehicle's own, from the name; both named, or neither, is none. */
export function sideOf(name: ReadName, category: Category | undefined): NameSide {
  const [side] = name.sides;
  if (name.sides.size === 1 && side) return side;
  if (name.sides.size > 1 || category?.side === 'C' || category?.side === '-') return 'none';
  if (category?.side === 'L') return 'left';
  if (category?.side === 'R') return 'right';
  // Driver and passenger are the left and right of a US car.
  if (name.words.has('driver')) return 'left';
  return name.words.has('passenger') ? 'right' : 'none';
}

/** Front or rear as the words say it, without the category's own place. */
export function namedPosition(name: ReadName): NamePosition {
  const words = name.segments.flat();
  const front = words.includes('front');
  const rear = words.includes('rear');
  if (front && rear) {
    const anchored = words.findIndex(
      (word, index) => (word === 'front' || word === 'rear') && ANCHORS.has(words[index + 1] ?? ''),
    );
    const first = words.findIndex((word) => word === 'front' || word === 'rear');
    return words[anchored === -1 ? first : anchored] === 'front' ? 'front' : 'rear';
  }
  if (front) return 'front';
  if (rear) return 'rear';
  if (words.some((word) => REAR_ONLY.has(word))) return 'rear';
  if (words.some((word) => FRONT_ONLY.has(word))) return 'front';
  return words.includes('head') && words.includes('lamp') ? 'front' : 'none';
}

const DRAWN_FRONT = ['front', 'windshield'];
const DRAWN_REAR = ['rear', 'backwindow', 'liftgate', 'trunklid'];

/** Front or rear as a diagram's title says it; none where it says both or neither. */
export function diagramPosition(diagram: ReadName): NamePosition {
  const front = DRAWN_FRONT.some((word) => diagram.words.has(word));
  const rear = DRAWN_REAR.some((word) => diagram.words.has(word));
  if (front === rear) return 'none';
  return front ? 'front' : 'rear';
}

/** Where a name that says nothing puts the part: plates are asked for at the front, reflectors sit at the rear. */
const USUAL: ReadonlyMap<string, NamePosition> = new Map([
  ['license_plate_bracket', 'front'],
  ['reflector', 'rear'],
  ['washer_reservoir', 'front'],
]);

/** Front or rear of a part: the category's own place, else the name's, else the diagram's, else the usual one. */
export function positionOf(name: ReadName, diagram: ReadName, category: Category | undefined): NamePosition {
  if (category && category.position !== 'named') return category.position;
  const named = namedPosition(name);
  if (named !== 'none' || !category) return named;
  // A roof part is often drawn beside things of one end of the car.
  const drawn = category.zones.includes('roof') ? 'none' : diagramPosition(diagram);
  return drawn === 'none' ? (USUAL.get(category.id) ?? 'none') : drawn;
}
