import path from 'node:path';
import { pause } from '../server/concurrency/pause.ts';
import { grantReports } from '../server/db/accounts/quota.ts';
import { findUserByEmail } from '../server/db/accounts/users.ts';
import { openDatabase } from '../server/db/client.ts';
import { startRole } from '../tests/service/role-process.ts';
import type { Bench, BenchRow } from './bench.ts';
import { auctionStandIn } from './measuring/auction-stand-in.ts';
import { type OwnDatabase, onOwnDatabase } from './measuring/own-database.ts';
import { reportClient, SAMPLE } from './measuring/report-client.ts';

const MINUTES = 20;
const MINUTE_MS = 60_000;
/** Minutes whose memory is compared: what it holds once it has settled, and at the end. */
const EARLY = { from: 5, to: 10 };
const LATE = { from: 15, to: 20 };
/** Goal: at most so much of what it held early. */
const MOST = 1.1;
/** A report and its PDF are asked for so often, ms. */
const EVERY_MS = 4_000;
const PHOTOS = 3;

type Sample = { minute: number; megabytes: number };
const mean = (samples: readonly Sample[], { from, to }: { from: number; to: number }): number => {
  const within = samples.filter(({ minute }) => minute >= from && minute < to);
  return within.reduce((sum, { megabytes }) => sum + megabytes, 0) / within.length;
};

/** The sample account comes with a hundred reports; the soak makes more. */
async function grantToSample(url: string, reports: number): Promise<void> {
  const database = openDatabase(url);
  try {
    const user = await findUserByEmail(database.pool, SAMPLE.email);
    if (user === null) throw new Error('the service has no sample account');
    await grantReports(database.pool, user.id, reports, 'bench');
  } finally {
    await database.close();
  }
}

async function measure({ url, folder }: OwnDatabase): Promise<{ rows: BenchRow[]; broken: string[] }> {
  const site = await auctionStandIn(PHOTOS, { lot: 0.1, photo: () => 0.1, catalogue: 0, detector: 0 });
  const service = await startRole({
    NODE_ENV: 'test',
    DATABASE_URL: url,
    DATA_DIR: path.join(folder, 'data'),
    SAMPLE_PASSWORD: SAMPLE.password,
    SOURCE_ORIGINS: JSON.stringify({
      'https://www.copart.com': site.origin,
      'https://cs.copart.com': site.origin,
    }),
  });
  await grantToSample(url, (MINUTES * MINUTE_MS) / EVERY_MS);
  const client = reportClient(service.address);
  const samples: Sample[] = [];
  const began = performance.now();
  const minute = (): number => (performance.now() - began) / MINUTE_MS;
  const watch = setInterval(() => samples.push({ minute: minute(), megabytes: service.memory() }), 1_000);
  let reports = 0;
  try {
    while (minute() < MINUTES) {
      const next = pause(EVERY_MS);
      await client.print(await client.makeReport(String(50_000_000 + reports)));
      reports += 1;
      await next;
    }
  } finally {
    clearInterval(watch);
    await service.stop();
    site.close();
  }
  const [early, late] = [mean(samples, EARLY), mean(samples, LATE)];
  const ratio = Number((late / early).toFixed(3));
  const rows = [
    {
      minutes: MINUTES,
      'reports and PDFs': reports,
      'MB, minutes 5-10': Math.round(early),
      'MB, minutes 15-20': Math.round(late),
      ratio,
    },
  ];
  return { rows, broken: ratio > MOST ? [`memory of the last five minutes: ${ratio}`] : [] };
}

export const bench: Bench = {
  name: 'soak',
  about: `resident memory of the service's process tree, mean over five minutes, under a report of a new lot with ${PHOTOS} photos and its PDF every ${EVERY_MS / 1000} s at most; goal: at the end at most ${MOST} times minutes 5-10`,
  run: () => onOwnDatabase(measure, { empty: true }),
};
