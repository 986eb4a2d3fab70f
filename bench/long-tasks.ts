import type { BrowserContext } from '@playwright/test';
import { debianChromium } from '../scripts/debian-chromium.ts';
import { startSampleService } from '../scripts/start-sample-service.ts';
import { type Bench, type BenchRow, median } from './bench.ts';
import { LONG_TASK_MS, longestTask } from './measuring/longest-task.ts';
import { inOwnBrowser } from './measuring/own-browser.ts';

const RUNS = 5;
const PAGES = [
  { path: '/', signedIn: false },
  { path: '/login', signedIn: false },
  { path: '/reports', signedIn: true },
];
const SAMPLE = 'https://bid.cars/en/lot/1-90000001/';

/** The longest task while `url` opens and settles. */
async function openingTask(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  return await longestTask(page, async () => {
    await page.goto(url);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
  });
}

export const bench: Bench = {
  name: 'long-tasks',
  about: `longest task of the page's thread while a page opens, unthrottled, processor time, median of ${RUNS}: at most ${LONG_TASK_MS} ms`,
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
              (context) => openingTask(context, `${service.address}${path}`),
            ),
          );
        const longest = Math.round(median(runs));
        rows.push({
          page: path,
          'median ms': longest,
          'all ms': runs.map((run) => Math.round(run)).join(' '),
          verdict: longest <= LONG_TASK_MS ? 'reached' : 'NOT reached',
        });
      }
      return rows;
    } finally {
      await service.stop();
    }
  },
};
