import { BMW, BMW_NAME, expect, test } from './lotlens-test.ts';

test('the app can be installed: its manifest names icons of their sizes and where shares go', async ({
  page,
}) => {
  await page.goto('/');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const answer = await page.request.get(address ?? '');
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const manifest = (await answer.json()) as {
    display: string;
    icons: { src: string; sizes: string }[];
    share_target: { action: string };
  };
  expect(manifest).toMatchObject({ display: 'standalone', share_target: { action: '/share' } });
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512']);
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect([src, size]).toEqual([src, sizes]);
  }
});

test('a link shared on a phone ends in the summary', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`/share?${new URLSearchParams({ title: 'bid.cars', text: `Look at this one ${BMW}` })}`);
  await expect(page.getByRole('dialog', { name: BMW_NAME })).toBeVisible();
});

test('a shared link whose site refuses ends in the ways on', async ({ page }) => {
  await page.goto(`/share?${new URLSearchParams({ text: 'https://www.copart.com/lot/90000006' })}`);
  await expect(page.getByRole('button', { name: 'Enter by hand' }).first()).toBeVisible();
});

test('an empty share leads to the field', async ({ page }) => {
  await page.goto('/share');
  await expect(page.getByText(/Nothing came with this share/)).toBeVisible();
  await expect(page.getByLabel('Auction lot link')).toBeVisible();
});
