import type { Locator } from '@playwright/test';
import { BMW, expect, pasteLot, signInAs, test } from './lotlens-test.ts';

/** The least contrast of what is written on a photo, be the photo white or black: axe can't see what lies on images. */
const leastContrast = (written: Locator): Promise<number> =>
  written.evaluate((element) => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (context === null) throw new Error('no canvas');
    const onto = (photo: string, ...colors: string[]): number => {
      for (const color of [photo, ...colors]) {
        context.fillStyle = color;
        context.fillRect(0, 0, 1, 1);
      }
      const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((byte) => {
        const part = byte / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const { color, backgroundColor } = getComputedStyle(element);
    return Math.min(
      ...['white', 'black'].map((photo) => {
        const [ground, ink] = [onto(photo, backgroundColor), onto(photo, backgroundColor, color)];
        return (Math.max(ground, ink) + 0.05) / (Math.min(ground, ink) + 0.05);
      }),
    );
  });

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`on any photo, ${colorScheme}`, () => {
    test.use({ colorScheme });

    test('the arrows of the summary stand out', async ({ page }) => {
      await page.goto('/');
      await pasteLot(page, BMW);
      for (const name of ['Previous photo', 'Next photo'])
        expect(await leastContrast(page.getByRole('button', { name }).locator('span'))).toBeGreaterThan(4.5);
    });

    test('the numbers of the report’s photos can be read', async ({ page, reader }) => {
      await signInAs(page, reader.user);
      await page.goto(`/reports/${reader.reportId}`);
      const number = page
        .getByRole('listitem')
        .filter({ has: page.locator('img[src*="photo"]') })
        .getByText(/^\d+$/);
      await expect(number.first()).toBeVisible();
      for (const one of await number.all()) expect(await leastContrast(one)).toBeGreaterThan(4.5);
    });
  });
