import { type CarShape, curveAt } from './car-shape.ts';
import { CAR_SHAPES, type CarShapeName } from './car-shapes.ts';
import { type Mesh, STRIDE, type Vec } from './mesh.ts';
import { noise } from './noise.ts';

/** One blow: where it landed on the undamaged car, how far it reaches, which way it pushed and how much it crumpled. */
export type Dent = { at: Vec; reach: Vec; push: Vec; crumple: number };

export const PART = {
  body: 0,
  nose: 1,
  tail: 2,
  tyre: 3,
  rim: 4,
  well: 5,
  mirror: 6,
  bed: 7,
  cabBack: 8,
} as const;

/** How strongly a point is hit, 0–1. */
export function dentAt(dents: readonly Dent[], x: number, y: number, z: number): number {
  let most = 0;
  for (const { at, reach } of dents) {
    const d = Math.hypot((x - at[0]) / reach[0], (y - at[1]) / reach[1], (z - at[2]) / reach[2]);
    if (d < 1) most = Math.max(most, (1 - d * d) ** 1.5);
  }
  return most;
}

function moved(dents: readonly Dent[], x: number, y: number, z: number): Vec {
  let mx = 0;
  let my = 0;
  let mz = 0;
  for (const { at, reach, push, crumple } of dents) {
    const d = Math.hypot((x - at[0]) / reach[0], (y - at[1]) / reach[1], (z - at[2]) / reach[2]);
    if (d >= 1) continue;
    const force = (1 - d * d) ** 1.5;
    // Sheet metal folds along ridges: the fold of a noise, not the noise itself, gives sharp creases and flat facets.
    const ridge = 0.5 - Math.abs(noise(x * 5 + 3, y * 4 + 40, z * 5 + 7) - 0.5) * 3;
    const crease = 0.25 - Math.abs(noise(x * 11, y * 8 + 9, z * 12) - 0.5) * 1.4;
    const fold = ridge + 0.5 * crease;
    mx += push[0] * force + Math.sign(push[0]) * fold * crumple * force;
    my += push[1] * force + fold * crumple * force * Math.sign(push[1] || y) * 0.5;
    mz += push[2] * force + fold * crumple * force * (z > 0.6 ? 0.9 : -0.3);
  }
  return [x + mx, y + my, Math.max(0.03, z + mz)];
}

type Point = { y: number; z: number; k: number };

/** Right half of the cross-section at `x`, from underside centre to top centre; `k` names the stretch (0 floor … 6 top). */
function sectionAt(shape: CarShape, x: number): Point[] {
  const low = curveAt(shape.bottom, x);
  const shoulder = curveAt(shape.shoulder, x);
  const top = curveAt(shape.top, x);
  const width = curveAt(shape.width, x);
  const edge = Math.min(curveAt(shape.edge, x), width * 0.93);
  const crown = Math.min(0.035, (top - shoulder) * 0.4);
  const points: Point[] = [
    { y: 0, z: low, k: 0 },
    { y: width * 0.88, z: low, k: 1 },
    { y: width * 0.955, z: low + 0.02, k: 1.5 },
    { y: width * 0.975, z: low + 0.06, k: 2 },
  ];
  for (let i = 1; i <= 22; i++) {
    const t = i / 22;
    const bulge =
      1 - 0.2 * (t - 0.52) ** 2 - (t > 0.78 && t < 0.9 ? 0.006 * Math.sin(((t - 0.78) / 0.12) * Math.PI) : 0);
    points.push({ y: width * bulge, z: low + 0.06 + (shoulder - low - 0.06) * t, k: 2 + t });
  }
  const base = { y: width * 0.945, z: shoulder + 0.012 };
  points.push({ ...base, k: 4 });
  const rail = top - crown;
  for (let i = 1; i <= 18; i++) {
    const t = i / 18;
    const lean = 0.12 * Math.sin(Math.PI * t) * Math.min(0.3, rail - base.z);
    points.push({ y: base.y + (edge - base.y) * t + lean, z: base.z + (rail - base.z) * t, k: 4 + t });
  }
  for (let i = 1; i <= 16; i++) {
    const t = i / 16;
    const y = edge * (1 - t);
    points.push({ y, z: top - crown * (y / edge) ** 2, k: 5 + t });
  }
  return points;
}

/** The cross-section of an open bed: as `sectionAt` up to the shoulder, then the rail, the inner wall and the floor (6.4, 7, 8). */
function bedSectionAt(shape: CarShape, x: number): Point[] {
  const { floor = 0, rail = 0 } = shape.bed ?? {};
  const closed = sectionAt(shape, x);
  const shoulder = closed.findIndex(({ k }) => k === 4);
  const { y: outer, z } = closed[shoulder] ?? { y: 1, z: 1 };
  const inner = outer - rail;
  const between = (count: number, at: (t: number) => Point): Point[] =>
    Array.from({ length: count }, (_, i) => at(i / (count - 1)));
  // Corners stand twice, once for each surface that meets there.
  return [
    ...closed.slice(0, shoulder + 1),
    ...between(8, (t) => ({ y: outer - rail * t, z, k: 6.4 })),
    ...between(12, (t) => ({ y: inner - 0.02 * t, z: z + (floor - z) * t, k: 7 })),
    ...between(14, (t) => ({ y: (inner - 0.02) * (1 - t), z: floor, k: 8 })),
  ];
}

type Section = (shape: CarShape, x: number) => Point[];
/** Stations with one row of points each; or two sections at one station, which are a wall across the car. */
type Stretch = { stations: readonly number[]; sections: readonly Section[]; part: number };

/** The shell from nose to tail: one stretch, or cab, its back, bed, and tailgate. */
function stretchesOf(shape: CarShape): Stretch[] {
  const count = 210;
  // Denser at both ends, where shapes turn and blows land.
  const all = Array.from({ length: count + 1 }, (_, i) => {
    const t = i / count;
    return shape.length * (t - Math.sin(2 * Math.PI * t) * 0.08);
  });
  if (shape.bed === null) return [{ stations: all, sections: [sectionAt], part: PART.body }];
  const { from, to } = shape.bed;
  const inside = (low: number, high: number): number[] => all.filter((x) => x > low && x < high);
  return [
    { stations: [...inside(-1, from), from], sections: [sectionAt], part: PART.body },
    { stations: [from], sections: [sectionAt, bedSectionAt], part: PART.cabBack },
    { stations: [from, ...inside(from, to), to], sections: [bedSectionAt], part: PART.body },
    { stations: [to], sections: [bedSectionAt, sectionAt], part: PART.bed },
    { stations: [to, ...inside(to, shape.length + 1)], sections: [sectionAt], part: PART.body },
  ];
}

/** Builds the car of a shape with its dents as one mesh. */
export function buildCar(name: CarShapeName, dents: readonly Dent[]): Mesh {
  const shape = CAR_SHAPES[name];
  const rest: number[] = [];
  const positions: number[] = [];
  const labels: number[] = [];
  const triangles: number[] = [];

  const vertex = (
    x: number,
    y: number,
    z: number,
    k: number,
    part: number,
    label: Vec = [x, y, z],
  ): number => {
    const at = moved(dents, x, y, z);
    positions.push(at[0], at[1], at[2]);
    rest.push(label[0], label[1], label[2]);
    labels.push(k, part);
    return positions.length / 3 - 1;
  };
  const grid = (rows: number[][]): void => {
    for (let i = 0; i + 1 < rows.length; i++) {
      const row = rows[i] ?? [];
      const next = rows[i + 1] ?? [];
      for (let j = 0; j + 1 < row.length; j++) {
        const [a = 0, b = 0, c = 0, d = 0] = [row[j], row[j + 1], next[j], next[j + 1]];
        triangles.push(a, b, c, b, d, c);
      }
    }
  };

  for (const side of [-1, 1]) {
    for (const { stations, sections, part } of stretchesOf(shape))
      grid(
        stations.flatMap((x) => {
          const ends = noseProfile(x, shape);
          return sections.map((section) =>
            section(shape, x).map(({ y, z, k }) =>
              vertex(x + ends(z), side * y, z, k, part === PART.body && k > 6.2 ? PART.bed : part),
            ),
          );
        }),
      );
    for (const end of [PART.nose, PART.tail]) {
      const x = end === PART.nose ? 0 : shape.length;
      const outward = end === PART.nose ? -1 : 1;
      const bulge = shape.domes[end === PART.nose ? 0 : 1];
      const ends = noseProfile(x, shape);
      const outline = sectionAt(shape, x).slice(1);
      const lowest = outline[0]?.z ?? 0;
      const highest = outline.at(-1)?.z ?? 1;
      grid(
        Array.from({ length: 31 }, (_, i) => {
          const s = 1 - i / 30;
          return outline.map(({ y, z, k }) => {
            // The outline closes towards the middle so that the cap is a full, slightly domed face.
            const height = z;
            const inside = (y / (outline[5]?.y ?? 1)) ** 2 * s * s;
            const dome = 1 - Math.min(1, inside);
            const round = 1 - 0.25 * Math.abs((height - lowest) / (highest - lowest) - 0.5);
            const edge = 1 - s * s;
            return vertex(
              x + outward * bulge * Math.min(dome, edge) * round + ends(height),
              side * y * s,
              height,
              k,
              end,
            );
          });
        }),
      );
    }
    addWheels(shape, side, vertex, grid);
    addMirror(shape, side, vertex, grid);
  }
  return assemble(positions, rest, labels, triangles);
}

/** Bumper bar and lamp ledge: how far a point near either end stands out, by height. */
function noseProfile(x: number, shape: CarShape): (z: number) => number {
  const front = Math.max(0, 1 - x / 0.45);
  const rear = Math.max(0, 1 - (shape.length - x) / 0.4);
  const tall = shape.rise;
  return (z) =>
    -0.05 * front * Math.exp(-(((z - 0.42 - tall) / 0.16) ** 2)) +
    0.07 * front * Math.max(0, (z - 0.62 - tall) / 0.2) +
    0.06 * rear * Math.exp(-(((z - 0.52 - tall) / 0.14) ** 2)) -
    0.05 * rear * Math.max(0, (0.36 + tall - z) / 0.15);
}

type AddVertex = (x: number, y: number, z: number, k: number, part: number, label?: Vec) => number;

function addWheels(shape: CarShape, side: number, vertex: AddVertex, grid: (rows: number[][]) => void): void {
  const { radius, track } = shape.wheels;
  for (const wheel of [shape.wheels.front, shape.wheels.rear]) {
    const ring = (r: number, y: number, part: number): number[] =>
      Array.from({ length: 49 }, (_, i) => {
        const angle = (i / 48) * 2 * Math.PI;
        const dx = Math.cos(angle) * r;
        const dz = Math.sin(angle) * r;
        return vertex(wheel + dx, side * y, radius + dz, 0, part, [dx / radius, dz / radius, y]);
      });
    const face = track + 0.1;
    grid([
      ring(radius * 0.6, track - 0.12, PART.tyre),
      ring(radius * 0.97, track - 0.11, PART.tyre),
      ring(radius, track - 0.08, PART.tyre),
      ring(radius, face - 0.03, PART.tyre),
      ring(radius * 0.96, face - 0.005, PART.tyre),
      ring(radius * 0.84, face + 0.004, PART.tyre),
      ring(radius * 0.69, face - 0.006, PART.tyre),
    ]);
    grid([
      ring(radius * 0.69, face - 0.006, PART.rim),
      ring(radius * 0.64, face - 0.03, PART.rim),
      ring(radius * 0.2, face - 0.025, PART.rim),
      ring(radius * 0.001, face - 0.015, PART.rim),
    ]);
  }
  const wall = 0.5;
  const [from, to] = [0.25, shape.length - 0.25];
  grid([
    [
      vertex(from, side * wall, shape.frame, 0, PART.well),
      vertex(to, side * wall, shape.frame + 0.02, 0, PART.well),
    ],
    [vertex(from, side * wall, 0.6, 0, PART.well), vertex(to, side * wall, 0.75, 0, PART.well)],
    [vertex(from, 0, 0.6, 0, PART.well), vertex(to, 0, 0.75, 0, PART.well)],
  ]);
}

function addMirror(shape: CarShape, side: number, vertex: AddVertex, grid: (rows: number[][]) => void): void {
  const { size, square } = shape.mirror;
  const x = shape.cowl + 0.42;
  const y = curveAt(shape.width, x) + 0.09;
  const z = curveAt(shape.shoulder, x) + 0.1 * size;
  /** A sine or cosine, drawn to the corners of its square. */
  const squared = (v: number): number => Math.sign(v) * Math.abs(v) ** square;
  grid(
    Array.from({ length: 13 }, (_, i) => {
      const theta = (i / 12) * Math.PI;
      return Array.from({ length: 17 }, (__, j) => {
        const phi = (j / 16) * 2 * Math.PI;
        const out = squared(Math.sin(theta));
        return vertex(
          x + 0.07 * out * squared(Math.cos(phi)),
          side * (y + 0.12 * squared(Math.cos(theta))),
          z + 0.075 * size * out * squared(Math.sin(phi)),
          0,
          PART.mirror,
        );
      });
    }),
  );
}

/** Joins positions, labels and smooth normals; vertices that started at one place share a normal, so seams do not show. */
function assemble(positions: number[], rest: number[], labels: number[], triangles: number[]): Mesh {
  const count = positions.length / 3;
  const groups = new Map<string, number>();
  const group = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const part = labels[i * 2 + 1] ?? 0;
    const kind = part <= PART.tail ? 0 : part;
    const at = (n: number): number => Math.round((positions[i * 3 + n] ?? 0) * 2000);
    const key = `${kind},${at(0)},${at(1)},${at(2)}`;
    const known = groups.get(key) ?? groups.size;
    groups.set(key, known);
    group[i] = known;
  }
  const normals = new Float64Array(groups.size * 3);
  const p = (i: number, n: number): number => positions[i * 3 + n] ?? 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a = 0, b = 0, c = 0] = triangles.slice(t, t + 3);
    const u = [p(b, 0) - p(a, 0), p(b, 1) - p(a, 1), p(b, 2) - p(a, 2)] as const;
    const v = [p(c, 0) - p(a, 0), p(c, 1) - p(a, 1), p(c, 2) - p(a, 2)] as const;
    // Left and right halves wind opposite ways: point every normal outward from the car's spine before adding.
    let n: Vec = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    if (p(a, 1) + p(b, 1) + p(c, 1) < 0) n = [-n[0], -n[1], -n[2]];
    for (const i of [a, b, c]) {
      const g = (group[i] ?? 0) * 3;
      normals[g] = (normals[g] ?? 0) + n[0];
      normals[g + 1] = (normals[g + 1] ?? 0) + n[1];
      normals[g + 2] = (normals[g + 2] ?? 0) + n[2];
    }
  }
  const vertices = new Float32Array(count * STRIDE);
  for (let i = 0; i < count; i++) {
    const at = i * STRIDE;
    const g = (group[i] ?? 0) * 3;
    for (let n = 0; n < 3; n++) {
      vertices[at + n] = p(i, n);
      vertices[at + 3 + n] = normals[g + n] ?? 0;
      vertices[at + 6 + n] = rest[i * 3 + n] ?? 0;
    }
    vertices[at + 9] = labels[i * 2] ?? 0;
    vertices[at + 10] = labels[i * 2 + 1] ?? 0;
  }
  return { vertices, triangles: Uint32Array.from(triangles) };
}
