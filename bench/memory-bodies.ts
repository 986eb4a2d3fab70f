import { pause } from '../server/concurrency/pause.ts';
import { HOSTILE_BODIES } from '../tests/service/hostile-texts.ts';
import { memoryOf, startSender, startWebProcess } from '../tests/service/web-process.ts';
import type { Bench, BenchRow } from './bench.ts';
import { type OwnDatabase, onOwnDatabase } from './measuring/own-database.ts';

const BODIES = 200;
/** Longer than an idle worker stays. */
const REST_MS = 15_000;

async function measure({ url, folder }: OwnDatabase): Promise<BenchRow[]> {
  const web = await startWebProcess({ ROLE: 'web', DATA_DIR: folder, DATABASE_URL: url });
  const sender = await startSender();
  try {
    const megabytes = async () => Math.round((await memoryOf(web.child.pid ?? 0)).total);
    await pause(REST_MS);
    const row: BenchRow = { role: 'web', 'MB at rest': await megabytes() };
    const names = Object.keys(HOSTILE_BODIES);
    let most = 0;
    for (let sent = 0; sent < BODIES; sent += names.length) {
      let under = true;
      const work = sender.send(web.origin, names).finally(() => {
        under = false;
      });
      while (under) {
        most = Math.max(most, await megabytes());
        await pause(100);
      }
      await work;
      if (sent === 0) {
        await pause(REST_MS);
        row['MB at rest after one of each'] = await megabytes();
      }
    }
    row['MB at most meanwhile'] = most;
    await pause(REST_MS);
    row[`MB at rest after ${BODIES}`] = await megabytes();
    return [row];
  } finally {
    sender.stop();
    await web.stop();
  }
}

export const bench: Bench = {
  name: 'memory-bodies',
  about: `Resident memory of a web process and its children (Linux, PostgreSQL elsewhere), fresh and after hostile bodies; at rest: ${REST_MS / 1000} s later`,
  run: () => onOwnDatabase(measure, { empty: true }),
};
