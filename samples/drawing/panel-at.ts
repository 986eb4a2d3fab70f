import type { Surface } from '../../contract/car-diagram/drawn-car.ts';
import { PART } from './car-mesh.ts';
import { type CarShape, curveAt } from './car-shape.ts';
import { noise } from './noise.ts';

/** A point of the undamaged shell: its place, its section coordinate, its part, and how hard it is hit (0–1). */
export type ShellPoint = { x: number; y: number; z: number; section: number; part: number; hit: number };

/** The surface a point of the shell belongs to; `'arch'` for the open wheel arch. */
export function surfaceAt(shape: CarShape, point: ShellPoint): Surface | 'arch' {
  const { x, y, z, section, part, hit } = point;
  const side = Math.abs(y);
  if (part === PART.tyre) return 'tire';
  if (part === PART.rim) return rimAt(x, y);
  if (part === PART.well) return 'well';
  if (part === PART.mirror) return 'mirror';
  if (shape.bed !== null) {
    if (part === PART.cabBack) return cabBackAt(side, z, shape.bed.floor);
    if (part === PART.bed) return bedAt(side, section);
  }
  if (section < 1.3) return 'under';
  for (const wheel of [shape.wheels.front, shape.wheels.rear]) {
    const r = Math.hypot(x - wheel, z - shape.wheels.radius) / shape.wheels.radius;
    if (part !== PART.body || section >= 3.2) continue;
    if (r < 1.14) return 'arch';
    if (shape.cladding > 0 && r < 1.3) return 'cladding';
  }
  if (hit > 0.6 && z < 0.66 + shape.cladding * 0.3 && noise(x * 7 + 5, y * 6, z * 12) > 0.77) return 'torn';
  if (part === PART.nose || x < 0.5) {
    const front = frontAt(shape, x, side, z, section, part, hit);
    if (front !== null) return front;
  }
  if (part === PART.tail || x > shape.length - 0.55) {
    const rear = rearAt(shape, x, side, z, section, part, hit);
    if (rear !== null) return rear;
  }
  if (shape.cladding > 0 && z < shape.cladding) return 'cladding';
  return detailAt(shape, x, z, section) ?? glassAt(shape, x, section) ?? sheetAt(shape, x, section);
}

/** The wall between cab and bed: its window, sheet around it. */
function cabBackAt(side: number, z: number, floor: number): Surface {
  if ((side / 0.7) ** 8 + (Math.abs(z - floor - 0.74) / 0.2) ** 8 < 1) return 'back_glass';
  return z < floor + 0.49 ? 'bed_wall' : 'cab_back';
}

/** A bed from inside: the cap of its rails, its walls, the ribs of its floor. */
function bedAt(side: number, section: number): Surface {
  if (section < 6.5) return 'trim';
  if (section < 7.5) return 'bed_wall';
  return (side / 0.17 + 0.5) % 1 < 0.4 ? 'bed_rib' : 'bed_floor';
}

/** What trucks have on their sides: rocker panels, door handles, the gap behind the cab, the rail of a sliding door. */
function detailAt(shape: CarShape, x: number, z: number, section: number): Surface | null {
  const { rocker, bed, slide, doors } = shape;
  if (rocker === null || section > 4) return null;
  if (bed !== null && Math.abs(x - bed.from - 0.012) < 0.014) return 'trim';
  if (slide !== null && x > slide.from && x < slide.to && Math.abs(z - slide.at) < 0.014) return 'trim';
  const [front = 0, pillar = 0, rear = 0] = doors;
  const last = bed?.from ?? rear;
  if (z < rocker && x > front - 0.12 && x < last) return 'rocker';
  const handles = slide === null ? [pillar - 0.17, last - 0.2] : [pillar - 0.17, pillar + 0.17];
  const up = (z - curveAt(shape.shoulder, x) + 0.13) / 0.022;
  return handles.some((at) => ((x - at) / 0.1) ** 4 + up ** 4 < 1) ? 'handle' : null;
}

/** Five spokes; `x`, `y` in wheel radii from the hub. */
function rimAt(x: number, y: number): Surface {
  const r = Math.hypot(x, y);
  if (r > 0.615 || r < 0.15) return 'rim';
  const spoke = Math.abs((((Math.atan2(y, x) / (2 * Math.PI)) * 5 + 5) % 1) - 0.5);
  return spoke < 0.13 + 0.08 * (1 - r / 0.69) ? 'rim' : 'rim_dark';
}

/** A broken lamp: the four pieces around its middle, every other one dark. */
function lampAt(lamp: 'headlamp' | 'tail_lamp', across: number, up: number, hit: number): Surface {
  if (hit < 0.3) return lamp;
  const piece = Math.floor(((Math.atan2(up * 2.2, across) / (2 * Math.PI)) * 4 + 4.4) % 4);
  return piece % 2 === 1 ? 'lamp_shard' : lamp;
}

function frontAt(
  shape: CarShape,
  x: number,
  side: number,
  z: number,
  section: number,
  part: number,
  hit: number,
): Surface | null {
  const nose = part === PART.nose || x < 0.05;
  const [low, high] = shape.lamps.front;
  const upright = shape.grille === 'slats';
  const taper = nose || upright ? 0 : x * 0.14;
  const lampHigh = z > low + taper && z < high + x * (upright ? 0.1 : 0.28);
  if (lampHigh && (nose ? side > shape.lamps.inner : x < shape.wraps.headlamp) && section < 4.35)
    return lampAt('headlamp', side - 0.55 - x * 0.3, z - (low + high) / 2 - x * 0.2, hit);
  if (!nose) return z < low - (upright ? 0 : 0.02) && x < 0.47 ? 'front_bumper' : null;
  if (upright) return truckFrontAt(shape, side, z, section);
  const bottom = low - (low - 0.2) * 0.98;
  if (grilleAt(shape, side, z, low)) return 'grille';
  if (Math.max(side / 0.42, Math.abs(z - (bottom + 0.1)) / 0.055) < 1) return 'intake';
  if (Math.hypot((side - 0.56) / 0.075, (z - bottom - 0.13) / 0.05) < 1) return 'fog';
  if (section > 4.2 && z > high + 0.012) return 'hood';
  return 'front_bumper';
}

/** An upright front: a grille from lamp to lamp with two bars, a bumper below it. */
function truckFrontAt(shape: CarShape, side: number, z: number, section: number): Surface {
  const [low, high] = shape.lamps.front;
  const [bottom, top, half] = [low - 0.1, high + 0.005, shape.lamps.inner - 0.02];
  if (side < half + 0.05 && z > bottom && z < top) {
    if (side > half || z < bottom + 0.025 || z > top - 0.025) return 'chrome';
    const bar = Math.abs(((z - bottom) / (top - bottom)) * 3 - 1.5);
    return Math.abs(bar - 0.5) < 0.13 ? 'chrome' : 'grille';
  }
  if (z >= top && section > 3.4) return 'hood';
  if (z < low - 0.36) return 'cladding';
  if (Math.max(side / 0.5, Math.abs(z - low + 0.27) / 0.06) < 1) return 'intake';
  if (Math.hypot((side - 0.68) / 0.075, (z - low + 0.26) / 0.055) < 1) return 'fog';
  return 'front_bumper';
}

function grilleAt(shape: CarShape, side: number, z: number, low: number): boolean {
  if (shape.grille === 'kidneys')
    return (Math.abs(side - 0.135) / 0.105) ** 4 + (Math.abs(z - 0.572) / 0.078) ** 4 < 1;
  const arch = shape.grille === 'arch';
  const wide = (arch ? 0.3 : 0.36) + (z - low) * (arch ? 0.35 : -0.1);
  const tall = (arch ? 0.155 : 0.1) * (1 - 0.25 * (side / wide) ** 2);
  return Math.max(side / wide, Math.abs(z - low + 0.02) / tall) < 1;
}

function rearAt(
  shape: CarShape,
  x: number,
  side: number,
  z: number,
  section: number,
  part: number,
  hit: number,
): Surface | null {
  const reach = shape.length - x;
  const tail = part === PART.tail || reach < 0.05;
  const [low, high] = shape.lamps.rear;
  const lampHigh = z > low + reach * 0.12 && z < high + reach * 0.05;
  if (lampHigh && (tail ? side > shape.lamps.rearInner : reach < shape.wraps.tailLamp) && section < 4.6)
    return lampAt('tail_lamp', side - 0.62 - reach * 0.3, z - (low + high) / 2, hit);
  if (!tail) return z < low - 0.1 && reach < shape.wraps.rearBumper ? 'rear_bumper' : null;
  const { rearGlass } = shape;
  if (rearGlass !== null) {
    const middle = (rearGlass.low + rearGlass.high) / 2;
    const across = (side / (rearGlass.half - (z - middle) * 0.12)) ** 10;
    if (across + (Math.abs(z - middle) / (rearGlass.high - middle)) ** 10 < 1) return 'back_glass';
  }
  if (shape.bed !== null && (side / 0.11) ** 4 + ((z - high + 0.07) / 0.03) ** 4 < 1) return 'handle';
  const plate = low + (shape.bed === null ? 0.02 : -0.19);
  if (Math.max(side / 0.27, Math.abs(z - plate) / 0.07) < 1) return 'plate';
  return z < low - 0.1 ? 'rear_bumper' : 'trunk';
}

function glassAt(shape: CarShape, x: number, section: number): Surface | null {
  const { glass, windscreen, backlight } = shape;
  if (section > 4 && section < 5) {
    const up = section - 4;
    const rear = glass.to - up * (glass.to - glass.from) * 0.06;
    if (x <= glass.from || x >= rear || up >= 0.93) return null;
    const lean = (up - 0.5) * 0.1;
    const pillar = glass.pillars.some((at) => Math.abs(x - at - lean) < 0.032);
    return up > 0.09 && up < 0.9 && !pillar ? 'side_glass' : 'trim';
  }
  if (section < 5) return null;
  if (x > shape.cowl - 0.02 && x < windscreen[0] + 0.02) return 'trim';
  if (x >= windscreen[0] && x < windscreen[1]) return section < 5.05 ? 'trim' : 'windshield';
  if (x > backlight[0] && x < backlight[1]) return section < 5.06 ? 'trim' : 'back_glass';
  return null;
}

function sheetAt(shape: CarShape, x: number, section: number): Surface {
  if (shape.bed !== null && x > shape.bed.from && section > 4) return x > shape.bed.to ? 'trunk' : 'quarter';
  if (section >= 5 && x > shape.lidFrom) return 'trunk';
  if (x < shape.cowl && section > 4.42) return 'hood';
  const overGlass = section > 4.9 || (section > 4 && x > shape.glass.from);
  if (overGlass && x > shape.windscreen[0] && x < shape.backlight[1] + 0.05) return 'roof';
  const [front = 0, pillar = 0, rear = 0] = shape.doors;
  const upright = (3.4 - section) * 0.03;
  // The rear edge of the rear door follows the wheel arch.
  const arched = section < 2.75 ? -(2.75 - section) * 0.62 : (section - 2.75) * 0.1;
  if (x < front + upright) return 'fender';
  if (x < pillar + upright) return 'front_door';
  return x < (shape.bed?.from ?? rear + arched) ? 'rear_door' : 'quarter';
}
