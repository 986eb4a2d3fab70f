import type { Locator, Page } from '@playwright/test';

/** The page's clock, which moves only when told. */
export type StoppedClock = {
  /** Lets so many milliseconds pass. */
  run(ms: number): Promise<void>;
  /** Lets time pass in small steps until something is visible; answers the milliseconds it took. */
  until(seen: Locator, most?: number): Promise<number>;
};

const STEP_MS = 20;

/** Stops the clock of a page that is up. Call `page.clock.install()` before the page is opened. */
export async function stopClock(page: Page): Promise<StoppedClock> {
  const now = await page.evaluate(() => Date.now());
  // A little ahead: the page's time goes on until the call arrives.
  await page.clock.pauseAt(now + 5_000);
  return {
    async run(ms) {
      // What the page was about to do of its own, such as holding a notice under the pointer, comes first.
      await page.evaluate(async () => {
        for (let turn = 0; turn < 3; turn += 1)
          await new Promise((done) => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = done;
            port2.postMessage(null);
          });
      });
      await page.clock.runFor(ms);
    },
    async until(seen, most = 10_000) {
      // Answers from the server need real time; only the timers of the page are ours.
      const end = Date.now() + most;
      let passed = 0;
      while (!(await seen.isVisible())) {
        if (Date.now() > end) throw new Error(`not seen within ${most} ms: ${seen}`);
        await page.clock.runFor(STEP_MS);
        passed += STEP_MS;
      }
      return passed;
    },
  };
}
