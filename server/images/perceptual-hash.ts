/** Side of the grey picture that is transformed, and of the block of low frequencies that is kept. */
const SIDE = 32;
const KEPT = 8;

/** cosines[u][x] of the discrete cosine transform. */
const cosines = Array.from({ length: KEPT }, (_, u) =>
  Array.from({ length: SIDE }, (_, x) => Math.cos(((2 * x + 1) * u * Math.PI) / (2 * SIDE))),
);

/** A decoded picture: rows from the top, one (grey) or at least three (red, green, blue) bytes a pixel. */
export type Pixels = {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
};

/**
 * A 64-bit hash (16 hex digits) that stays nearly the same when a picture is resized or compressed again:
 * the signs of its lowest 8 × 8 frequencies against their median. Compare with `hashDistance`.
 */
export function perceptualHash(picture: Pixels): string {
  const frequencies = lowFrequencies(greyCells(picture));
  const sorted = frequencies.slice(1).sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  let hash = '';
  for (let from = 0; from < frequencies.length; from += 4) {
    const bits = frequencies.slice(from, from + 4).map((value) => (value > median ? 1 : 0));
    hash += Number.parseInt(bits.join(''), 2).toString(16);
  }
  return hash;
}

/** Brightness of 32 × 32 equal parts of the picture, row by row. */
function greyCells({ data, width, height, channels }: Pixels): Float64Array {
  const [green, blue] = channels < 3 ? [0, 0] : [1, 2];
  const grey = new Float64Array(SIDE * SIDE);
  const partOf = (cell: number, length: number): readonly [from: number, to: number] => {
    const from = Math.floor((cell * length) / SIDE);
    return [from, Math.max(from + 1, Math.floor(((cell + 1) * length) / SIDE))];
  };
  for (let cell = 0; cell < grey.length; cell += 1) {
    const [left, right] = partOf(cell % SIDE, width);
    const [top, bottom] = partOf(Math.floor(cell / SIDE), height);
    let sum = 0;
    for (let y = top; y < bottom; y += 1)
      for (let at = (y * width + left) * channels; at < (y * width + right) * channels; at += channels)
        sum += 0.299 * (data[at] ?? 0) + 0.587 * (data[at + green] ?? 0) + 0.114 * (data[at + blue] ?? 0);
    grey[cell] = sum / ((right - left) * (bottom - top));
  }
  return grey;
}

function lowFrequencies(grey: Float64Array): number[] {
  const rows = Array.from({ length: SIDE }, (_, y) => grey.subarray(y * SIDE, (y + 1) * SIDE));
  const acrossRows = rows.map((row) => cosines.map((wave) => weighted(wave, row)));
  const result: number[] = [];
  for (const wave of cosines) {
    for (let u = 0; u < KEPT; u += 1) {
      result.push(
        weighted(
          wave,
          acrossRows.map((row) => row[u] ?? 0),
        ),
      );
    }
  }
  return result;
}

function weighted(weights: readonly number[], values: ArrayLike<number>): number {
  return weights.reduce((sum, weight, i) => sum + weight * (values[i] ?? 0), 0);
}

/** How many of the 64 bits differ: 0 to about 8 for the same picture, around 32 for unrelated ones. */
export function hashDistance(a: string, b: string): number {
  let bits = BigInt(`0x${a}`) ^ BigInt(`0x${b}`);
  let count = 0;
  for (; bits > 0n; bits &= bits - 1n) count += 1;
  return count;
}
