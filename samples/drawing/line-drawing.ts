import { type LineDrawing, SURFACES, type Surface } from '../../contract/car-diagram/drawn-car.ts';
import type { Dent } from './car-mesh.ts';
import type { CarShapeName } from './car-shapes.ts';
import type { Camera } from './mesh.ts';
import { COVERED, type Projection, projectCar } from './project-car.ts';
import { type TraceOptions, traceOutline } from './trace-outline.ts';

const SIDED: ReadonlySet<Surface> = new Set([
  'headlamp',
  'fender',
  'front_door',
  'rear_door',
  'quarter',
  'fog',
  'tail_lamp',
  'mirror',
  'side_glass',
  'rocker',
]);
const PAINTED: ReadonlySet<Surface> = new Set([
  'front_bumper',
  'hood',
  'fender',
  'front_door',
  'rear_door',
  'quarter',
  'roof',
  'trunk',
  'rear_bumper',
  'mirror',
  'rocker',
  'cab_back',
  'bed_wall',
]);
const GLASS: ReadonlySet<Surface> = new Set(['windshield', 'side_glass', 'back_glass']);
/** Room around the car, pixels. */
const PAD = 8;
/** Fewer pixels than this are no panel. */
const LEAST = 80;

/** Draws a car as the camera sees it. `whole`: the picture keeps the camera's frame, else it is cut to the car. */
export function drawLines(
  car: { shape: CarShapeName; dents: readonly Dent[] },
  camera: Camera,
  { width = 1600, height = 1000, whole = false } = {},
): LineDrawing {
  const seen = projectCar(car, camera, width, height);
  const box = whole ? { left: 0, top: 0, right: width, bottom: height } : boundsOf(seen);
  const options: TraceOptions = { area: 200, tolerance: 1.1, left: box.left, top: box.top };
  const trace = (inside: (pixel: number) => boolean, change: Partial<TraceOptions> = {}): string =>
    traceOutline(inside, width, height, { ...options, ...change });
  const surfaceOf = (pixel: number): Surface => SURFACES[seen.surface[pixel] ?? 0] ?? 'none';
  const is = (surfaces: ReadonlySet<Surface>) => (pixel: number) => surfaces.has(surfaceOf(pixel));
  const panels = SURFACES.flatMap((surface, number) => {
    if (surface === 'none') return [];
    const sides = SIDED.has(surface) ? ([-1, 1] as const) : ([0] as const);
    return sides.flatMap((side) => {
      const inside = (pixel: number): boolean =>
        seen.surface[pixel] === number && (side === 0 || seen.side[pixel] === side);
      const middle = middleOf(inside, seen);
      if (middle === null) return [];
      const d = trace(inside, { area: surface === 'torn' ? 420 : 200 });
      const name = side === 0 ? surface : `${surface}_${side < 0 ? 'left' : 'right'}`;
      return d === '' ? [] : [{ name, surface, d, at: [middle[0] - box.left, middle[1] - box.top] as const }];
    });
  });
  const soft = softened(seen);
  // Creases of a blow stay sharp; the rest of the sheet is smooth.
  const lightOf = (pixel: number): number =>
    ((seen.hit[pixel] ?? 0) > 0.12 ? seen.light[pixel] : soft[pixel]) ?? 0;
  const painted = is(PAINTED);
  const glazed = is(GLASS);
  const tone = (inside: (light: number) => boolean): string =>
    trace((pixel) => painted(pixel) && inside(lightOf(pixel)), { area: 700, tolerance: 1.6 });
  const covered = (bit: number): string =>
    trace((pixel) => ((seen.covered[pixel] ?? 0) & bit) !== 0, { area: 40 });
  return {
    width: box.right - box.left,
    height: box.bottom - box.top,
    outline: trace((pixel) => surfaceOf(pixel) !== 'none', { area: 400 }),
    panels,
    tones: {
      shade: tone((light) => light < 0.5),
      deep: tone((light) => light < 0.33),
      light: tone((light) => light > 0.88),
      glare: trace(
        (pixel) =>
          glazed(pixel) && ((((pixel % width) - Math.floor(pixel / width) * 0.7) % 420) + 420) % 420 < 120,
        { area: 300 },
      ),
    },
    damage: {
      water: covered(COVERED.water),
      waterline: covered(COVERED.waterline),
      folds: covered(COVERED.fold),
    },
  };
}

function boundsOf({ surface, width }: Projection): {
  left: number;
  top: number;
  right: number;
  bottom: number;
} {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 0];
  for (let pixel = 0; pixel < surface.length; pixel++) {
    if (surface[pixel] === 0) continue;
    const x = pixel % width;
    const y = Math.floor(pixel / width);
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return { left: left - PAD, top: top - PAD, right: right + PAD, bottom: bottom + PAD };
}

function middleOf(
  inside: (pixel: number) => boolean,
  { surface, width }: Projection,
): [number, number] | null {
  let [x, y, count] = [0, 0, 0];
  for (let pixel = 0; pixel < surface.length; pixel++) {
    if (!inside(pixel)) continue;
    x += pixel % width;
    y += Math.floor(pixel / width);
    count++;
  }
  return count < LEAST ? null : [Math.round(x / count), Math.round(y / count)];
}

/** The light, averaged over the car within 5 pixels. */
function softened({ light, surface, width, height }: Projection): Float32Array {
  const soft = new Float32Array(light.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const pixel = y * width + x;
      if (surface[pixel] === 0) continue;
      let [sum, count] = [0, 0];
      for (let dy = -5; dy <= 5; dy += 2)
        for (let dx = -5; dx <= 5; dx += 2) {
          const [nx, ny] = [x + dx, y + dy];
          const near = ny * width + nx;
          if (nx < 0 || ny < 0 || nx >= width || ny >= height || surface[near] === 0) continue;
          sum += light[near] ?? 0;
          count++;
        }
      soft[pixel] = sum / count;
    }
  return soft;
}
