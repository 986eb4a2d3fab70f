import type { Locator, Page } from '@playwright/test';
import { BMW, expect, openReport, pasteLot, signInAs, test } from './lotlens-test.ts';
import { openEverything } from './open-everything.ts';

/** 320 px is the narrowest page that WCAG 1.4.10 asks for. */
const WIDTHS = [320, 360, 768, 1440] as const;

/** What stands out of the page to the right, if anything; a box that cuts or scrolls keeps its own. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    const cuts = (element: Element): boolean => getComputedStyle(element).overflowX !== 'visible';
    const isCut = ({ parentElement: box }: Element): boolean =>
      box !== null && box !== document.body && (cuts(box) || isCut(box));
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > width + 1 && !isCut(element))
      .slice(0, 5)
      .map((element) => `${element.tagName.toLowerCase()}.${element.className}`);
  });

/** What stands out of the box it scrolls in, if anything. */
const insideTooWide = (box: Locator): Promise<string[]> =>
  box.evaluate((outer) =>
    [outer, ...outer.querySelectorAll('*')]
      .filter(
        (element) =>
          element.scrollWidth > element.clientWidth + 1 &&
          ['auto', 'scroll'].includes(getComputedStyle(element).overflowX) &&
          !(element instanceof HTMLTextAreaElement),
      )
      .map((element) => `${element.tagName.toLowerCase()}.${element.className}`),
  );

/** Looks at the page as it stands at every width, from the narrowest on. */
async function atEveryWidth(page: Page, look: (width: number) => Promise<void>): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await look(width);
  }
}

const expectFits = (page: Page, what: string): Promise<void> =>
  atEveryWidth(page, async (width) => expect(await tooWide(page), `${what} at ${width} px`).toEqual([]));

test.describe('at every width', () => {
  test.use({ viewport: { width: WIDTHS[0], height: 800 } });

  test('no public page scrolls sideways', async ({ page }) => {
    for (const path of [
      '/',
      '/for-repairs',
      '/for-retailers',
      '/for-insurance',
      '/accuracy',
      '/news',
      '/privacy-policy',
      '/terms-of-service',
      '/partner-terms',
      '/import',
      '/shared/nothing-of-that-kind',
      '/quotes/nothing-of-that-kind',
    ]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectFits(page, path);
    }
  });

  test('no page of sign-in scrolls sideways', async ({ page }) => {
    for (const path of [
      '/login',
      '/login?signup=true',
      '/login?forgot=true',
      '/verify',
      '/reset-password',
      '/reset-password?token=x',
      '/unsubscribe',
    ]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectFits(page, path);
    }
  });

  test('the vehicle summary fits', async ({ page }) => {
    await page.goto('/');
    await pasteLot(page, BMW);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await atEveryWidth(page, async (width) => {
      expect(await tooWide(page), `${width} px`).toEqual([]);
      expect(
        await dialog.evaluate((element) => element.scrollWidth - element.clientWidth),
        `${width} px`,
      ).toBeLessThanOrEqual(1);
      const start = dialog.getByRole('button', { name: 'Log In to Generate Report' });
      await start.scrollIntoViewIfNeeded();
      await expect(start).toBeInViewport();
    });
  });

  test('the ways on from a refusal fit', async ({ page }) => {
    for (const [link, button] of [
      ['https://www.copart.com/lot/90000006', 'Use the page from your browser'],
      ['https://www.copart.com/lot/90000005', 'Enter by hand'],
    ] as const) {
      await page.goto('/');
      await pasteLot(page, link);
      await page.getByRole('button', { name: button }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toBeVisible();
      await atEveryWidth(page, async (width) =>
        expect(await insideTooWide(dialog), `${button} at ${width} px`).toEqual([]),
      );
    }
  });

  test('menu and dialogs fit', async ({ memberPage: page }) => {
    await page.goto('/reports');
    for (const entry of ['Profile', 'Account Settings', 'Change Password']) {
      await page.getByText('Account menu').locator('..').click();
      await atEveryWidth(page, () => expect(page.getByRole('button', { name: 'Logout' })).toBeInViewport());
      await page.getByRole('button', { name: entry }).click();
      const dialog = page.getByRole('dialog', { name: entry });
      await expect(dialog).toBeVisible();
      await expectFits(page, entry);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }
  });
});

// What is shown, what can be opened and where a notice stands differs by the width a page starts with.
for (const width of WIDTHS)
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('a notice fits', async ({ page }) => {
      await page.goto('/');
      await pasteLot(page, 'nonsense');
      await expect(page.getByText('Invalid URL Format')).toBeInViewport();
      expect(await tooWide(page)).toEqual([]);
    });

    test('list and report fit', async ({ page, reader }) => {
      await signInAs(page, reader.user);
      await page.goto('/reports');
      await expect(page.getByRole('article')).toHaveCount(1);
      expect(await tooWide(page), 'list').toEqual([]);
      await openReport(page, reader.reportId);
      expect(await tooWide(page), 'report').toEqual([]);
      await openEverything(page);
      expect(await tooWide(page), 'report with everything open').toEqual([]);
    });
  });

test('zoomed to 400 per cent the sign-in page still fits', async ({ page }) => {
  // 1280 px at 400% are 320 px of the page (WCAG 1.4.10).
  await page.setViewportSize({ width: 320, height: 256 });
  for (const path of ['/login', '/']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await tooWide(page), path).toEqual([]);
  }
});

test('zoomed to 400 per cent the whole account menu can be reached', async ({ memberPage: page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto('/reports');
  await page.getByText('Account menu').locator('..').click();
  const last = page.getByRole('button', { name: 'Logout' });
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport({ ratio: 1 });
  expect(await tooWide(page)).toEqual([]);
});

/** How many pixels of `field` lie under `notice`, by height. */
async function covered(field: Locator, notice: Locator): Promise<number> {
  const [over, under] = [await notice.boundingBox(), await field.boundingBox()];
  if (!over || !under) throw new Error('not on the page');
  return Math.max(0, under.y + under.height - Math.max(over.y, under.y));
}

for (const [name, size] of [
  ['on a phone', { width: 360, height: 740 }],
  ['zoomed to 400 per cent', { width: 320, height: 256 }],
] as const)
  for (const where of ['/', '/reports', '/share'])
    test(`${name} a notice on ${where} leaves its field in view, and all of it can be reached`, async ({
      memberPage: page,
    }) => {
      await page.setViewportSize(size);
      if (where === '/') await page.evaluate(() => localStorage.clear());
      await page.goto(where);
      await pasteLot(page, 'nonsense');
      const notice = page.getByRole('region', { name: 'Invalid URL Format' });
      const field = page.getByLabel('Auction lot link');
      await expect(notice.getByText('Invalid URL Format')).toBeInViewport();
      // Under the pointer it stays.
      await notice.getByText('Invalid URL Format').hover();
      await expect(field).toBeInViewport({ ratio: 1 });
      expect(await covered(field, notice.locator('..'))).toBe(0);
      for (const button of await notice.getByRole('button').all()) {
        await button.focus();
        await expect(button).toBeInViewport({ ratio: 1 });
      }
    });
