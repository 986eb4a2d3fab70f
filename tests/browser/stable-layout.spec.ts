import fs from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, isLive, signInAs, test } from './lotlens-test.ts';

// Motion must shift nothing, and most readers have it on.
test.use({ reducedMotion: 'no-preference' });

const WIDTHS = [360, 768, 1440] as const;
/** Of a page's shift that nobody notices. */
const CLS = 0.02;

const open = async (page: Page, width: number, address: string): Promise<void> => {
  await page.setViewportSize({ width, height: width < 700 ? 740 : 900 });
  await page.addInitScript(() => {
    Reflect.set(window, 'shifted', 0);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (Reflect.get(entry, 'hadRecentInput') !== true)
          Reflect.set(window, 'shifted', Reflect.get(window, 'shifted') + Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(address);
};

const shifted = (page: Page): Promise<number> =>
  page.evaluate(() => Reflect.get(window, 'shifted') as number);

/** Scrolls as a reader does, through to the end, with what loads on the way. */
async function scrollThrough(page: Page): Promise<void> {
  const atEnd = () => page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1);
  while (!(await atEnd())) {
    const before = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, 400);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
  }
  await page.waitForLoadState('networkidle');
}

/** The widths between are seldom other than the outer ones. */
const tagOf = (width: number): { tag: string[] } => ({
  tag: width === 768 ? ['@long'] : [],
});

for (const width of WIDTHS)
  test(
    `nothing of the main page moves while it is read to its end, ${width} px wide`,
    tagOf(width),
    async ({ page }) => {
      await open(page, width, '/');
      await scrollThrough(page);
      await expect(page.getByRole('link', { name: 'Download this PDF' })).toBeVisible();
      expect(await shifted(page)).toBeLessThanOrEqual(CLS);
    },
  );

for (const width of WIDTHS)
  for (const name of ['about', 'how-it-works', 'sample-report', 'contact'])
    test(
      `/#${name} begins at its section once all has come, ${width} px wide`,
      tagOf(width),
      async ({ page }) => {
        await open(page, width, `/#${name}`);
        const off = () =>
          page.evaluate((id) => {
            const room = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
            const top = document.getElementById(id)?.getBoundingClientRect().top ?? Number.NaN;
            // The last section stands as high as the page's end let it: a font that came later may have made the footer a line longer.
            const lowest = document.documentElement.scrollHeight - innerHeight;
            const [wanted, line] = [scrollY + top - room, 24];
            return wanted > lowest
              ? Math.max(0, Math.abs(lowest - scrollY) - line)
              : Math.abs(wanted - scrollY);
          }, name);
        await expect.poll(off).toBeLessThanOrEqual(8);
        await page.waitForLoadState('networkidle');
        if (name === 'sample-report')
          await expect(page.getByRole('link', { name: 'Download this PDF' })).toBeVisible();
        await page.evaluate(async () => void (await document.fonts.ready));
        expect(await off()).toBeLessThanOrEqual(8);
      },
    );

test('the head of the sample report is drawn with the page, and the report takes its place', async ({
  page,
  request,
}) => {
  const drawn = await (await request.get('/')).text();
  expect(drawn).toMatch(/id="sample-report"[\s\S]*2014 BMW 3 Series[\s\S]*Likely total loss/);
  await open(page, 1440, '/#sample-report');
  await page.getByRole('button', { name: 'Open the sample report' }).click();
  await expect(page.getByRole('button', { name: 'Show every line' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download this PDF' })).toBeVisible();
});

test('“Try a sample report” opens the ready report without an account', async ({ page }) => {
  await open(page, 360, '/');
  await isLive(page);
  await page.getByRole('link', { name: 'Try a sample report' }).click();
  await expect(page.getByRole('button', { name: 'Show every line' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'A sample report' })).toBeInViewport();
});

for (const width of WIDTHS)
  test(
    `nothing of a shared report moves while it loads, ${width} px wide`,
    tagOf(width),
    async ({ page, request, reader }) => {
      const { access_token } = await signInAs(page, reader.user);
      const shared = await request.post(`/api/v1/reports/${reader.reportId}/share`, {
        headers: { authorization: `Bearer ${access_token}` },
      });
      const { path: address } = (await shared.json()) as { path: string };
      // Slow enough that the page is drawn without its report first.
      await page.route('**/api/v1/shared/*', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 400));
        await route.continue();
      });
      await open(page, width, address);
      await expect(page.getByRole('heading', { name: 'Totals' })).toBeAttached();
      await page.waitForLoadState('networkidle');
      expect(await shifted(page)).toBeLessThanOrEqual(CLS);
    },
  );

for (const width of WIDTHS)
  test(
    `no card of the list moves when the question how one buys comes, ${width} px wide`,
    tagOf(width),
    async ({ page, reader }) => {
      await signInAs(page, reader.user);
      // Slow enough that the cards are drawn first.
      await page.route('**/users/me/preferences', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 400));
        await route.continue();
      });
      await open(page, width, '/reports');
      await expect(page.getByRole('button', { name: 'Choose' })).toBeVisible();
      await expect(page.getByRole('article').first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(await shifted(page)).toBeLessThanOrEqual(CLS);
    },
  );

for (const width of [360, 1440])
  test(`every amount in a picture of the main page is in its card, ${width} px wide`, async ({ page }) => {
    await open(page, width, '/');
    await scrollThrough(page);
    for (const figure of await page.locator('main figure').all()) {
      const card = await figure.boundingBox();
      for (const amount of await figure
        .getByText(/^−?\$[\d,]+$/)
        .filter({ visible: true })
        .all()) {
        const box = await amount.boundingBox();
        const said = `${await amount.textContent()} of ${(await figure.textContent())?.slice(0, 40)}`;
        expect((box?.x ?? 0) + (box?.width ?? 0), said).toBeLessThanOrEqual(
          (card?.x ?? 0) + (card?.width ?? 0),
        );
      }
    }
  });

test('without sample lots the main page keeps no place for them', async ({ page }) => {
  const file = path.join(import.meta.dirname, '..', '..', 'dist', 'web', 'pages', 'home.drawn.html');
  const drawn = await fs.readFile(file, 'utf8');
  await page.route(/:\d+\/$/, (route) => route.fulfill({ body: drawn, contentType: 'text/html' }));
  await page.route('**/site_info', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), samples: [] } });
  });
  await open(page, 360, '/');
  await page.waitForLoadState('networkidle');
  const gap = await page.evaluate(() => {
    const above = document.querySelector('a[href="#sample-report"]')?.getBoundingClientRect().bottom ?? 0;
    const below = document.querySelector('[aria-label="Supported makes"]')?.getBoundingClientRect().top ?? 0;
    return below - above;
  });
  expect(gap).toBeLessThanOrEqual(96);
  expect(await shifted(page)).toBeLessThanOrEqual(CLS);
});
