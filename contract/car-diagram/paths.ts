/** x of the centre line. */
export const CENTRE = 200;
/** Half-plane distance of the ground line in the side views. */
export const GROUND = 191;

export type Point = readonly [number, number];
export const round = (value: number): number => Math.round(value * 10) / 10;
const mapPoints = (d: string, map: (a: number, b: number) => Point): string =>
  d.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_all, a: string, b: string) => {
    const [x, y] = map(Number(a), Number(b));
    return `${round(x)} ${round(y)}`;
  });

/** A path in (distance from the centre line, y), put on the vehicle's left. */
export const onLeft = (d: string): string => mapPoints(d, (u, y) => [CENTRE - u, y]);
/** The same on its right. */
export const onRight = (d: string): string => mapPoints(d, (u, y) => [CENTRE + u, y]);
/** A side-view path in (height above ground, y) → (distance from the centre line, y). */
export const side = (d: string): string => mapPoints(d, (h, y) => [GROUND - h, y]);

/** Closes a half outline that runs from the centre line outward and back to it with its mirror image. */
export function whole(half: string): string {
  const steps = [...half.matchAll(/([MLC])([^MLC]+)/g)].map((step) => {
    const numbers = (step[2] ?? '').trim().split(/\s+/).map(Number);
    return Array.from(
      { length: numbers.length / 2 },
      (_, i): Point => [numbers[2 * i] ?? 0, numbers[2 * i + 1] ?? 0],
    );
  });
  const back = steps
    .map((points, i) => {
      const from = steps[i - 1]?.at(-1);
      if (!from) return '';
      const path = [...points.slice(0, -1).reverse(), from].map(([u, y]) => `${u} ${y}`).join(' ');
      return `${points.length === 3 ? 'C' : 'L'}${path}`;
    })
    .reverse()
    .join('');
  return `${onLeft(half)}${onRight(back)}Z`;
}

/** A circle in four curves. */
export function circle(u: number, y: number, r: number): string {
  const k = r * 0.5523;
  return `M${u - r} ${y}C${u - r} ${y - k} ${u - k} ${y - r} ${u} ${y - r}C${u + k} ${y - r} ${u + r} ${y - k} ${u + r} ${y}C${u + r} ${y + k} ${u + k} ${y + r} ${u} ${y + r}C${u - k} ${y + r} ${u - r} ${y + k} ${u - r} ${y}Z`;
}
