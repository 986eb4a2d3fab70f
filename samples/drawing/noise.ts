/** Repeatable value noise, so that every drawing of a sample is the same picture. */
function hash(x: number, y: number, z: number): number {
  let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(z, 1274126177);
  h = Math.imul(h ^ (h >>> 13), 1103515245);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

const smooth = (t: number): number => t * t * (3 - 2 * t);
const mix = (a: number, b: number, t: number): number => a + (b - a) * t;

/** Smooth noise 0–1 at a point; one cell per unit. */
export function noise(x: number, y: number, z = 0): number {
  const xi = Math.floor(x);
  const yi = Math.floor(y);
  const zi = Math.floor(z);
  const u = smooth(x - xi);
  const v = smooth(y - yi);
  const w = smooth(z - zi);
  const low = mix(
    mix(hash(xi, yi, zi), hash(xi + 1, yi, zi), u),
    mix(hash(xi, yi + 1, zi), hash(xi + 1, yi + 1, zi), u),
    v,
  );
  if (w === 0) return low;
  const high = mix(
    mix(hash(xi, yi, zi + 1), hash(xi + 1, yi, zi + 1), u),
    mix(hash(xi, yi + 1, zi + 1), hash(xi + 1, yi + 1, zi + 1), u),
    v,
  );
  return mix(low, high, w);
}
