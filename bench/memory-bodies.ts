import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pause } from '../server/concurrency/pause.ts';
import { startEmbeddedPostgres } from '../server/db/embedded-postgres.ts';
import { HOSTILE_BODIES } from '../tests/service/hostile-texts.ts';
import { memoryOf, startSender, startWebProcess } from '../tests/service/web-process.ts';
import type { Bench, BenchRow } from './bench.ts';

const BODIES = 200;
/** Longer than an idle worker stays. */
const REST_MS = 15_000;

export const bench: Bench = {
  name: 'memory-bodies',
  about: `Resident memory of a web process and its children (Linux, PostgreSQL elsewhere), fresh and after hostile bodies; at rest: ${REST_MS / 1000} s later`,
  async run() {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lotlens-memory-bodies-'));
    // PostgreSQL may run as another user than we do.
    await fs.chmod(folder, 0o755);
    const server = await startEmbeddedPostgres({ folder: path.join(folder, 'postgres') });
    const web = await startWebProcess({ ROLE: 'web', DATA_DIR: folder, DATABASE_URL: server.url });
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
      await server.stop();
      await fs.rm(folder, { recursive: true, force: true });
    }
  },
};
