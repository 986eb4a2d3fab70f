import type { BrowserContext } from '@playwright/test';
import { debianChromium } from '../scripts/debian-chromium.ts';
import { startSampleService } from '../scripts/start-sample-service.ts';
import { type Bench, type BenchRow, median } from './bench.ts';
import { inOwnBrowser } from './own-browser.ts';

/** No task of the page's thread takes longer, ms: what a browser calls a long one. Its waits for other programs don't count. */
const BAR_MS = 50;
const RUNS = 5;
const PAGES = [
  { path: '/', signedIn: false },
  { path: '/login', signedIn: false },
  { path: '/reports', signedIn: true },
];
const SAMPLE = 'https://bid.cars/en/lot/1-90000001/';

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  tdur?: number;
  args: { name?: string };
};

/** The longest task of the page's thread while `url` opens and settles, unthrottled, in ms of that thread's own processor time. */
async function longestTask(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  const debug = await context.newCDPSession(page);
  const events: TraceEvent[] = [];
  debug.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await debug.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline'], excludedCategories: ['*'] },
  });
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  const complete = new Promise((resolve) => debug.once('Tracing.tracingComplete', resolve));
  await debug.send('Tracing.end');
  await complete;
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const main = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf),
  );
  const tasks = events.filter((event) => event.name === 'RunTask' && main.has(threadOf(event)));
  if (tasks.length === 0) throw new Error(`the browser's trace of ${url} holds no task`);
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}

export const bench: Bench = {
  name: 'long-tasks',
  about: `longest task of the page's thread while a page opens, unthrottled, processor time, median of ${RUNS}: at most ${BAR_MS} ms`,
  async run() {
    const executablePath = debianChromium();
    if (executablePath === undefined)
      throw new Error('No Chromium on this machine (Debian: apt-get install chromium).');
    const service = await startSampleService();
    const port = 9_300 + (process.pid % 500);
    try {
      const session = await service.signIn();
      await service.makeReport(session, SAMPLE);
      const rows: BenchRow[] = [];
      for (const { path, signedIn } of PAGES) {
        const runs: number[] = [];
        for (let run = 0; run < RUNS; run += 1)
          runs.push(
            await inOwnBrowser(
              { address: service.address, session: signedIn ? session : null, port, executablePath },
              (context) => longestTask(context, `${service.address}${path}`),
            ),
          );
        const longest = Math.round(median(runs));
        rows.push({
          page: path,
          'median ms': longest,
          'all ms': runs.map((run) => Math.round(run)).join(' '),
          verdict: longest <= BAR_MS ? 'reached' : 'NOT reached',
        });
      }
      return rows;
    } finally {
      await service.stop();
    }
  },
};
