import type { Locator, Page } from '@playwright/test';
import { axeFaults } from './axe-faults.ts';
import { test as base, expect, openReport, signInAs } from './lotlens-test.ts';
import { openEverything } from './open-everything.ts';

const test = base.extend<{ report: Page }>({
  report: async ({ page, reader }, use) => {
    await signInAs(page, reader.user);
    await openReport(page, reader.reportId);
    await use(page);
  },
});

const answer = (page: Page) => page.getByRole('dialog', { name: /^Where this comes from: / });
const figure = (inside: Page | Locator, words: string | RegExp) =>
  inside.getByRole('button', { name: words }).filter({ visible: true });

test('every figure of the report answers where it comes from, with a source and a basis', async ({
  report: page,
}) => {
  test.slow();
  await openEverything(page);
  const faults = await page.evaluate(async () => {
    const asked = new Set<string>();
    const faults: string[] = [];
    const open = () => document.querySelector<HTMLElement>('[role=dialog][popover]');
    // By the clock and not by frames: a busy machine draws many before the browser tells that one has closed.
    const until = async (holds: () => boolean) => {
      const end = performance.now() + 15_000;
      while (!holds() && performance.now() < end)
        await new Promise((resolve) => requestAnimationFrame(resolve));
    };
    for (const button of document.querySelectorAll<HTMLElement>('[data-where]')) {
      const key = button.dataset.where ?? '';
      if (asked.has(key) || button.getClientRects().length === 0) continue;
      asked.add(key);
      button.click();
      await until(() => open() !== null);
      const said = open()?.innerText ?? '';
      if (!/Source\s+\S[\s\S]*Basis\s+\S/.test(said) || /Not held|does not hold|NaN|undefined/.test(said))
        faults.push(`${key}: ${said}`);
      open()?.hidePopover();
      await until(() => open() === null);
    }
    return { faults, asked: asked.size };
  });
  expect(faults.faults).toEqual([]);
  expect(faults.asked).toBeGreaterThan(100);
});

test('an answer that is closed in the moment it opens is gone, and the next one opens', async ({
  report: page,
}) => {
  const left = await page.evaluate(async () => {
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    const open = () => document.querySelector<HTMLElement>('[role=dialog][popover]');
    const watcher = new MutationObserver(() => open()?.hidePopover());
    const figure = document.querySelector<HTMLElement>('[data-where]');
    // The first press fetches its script.
    figure?.click();
    while (open() === null) await drawn();
    open()?.hidePopover();
    while (open() !== null) await drawn();
    watcher.observe(document.body, { childList: true, subtree: true });
    figure?.click();
    for (let frame = 0; frame < 60; frame += 1) await drawn();
    watcher.disconnect();
    return open() === null ? 'nothing' : 'an answer that does not show';
  });
  expect(left).toBe('nothing');
  await figure(page, /where does this come from/)
    .first()
    .click();
  await expect(answer(page)).toBeVisible();
});

test('no dollar, hour or percent of lines, head and totals stands there without its answer', async ({
  report: page,
}) => {
  await openEverything(page);
  const bare = await page.evaluate(() => {
    const places = ['#scope-title', '#possible-title', '#totals-title', 'article dl'].flatMap((place) => {
      const found = document.querySelector(place);
      return found ? [found.closest('section') ?? found] : [];
    });
    return places.flatMap((place) => {
      const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
      const bare: string[] = [];
      while (walker.nextNode()) {
        const { data, parentElement } = walker.currentNode as Text;
        // What stands beside a figure, in its own place, tells its source already; so does a count of crashes, in its own words.
        const isCount = /\d% of \d+ inspected/.test(data);
        const beside = parentElement?.querySelector(':scope > [data-where]') && !/\$/.test(data);
        if (
          /\$[\d,]|\d%|\d h\b/.test(data) &&
          !beside &&
          !isCount &&
          !parentElement?.closest('[data-where], .sr-only')
        )
          bare.push(data);
      }
      return bare;
    });
  });
  expect(bare).toEqual([]);
});

test('the answer to a line’s cost tells the arithmetic, and Escape gives the focus back', async ({
  report: page,
}) => {
  const line = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 4 }) })
    .first();
  const cost = figure(line, /^\$[\d,]+: where does this come from\?$/).first();
  await cost.focus();
  await page.keyboard.press('Enter');
  await expect(answer(page)).toBeVisible();
  await expect(answer(page)).toContainText(/\$[\d,.]+ .*= \$[\d,.]+/);
  await expect(answer(page)).toContainText('Source');
  await page.keyboard.press('Escape');
  await expect(answer(page)).toHaveCount(0);
  await expect(cost).toBeFocused();
});

test('an answer stays beside its figure when something above it grows', async ({ report: page }) => {
  const likely = figure(page.getByRole('row', { name: /^Likely repair cost/ }), /^\$/);
  await likely.click();
  const apart = async (): Promise<number> => {
    const [of, at] = [await likely.boundingBox(), await answer(page).boundingBox()];
    if (!of || !at) throw new Error('not on the page');
    return Math.round(at.y - of.y);
  };
  const before = await apart();
  await page.locator('main h1').evaluate((heading) => {
    heading.style.paddingBottom = '333px';
  });
  await expect.poll(apart).toBe(before);
});

test('an answer leads to the line it speaks of', async ({ report: page }) => {
  await figure(page.getByRole('row', { name: /^Likely repair cost/ }), /^\$/).click();
  const last = answer(page).locator('a[href^="#line-"]').last();
  const name = (await last.textContent()) ?? '';
  await last.click();
  await expect(answer(page)).toHaveCount(0);
  const target = page.locator(':focus');
  await expect(target).toBeInViewport();
  await expect(page.getByRole('listitem').filter({ has: target }).last()).toContainText(
    name.replace(/^Line: /, '').replace(/, .*$/, ''),
  );
});

test('the seller’s figure leads to the listing’s words and is told apart from ours', async ({
  report: page,
}) => {
  await page.locator('[data-where="seller:repair_cost"]').first().click();
  await expect(answer(page)).toContainText('The listing');
  await expect(answer(page)).toContainText('no part of our estimate');
});

test('the answer fits 360 px and axe finds nothing in it', { tag: '@long' }, async ({ report: page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await figure(page, /: where does this come from\?$/)
    .nth(2)
    .click();
  await expect(answer(page)).toBeVisible();
  const box = await answer(page).boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  const room = await page.evaluate(() => document.documentElement.getBoundingClientRect().width);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(room);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await axeFaults(page)).toEqual([]);
});

test('the sample report on the home page answers too', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Open the sample report' }).click();
  const cost = figure(page, /: where does this come from\?$/).first();
  await cost.scrollIntoViewIfNeeded();
  await cost.click();
  await expect(answer(page)).toContainText('Basis');
});
