import path from 'node:path';
import { buildServer } from '../scripts/build-server.ts';
import { type RoleProcess, startRole } from '../tests/service/role-process.ts';
import { type Bench, type BenchRow, median } from './bench.ts';
import { auctionStandIn } from './measuring/auction-stand-in.ts';
import { type OwnDatabase, onOwnDatabase } from './measuring/own-database.ts';
import { processorSeconds } from './measuring/processor-time.ts';
import { type ReportClient, reportClient, SAMPLE } from './measuring/report-client.ts';

/** Reports of each checkout that are measured, in turns, after one that only warms up. */
const REPORTS = 6;
const PHOTOS = 12;
const BEFORE = process.env.BENCH_BEFORE;

type Running = { name: string; process: RoleProcess; client: ReportClient };

/** Worker and web in one process, as `file` is run in production. */
async function start(
  name: string,
  file: string,
  site: string,
  { url, folder }: OwnDatabase,
): Promise<Running> {
  const started = await startRole(
    {
      NODE_COMPILE_CACHE: path.join(folder, 'compiled'),
      NODE_ENV: 'test',
      DATABASE_URL: url,
      DATA_DIR: path.join(folder, 'data'),
      SAMPLES: 'true',
      SAMPLE_PASSWORD: SAMPLE.password,
      SOURCE_ORIGINS: JSON.stringify({ 'https://www.copart.com': site, 'https://cs.copart.com': site }),
    },
    file,
  );
  return { name, process: started, client: reportClient(started.address) };
}

/** One report of a lot nobody read before and its PDF; processor seconds of each. */
async function makeOne(
  { process: { pid }, client }: Running,
  lot: string,
): Promise<{ report: number; pdf: number }> {
  const before = processorSeconds(pid);
  const id = await client.makeReport(lot);
  const made = processorSeconds(pid);
  await client.print(id);
  return { report: made - before, pdf: processorSeconds(pid) - made };
}

async function compare(now: OwnDatabase, then: OwnDatabase): Promise<{ rows: BenchRow[]; broken: string[] }> {
  if (BEFORE === undefined)
    throw new Error('BENCH_BEFORE names a checkout of commit 9ce182a with its packages installed');
  const site = await auctionStandIn(PHOTOS, { lot: 0, photo: () => 0, catalogue: 0, detector: 0 });
  const both = [
    await start('now', await buildServer(), site.origin, now),
    await start('9ce182a', path.resolve(BEFORE, 'server', 'main.ts'), site.origin, then),
  ];
  const seconds = new Map(both.map(({ name }) => [name, { report: [] as number[], pdf: [] as number[] }]));
  try {
    for (let turn = 0; turn <= REPORTS; turn += 1)
      for (const running of both) {
        const { report, pdf } = await makeOne(running, String(60_000_000 + turn));
        if (turn === 0) continue;
        seconds.get(running.name)?.report.push(report);
        seconds.get(running.name)?.pdf.push(pdf);
      }
  } finally {
    for (const running of both) await running.process.stop();
    site.close();
  }
  const rows = (['report', 'pdf'] as const).map((what) => {
    const [now = 0, before = 0] = both.map(({ name }) => median(seconds.get(name)?.[what] ?? []));
    return {
      what,
      'CPU s now': Number(now.toFixed(2)),
      'CPU s of 9ce182a': Number(before.toFixed(2)),
      ratio: Number((now / before).toFixed(2)),
    };
  });
  const broken = rows
    .filter(({ ratio }) => ratio > MOST)
    .map(({ what, ratio }) => `CPU of a ${what}: ${ratio}`);
  return { rows, broken };
}

/** Goal: at most so much of what it was. */
const MOST = 0.8;

export const bench: Bench = {
  name: 'cpu-per-report',
  about: `processor time of the service's whole process tree (PostgreSQL apart) for one report of a new lot with ${PHOTOS} photos of some 460 kB, and for its PDF, against commit 9ce182a in the same run (BENCH_BEFORE: a checkout with its packages); median of ${REPORTS}; goal: at most ${MOST} times`,
  run: () =>
    onOwnDatabase((now) => onOwnDatabase((then) => compare(now, then), { empty: true }), { empty: true }),
};
