/** `area`: outlines under so many square pixels are left out; `tolerance`: how far a line may leave its pixels. */
export type TraceOptions = { area: number; tolerance: number; left: number; top: number };
type Point = readonly [number, number];

/**
 * The outlines of the pixels that `inside` names, as one SVG path of smooth curves in whole pixels from (`left`, `top`);
 * holes are separate outlines, which the nonzero rule leaves open.
 */
export function traceOutline(
  inside: (pixel: number) => boolean,
  width: number,
  height: number,
  { area, tolerance, left, top }: TraceOptions,
): string {
  return loopsOf(inside, width, height)
    .filter((loop) => Math.abs(areaOf(loop)) >= area)
    .map((loop) => {
      const points = simplify(soften(loop), tolerance);
      return points.length < 3
        ? ''
        : curve(points.map(([x, y]) => [Math.round(x - left), Math.round(y - top)]));
    })
    .join('');
}

/** The edges between inside and outside, joined to closed loops; the inside is on one hand all the way. */
function loopsOf(inside: (pixel: number) => boolean, width: number, height: number): Point[][] {
  const at = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < width && y < height && inside(y * width + x);
  const stride = width + 1;
  const next = new Map<number, number[]>();
  const add = (from: number, to: number): void => {
    const ways = next.get(from);
    if (ways === undefined) next.set(from, [to]);
    else ways.push(to);
  };
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!at(x, y)) continue;
      const corner = y * stride + x;
      if (!at(x, y - 1)) add(corner, corner + 1);
      if (!at(x + 1, y)) add(corner + 1, corner + stride + 1);
      if (!at(x, y + 1)) add(corner + stride + 1, corner + stride);
      if (!at(x - 1, y)) add(corner + stride, corner);
    }
  const loops: Point[][] = [];
  for (const [start, ways] of next)
    for (let first = ways.pop(); first !== undefined; first = ways.pop()) {
      const loop = [start];
      let current: number | undefined = first;
      while (current !== undefined && current !== start) {
        loop.push(current);
        current = next.get(current)?.pop();
      }
      loops.push(loop.map((corner): Point => [corner % stride, Math.floor(corner / stride)]));
    }
  return loops;
}

const pointAt = (points: readonly Point[], i: number): Point =>
  points[(i + points.length) % points.length] ?? [0, 0];

function areaOf(points: readonly Point[]): number {
  return (
    points.reduce((sum, [x, y], i) => {
      const [nx, ny] = pointAt(points, i + 1);
      return sum + x * ny - nx * y;
    }, 0) / 2
  );
}

/** Takes the stairs of the pixels out of a loop. */
function soften(points: readonly Point[]): readonly Point[] {
  let soft = points;
  for (let pass = 0; pass < 3; pass++) {
    const from = soft;
    soft = from.map(([x, y], i): Point => {
      const [px, py] = pointAt(from, i - 1);
      const [nx, ny] = pointAt(from, i + 1);
      return [(px + 2 * x + nx) / 4, (py + 2 * y + ny) / 4];
    });
  }
  return soft;
}

/** Drops the points of a loop that its neighbors tell (Ramer, Douglas and Peucker, on both halves). */
function simplify(loop: readonly Point[], tolerance: number): readonly Point[] {
  const half = Math.floor(loop.length / 2);
  return [
    ...straighten(loop.slice(0, half + 1), tolerance).slice(0, -1),
    ...straighten([...loop.slice(half), pointAt(loop, 0)], tolerance).slice(0, -1),
  ];
}

function straighten(line: readonly Point[], tolerance: number): readonly Point[] {
  if (line.length < 3) return line;
  const [ax, ay] = pointAt(line, 0);
  const [bx, by] = pointAt(line, -1);
  const length = Math.hypot(bx - ax, by - ay);
  let farthest = 0;
  let split = 0;
  for (const [i, [x, y]] of line.entries()) {
    const off =
      length < 1e-6
        ? Math.hypot(x - ax, y - ay)
        : Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length;
    if (off > farthest) {
      farthest = off;
      split = i;
    }
  }
  if (farthest <= tolerance) return [pointAt(line, 0), pointAt(line, -1)];
  return [
    ...straighten(line.slice(0, split + 1), tolerance).slice(0, -1),
    ...straighten(line.slice(split), tolerance),
  ];
}

/** Curves from the middle of one edge to the middle of the next, with the corner between as their control point. */
function curve(points: readonly Point[]): string {
  const middle = ([ax, ay]: Point, [bx, by]: Point): Point => [
    Math.round((ax + bx) / 2),
    Math.round((ay + by) / 2),
  ];
  const start = middle(pointAt(points, -1), pointAt(points, 0));
  let [cx, cy] = start;
  const numbers = points.flatMap(([x, y], i) => {
    const [mx, my] = middle([x, y], pointAt(points, i + 1));
    const steps = [x - cx, y - cy, mx - cx, my - cy];
    [cx, cy] = [mx, my];
    return steps;
  });
  const written = numbers.map((n, i) => (i > 0 && n >= 0 ? ` ${n}` : `${n}`)).join('');
  return `M${start.join(' ')}q${written}z`;
}
