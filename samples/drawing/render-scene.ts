/** A small software renderer for the drawn sample photos: triangles, depth buffer, sky and asphalt. Units are metres. */

export type Vec = readonly [number, number, number];
export type Camera = { eye: Vec; target: Vec; fov: number };

/** Floats per vertex: position 3, normal 3, rest position 3, section coordinate, part number. */
export const STRIDE = 11;
export type Mesh = { vertices: Float32Array; triangles: Uint32Array };

/** What the shader sees at one pixel of a surface; `rest` is the undamaged position that decides the material. */
export type Surface = {
  position: [number, number, number];
  normal: [number, number, number];
  rest: [number, number, number];
  section: number;
  part: number;
  view: [number, number, number];
};

/** Writes red, green, blue (0–1) into `out`; false leaves the pixel open (wheel arches, torn panels). */
export type Shader = (surface: Surface, out: [number, number, number]) => boolean;
export type Backdrop = (eye: Vec, ray: [number, number, number], out: [number, number, number]) => void;

const subtract = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const unit = (a: Vec): Vec => {
  const length = Math.hypot(a[0], a[1], a[2]) || 1;
  return [a[0] / length, a[1] / length, a[2] / length];
};

/** Draws the mesh over the backdrop; answers `width * height * 3` bytes of RGB. */
export function renderScene(
  mesh: Mesh,
  camera: Camera,
  size: { width: number; height: number },
  shade: Shader,
  backdrop: Backdrop,
): Uint8Array {
  const { width, height } = size;
  const forward = unit(subtract(camera.target, camera.eye));
  const right = unit(cross(forward, [0, 0, 1]));
  const up = cross(right, forward);
  const focal = height / 2 / Math.tan((camera.fov * Math.PI) / 360);
  const image = new Uint8Array(width * height * 3);
  const depth = new Float32Array(width * height);
  paintBackdrop(image, size, camera.eye, { forward, right, up, focal }, backdrop);

  const { vertices, triangles } = mesh;
  const count = vertices.length / STRIDE;
  const screen = new Float32Array(count * 3);
  for (let i = 0; i < count; i++) {
    const at = i * STRIDE;
    const offset: Vec = [
      (vertices[at] ?? 0) - camera.eye[0],
      (vertices[at + 1] ?? 0) - camera.eye[1],
      (vertices[at + 2] ?? 0) - camera.eye[2],
    ];
    const far = dot(offset, forward);
    screen[i * 3] = width / 2 + (dot(offset, right) / far) * focal;
    screen[i * 3 + 1] = height / 2 - (dot(offset, up) / far) * focal;
    screen[i * 3 + 2] = far > 0.05 ? 1 / far : 0;
  }

  const surface: Surface = {
    position: [0, 0, 0],
    normal: [0, 0, 0],
    rest: [0, 0, 0],
    section: 0,
    part: 0,
    view: [0, 0, 0],
  };
  const colour: [number, number, number] = [0, 0, 0];
  const value = new Float32Array(STRIDE);
  for (let t = 0; t < triangles.length; t += 3) {
    const a = triangles[t] ?? 0;
    const b = triangles[t + 1] ?? 0;
    const c = triangles[t + 2] ?? 0;
    const ax = screen[a * 3] ?? 0;
    const ay = screen[a * 3 + 1] ?? 0;
    const aw = screen[a * 3 + 2] ?? 0;
    const bx = screen[b * 3] ?? 0;
    const by = screen[b * 3 + 1] ?? 0;
    const bw = screen[b * 3 + 2] ?? 0;
    const cx = screen[c * 3] ?? 0;
    const cy = screen[c * 3 + 1] ?? 0;
    const cw = screen[c * 3 + 2] ?? 0;
    if (aw === 0 || bw === 0 || cw === 0) continue;
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
    if (Math.abs(area) < 1e-6) continue;
    const x0 = Math.max(0, Math.ceil(Math.min(ax, bx, cx)));
    const x1 = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx)));
    const y0 = Math.max(0, Math.ceil(Math.min(ay, by, cy)));
    const y1 = Math.min(height - 1, Math.floor(Math.max(ay, by, cy)));
    for (let y = y0; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        const ka = ((bx - x) * (cy - y) - (cx - x) * (by - y)) / area;
        const kb = ((cx - x) * (ay - y) - (ax - x) * (cy - y)) / area;
        const kc = 1 - ka - kb;
        if (ka < 0 || kb < 0 || kc < 0) continue;
        const near = ka * aw + kb * bw + kc * cw;
        const pixel = y * width + x;
        if (near <= (depth[pixel] ?? 0)) continue;
        const wa = (ka * aw) / near;
        const wb = (kb * bw) / near;
        const wc = (kc * cw) / near;
        for (let k = 0; k < STRIDE; k++)
          value[k] =
            wa * (vertices[a * STRIDE + k] ?? 0) +
            wb * (vertices[b * STRIDE + k] ?? 0) +
            wc * (vertices[c * STRIDE + k] ?? 0);
        fillSurface(surface, value, camera.eye);
        if (!shade(surface, colour)) continue;
        depth[pixel] = near;
        image[pixel * 3] = byte(colour[0]);
        image[pixel * 3 + 1] = byte(colour[1]);
        image[pixel * 3 + 2] = byte(colour[2]);
      }
    }
  }
  return image;
}

function fillSurface(surface: Surface, value: Float32Array, eye: Vec): void {
  const [px = 0, py = 0, pz = 0, nx = 0, ny = 0, nz = 0, rx = 0, ry = 0, rz = 0, section = 0, part = 0] =
    value;
  const away = Math.hypot(eye[0] - px, eye[1] - py, eye[2] - pz) || 1;
  const view = surface.view;
  view[0] = (eye[0] - px) / away;
  view[1] = (eye[1] - py) / away;
  view[2] = (eye[2] - pz) / away;
  // Thin panels are seen from both sides: the normal always faces the camera.
  const facing = nx * view[0] + ny * view[1] + nz * view[2] < 0 ? -1 : 1;
  const length = (Math.hypot(nx, ny, nz) || 1) * facing;
  surface.position[0] = px;
  surface.position[1] = py;
  surface.position[2] = pz;
  surface.normal[0] = nx / length;
  surface.normal[1] = ny / length;
  surface.normal[2] = nz / length;
  surface.rest[0] = rx;
  surface.rest[1] = ry;
  surface.rest[2] = rz;
  surface.section = section;
  surface.part = Math.round(part);
}

function paintBackdrop(
  image: Uint8Array,
  { width, height }: { width: number; height: number },
  eye: Vec,
  lens: { forward: Vec; right: Vec; up: Vec; focal: number },
  backdrop: Backdrop,
): void {
  const ray: [number, number, number] = [0, 0, 0];
  const colour: [number, number, number] = [0, 0, 0];
  const { forward, right, up, focal } = lens;
  for (let y = 0; y < height; y++) {
    const v = (height / 2 - y) / focal;
    for (let x = 0; x < width; x++) {
      const u = (x - width / 2) / focal;
      const length = Math.hypot(1, u, v);
      ray[0] = (forward[0] + right[0] * u + up[0] * v) / length;
      ray[1] = (forward[1] + right[1] * u + up[1] * v) / length;
      ray[2] = (forward[2] + right[2] * u + up[2] * v) / length;
      backdrop(eye, ray, colour);
      const pixel = (y * width + x) * 3;
      image[pixel] = byte(colour[0]);
      image[pixel + 1] = byte(colour[1]);
      image[pixel + 2] = byte(colour[2]);
    }
  }
}

const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const byte = (value: number): number => (value <= 0 ? 0 : value >= 1 ? 255 : value * 255);
