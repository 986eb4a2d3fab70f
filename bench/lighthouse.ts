import lighthouse, { defaultConfig } from 'lighthouse';
import { debianChromium } from '../scripts/debian-chromium.ts';
import { type Session, startSampleService } from '../scripts/start-sample-service.ts';
import { type Bench, type BenchRow, median } from './bench.ts';
import { inOwnBrowser } from './measuring/own-browser.ts';

const RUNS = 5;
/** The middle of so many counts: a machine that others use too is often slower than at its best. */
const COUNTS = 9;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** Lab, mobile: the least of each category; search engines are kept out of what only its owner sees. */
const LEAST = { performance: 95, accessibility: 100, 'best-practices': 100 };
const PUBLIC = { ...LEAST, seo: 100 };
const HOME = { ...PUBLIC, performance: 97 };
/** `lcp`, `tbt`: the most, s and ms. */
const PAGES = [
  { path: '/', signedIn: false, least: HOME, lcp: 1.8, tbt: null },
  { path: '/login', signedIn: false, least: PUBLIC, lcp: 1.8, tbt: null },
  { path: '/reports', signedIn: true, least: LEAST, lcp: 1.8, tbt: null },
  { path: '/board', signedIn: true, least: LEAST, lcp: 2.5, tbt: 200 },
  { path: '/reports/:id', signedIn: true, least: LEAST, lcp: 2.5, tbt: 200 },
  { path: '/shared/:token', signedIn: false, least: LEAST, lcp: 2.5, tbt: 200 },
] as const;
const SAMPLE = 'https://bid.cars/en/lot/1-90000001/';

type Run = Record<(typeof CATEGORIES)[number] | 'lcp' | 'cls' | 'tbt', number>;

/** The browser gave no usable trace: nothing was measured, and Lighthouse itself asks to run again. */
class NoTrace extends Error {}

/**
 * How much slower a phone of the middle is than this machine, by its BenchmarkIndex: Lighthouse's own table (docs/throttling.md,
 * "Calibrating the CPU slowdown"). Its default of 4 is for fast desktops.
 */
const slowdownOf = (index: number): number => (index >= 1500 ? 4 : index >= 800 ? 2 : 1);

/** One audit with Lighthouse's mobile settings at a slowdown of the processor; the browser's store stays, so that a session lasts. */
async function audit(url: string, port: number, slowdown: number): Promise<Run> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
    formFactor: 'mobile',
    disableStorageReset: true,
    throttling: { ...defaultConfig.settings?.throttling, cpuSlowdownMultiplier: slowdown },
  });
  if (result === undefined) throw new Error(`Lighthouse answered nothing for ${url}`);
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError !== undefined) throw new NoTrace(`${url}: ${runtimeError.message}`);
  const score = (name: (typeof CATEGORIES)[number]): number =>
    Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name: string): number => audits[name]?.numericValue ?? Number.NaN;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
    lcp: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    tbt: value('total-blocking-time'),
  };
}

/** Lighthouse's count of what this machine computes. */
async function indexOf(url: string, port: number): Promise<number> {
  const counts: number[] = [];
  for (let count = 0; count < COUNTS; count += 1) {
    const result = await lighthouse(url, { port, logLevel: 'error', onlyAudits: ['document-title'] });
    if (result === undefined) throw new Error(`Lighthouse answered nothing for ${url}`);
    counts.push(result.lhr.environment.benchmarkIndex);
  }
  return median(counts);
}

async function measure(
  address: string,
  session: Session,
  { reportId, shared }: { reportId: string; shared: string },
  port: number,
  executablePath: string,
) {
  const rows: BenchRow[] = [];
  const index = await inOwnBrowser({ address, session: null, port, executablePath }, () =>
    indexOf(`${address}/login`, port),
  );
  const slowdown = slowdownOf(index);
  process.stderr.write(`BenchmarkIndex ${index}: the processor is slowed down ${slowdown} times\n`);
  for (const page of PAGES) {
    const { path, signedIn } = page;
    const where = path.replace(':id', reportId).replace('/shared/:token', shared);
    const once = () =>
      inOwnBrowser({ address, session: signedIn ? session : null, port, executablePath }, () =>
        audit(`${address}${where}`, port, slowdown),
      );
    const runs: Run[] = [];
    for (let run = 0; run < RUNS; run += 1)
      runs.push(
        await once().catch((fault: unknown) => {
          if (!(fault instanceof NoTrace)) throw fault;
          process.stderr.write(`${fault.message} (run again)\n`);
          return once();
        }),
      );
    rows.push({ ...rowOf(page, runs), BenchmarkIndex: index, slowdown });
  }
  return rows;
}

function rowOf({ path, least, lcp, tbt }: (typeof PAGES)[number], runs: Run[]): BenchRow {
  const of = (name: keyof Run): number => median(runs.map((run) => run[name]));
  const said = (reached: boolean): string => (reached ? 'reached' : 'NOT reached');
  return {
    page: path,
    ...Object.fromEntries(CATEGORIES.map((name) => [name, of(name)])),
    'LCP s': Number((of('lcp') / 1000).toFixed(2)),
    CLS: Number(of('cls').toFixed(3)),
    'TBT ms': Math.round(of('tbt')),
    scores: said(CATEGORIES.every((name) => of(name) >= { seo: 0, ...least }[name])),
    times: `${said(of('lcp') / 1000 <= lcp && (tbt === null || of('tbt') <= tbt))}: LCP ≤ ${lcp} s${tbt === null ? '' : `, TBT ≤ ${tbt} ms`}`,
  };
}

export const bench: Bench = {
  name: 'lighthouse',
  about: `Lighthouse, lab, mobile, median of ${RUNS}, processor slowed down to a phone's by this machine's BenchmarkIndex: performance at least 97 on / and 95 elsewhere, accessibility and best practices 100, SEO 100 on public pages; LCP and TBT stand apart`,
  async run() {
    const executablePath = debianChromium();
    if (executablePath === undefined)
      throw new Error('No Chromium on this machine (Debian: apt-get install chromium).');
    const service = await startSampleService();
    try {
      const session = await service.signIn();
      const reportId = await service.makeReport(session, SAMPLE);
      const shared = await service.share(session, reportId);
      const port = 9_300 + (process.pid % 500);
      return await measure(service.address, session, { reportId, shared }, port, executablePath);
    } finally {
      await service.stop();
    }
  },
};
