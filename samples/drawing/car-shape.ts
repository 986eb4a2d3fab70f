/** Pairs of a place along the car and a value there, meters. */
export type Curve = readonly (readonly [number, number])[];
/** A drawn car in meters: x from the front bumper rearward, z up, half widths. */
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
