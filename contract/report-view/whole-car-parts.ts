import type { BodyClass } from '../schemas/vehicle.ts';
import type { PartEdit } from './grounds/part-answers.ts';

/** An outer part or bag of a car, with what it is called. */
export type WholeCarPart = { readonly name: string; readonly place: PartEdit['place'] };

type Row = readonly [
  category: string,
  name: string,
  side: 'unknown' | 'none',
  position: 'front' | 'rear' | 'none',
  bodies?: readonly BodyClass[],
];

const FOUR_DOORS = ['sedan', 'hatchback', 'wagon', 'suv', 'pickup', 'van'] as const;

/** A walk around the car and into it: front, sides, rear, roof, with the bags first, which say most of how hard it was hit. */
const ROWS: readonly Row[] = [
  ['airbag_driver', 'Driver airbag', 'none', 'none'],
  ['airbag_passenger', 'Passenger airbag', 'none', 'none'],
  ['airbag_curtain', 'Curtain airbag', 'unknown', 'none'],
  ['front_bumper_cover', 'Front bumper cover', 'none', 'front'],
  ['hood', 'Hood panel', 'none', 'front'],
  ['headlamp', 'Headlamp assembly', 'unknown', 'front'],
  ['fender', 'Front fender', 'unknown', 'front'],
  ['grille', 'Radiator grille', 'none', 'front'],
  ['windshield', 'Windshield glass', 'none', 'front'],
  ['front_door_shell', 'Front door shell', 'unknown', 'front'],
  ['rear_door_shell', 'Rear door shell', 'unknown', 'rear', FOUR_DOORS],
  ['door_mirror', 'Door mirror assembly', 'unknown', 'none'],
  ['rocker_panel', 'Rocker panel / sill', 'unknown', 'none'],
  ['quarter_panel', 'Quarter panel', 'unknown', 'rear'],
  ['tail_lamp', 'Tail lamp', 'unknown', 'rear'],
  ['trunk_lid', 'Trunk lid / deck lid', 'none', 'rear', ['sedan', 'coupe', 'convertible']],
  ['liftgate', 'Liftgate / tailgate shell', 'none', 'rear', ['hatchback', 'wagon', 'suv', 'pickup', 'van']],
  ['rear_bumper_cover', 'Rear bumper cover', 'none', 'rear'],
  ['back_glass', 'Back glass / rear window', 'none', 'rear'],
  ['roof_panel', 'Roof panel', 'none', 'none'],
];

/** The parts of a car that a look around it shows; of an unknown body those of a sedan. */
export const wholeCarParts = (body: BodyClass | null): readonly WholeCarPart[] =>
  ROWS.filter(([, , , , bodies]) => bodies === undefined || bodies.includes(body ?? 'sedan')).map(
    ([category, name, side, position]) => ({ name, place: { category, name: null, side, position } }),
  );
