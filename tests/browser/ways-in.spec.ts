import type { Locator, Page } from '@playwright/test';
import { saleWords } from '../../contract/report-view/head/lot-facts.ts';
import { bidCarsPage } from '../../samples/bid-cars-page.ts';
import { SAMPLE_LISTINGS } from '../../samples/sample-lots.ts';
import { BMW, BMW_NAME, expect, isLive, pasteLot, test } from './lotlens-test.ts';

const REFUSED = 'https://www.copart.com/lot/90000006';
const LOT_PAGE = bidCarsPage(SAMPLE_LISTINGS['90000001']);
const LIST = [
  'Lot #,Year,Make,Model,VIN,Odometer,Odometer description,Damage description,Est. Retail value',
  '70000001,2019,HONDA,ACCORD,1HGCV1F30KA******,"61,234 A",ACTUAL,FRONT END,"12,345 USD"',
  '70000002,,UNKNOWN,OTHER,,0 N,NOT ACTUAL,ALL OVER,0 USD',
].join('\n');

/** The ways on that a refusal names, in their order. */
const waysOf = (page: Page) =>
  page
    .getByRole('region', { name: 'Copart Support Limited' })
    .getByRole('button', { name: /extension|page|by hand/ })
    .allTextContents();

test('links pasted together become a list with a way to each lot, and back', async ({ page }) => {
  await page.goto('/');
  await pasteLot(page, `${BMW} ${REFUSED} https://www.copart.com/lot/90000002`);
  await page.getByRole('button', { name: 'Read all 3' }).click();
  const list = page.getByRole('dialog', { name: 'Lots of your list' });
  await expect(list.getByText('2 of 3 could be read.')).toBeVisible();
  await expect(list.getByText(/Copart refused to show this page/)).toBeVisible();
  // The sale's day and how far off it is, as in the summary.
  const sale = saleWords(SAMPLE_LISTINGS['90000001'].saleDate, Date.now()) ?? '';
  expect(sale).toMatch(/^\w{3} \d{1,2}, \d{4} \(.+\)$/);
  await expect(list.getByText(/^Lot 90000001 · /).filter({ hasText: sale })).toBeVisible();
  await list.getByRole('button', { name: `Open ${BMW_NAME}, lot 90000001` }).click();
  const summary = page.getByRole('dialog', { name: BMW_NAME });
  await expect(summary.getByText('WBA3A5C58EF900001')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list.getByText('2 of 3 could be read.')).toBeVisible();
});

test('a list export dropped on the field is read, and says of each row why it is no lot', async ({
  page,
}) => {
  await page.goto('/');
  await isLive(page);
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'LotSearchresults_001.csv', { type: 'text/csv' }));
    return transfer;
  }, LIST);
  await page.locator('form:has(input)').first().dispatchEvent('drop', { dataTransfer: data });
  const list = page.getByRole('dialog', { name: 'Lots of your list' });
  await expect(list.getByText('Row 3:')).toBeVisible();
  await expect(list.getByText('This row names no vehicle: year or make is missing.')).toBeVisible();
  await list.getByRole('button', { name: 'Open 2019 HONDA ACCORD, lot 70000001' }).click();
  const summary = page.getByRole('dialog', { name: '2019 HONDA ACCORD' });
  await expect(summary.getByText('Read from the list you gave us')).toBeVisible();
});

test('after a refusal the extension stands first on a computer, and each way is one press', async ({
  page,
}) => {
  await page.goto('/');
  await pasteLot(page, REFUSED);
  await expect(page.getByText(/Copart Support Limited/)).toBeVisible();
  expect(await waysOf(page)).toEqual(
    ['Get the extension', 'Use the page from your browser', 'Paste the copied page'].concat(
      'Choose a saved page',
      'Enter by hand',
    ),
  );
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a saved page' }).first().click();
  await (await chooser).setFiles({ name: 'lot.html', mimeType: 'text/html', buffer: Buffer.from(LOT_PAGE) });
  // The link in the field is of another lot: said at once, with nothing pressed in between.
  await expect(
    page
      .getByRole('dialog', { name: 'Use the page from your browser' })
      .getByText(/The link is one of Copart/),
  ).toBeVisible();
});

test('a copied page is read by one press', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  await pasteLot(page, 'https://example.com/lot/1');
  await page.evaluate((text) => navigator.clipboard.writeText(text), LOT_PAGE);
  await page.getByRole('button', { name: 'Paste the copied page' }).click();
  await expect(page.getByRole('dialog', { name: BMW_NAME }).getByText('WBA3A5C58EF900001')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  test('pasting stands first', async ({ page }) => {
    await page.goto('/');
    await pasteLot(page, REFUSED);
    await expect(page.getByText(/Copart Support Limited/)).toBeVisible();
    expect(await waysOf(page)).toEqual(
      ['Paste the copied page', 'Choose a saved page', 'Use the page from your browser'].concat(
        'Enter by hand',
      ),
    );
  });
});

/** Opens what tells how to get the extension, at the refusal of a lot; `store`: its page for Chrome. */
async function openExtensionDialog(page: Page, store: string | null): Promise<Locator> {
  await page.route('**/site_info', async (route) => {
    const answer = await route.fetch();
    const pages = { chrome: store, edge: null, firefox: null };
    await route.fulfill({ response: answer, json: { ...(await answer.json()), extension_pages: pages } });
  });
  await page.goto('/');
  await pasteLot(page, REFUSED);
  await page.getByRole('button', { name: 'Get the extension' }).first().click();
  return page.getByRole('dialog', { name: 'Get the browser extension' });
}

test('the extension’s page in the store is one press away, and the lot’s page beside it', async ({
  page,
}) => {
  const store = 'https://chromewebstore.google.com/detail/lotlens';
  const dialog = await openExtensionDialog(page, store);
  await expect(dialog.getByRole('link', { name: 'Get it for Chrome' })).toHaveAttribute('href', store);
  await expect(dialog.getByRole('link', { name: 'Open the lot’s page' })).toHaveAttribute('href', REFUSED);
});

test('where the extension is in no store, it says whom to ask, and leads to what needs nothing installed', async ({
  page,
}) => {
  const dialog = await openExtensionDialog(page, null);
  await expect(dialog.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);
  await dialog.getByRole('button', { name: 'Without installing anything' }).click();
  await expect(page.getByRole('dialog', { name: 'Use the page from your browser' })).toBeVisible();
});

test.describe('in a browser that the extension is not made for', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
  });
  test('the page from the browser stands first', async ({ page }) => {
    await page.goto('/');
    await pasteLot(page, REFUSED);
    await expect(page.getByText(/Copart Support Limited/)).toBeVisible();
    expect((await waysOf(page)).slice(0, 2)).toEqual([
      'Use the page from your browser',
      'Paste the copied page',
    ]);
  });
});

test('a page that was handed over and could not be read is kept: tried again, copied, saved', async ({
  context,
  page,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await context.route(/^https:/, (route) =>
    route.request().url() === BMW
      ? route.fulfill({ contentType: 'text/html; charset=utf-8', body: LOT_PAGE })
      : route.abort(),
  );
  await context.route('**/auction/scrape', (route) =>
    route.fulfill({
      status: 503,
      json: { message: 'The service is stopping.', code: 'unavailable', details: {} },
    }),
  );
  await page.goto('/');
  const ours = new URL(page.url()).origin;
  await page.goto(BMW);
  const opening = context.waitForEvent('page');
  await page.evaluate(
    ([origin, address, html]) => {
      const opened = open(`${origin}/import`, '_blank');
      addEventListener('message', () => opened?.postMessage({ type: 'lotlens-page', address, html }, origin));
    },
    [ours, BMW, LOT_PAGE] as const,
  );
  const handed = await opening;
  await expect(handed.getByText('The service is stopping.')).toBeVisible();
  const saved = handed.waitForEvent('download');
  await handed.getByRole('button', { name: 'Save the page as a file' }).click();
  expect((await saved).suggestedFilename()).toBe('lot-page.html');
  await handed.getByRole('button', { name: 'Copy the page' }).click();
  await expect(handed.getByText(/^Copied\./)).toBeVisible();
  expect(await handed.evaluate(() => navigator.clipboard.readText())).toContain('WBA3A5C58EF900001');
  await context.unroute('**/auction/scrape');
  await handed.getByRole('button', { name: 'Try again' }).click();
  await expect(handed.getByRole('dialog', { name: BMW_NAME })).toBeVisible();
});
