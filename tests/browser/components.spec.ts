import { serveComponents } from '../../scripts/draw-components.ts';
import { axeFaults } from './axe-faults.ts';
import { expect, test } from './lotlens-test.ts';

let components: Awaited<ReturnType<typeof serveComponents>>;
test.beforeAll(async () => {
  components = await serveComponents();
});
test.afterAll(() => components.stop());

for (const width of [360, 1440])
  for (const colorScheme of ['light', 'dark'] as const)
    test(`every state of the shared components passes axe, ${width} px wide, ${colorScheme}`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(components.address);
      await expect(page.getByRole('heading', { level: 1, name: 'Components' })).toBeVisible();
      expect(await axeFaults(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });

test('a drawing that does not come leaves the view from the side', async ({ page }) => {
  await page.route('**/cars/*.json', (route) => route.abort());
  await page.goto(components.address);
  await expect(page.getByRole('img', { name: /pickup, from the side, rear end damage$/ })).toHaveCount(2);
  await expect(page.getByRole('img', { name: /from the (front|rear)/ })).toHaveCount(0);
});

test('labels of a range bar never lie over each other', async ({ page }) => {
  for (const width of [320, 360, 768]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(components.address);
    const bars = page.locator('svg.range-bar');
    await expect(bars.first()).toBeVisible();
    const met = await bars.evaluateAll((all) =>
      all.flatMap((bar) => {
        const boxes = [...bar.querySelectorAll('text')].map((text) => ({
          words: text.textContent ?? '',
          box: text.getBoundingClientRect(),
        }));
        return boxes.flatMap((a, nth) =>
          boxes.slice(nth + 1).flatMap((b) => {
            const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
            const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
            return across > 1 && down > 4 ? [`${a.words} × ${b.words}`] : [];
          }),
        );
      }),
    );
    expect(met, `${width} px wide`).toEqual([]);
  }
});
