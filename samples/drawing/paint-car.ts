import { type Dent, dentAt, PART } from './car-mesh.ts';
import { CAR_SHAPES, type CarShape, type CarShapeName } from './car-shapes.ts';
import { noise, step } from './noise.ts';
import type { Backdrop, Shader, Surface, Vec } from './render-scene.ts';

type Rgb = readonly [number, number, number];
type Look = { colour: Rgb; gloss: number; mirror: number };

const SUN: Vec = [-0.42, -0.5, 0.757];
const BLACK: Look = { colour: [0.05, 0.052, 0.056], gloss: 0.15, mirror: 0.05 };
const TRIM: Look = { colour: [0.075, 0.078, 0.082], gloss: 0.35, mirror: 0.12 };
const SEAM: Look = { colour: [0.025, 0.025, 0.028], gloss: 0, mirror: 0 };
const CHROME: Look = { colour: [0.2, 0.205, 0.215], gloss: 0.6, mirror: 0.58 };
const GLASS: Look = { colour: [0.035, 0.045, 0.052], gloss: 1, mirror: 0.42 };
const PRIMER: Look = { colour: [0.42, 0.42, 0.41], gloss: 0.1, mirror: 0.02 };
const FOAM: Look = { colour: [0.2, 0.2, 0.205], gloss: 0.02, mirror: 0 };

/** Sky, tree line and yard as seen in a direction: what the paint mirrors and what stands behind the car. */
function surroundings(dx: number, dy: number, dz: number, out: [number, number, number]): void {
  if (dz > 0) {
    const high = Math.sqrt(dz);
    const cloud = step(0.45, 0.8, noise(dx * 3 + 11, dy * 3 + 5, dz * 6)) * 0.5;
    out[0] = 0.86 - 0.36 * high + cloud * high * 0.36;
    out[1] = 0.89 - 0.26 * high + cloud * high * 0.26;
    out[2] = 0.92 - 0.12 * high + cloud * high * 0.12;
  } else {
    const down = Math.min(1, -dz * 2);
    out[0] = 0.3 + 0.08 * down;
    out[1] = 0.3 + 0.078 * down;
    out[2] = 0.3 + 0.07 * down;
  }
}

function lit(surface: Surface, look: Look, out: [number, number, number]): void {
  const [nx, ny, nz] = surface.normal;
  const [vx, vy, vz] = surface.view;
  const sun = Math.max(0, nx * SUN[0] + ny * SUN[1] + nz * SUN[2]);
  const facing = Math.max(0, nx * vx + ny * vy + nz * vz);
  const rx = 2 * facing * nx - vx;
  const ry = 2 * facing * ny - vy;
  const rz = 2 * facing * nz - vz;
  surroundings(rx, ry, rz, out);
  // A dark band at the horizon of the mirrored world gives panels their line.
  const band = 1 - 0.75 * Math.exp(-(((rz - 0.05) / 0.13) ** 2));
  const fresnel = look.mirror + (look.gloss * 0.55 + look.mirror * 0.2) * (1 - facing) ** 4;
  const shine = look.gloss * 0.9 * Math.max(0, rx * SUN[0] + ry * SUN[1] + rz * SUN[2]) ** 180;
  const low = 0.62 + 0.38 * step(0.05, 0.55, surface.position[2]);
  const light = (0.34 + 0.3 * nz + 0.78 * sun) * low;
  for (let i = 0; i < 3; i++)
    out[i] = Math.min(1, (look.colour[i] ?? 0) * light + (out[i] ?? 0) * band * fresnel * low + shine);
}

/** The shader of one damaged car. */
export function carShader(name: CarShapeName, paint: Rgb, dents: readonly Dent[]): Shader {
  const shape: CarShape = CAR_SHAPES[name];
  const body: Look = { colour: paint, gloss: 0.8, mirror: 0.16 };
  return (surface, out) => {
    const [x, y, z] = surface.rest;
    if (surface.part === PART.rim || surface.part === PART.tyre) {
      lit(surface, wheelLook(x, y, surface.part), out);
      return true;
    }
    if (surface.part === PART.well) {
      out[0] = out[1] = out[2] = 0.035;
      return true;
    }
    if (surface.part === PART.mirror) {
      lit(surface, z < 0 ? TRIM : body, out);
      return true;
    }
    const hit = dentAt(dents, x, y, z);
    const look = bodyLook(shape, body, surface, hit);
    if (look === null) return false;
    lit(surface, look, out);
    return true;
  };
}

function wheelLook(x: number, z: number, part: number): Look {
  if (part === PART.tyre) return { colour: [0.06, 0.06, 0.063], gloss: 0.05, mirror: 0.02 };
  const r = Math.hypot(x, z);
  const angle = Math.atan2(z, x);
  const spoke = Math.abs((((angle / (2 * Math.PI)) * 5 + 5) % 1) - 0.5);
  const width = 0.11 + 0.08 * (1 - r / 0.69);
  const alloy: Look = { colour: [0.5, 0.51, 0.53], gloss: 0.5, mirror: 0.22 };
  if (r > 0.615 || r < 0.15) return r < 0.07 ? TRIM : alloy;
  const split = Math.abs(spoke) < 0.025 && r > 0.28;
  return spoke < width && !split ? alloy : { colour: [0.045, 0.045, 0.05], gloss: 0.1, mirror: 0.02 };
}

/** What a point of the shell is made of; null is a hole. */
function bodyLook(shape: CarShape, body: Look, surface: Surface, hit: number): Look | null {
  const [x, y, z] = surface.rest;
  const side = Math.abs(y);
  const k = surface.section;
  if (k < 1.3) return BLACK;
  for (const wheel of [shape.wheels.front, shape.wheels.rear]) {
    const r = Math.hypot(x - wheel, z - shape.wheels.radius) / shape.wheels.radius;
    if (surface.part === PART.body && k < 3.2) {
      if (r < 1.14) return null;
      if (r < 1.17) return SEAM;
      if (shape.cladding > 0 && r < 1.3) return TRIM;
    }
  }
  // Torn plastic and chipped paint where the blow was hard.
  if (hit > 0.3) {
    const tear = noise(x * 14 + 5, y * 9, z * 26);
    if (z < 0.66 + shape.cladding * 0.3 && hit > 0.55 && tear > 0.78) return hit > 0.72 ? null : FOAM;
  }
  const detail =
    surface.part === PART.nose || x < 0.5
      ? frontLook(shape, x, side, z, k, surface.part, hit)
      : surface.part === PART.tail || x > shape.length - 0.55
        ? rearLook(shape, x, side, z, k, surface.part, hit)
        : null;
  const look = detail ?? shellLook(shape, body, x, side, z, k);
  if (look !== body) return look;
  if (hit > 0.22) {
    const chip = noise(x * 40, y * 40 + 3, z * 40);
    const scuff = noise(x * 6, y * 90, z * 12 + 9);
    const bumper = z < 0.7 + shape.cladding * 0.5;
    if (hit > 0.4 && chip > (bumper ? 0.9 : 0.965) - hit * 0.08) return PRIMER;
    if (scuff > (bumper ? 0.84 : 0.93))
      return { colour: mixRgb(body.colour, [0.55, 0.55, 0.54], 0.45), gloss: 0.2, mirror: 0.04 };
  }
  return look;
}

function shellLook(shape: CarShape, body: Look, x: number, side: number, z: number, k: number): Look {
  if (shape.cladding > 0 && z < shape.cladding) return TRIM;
  if (k < 2 && shape.cladding === 0) return body;
  const { glass } = shape;
  if (k > 4 && k < 5) {
    const s = k - 4;
    const rear = glass.to - s * (glass.to - glass.from) * 0.06;
    if (x > glass.from && x < rear) {
      if (s < 0.05) return CHROME;
      if (s > 0.09 && s < 0.9) {
        const lean = (s - 0.5) * 0.1;
        if (glass.pillars.some((pillar) => Math.abs(x - pillar - lean) < 0.032)) return BLACK;
        return GLASS;
      }
      if (s <= 0.09 || s < 0.93) return BLACK;
    }
  }
  if (k >= 5) {
    const from = shape.windscreen[0];
    if (x > shape.cowl - 0.02 && x < from + 0.02) return BLACK;
    if (x >= from && x < shape.windscreen[1]) return k < 5.05 ? BLACK : GLASS;
    if (x > shape.backlight[0] && x < shape.backlight[1])
      return k < 5.06 || x < shape.backlight[0] + 0.03 || x > shape.backlight[1] - 0.03 ? BLACK : GLASS;
    if (Math.abs(x - shape.lidFrom) < 0.005 && x > shape.backlight[1]) return SEAM;
  }
  if (x < shape.cowl && Math.abs(k - 4.42) < 0.035) return SEAM;
  if (k > 2.12 && k < 4 && shape.doors.some((door) => Math.abs(x - door - doorLean(k, door, shape)) < 0.0055))
    return SEAM;
  if (k > 2 && k < 3 && Math.abs(k - 2.07) < 0.009 && x > (shape.doors[0] ?? 0) && x < (shape.doors[2] ?? 0))
    return SEAM;
  const handle = (shape.doors.slice(1) as readonly number[]).some(
    (door) => Math.hypot((x - door + 0.16) / 0.095, (k - 2.84) / 0.028) < 1,
  );
  if (handle)
    return Math.abs(k - 2.84) < 0.012 ? body : { ...body, colour: mixRgb(body.colour, [0, 0, 0], 0.5) };
  return side < 0 ? BLACK : body;
}

/** The rear door's rear edge follows the wheel arch; the others stand almost upright. */
function doorLean(k: number, door: number, shape: CarShape): number {
  if (door !== shape.doors[2]) return (3.4 - k) * 0.03;
  return k < 2.75 ? -(2.75 - k) * 0.62 : (k - 2.75) * 0.1;
}

function frontLook(
  shape: CarShape,
  x: number,
  side: number,
  z: number,
  k: number,
  part: number,
  hit: number,
): Look | null {
  const [low, high] = shape.lamps.front;
  const nose = part === PART.nose || x < 0.05;
  const taper = nose ? 0 : x * 0.14;
  const inLamp =
    z > low + taper && z < high + x * 0.28 && (nose ? side > shape.lamps.inner : x < 0.46) && k < 4.35;
  if (inLamp) return lampLook(z, side, x, (low + high) / 2 + taper, hit, true);
  if (k > 4.2 && Math.abs(x - shape.hoodFrom) < 0.007) return SEAM;
  if (!nose) return Math.abs(z - low + 0.02) < 0.005 && x < 0.5 ? SEAM : null;
  const bottom = low - (low - 0.2) * 0.98;
  if (shape.grille === 'kidneys') {
    const kx = Math.abs(side - 0.135) / 0.105;
    const kz = Math.abs(z - 0.572) / 0.078;
    const kidney = (kx ** 4 + kz ** 4) ** 0.25;
    if (kidney < 1) return kidney > 0.84 ? CHROME : slats(side * 60);
  } else {
    const wide = (shape.grille === 'arch' ? 0.3 : 0.36) + (z - low) * (shape.grille === 'arch' ? 0.35 : -0.1);
    const middle = low - 0.02;
    const tall = (shape.grille === 'arch' ? 0.155 : 0.1) * (1 - 0.25 * (side / wide) ** 2);
    const edge = Math.max(side / wide, Math.abs(z - middle) / tall);
    if (edge < 1) return edge > 0.9 ? CHROME : slats(z * 55);
  }
  const intake = Math.max(side / 0.42, Math.abs(z - (bottom + 0.1)) / 0.055);
  if (intake < 1) return slats(z * 60);
  const fog = Math.hypot((side - 0.56) / 0.075, (z - bottom - 0.13) / 0.05);
  if (fog < 1) return fog > 0.62 ? TRIM : { colour: [0.62, 0.64, 0.66], gloss: 1, mirror: 0.4 };
  if (z < bottom + 0.035) return TRIM;
  if (Math.abs(z - high - 0.012) < 0.005 && side < shape.lamps.inner) return SEAM;
  return null;
}

function rearLook(
  shape: CarShape,
  x: number,
  side: number,
  z: number,
  k: number,
  part: number,
  hit: number,
): Look | null {
  const [low, high] = shape.lamps.rear;
  const tail = part === PART.tail || x > shape.length - 0.05;
  const reach = shape.length - x;
  const inLamp =
    z > low + reach * 0.12 &&
    z < high + reach * 0.05 &&
    (tail ? side > shape.lamps.rearInner : reach < 0.36) &&
    k < 4.6;
  if (inLamp) return lampLook(z, side, x, (low + high) / 2, hit, false);
  if (!tail) return Math.abs(z - low + 0.1) < 0.005 && reach < 0.5 ? SEAM : null;
  const plate = Math.max(side / 0.27, Math.abs(z - (low + 0.02)) / 0.07);
  if (plate < 1) return plate > 0.93 ? SEAM : BLACK;
  if (side < shape.lamps.rearInner && Math.abs(z - low - 0.125) < 0.011) return CHROME;
  if (Math.abs(z - low + 0.1) < 0.006) return SEAM;
  if (Math.abs(side - shape.lamps.rearInner - 0.22) < 0.004 && z > low - 0.1) return SEAM;
  const bottom = shape.bottom.at(-1)?.[1] ?? 0.3;
  if (z < bottom + 0.09)
    return Math.hypot((side - 0.48) / 0.06, (z - bottom - 0.03) / 0.035) < 1 ? CHROME : TRIM;
  if (Math.abs(z - bottom - 0.14) < 0.014 && side > 0.4)
    return { colour: [0.5, 0.03, 0.03], gloss: 0.8, mirror: 0.15 };
  return null;
}

const slats = (index: number): Look => (((index % 1) + 1) % 1 < 0.35 ? TRIM : SEAM);

function lampLook(z: number, side: number, x: number, middle: number, hit: number, front: boolean): Look {
  if (hit > 0.25) {
    const shard = noise(x * 52 + side * 46, z * 58, 4);
    if (shard > 0.8) return { colour: front ? [0.6, 0.62, 0.64] : [0.5, 0.06, 0.05], gloss: 1, mirror: 0.4 };
    if (shard > 0.7) return TRIM;
    return { colour: [0.035, 0.035, 0.038], gloss: 0.1, mirror: 0.02 };
  }
  if (!front) {
    const bar = Math.abs(z - middle) < 0.03;
    return { colour: bar ? [0.62, 0.12, 0.1] : [0.42, 0.02, 0.025], gloss: 1, mirror: 0.14 };
  }
  for (const eye of [0.47, 0.61]) {
    const r = Math.hypot(side - eye, (z - middle) * 1.15) / 0.056;
    if (r < 1 && x < 0.12) return r > 0.78 ? CHROME : { colour: [0.5, 0.53, 0.56], gloss: 1, mirror: 0.5 };
  }
  return { colour: [0.24, 0.25, 0.26], gloss: 1, mirror: 0.35 };
}

const mixRgb = (a: Rgb, b: Rgb, t: number): Rgb => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
];

/** An auction yard: sky, tree line, fence and worn asphalt with the car's shadow. */
export function yardBackdrop(name: CarShapeName, dents: readonly Dent[]): Backdrop {
  const shape: CarShape = CAR_SHAPES[name];
  return (eye, ray, out) => {
    const [dx, dy, dz] = ray;
    if (dz < -0.002) {
      const t = -eye[2] / dz;
      asphalt(shape, dents, eye[0] + dx * t, eye[1] + dy * t, t, out);
      return;
    }
    surroundings(dx, dy, Math.max(dz, 0.001), out);
    const bearing = Math.atan2(dy, dx);
    const trees =
      0.045 +
      0.03 * noise(dx * 9 + 20, dy * 9) +
      0.018 * noise(dx * 40 + 7, dy * 40) +
      0.006 * noise(dx * 150, dy * 150);
    const leaf = 0.62 + 0.36 * noise(dx * 60, dy * 60, dz * 70) + 0.3 * noise(dx * 210, dy * 210, dz * 230);
    const wood = 1 - step(trees - 0.004, trees + 0.004, dz);
    out[0] += (0.31 * leaf - out[0]) * wood;
    out[1] += (0.35 * leaf - out[1]) * wood;
    out[2] += (0.29 * leaf - out[2]) * wood;
    // Corrugated fence below the trees.
    if (dz < 0.034) {
      const rib = 0.94 + 0.06 * Math.sin(bearing * 520);
      out[0] = 0.56 * rib;
      out[1] = 0.575 * rib;
      out[2] = 0.58 * rib;
    }
  };
}

function asphalt(
  shape: CarShape,
  dents: readonly Dent[],
  gx: number,
  gy: number,
  away: number,
  out: [number, number, number],
): void {
  const near = Math.min(1, 6 / away);
  const grain = (noise(gx * 95, gy * 95) - 0.5) * 0.16 * near + (noise(gx * 30, gy * 30) - 0.5) * 0.07 * near;
  const patch = (noise(gx * 0.7 + 9, gy * 0.7) - 0.5) * 0.08 + (noise(gx * 2.4, gy * 2.4 + 5) - 0.5) * 0.04;
  let tone = 0.43 + grain + patch;
  // Bay lines on both sides of the car.
  const line = Math.abs(Math.abs(gy) - 1.95);
  if (line < 0.055 && gx > -1.6 && gx < 5.4) tone += 0.26 * (0.45 + 0.75 * noise(gx * 7, gy * 20));
  const mx = Math.max(0, Math.abs(gx - shape.length / 2) - (shape.length / 2 - 0.35));
  const my = Math.max(0, Math.abs(gy) - (shape.wheels.track - 0.05));
  const under = Math.hypot(mx, my);
  tone *= 1 - 0.8 * (1 - step(-0.05, 0.42, under)) - 0.22 * (1 - step(0.1, 1.3, under));
  out[0] = tone;
  out[1] = tone * 0.995;
  out[2] = tone * 0.985;
  // Splinters of lamp and bumper lie where the blow was, a pace outward of the car.
  for (const { at } of dents) {
    const px = at[0] < shape.length / 2 ? at[0] - 0.55 : at[0] + 0.55;
    const d = Math.hypot(gx - px, (gy - at[1] * 1.2) * 0.8);
    if (d > 0.75) continue;
    const bit = noise(gx * 26 + 3, gy * 26);
    if (bit > 0.83 + d * 0.14) {
      const clear = noise(gx * 9, gy * 9 + 50) > 0.5 ? 0.78 : 0.1;
      out[0] = out[1] = out[2] = clear * (under < 0.2 ? 0.5 : 1);
    }
  }
  const haze = Math.min(0.55, Math.max(0, (away - 9) / 60));
  for (let i = 0; i < 3; i++) out[i] = (out[i] ?? 0) * (1 - haze) + 0.62 * haze;
}
