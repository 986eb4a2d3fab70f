import fs from 'node:fs/promises';
import path from 'node:path';
import { addressOf } from '../contract/api/api-call.ts';
import { samplePdf } from '../contract/api.ts';
import { buildServer } from '../scripts/build-server.ts';
import { pause } from '../server/concurrency/pause.ts';
import { type RoleProcess, startRole } from '../tests/service/role-process.ts';
import type { Bench, BenchRow } from './bench.ts';
import { onOwnDatabase } from './measuring/own-database.ts';

const PDFS = 200;
/** Idle processes leave after five seconds here, so that it is seen what is left without them. */
const CHILD_IDLE_SECONDS = '5';
const REST_MS = 12_000;
const ROLES = ['web', 'worker', 'all'] as const;

/** Prints the sample report anew each time: what is kept of it goes first. */
async function printPdf(address: string, dataDir: string): Promise<void> {
  await fs.rm(path.join(dataDir, 'files', 'reports'), { recursive: true, force: true });
  const answer = await fetch(`${address}${addressOf(samplePdf)}`);
  if (!answer.ok) throw new Error(`the PDF answered ${answer.status}`);
  await answer.arrayBuffer();
}

async function measure(role: (typeof ROLES)[number], folder: string, databaseUrl: string): Promise<BenchRow> {
  const dataDir = path.join(folder, role);
  await fs.mkdir(dataDir);
  // ROLE=all as a stranger starts it: with its own PostgreSQL, which counts.
  const database = role === 'all' ? {} : { DATABASE_URL: databaseUrl };
  const service: RoleProcess = await startRole(
    { ROLE: role, DATA_DIR: dataDir, CHILD_IDLE_SECONDS, ...database },
    await buildServer(),
  );
  const megabytes = () => Math.round(service.memory());
  try {
    await pause(REST_MS);
    const row: BenchRow = { role, 'MB at rest': megabytes() };
    if (role === 'worker') return row;
    await printPdf(service.address, dataDir);
    row['MB right after one PDF'] = megabytes();
    await pause(REST_MS);
    row['MB at rest after one PDF'] = megabytes();
    let most = 0;
    for (let i = 0; i < PDFS; i += 1) {
      await printPdf(service.address, dataDir);
      most = Math.max(most, megabytes());
    }
    row[`MB at most while ${PDFS} print`] = most;
    await pause(REST_MS);
    row[`MB at rest after ${PDFS} PDFs`] = megabytes();
    return row;
  } finally {
    await service.stop();
  }
}

export const bench: Bench = {
  name: 'memory',
  about:
    'Resident memory of a process and its children (Linux), each role as npm run build makes it on PostgreSQL elsewhere, `all` with its own; at rest: 12 s later, CHILD_IDLE_SECONDS=5',
  run: () =>
    onOwnDatabase(
      async ({ url, folder }) => {
        const rows: BenchRow[] = [];
        for (const role of ROLES) rows.push(await measure(role, folder, url));
        return rows;
      },
      { empty: true },
    ),
};
