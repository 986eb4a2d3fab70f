import { SURFACES, type Surface } from '../../contract/car-diagram/drawn-car.ts';
import { buildCar, type Dent, dentAt, PART } from './car-mesh.ts';
import type { CarShape } from './car-shape.ts';
import { CAR_SHAPES, type CarShapeName } from './car-shapes.ts';
import { type Camera, STRIDE, type Vec } from './mesh.ts';
import { surfaceAt } from './panel-at.ts';

/** What the camera sees, a value a pixel: number of the surface in SURFACES, light, how hard it is hit (0–1), side (−1 left, 1 right), and what declared damage covers (bits of COVERED). */
export type Projection = {
  width: number;
  height: number;
  surface: Uint8Array;
  light: Float32Array;
  hit: Float32Array;
  side: Int8Array;
  covered: Uint8Array;
};
export const COVERED = { water: 1, waterline: 2, fold: 4 } as const;

const NUMBER_OF = Object.fromEntries(SURFACES.map((name, i) => [name, i])) as Record<string, number>;

const subtract = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const unit = (a: Vec): Vec => {
  const length = Math.hypot(a[0], a[1], a[2]) || 1;
  return [a[0] / length, a[1] / length, a[2] / length];
};
/** From the upper left, a little in front of the car. */
const SUN = unit([-0.35, -0.45, 0.82]);

/** Projects a car through a camera onto `width` × `height` pixels. Takes about two seconds of processor time at 1600 × 1000. */
export function projectCar(
  car: { shape: CarShapeName; dents: readonly Dent[] },
  camera: Camera,
  width = 1600,
  height = 1000,
): Projection {
  const shape = CAR_SHAPES[car.shape];
  const { vertices, triangles } = buildCar(car.shape, car.dents);
  const screen = onScreen(vertices, camera, width, height);
  const depth = new Float32Array(width * height);
  const arch = new Uint8Array(width * height);
  const seen: Projection = {
    width,
    height,
    surface: new Uint8Array(width * height),
    light: new Float32Array(width * height),
    hit: new Float32Array(width * height),
    side: new Int8Array(width * height),
    covered: new Uint8Array(width * height),
  };
  const value = new Float32Array(STRIDE);
  const at = (i: number): number => screen[i] ?? 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const [a = 0, b = 0, c = 0] = [triangles[i], triangles[i + 1], triangles[i + 2]];
    const [ax, ay, aw] = [at(a * 3), at(a * 3 + 1), at(a * 3 + 2)];
    const [bx, by, bw] = [at(b * 3), at(b * 3 + 1), at(b * 3 + 2)];
    const [cx, cy, cw] = [at(c * 3), at(c * 3 + 1), at(c * 3 + 2)];
    if (aw <= 0 || bw <= 0 || cw <= 0) continue;
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
    if (Math.abs(area) < 1e-6) continue;
    const x0 = Math.max(0, Math.ceil(Math.min(ax, bx, cx)));
    const x1 = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx)));
    const y0 = Math.max(0, Math.ceil(Math.min(ay, by, cy)));
    const y1 = Math.min(height - 1, Math.floor(Math.max(ay, by, cy)));
    for (let y = y0; y <= y1; y++)
      for (let x = x0; x <= x1; x++) {
        const ka = ((bx - x) * (cy - y) - (cx - x) * (by - y)) / area;
        const kb = ((cx - x) * (ay - y) - (ax - x) * (cy - y)) / area;
        const kc = 1 - ka - kb;
        // A hair over the edge: no pinholes between neighbors.
        if (ka < -1e-4 || kb < -1e-4 || kc < -1e-4) continue;
        const near = ka * aw + kb * bw + kc * cw;
        const pixel = y * width + x;
        if (near <= (depth[pixel] ?? 0)) continue;
        for (let k = 0; k < STRIDE; k++)
          value[k] =
            (ka * aw * (vertices[a * STRIDE + k] ?? 0) +
              kb * bw * (vertices[b * STRIDE + k] ?? 0) +
              kc * cw * (vertices[c * STRIDE + k] ?? 0)) /
            near;
        const [
          px = 0,
          py = 0,
          pz = 0,
          nx = 0,
          ny = 0,
          nz = 0,
          rx = 0,
          ry = 0,
          rz = 0,
          section = 0,
          label = 0,
        ] = value;
        const part = Math.round(label);
        const hit = part <= PART.tail || part >= PART.bed ? dentAt(car.dents, rx, ry, rz) : 0;
        const surface = surfaceAt(shape, { x: rx, y: ry, z: rz, section, part, hit });
        if (surface === 'arch') {
          arch[pixel] = 1;
          continue;
        }
        depth[pixel] = near;
        seen.surface[pixel] = NUMBER_OF[surface] ?? 0;
        seen.hit[pixel] = hit;
        seen.side[pixel] = py < 0 ? -1 : 1;
        seen.covered[pixel] = coveredAt(shape, px, py, pz, surface);
        seen.light[pixel] = lightAt(unit([nx, ny, nz]), unit(subtract(camera.eye, [px, py, pz])));
      }
  }
  // Where an arch lets through neither wheel nor well, it is dark: no slivers of ground next to a tire.
  for (let pixel = 0; pixel < arch.length; pixel++)
    if (arch[pixel] === 1 && seen.surface[pixel] === 0) seen.surface[pixel] = NUMBER_OF.well ?? 0;
  return seen;
}

/** Below the waterline of a flood, on it (a little over the sills), on one of three folds across the roof. */
function coveredAt(shape: CarShape, x: number, y: number, z: number, surface: Surface): number {
  const water = shape.wheels.radius * 1.4 + 0.015 * Math.sin((x + y) * 12);
  const [front, rear] = [shape.windscreen[1], Math.min(shape.backlight[0], shape.length - 0.3)];
  const zigzag = Math.abs(((((y / 0.3) % 1) + 1) % 1) - 0.5) * 0.22;
  const fold = [0.2, 0.5, 0.8].some((share) => Math.abs(x - front - share * (rear - front) - zigzag) < 0.02);
  return (
    (z < water ? COVERED.water : 0) +
    (Math.abs(z - water) < 0.012 ? COVERED.waterline : 0) +
    (fold && surface === 'roof' ? COVERED.fold : 0)
  );
}

function onScreen(vertices: Float32Array, camera: Camera, width: number, height: number): Float32Array {
  const forward = unit(subtract(camera.target, camera.eye));
  const right = unit(cross(forward, [0, 0, 1]));
  const up = cross(right, forward);
  const focal = height / 2 / Math.tan((camera.fov * Math.PI) / 360);
  const count = vertices.length / STRIDE;
  const screen = new Float32Array(count * 3);
  for (let i = 0; i < count; i++) {
    const from = subtract(
      [vertices[i * STRIDE] ?? 0, vertices[i * STRIDE + 1] ?? 0, vertices[i * STRIDE + 2] ?? 0],
      camera.eye,
    );
    const far = dot(from, forward);
    screen[i * 3] = width / 2 + (dot(from, right) / far) * focal;
    screen[i * 3 + 1] = height / 2 - (dot(from, up) / far) * focal;
    screen[i * 3 + 2] = far > 0.05 ? 1 / far : 0;
  }
  return screen;
}

/** Sun, sky and a darker edge, 0 to a little over 1. Panels are seen from both sides: the normal always faces the camera. */
function lightAt(normal: Vec, view: Vec): number {
  const facing = dot(normal, view);
  const turned = facing < 0 ? -1 : 1;
  const sun = Math.max(0, dot(normal, SUN) * turned);
  const edge = 1 - Math.abs(facing);
  return 0.28 + 0.62 * sun + 0.16 * normal[2] * turned - 0.12 * edge * edge;
}
