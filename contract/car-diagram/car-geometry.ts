import type { BodyClass } from '../schemas/vehicle.ts';
import { BODIES, type Body } from './bodies.ts';
import { detailsOf } from './detail-lines.ts';
import { middleOf, sideOf } from './panel-lines.ts';
import { CENTRE, circle, GROUND, onLeft, onRight, type Point, round, whole } from './paths.ts';

/**
 * The car diagram's lines, drawn by us: a car unfolded, front up. The top view stands in the middle, the sides are
 * folded out left and right (wheels outward), front and rear faces above and below, structure and cabin in the
 * lower corners. One half is drawn and mirrored; a panel may have an area in several views.
 */
export const PANELS = [
  'front_bumper',
  'grille',
  'headlamp_left',
  'headlamp_right',
  'hood',
  'fender_left',
  'fender_right',
  'windshield',
  'front_door_left',
  'front_door_right',
  'rear_door_left',
  'rear_door_right',
  'mirror_left',
  'mirror_right',
  'roof',
  'rocker_left',
  'rocker_right',
  'quarter_left',
  'quarter_right',
  'back_glass',
  'trunk',
  'tail_lamp_left',
  'tail_lamp_right',
  'rear_bumper',
  'wheel_front_left',
  'wheel_front_right',
  'wheel_rear_left',
  'wheel_rear_right',
  'structure_front',
  'underbody',
  'structure_rear',
  'interior',
] as const;
export type PanelId = (typeof PANELS)[number];

/**
 * One shape, in paint order. `panel` null: a line, glass or ground that belongs to no panel. `d` absolute path data in
 * the units of VIEW_BOX; `at` where a panel's number is written.
 */
export type CarShape = {
  panel: PanelId | null;
  kind: 'panel' | 'wheel' | 'body' | 'glass' | 'well' | 'line' | 'rim' | 'spoke';
  d: string;
  at: readonly [number, number] | null;
};

export const VIEW_BOX = { top: -10, width: 400, height: 546 } as const;
/** The chassis and the cabin in the lower corners, in diagram units. */
const CORNERS: CarShape[] = [
  {
    panel: null,
    kind: 'well',
    d: 'M41 464L47 464L47 477L41 477ZM79 464L85 464L85 477L79 477ZM41 497L47 497L47 510L41 510ZM79 497L85 497L85 510L79 510Z',
    at: null,
  },
  { panel: null, kind: 'line', d: 'M47 470.5L79 470.5M47 503.5L79 503.5', at: null },
  {
    panel: 'structure_front',
    kind: 'panel',
    d: 'M51 460L75 460L75 464L73 478L53 478L51 464Z',
    at: [63, 469],
  },
  {
    panel: 'underbody',
    kind: 'panel',
    d: 'M53 479.5L73 479.5L77 483L77 491L73 494.5L53 494.5L49 491L49 483Z',
    at: [63, 487],
  },
  {
    panel: 'structure_rear',
    kind: 'panel',
    d: 'M53 496L73 496L75 509L75 513L51 513L51 509Z',
    at: [63, 504.5],
  },
  {
    panel: 'interior',
    kind: 'panel',
    d: 'M318 464C326 459 348 459 356 464C359 478 359 498 356 510C348 514 326 514 318 510C315 498 315 478 318 464Z',
    at: [337, 487],
  },
  {
    panel: null,
    kind: 'line',
    d: 'M322 470C330 467 344 467 352 470M322 481L322 491C322 493.500 334 493.500 334 491L334 481C334 478.500 322 478.500 322 481ZM340 481L340 491C340 493.500 352 493.500 352 491L352 481C352 478.500 340 478.500 340 481ZM321.500 501C321.500 498.500 352.500 498.500 352.500 501L352.500 506C352.500 508.500 321.500 508.500 321.500 506Z',
    at: null,
  },
  { panel: null, kind: 'line', d: circle(328, 473.5, 3.6), at: null },
];

/** Where the numbers go: [distance from the centre line, y]; sides take the height-based ones. */
function anchorsOf(b: Body): Record<string, Point> {
  const { base, top, roofEnd, glassEnd, door, pillar, hoodH, cowlH } = b;
  const [wf, wr] = b.wheels;
  const last = b.rear ?? pillar;
  const h = (height: number, y: number): Point => [GROUND - height, y];
  return {
    front_bumper: [0, 18],
    grille: [0, 55],
    hood: [0, (86 + base) / 2],
    windshield: [0, (base + top) / 2 + 1],
    roof: [0, (top + roofEnd) / 2],
    back_glass: [0, (roofEnd + glassEnd) / 2 + 3],
    trunk: b.tail === 'deck' ? [0, (glassEnd + 432) / 2] : [0, 471],
    rear_bumper: [0, 499],
    headlamp: [55, 54],
    fender: h(hoodH - 4, (wf + door) / 2 + 4),
    front_door: h(cowlH - 27, (door + pillar) / 2),
    rear_door: h(cowlH - 27, (pillar + last) / 2 - 3),
    mirror: [76, base + 23],
    quarter: b.tail === 'bed' ? h(cowlH - 22, (glassEnd + wr) / 2 - 6) : h(cowlH - 10, wr + 10),
    rocker: h(19.5, (wf + wr) / 2),
    tail_lamp: [53, 470],
    wheel_front: h(b.radius, wf),
    wheel_rear: h(b.radius, wr),
  };
}

const MIDDLE = ['front_bumper', 'grille', 'hood', 'windshield', 'roof', 'back_glass', 'trunk', 'rear_bumper'];
const kept = new Map<BodyClass, readonly CarShape[]>();

/** Every shape of the diagram for a body class (a sedan where it is unknown), in paint order. */
export function carShapes(bodyClass: BodyClass | null): readonly CarShape[] {
  const name = bodyClass ?? 'sedan';
  const known = kept.get(name);
  if (known) return known;
  const body = BODIES[name];
  const shapes = draw(body);
  kept.set(name, shapes);
  return shapes;
}

function draw(b: Body): CarShape[] {
  const middle = middleOf(b);
  const sides = sideOf(b);
  const details = detailsOf(b);
  const anchors = anchorsOf(b);
  const both = (d: string): string => onLeft(d) + onRight(d);
  const plain = (kind: CarShape['kind'], d: string): CarShape => ({ panel: null, kind, d, at: null });
  const isPanel = (id: string): id is PanelId => (PANELS as readonly string[]).includes(id);
  const panel = (id: string, d: string, at: Point | undefined, x: 1 | -1): CarShape[] =>
    isPanel(id)
      ? [
          {
            panel: id,
            kind: id.startsWith('wheel') ? 'wheel' : 'panel',
            d,
            at: at ? [round(CENTRE + x * at[0]), round(at[1])] : null,
          },
        ]
      : [];

  const centred = MIDDLE.flatMap((id) =>
    panel(id, (middle[id] ?? '') + (sides[id] ? both(sides[id]) : ''), anchors[id], 1),
  );
  const paired = (wheels: boolean): CarShape[] =>
    Object.entries(sides)
      .filter(([id]) => !MIDDLE.includes(id) && id.startsWith('wheel') === wheels)
      .flatMap(([id, d]) => [
        ...panel(`${id}_left`, onLeft(d), anchors[id], -1),
        ...panel(`${id}_right`, onRight(d), anchors[id], 1),
      ]);
  const faces = [
    whole('M0 66L58 64C68 60 71.5 52 71 42C71 30 68 18 64 14C56 10 30 10.5 0 10.5'),
    whole('M0 456.5L58 457.5C68 461 71.5 470 71 480C71 494 68 506 64 509.5C56 513.5 30 513.5 0 513.5'),
  ];
  const outline = whole(
    'M0 75C30 75 52 78 61 89C68 98 70 110 70 128L70 390C70 415 67 430 61 438C52 445 25 446.5 0 446.5',
  );
  const bed =
    b.tail === 'bed'
      ? [
          plain('body', whole(`M0 ${b.glassEnd + 5}L56 ${b.glassEnd + 5}L56 422L0 422`)),
          plain(
            'line',
            [-36, -18, 0, 18, 36].map((u) => `M${200 + u} ${b.glassEnd + 12}L${200 + u} 415`).join(''),
          ),
        ]
      : [];
  const plates = plain(
    'line',
    `${whole('M0 465.500L15 465.500L15 475L0 475')}${whole('M0 37L37 36L43 28L38 19L0 18.500')}M165 51L235 51M166 55L234 55M166 59L234 59`,
  );
  return [
    ...[outline, ...faces].map((d) => plain('body', d)),
    ...details.body.map((d) => plain('body', both(d))),
    ...centred,
    ...paired(false),
    ...bed,
    plain('glass', details.glass.map(both).join('')),
    plain('line', details.line.map(both).join('')),
    plates,
    plain('well', details.well.map(both).join('')),
    ...paired(true),
    plain('rim', details.rim.map(both).join('')),
    plain('spoke', details.spoke.map(both).join('')),
    ...CORNERS,
  ];
}
