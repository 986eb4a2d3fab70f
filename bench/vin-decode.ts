import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SHIPPED_TABLE } from '../server/vehicles/vin-table.ts';
import { type Bench, median } from './bench.ts';

/** Goals: packed file, memory of the unpacked table with what unpacking it leaves, and one decode once warm. */
const MOST_MB = 3;
const MOST_MEMORY_MB = 60;
const MOST_MS = 1;
const RUNS = 5;

type Measured = {
  first_ms: number;
  memory_mb: number;
  decodes: number;
  mean_ms: number;
  slowest_ms: number;
};

/** A process of its own for each run: the first decode unpacks the table, and its memory shows what that takes. */
const measureOnce = (): Measured =>
  JSON.parse(
    execFileSync(
      process.execPath,
      ['--expose-gc', fileURLToPath(new URL('measuring/vin-decodes.ts', import.meta.url))],
      {
        encoding: 'utf8',
      },
    ),
  );

function run() {
  const runs = Array.from({ length: RUNS }, measureOnce);
  const middle = (of: (run: Measured) => number, digits: number) =>
    Number(median(runs.map(of)).toFixed(digits));
  const packed = Number((fs.statSync(SHIPPED_TABLE).size / 1e6).toFixed(2));
  const memory = middle(({ memory_mb }) => memory_mb, 1);
  const mean = middle(({ mean_ms }) => mean_ms, 3);
  return Promise.resolve({
    rows: [
      {
        'packed MB': packed,
        'memory MB': memory,
        'first decode ms': middle(({ first_ms }) => first_ms, 0),
        decodes: runs[0]?.decodes ?? 0,
        'warm decode ms': mean,
        'slowest warm ms': middle(({ slowest_ms }) => slowest_ms, 2),
      },
    ],
    broken: [
      ...(packed > MOST_MB ? [`packed: ${packed} MB`] : []),
      ...(memory > MOST_MEMORY_MB ? [`memory: ${memory} MB`] : []),
      ...(mean > MOST_MS ? [`a warm decode: ${mean} ms`] : []),
    ],
  });
}

export const bench: Bench = {
  name: 'vin-decode',
  about: `the VIN table of all makes: size packed (goal: at most ${MOST_MB} MB), memory that it takes of a process (${MOST_MEMORY_MB} MB), time of the first decode, which unpacks it, and of one once warm (${MOST_MS} ms); ${RUNS} processes, medians`,
  run,
};
