import type { Page } from '@playwright/test';
import { debianChromium } from '../scripts/debian-chromium.ts';
import { startSampleService } from '../scripts/start-sample-service.ts';
import { type Bench, type BenchRow, median } from './bench.ts';
import { inOwnBrowser } from './measuring/own-browser.ts';

/** From a change to the new total on the page, ms: what is felt as at once. */
const BAR_MS = 100;
/** From a key of the pass that confirms damage to its total, ms. */
const ANSWER_BAR_MS = 300;
/** The sample's pass has six questions where every answer is undamaged. */
const ANSWERS = 6;
const TOTAL = 'article [role=status]';
const PASS_TOTAL = 'dialog[open] header [role=status]';
/** Each is chosen once, so that none is known from before; the first starts what the others use, and is not counted. */
const SETTINGS = [
  ['Airbags', 'deployed'],
  ['Parts', 'used'],
  ['Paint', 'three_stage'],
  ['Airbags', 'intact'],
  ['Parts', 'aftermarket'],
  ['Sales tax', 'off'],
  ['Paint', 'two_tone'],
] as const;
const ANSWER = 'a part confirmed undamaged';
const MOST_MS = 10_000;
const UNMOVED = 'the total did not move';
const SAMPLE = 'https://bid.cars/en/lot/1-90000001/';

/** From the event that `act` brings about to the frame that shows another total, ms. */
async function shownAfter(
  page: Page,
  event: 'change' | 'click' | 'keydown',
  act: () => Promise<unknown>,
  total = TOTAL,
): Promise<number> {
  // As text: what it names is the browser's.
  const shown = page.evaluate<number>(`new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('${UNMOVED}')), ${MOST_MS});
    // A key may come before its listener does.
    let from = performance.now();
    document.addEventListener('${event}', () => { from = performance.now(); }, { once: true, capture: true });
    new MutationObserver((_, observer) => {
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)));
    }).observe(document.querySelector('${total}'), { childList: true, characterData: true, subtree: true });
  })`);
  await act();
  return await shown;
}

export const bench: Bench = {
  name: 'edits-shown',
  about: `from a change of a report to its new total on the page, service and browser on one machine, median of ${SETTINGS.length - 1}: at most ${BAR_MS} ms, ${ANSWER_BAR_MS} ms for an answer`,
  async run() {
    const executablePath = debianChromium();
    if (executablePath === undefined)
      throw new Error('No Chromium on this machine (Debian: apt-get install chromium).');
    const service = await startSampleService();
    try {
      const session = await service.signIn();
      const report = await service.makeReport(session, SAMPLE);
      const port = 9_300 + (process.pid % 500);
      return await inOwnBrowser(
        { address: service.address, session, port, executablePath },
        async (context) => {
          const page = await context.newPage();
          await page.setViewportSize({ width: 1440, height: 900 });
          await page.goto(`${service.address}/reports/${report}`);
          const setting = (name: string) =>
            page.getByRole('complementary', { name: 'Adjust' }).getByLabel(name, { exact: true });
          await setting('Parts').waitFor();
          await page.waitForLoadState('networkidle');
          const times: Record<string, number[]> = { 'a setting of the whole estimate': [], undo: [] };
          for (const [at, [name, value]] of SETTINGS.entries()) {
            const set = await shownAfter(page, 'change', () => setting(name).selectOption(value));
            const undone = await shownAfter(page, 'click', () =>
              page.getByRole('button', { name: 'Undo', exact: true }).click(),
            );
            if (at === 0) continue;
            times['a setting of the whole estimate']?.push(set);
            times.undo?.push(undone);
          }
          await page.keyboard.press('Alt+y');
          await page.locator(PASS_TOTAL).waitFor();
          const answers: number[] = [];
          for (let at = 0; at < ANSWERS; at += 1) {
            // A part that hardly counts leaves the total in whole dollars where it is: nothing is shown then.
            const shown = await shownAfter(page, 'keydown', () => page.keyboard.press('n'), PASS_TOTAL).catch(
              (error: Error) => {
                if (!error.message.includes(UNMOVED)) throw error;
                return null;
              },
            );
            if (at > 0 && shown !== null) answers.push(shown);
          }
          if (answers.length === 0) throw new Error('no answer moved the total');
          times[ANSWER] = answers;
          return Object.entries(times).map(([change, runs]): BenchRow => {
            const middle = Math.round(median(runs));
            const most = change === ANSWER ? ANSWER_BAR_MS : BAR_MS;
            return {
              change,
              'median ms': middle,
              'all ms': runs.map((run) => Math.round(run)).join(' '),
              verdict: middle <= most ? 'reached' : 'NOT reached',
            };
          });
        },
      );
    } finally {
      await service.stop();
    }
  },
};
