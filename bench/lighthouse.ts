import lighthouse from 'lighthouse';
import { debianChromium } from '../scripts/debian-chromium.ts';
import { type Session, startSampleService } from '../scripts/start-sample-service.ts';
import { type Bench, type BenchRow, median } from './bench.ts';
import { inOwnBrowser } from './measuring/own-browser.ts';

const RUNS = 5;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** Lab, mobile: the least of each category; search engines are kept out of what only its owner sees. */
const LEAST = { performance: 95, accessibility: 100, 'best-practices': 100 };
const PUBLIC = { ...LEAST, seo: 100 };
/** `lcp`, `tbt`: the most, s and ms. */
const PAGES = [
  { path: '/', signedIn: false, least: PUBLIC, lcp: 1.8, tbt: null },
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

/** One audit with Lighthouse's own mobile settings; the browser's store is kept, so that a session lasts. */
async function audit(url: string, port: number): Promise<Run> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
    formFactor: 'mobile',
    disableStorageReset: true,
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

async function measure(
  address: string,
  session: Session,
  { reportId, shared }: { reportId: string; shared: string },
  port: number,
  executablePath: string,
) {
  const rows: BenchRow[] = [];
  for (const page of PAGES) {
    const { path, signedIn } = page;
    const where = path.replace(':id', reportId).replace('/shared/:token', shared);
    const once = () =>
      inOwnBrowser({ address, session: signedIn ? session : null, port, executablePath }, () =>
        audit(`${address}${where}`, port),
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
    rows.push(rowOf(page, runs));
  }
  return rows;
}

function rowOf({ path, least, lcp, tbt }: (typeof PAGES)[number], runs: Run[]): BenchRow {
  const of = (name: keyof Run): number => median(runs.map((run) => run[name]));
  const told = (reached: boolean): string => (reached ? 'reached' : 'NOT reached');
  return {
    page: path,
    ...Object.fromEntries(CATEGORIES.map((name) => [name, of(name)])),
    'LCP s': Number((of('lcp') / 1000).toFixed(2)),
    CLS: Number(of('cls').toFixed(3)),
    'TBT ms': Math.round(of('tbt')),
    scores: told(CATEGORIES.every((name) => of(name) >= { seo: 0, ...least }[name])),
    times: `${told(of('lcp') / 1000 <= lcp && (tbt === null || of('tbt') <= tbt))}: LCP ≤ ${lcp} s${tbt === null ? '' : `, TBT ≤ ${tbt} ms`}`,
  };
}

export const bench: Bench = {
  name: 'lighthouse',
  about: `Lighthouse, lab, mobile, median of ${RUNS}: performance at least 95, accessibility and best practices 100, SEO 100 on public pages; LCP and TBT are told apart`,
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
