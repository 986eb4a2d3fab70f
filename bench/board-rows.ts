import type { BrowserContext, Page } from '@playwright/test';
import { debianChromium } from '../scripts/debian-chromium.ts';
import { startSampleService } from '../scripts/start-sample-service.ts';
import { madeUpRow } from '../tests/listed-report.ts';
import { type Bench, type BenchRow, median } from './bench.ts';
import { LONG_TASK_MS, longestTask } from './measuring/longest-task.ts';
import { inOwnBrowser } from './measuring/own-browser.ts';

const RUNS = 5;
const ROWS = 1_000;
const FRAME_MS = 30;

/** What people do with many lots, each to its end on the screen. */
const ACTS: Record<string, (page: Page) => Promise<void>> = {
  async scroll(page) {
    await page.getByRole('region', { name: 'Table of lots' }).hover();
    for (let turn = 0; turn < 30; turn += 1) {
      await page.mouse.wheel(0, 1_500);
      await page.waitForTimeout(FRAME_MS);
    }
  },
  async sort(page) {
    await page.getByRole('button', { name: 'Max bid' }).click();
    await page.getByRole('button', { name: 'Max bid' }).click();
    await page.locator('th[aria-sort="descending"]').waitFor();
    await page.waitForTimeout(10 * FRAME_MS);
  },
  async search(page) {
    await page.getByLabel('Search lots').pressSequentially('SE 77', { delay: FRAME_MS });
    await page.getByRole('link', { name: /SE 88$/ }).waitFor({ state: 'detached' });
    await page.waitForTimeout(10 * FRAME_MS);
  },
  async group(page) {
    await page.getByLabel('Search lots').fill('');
    await page.getByLabel('Group by').selectOption('Group by verdict');
    await page.getByRole('region', { name: 'Table of lots' }).hover();
    await page.mouse.wheel(0, -200 * ROWS);
    await page.getByRole('rowheader', { name: 'Buy (250)' }).waitFor();
    await page.waitForTimeout(10 * FRAME_MS);
  },
};

/** The longest task of each act on a board of so many lots, ms. */
async function actOn(context: BrowserContext, address: string): Promise<Map<string, number>> {
  const page = await context.newPage();
  const rows = Array.from({ length: ROWS }, (_, n) => madeUpRow(n));
  await page.route('**/users/get_reports*', (route) => route.fulfill({ json: rows }));
  await page.goto(`${address}/board`);
  await page.getByRole('table', { name: 'Your lots' }).waitFor();
  await page.waitForLoadState('networkidle');
  const longest = new Map<string, number>();
  for (const [name, act] of Object.entries(ACTS)) longest.set(name, await longestTask(page, () => act(page)));
  return longest;
}

export const bench: Bench = {
  name: 'board-rows',
  about: `longest task of the page's thread on a board of ${ROWS} lots, unthrottled, processor time, median of ${RUNS}: at most ${LONG_TASK_MS} ms`,
  async run() {
    const executablePath = debianChromium();
    if (executablePath === undefined)
      throw new Error('No Chromium on this machine (Debian: apt-get install chromium).');
    const service = await startSampleService();
    const port = 9_300 + (process.pid % 500);
    try {
      const session = await service.signIn();
      const runs: Map<string, number>[] = [];
      for (let run = 0; run < RUNS; run += 1)
        runs.push(
          await inOwnBrowser({ address: service.address, session, port, executablePath }, (context) =>
            actOn(context, service.address),
          ),
        );
      return Object.keys(ACTS).map((act): BenchRow => {
        const all = runs.map((run) => Math.round(run.get(act) ?? 0));
        const longest = median(all);
        return {
          act,
          'median ms': longest,
          'all ms': all.join(' '),
          verdict: longest <= LONG_TASK_MS ? 'reached' : 'NOT reached',
        };
      });
    } finally {
      await service.stop();
    }
  },
};
