import type { Page } from '@playwright/test';

/** Opens every fold and every line of the page's content; what a fold draws only when open is opened too. */
export async function openEverything(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    for (;;) {
      const folds = document.querySelectorAll('main details:not([open])');
      const lines = document.querySelectorAll<HTMLElement>('main li[id^=line-] button[aria-expanded=false]');
      if (folds.length + lines.length === 0) return;
      for (const fold of folds) fold.setAttribute('open', '');
      for (const line of lines) line.click();
      await drawn();
    }
  });
}
