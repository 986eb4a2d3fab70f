import path from 'node:path';
import { buildServer } from '../scripts/build-server.ts';
import { startRole } from '../tests/service/role-process.ts';
import { type Bench, type BenchRow, median } from './bench.ts';
import { type OwnDatabase, onOwnDatabase } from './measuring/own-database.ts';
import { processorSeconds } from './measuring/processor-time.ts';

const STARTS = 7;
/** Goal: at most so much processor time until a worker takes reports, seconds. */
const MOST_S = 1;

async function measure({ url, folder }: OwnDatabase): Promise<{ rows: BenchRow[]; broken: string[] }> {
  const file = await buildServer();
  const seconds: number[] = [];
  let first = 0;
  // The first makes the tables and compiles what those after it find compiled, as an update does.
  for (let start = 0; start <= STARTS; start += 1) {
    const worker = await startRole(
      {
        NODE_ENV: 'test',
        ROLE: 'worker',
        DATABASE_URL: url,
        DATA_DIR: path.join(folder, 'data'),
        NODE_COMPILE_CACHE: path.join(folder, 'compiled'),
      },
      file,
    );
    const used = processorSeconds(worker.pid);
    await worker.stop();
    if (start === 0) first = used;
    else seconds.push(used);
  }
  const used = Number(median(seconds).toFixed(2));
  return {
    rows: [
      { starts: STARTS, 'CPU s, the first': Number(first.toFixed(2)), 'CPU s, median of the others': used },
    ],
    broken: used > MOST_S ? [`CPU of a worker's start: ${used} s`] : [],
  };
}

export const bench: Bench = {
  name: 'worker-start',
  about: `processor time of a worker until it takes reports, as npm run build makes it, compiled code kept (NODE_COMPILE_CACHE, as in production); goal: at most ${MOST_S} s`,
  run: () => onOwnDatabase(measure, { empty: true }),
};
