import path from 'node:path';
import { buildServer } from '../scripts/build-server.ts';
import { type RoleProcess, startRole } from '../tests/service/role-process.ts';
import { type Bench, type BenchRow, checkoutBefore, median } from './bench.ts';
import { auctionStandIn } from './measuring/auction-stand-in.ts';
import { type OwnDatabase, onOwnDatabase } from './measuring/own-database.ts';
import { processorSeconds } from './measuring/processor-time.ts';
import { type ReportClient, reportClient, SAMPLE } from './measuring/report-client.ts';

/**
 * Reports of each checkout, in turns; the very first is measured nowhere. A service runs for weeks, so what it takes once its code
 * is compiled is held to the goal; what it takes right after a start is told beside it.
 */
const PHASES = [
  { when: 'after a start', from: 1, to: 6, isHeld: false },
  { when: 'once warm', from: 13, to: 24, isHeld: true },
] as const;
const LAST = 24;
const PHOTOS = 12;

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
  const before = checkoutBefore();
  const site = await auctionStandIn(PHOTOS, { lot: 0, photo: () => 0, catalogue: 0, detector: 0 });
  const both = [
    await start('now', await buildServer(), site.origin, now),
    await start('9ce182a', path.join(before, 'server', 'main.ts'), site.origin, then),
  ];
  const seconds = new Map<string, Awaited<ReturnType<typeof makeOne>>[]>(both.map(({ name }) => [name, []]));
  try {
    for (let turn = 0; turn <= LAST; turn += 1)
      for (const running of both)
        seconds.get(running.name)?.push(await makeOne(running, String(60_000_000 + turn)));
  } finally {
    for (const running of both) await running.process.stop();
    site.close();
  }
  const measured = PHASES.flatMap(({ when, from, to, isHeld }) =>
    (['report', 'pdf'] as const).map((what) => {
      const [now = 0, before = 0] = both.map(({ name }) =>
        median((seconds.get(name) ?? []).slice(from, to + 1).map((one) => one[what])),
      );
      const row = {
        what: `${what}, ${when}`,
        'CPU s now': Number(now.toFixed(2)),
        'CPU s of 9ce182a': Number(before.toFixed(2)),
        ratio: Number((now / before).toFixed(2)),
      };
      return { row, isOver: isHeld && now / before > MOST };
    }),
  );
  const broken = measured
    .filter(({ isOver }) => isOver)
    .map(({ row }) => `CPU of a ${row.what}: ${row.ratio}`);
  return { rows: measured.map(({ row }) => row), broken };
}

/** Goal: at most so much of what it was. */
const MOST = 0.8;

export const bench: Bench = {
  name: 'cpu-per-report',
  againstBefore: true,
  about: `processor time of the service's whole process tree (PostgreSQL apart) for one report of a new lot with ${PHOTOS} photos of some 460 kB, and for its PDF, against commit 9ce182a in the same run (BENCH_BEFORE: a checkout with its packages); medians of the first six after a start and its first report, and of twelve once both have made as many; goal: once warm at most ${MOST} times`,
  run: () =>
    onOwnDatabase((now) => onOwnDatabase((then) => compare(now, then), { empty: true }), { empty: true }),
};
