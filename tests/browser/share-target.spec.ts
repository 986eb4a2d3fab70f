import type { Page, Worker } from '@playwright/test';
import { bidCarsPage } from '../../samples/bid-cars-page.ts';
import { SAMPLE_LISTINGS } from '../../samples/sample-lots.ts';
import { BMW, BMW_NAME, expect, isLive, test } from './lotlens-test.ts';

test.use({ serviceWorkers: 'allow' });

type SharedFile = { name: string; mimeType: string; buffer: Buffer };
const LOT_PAGE: SharedFile = {
  name: 'lot.html',
  mimeType: 'text/html',
  buffer: Buffer.from(bidCarsPage(SAMPLE_LISTINGS['90000001'])),
};
/** One gray pixel. */
const PHOTO: SharedFile = {
  name: 'front.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
    'base64',
  ),
};

/** Whether this browser has the worker, at work. */
const hasWorker = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const [worker] = await navigator.serviceWorker.getRegistrations();
    return worker?.active?.state === 'activated';
  });

/** Sends what Android sends when another app shares to the installed LotLens: a form, as the manifest says. */
async function share(page: Page, words: Record<string, string>, files: SharedFile[]): Promise<void> {
  await page.evaluate((fields) => {
    const form = document.createElement('form');
    Object.assign(form, { action: '/share', method: 'post', enctype: 'multipart/form-data', id: 'shared' });
    for (const [name, value] of Object.entries(fields)) {
      const field = document.createElement('textarea');
      Object.assign(field, { name, value });
      form.append(field);
    }
    const field = document.createElement('input');
    Object.assign(field, { type: 'file', name: 'files', multiple: true });
    form.append(field);
    document.body.append(form);
  }, words);
  await page.locator('#shared input').setInputFiles(files);
  await Promise.all([
    page.waitForEvent('domcontentloaded'),
    // Sent once this has answered: the page that answers is gone by then.
    page.evaluate(() => void setTimeout(() => document.querySelector<HTMLFormElement>('#shared')?.submit())),
  ]);
}

/** A page of a browser whose worker is at work. */
async function withWorker(page: Page): Promise<void> {
  await page.goto('/share');
  await expect.poll(() => hasWorker(page)).toBe(true);
}

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
    share_target: { action: string; params: { files: { name: string; accept: string[] }[] } };
  };
  expect(manifest).toMatchObject({
    display: 'standalone',
    share_target: { action: '/share', method: 'POST', enctype: 'multipart/form-data' },
  });
  const [files] = manifest.share_target.params.files;
  expect(files?.name).toBe('files');
  expect(files?.accept).toEqual(
    expect.arrayContaining(['.html', '.mhtml', '.webarchive', '.pdf', '.txt', 'image/jpeg']),
  );
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

test('installing LotLens brings its worker at once; a page in a tab has none', async ({ page }) => {
  await page.goto('/');
  await isLive(page);
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  // What the browser tells a page when its user has installed it.
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')));
  await expect.poll(() => hasWorker(page)).toBe(true);
});

test('a saved page shared from another app ends in the summary of its vehicle', async ({ page }) => {
  await withWorker(page);
  await share(page, { title: 'lot.html' }, [LOT_PAGE]);
  await expect(page.getByRole('dialog', { name: BMW_NAME })).toBeVisible();
});

test('what was shared is taken once, and nothing of it stays in the browser', async ({ page }) => {
  await withWorker(page);
  await share(page, {}, [LOT_PAGE]);
  await expect(page.getByRole('dialog', { name: BMW_NAME })).toBeVisible();
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  await page.reload();
  await expect(page.getByText(/This share was opened before/)).toBeVisible();
});

test('a link shared to the worker ends in the summary', async ({ page }) => {
  await withWorker(page);
  await share(page, { text: `Look at this one ${BMW}` }, []);
  await expect(page.getByRole('dialog', { name: BMW_NAME })).toBeVisible();
});

test('a page shared as text is read like a page', async ({ page }) => {
  await withWorker(page);
  await share(page, { text: LOT_PAGE.buffer.toString() }, []);
  await expect(page.getByRole('dialog', { name: BMW_NAME })).toBeVisible();
});

test('shared photos go with the vehicle entered by hand', async ({ page }) => {
  await withWorker(page);
  await share(page, {}, [PHOTO]);
  const dialog = page.getByRole('dialog', { name: 'Enter the vehicle by hand' });
  const names = () =>
    dialog
      .getByLabel(/Own photos/)
      .evaluate((field: HTMLInputElement) => [...(field.files ?? [])].map(({ name }) => name));
  await expect.poll(names).toEqual(['front.png']);
});

test('a photo that comes with a link leaves the link to be read, and is not lost', async ({ page }) => {
  await withWorker(page);
  await share(page, { text: 'https://www.copart.com/lot/90000006' }, [PHOTO]);
  await expect(page.getByRole('button', { name: 'Use the page from your browser' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Enter by hand with this photo' }).click();
  await expect(page.getByRole('dialog', { name: 'Enter the vehicle by hand' })).toBeVisible();
});

test('of a page and photos shared together the page is read, and the photos are not lost', async ({
  page,
}) => {
  await withWorker(page);
  await share(page, {}, [PHOTO, LOT_PAGE]);
  await expect(page.getByRole('dialog', { name: BMW_NAME })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Enter by hand with this photo' }).click();
  await expect(page.getByRole('dialog', { name: 'Enter the vehicle by hand' })).toBeVisible();
});

test('where the device has no room for the files, the link is read and they are asked for', async ({
  page,
  context,
}) => {
  await withWorker(page);
  const [worker] = context.serviceWorkers() as [Worker];
  await worker.evaluate(() => {
    caches.open = async () => {
      throw new DOMException('no room', 'QuotaExceededError');
    };
  });
  await share(page, { text: 'https://www.copart.com/lot/90000006' }, [LOT_PAGE]);
  await expect(page.getByText(/larger than this device keeps for LotLens/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use the page from your browser' }).first()).toBeVisible();
});

test('before the worker is there, a shared file is asked for once more and ends in the summary', async ({
  page,
}) => {
  await page.goto('/login');
  await share(page, { title: 'lot.html' }, [LOT_PAGE]);
  await expect(page.getByText(/Please choose it once more here/)).toBeVisible();
  await page.getByLabel('Shared file').setInputFiles([LOT_PAGE]);
  await expect(page.getByRole('dialog', { name: BMW_NAME })).toBeVisible();
  // The next one comes by itself.
  await expect.poll(() => hasWorker(page)).toBe(true);
});

test('before the worker is there, a shared link still ends in the summary', async ({ page }) => {
  await page.goto('/login');
  await share(page, { title: 'bid.cars', text: `Look at this one ${BMW}` }, []);
  await expect(page.getByRole('dialog', { name: BMW_NAME })).toBeVisible();
});
