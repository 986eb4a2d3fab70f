import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { BMW, expect, pasteLot, test } from './lotlens-test.ts';

const colours = (page: Page): Promise<{ paper: number; ink: number }> =>
  page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d');
    const lightness = (colour: string): number => {
      if (context === null) return -1;
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0] = context.getImageData(0, 0, 1, 1).data;
      return (r + g + b) / 3;
    };
    const { backgroundColor, color } = getComputedStyle(document.body);
    const root = getComputedStyle(document.documentElement).backgroundColor;
    return {
      paper: lightness(backgroundColor === 'rgba(0, 0, 0, 0)' ? root : backgroundColor),
      ink: lightness(color),
    };
  });

test('the light theme is dark ink on paper', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const { paper, ink } = await colours(page);
  expect(paper).toBeGreaterThan(230);
  expect(ink).toBeLessThan(60);
});

test('the dark theme is light ink on dark paper', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  const { paper, ink } = await colours(page);
  expect(paper).toBeLessThan(50);
  expect(ink).toBeGreaterThan(200);
});

test('the theme follows the system while the page is up', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const before = await colours(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(async () => (await colours(page)).paper).toBeLessThan(before.paper - 100);
});

test('under a dialog the strip of the scroll bar is as dark as the page beside it', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const width = page.viewportSize()?.width ?? 0;
  const lightnessAt = async (x: number): Promise<number> => {
    const shot = await page.screenshot({ clip: { x, y: 300, width: 2, height: 2 } });
    return (await sharp(shot).stats()).channels[0]?.mean ?? 0;
  };
  expect(await lightnessAt(width - 4)).toBeGreaterThan(230);
  await pasteLot(page, BMW);
  await expect(page.getByRole('dialog')).toBeVisible();
  const difference = async () => Math.abs((await lightnessAt(width - 4)) - (await lightnessAt(width - 24)));
  await expect.poll(difference).toBeLessThan(5);
});

test('under reduced motion nothing moves by itself', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const running = () =>
    page.evaluate(
      () => document.getAnimations().filter((animation) => animation.playState === 'running').length,
    );
  expect(await running()).toBe(0);
  await pasteLot(page, BMW);
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await running()).toBe(0);
});
