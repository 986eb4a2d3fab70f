import { pickup, van } from './truck-shapes.ts';

/** Shapes of the sample cars in metres: x from the front bumper rearward, z up, half widths. Drawn by eye, not measured. */
export type Curve = readonly (readonly [number, number])[];
export type CarShape = {
  length: number;
  top: Curve;
  shoulder: Curve;
  bottom: Curve;
  width: Curve;
  /** Half width of the upper edge (hood edge, roof rail, boot edge). */
  edge: Curve;
  wheels: { front: number; rear: number; radius: number; track: number };
  /** Side glass: from, to along the belt, and the pillars between. */
  glass: { from: number; to: number; slantFrom: number; slantTo: number; pillars: readonly number[] };
  windscreen: readonly [number, number];
  backlight: readonly [number, number];
  hoodFrom: number;
  cowl: number;
  lidFrom: number;
  doors: readonly number[];
  grille: 'kidneys' | 'arch' | 'bars' | 'slats';
  lamps: {
    front: readonly [number, number];
    rear: readonly [number, number];
    inner: number;
    rearInner: number;
  };
  cladding: number;
  /** How much higher the bumpers are than a sedan's. */
  rise: number;
  /** How far the middle of the front and the rear face stands out before their edges. */
  domes: readonly [front: number, rear: number];
  /** The lower edge of what is dark between the wheels. */
  frame: number;
  /** How far lamps and bumpers reach around the corners. */
  wraps: { headlamp: number; tailLamp: number; rearBumper: number };
  /** Height of the mirrors, to a sedan's; `square` 1 round, nearer to 0 a box. */
  mirror: { size: number; square: number };
  /** Top of the rocker panels; null: the doors go down to the edge. */
  rocker: number | null;
  /** Glass of an upright rear face; null: it lies in the slope of the roof. */
  rearGlass: { low: number; high: number; half: number } | null;
  /** The open bed of a pickup: behind the cab, to the tailgate. */
  bed: { from: number; to: number; floor: number; rail: number } | null;
  /** The rail behind a sliding door: from, to and height. */
  slide: { from: number; to: number; at: number } | null;
};
/** What cars have and trucks have not. */
const CAR = {
  domes: [0.2, 0.13],
  frame: 0.24,
  wraps: { headlamp: 0.46, tailLamp: 0.36, rearBumper: 0.5 },
  mirror: { size: 1, square: 1 },
  rocker: null,
  rearGlass: null,
  bed: null,
  slide: null,
} as const;

const sedan: CarShape = {
  ...CAR,
  length: 4.63,
  top: [
    [0, 0.67],
    [0.12, 0.745],
    [0.5, 0.86],
    [1.0, 0.945],
    [1.35, 0.99],
    [1.55, 1.1],
    [2.1, 1.375],
    [2.55, 1.435],
    [3.0, 1.415],
    [3.35, 1.32],
    [3.92, 1.115],
    [4.2, 1.105],
    [4.5, 1.1],
    [4.63, 1.06],
  ],
  shoulder: [
    [0, 0.6],
    [0.12, 0.675],
    [0.5, 0.79],
    [1.0, 0.87],
    [1.4, 0.91],
    [2.5, 0.945],
    [3.6, 0.985],
    [4.3, 1.0],
    [4.63, 0.96],
  ],
  bottom: [
    [0, 0.21],
    [0.3, 0.18],
    [1.0, 0.19],
    [3.6, 0.19],
    [4.1, 0.22],
    [4.63, 0.29],
  ],
  width: [
    [0, 0.68],
    [0.12, 0.76],
    [0.35, 0.84],
    [0.8, 0.895],
    [2.3, 0.9],
    [3.8, 0.9],
    [4.3, 0.855],
    [4.53, 0.79],
    [4.63, 0.72],
  ],
  edge: [
    [0, 0.56],
    [0.12, 0.66],
    [0.5, 0.72],
    [1.3, 0.74],
    [1.6, 0.7],
    [2.1, 0.6],
    [2.6, 0.585],
    [3.1, 0.585],
    [3.5, 0.64],
    [3.95, 0.73],
    [4.4, 0.72],
    [4.63, 0.62],
  ],
  wheels: { front: 0.79, rear: 3.6, radius: 0.325, track: 0.775 },
  glass: { from: 1.52, to: 3.72, slantFrom: 0.85, slantTo: 0.72, pillars: [2.42, 3.3] },
  windscreen: [1.42, 2.08],
  backlight: [3.05, 3.86],
  hoodFrom: 0.1,
  cowl: 1.38,
  lidFrom: 3.9,
  doors: [1.36, 2.42, 3.42],
  grille: 'kidneys',
  lamps: { front: [0.545, 0.69], rear: [0.77, 0.93], inner: 0.33, rearInner: 0.4 },
  cladding: 0,
  rise: 0,
};

/** The same drawing stretched lengthwise and sideways, for a sedan of another size. */
function stretched(shape: CarShape, long: number, wide: number, high: number): CarShape {
  const along = (curve: Curve, factor: number): Curve =>
    curve.map(([x, v]) => [x * long, v * factor] as const);
  return {
    ...shape,
    length: shape.length * long,
    top: along(shape.top, high),
    shoulder: along(shape.shoulder, high),
    bottom: along(shape.bottom, 1),
    width: along(shape.width, wide),
    edge: along(shape.edge, wide),
    wheels: {
      ...shape.wheels,
      front: shape.wheels.front * long,
      rear: shape.wheels.rear * long,
      track: shape.wheels.track * wide,
    },
    glass: {
      ...shape.glass,
      from: shape.glass.from * long,
      to: shape.glass.to * long,
      pillars: shape.glass.pillars.map((x) => x * long),
    },
    windscreen: [shape.windscreen[0] * long, shape.windscreen[1] * long],
    backlight: [shape.backlight[0] * long, shape.backlight[1] * long],
    hoodFrom: shape.hoodFrom * long,
    cowl: shape.cowl * long,
    lidFrom: shape.lidFrom * long,
    doors: shape.doors.map((x) => x * long),
  };
}

const suv: CarShape = {
  ...CAR,
  length: 4.99,
  top: [
    [0, 0.84],
    [0.12, 0.93],
    [0.5, 1.05],
    [1.0, 1.11],
    [1.35, 1.15],
    [1.55, 1.26],
    [2.1, 1.62],
    [2.6, 1.725],
    [3.5, 1.73],
    [4.2, 1.66],
    [4.5, 1.55],
    [4.8, 1.2],
    [4.93, 1.06],
    [4.99, 0.98],
  ],
  shoulder: [
    [0, 0.74],
    [0.12, 0.84],
    [0.5, 0.97],
    [1.0, 1.03],
    [1.4, 1.06],
    [2.6, 1.08],
    [3.8, 1.11],
    [4.6, 1.13],
    [4.85, 1.06],
    [4.99, 0.9],
  ],
  bottom: [
    [0, 0.27],
    [0.3, 0.24],
    [1.0, 0.24],
    [3.9, 0.24],
    [4.5, 0.29],
    [4.99, 0.38],
  ],
  width: [
    [0, 0.72],
    [0.12, 0.81],
    [0.35, 0.9],
    [0.85, 0.965],
    [2.4, 0.975],
    [4.0, 0.97],
    [4.6, 0.93],
    [4.88, 0.86],
    [4.99, 0.78],
  ],
  edge: [
    [0, 0.58],
    [0.12, 0.69],
    [0.5, 0.78],
    [1.3, 0.82],
    [1.6, 0.79],
    [2.1, 0.71],
    [2.6, 0.69],
    [3.8, 0.68],
    [4.3, 0.69],
    [4.8, 0.78],
    [4.99, 0.66],
  ],
  wheels: { front: 0.95, rear: 3.85, radius: 0.385, track: 0.835 },
  glass: { from: 1.54, to: 4.46, slantFrom: 0.85, slantTo: 0.55, pillars: [2.5, 3.52] },
  windscreen: [1.44, 2.1],
  backlight: [4.28, 4.74],
  hoodFrom: 0.1,
  cowl: 1.4,
  lidFrom: 4.2,
  doors: [1.42, 2.52, 3.5],
  grille: 'arch',
  lamps: { front: [0.7, 0.85], rear: [0.86, 1.1], inner: 0.4, rearInner: 0.5 },
  cladding: 0.36,
  rise: 0.12,
};

/** The shape of each drawn car. */
export const CAR_SHAPES = {
  'sedan-kidneys': sedan,
  'sedan-arch': { ...stretched(sedan, 4.8 / 4.63, 1.02, 1.01), grille: 'arch' },
  'sedan-bars': { ...stretched(sedan, 4.92 / 4.63, 1.03, 1.025), grille: 'bars' },
  suv,
  pickup,
  van,
} satisfies Record<string, CarShape>;
export type CarShapeName = keyof typeof CAR_SHAPES;

/** Smooth value of a curve at `x` (monotone between its points). */
export function curveAt(curve: Curve, x: number): number {
  const last = curve.length - 1;
  let i = 0;
  while (i < last - 1 && x > (curve[i + 1]?.[0] ?? 0)) i++;
  const [x1 = 0, y1 = 0] = curve[i] ?? [];
  const [x2 = 0, y2 = 0] = curve[i + 1] ?? [];
  const [x0 = x1, y0 = y1] = curve[i - 1] ?? [];
  const [x3 = x2, y3 = y2] = curve[i + 2] ?? [];
  const span = x2 - x1;
  const t = Math.min(1, Math.max(0, (x - x1) / span));
  const chord = (y2 - y1) / span;
  const limit = (slope: number): number =>
    slope * chord <= 0 ? 0 : Math.sign(chord) * Math.min(Math.abs(slope), 3 * Math.abs(chord));
  const m1 = limit((y2 - y0) / (x2 - x0 || 1));
  const m2 = limit((y3 - y1) / (x3 - x1 || 1));
  const tt = t * t;
  const ttt = tt * t;
  return (
    (2 * ttt - 3 * tt + 1) * y1 +
    (ttt - 2 * tt + t) * span * m1 +
    (3 * tt - 2 * ttt) * y2 +
    (ttt - tt) * span * m2
  );
}
