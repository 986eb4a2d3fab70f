import type { Page } from '@playwright/test';
import { copartLotDetails } from '../../samples/copart-json.ts';
import { SAMPLE_LISTINGS } from '../../samples/sample-lots.ts';
import { BMW, enterByHand, expect, GONE, pasteLot, test } from './lotlens-test.ts';
import { stopClock } from './stopped-clock.ts';

const NO_DATA = 'No data could be extracted from this auction link';
const REFUSED = 'https://www.copart.com/lot/90000006';

/** The service's answer to a lot that can't be read, for sites whose sample lots all can. */
async function answerScrape(page: Page, status: number, message: string, code: string): Promise<void> {
  await page.route('**/auction/scrape', (route) =>
    route.fulfill({ status, json: { success: false, message, detail: message, code, details: {} } }),
  );
}

test('the field names the site and the lot while typing', async ({ page }) => {
  await page.goto('/');
  const field = page.getByLabel('Auction lot link');
  await field.fill('https://bid.cars/en/lot/1-90000001/2014-BMW?utm_source=mail#photos');
  await expect(page.getByText('bid.cars lot 90000001')).toBeVisible();
  await field.fill('https://www.copart.com/lot/90000002/');
  await expect(page.getByText('Copart lot 90000002')).toBeVisible();
  await field.fill('https://www.iaai.com/VehicleDetail/90000003~us');
  await expect(page.getByText('IAAI lot 90000003')).toBeVisible();
});

test('Enter pressed before the scripts are here counts', async ({ page }) => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/*.js', async (route) => {
    await held;
    await route.continue();
  });
  const scraped = page.waitForRequest('**/auction/scrape');
  await page.goto('/', { waitUntil: 'commit' });
  const field = page.getByLabel('Auction lot link');
  await field.fill(BMW);
  await field.press('Enter');
  release();
  expect((await scraped).postDataJSON()).toMatchObject({ auction_link: BMW });
});

test('the field says which site is recommended and which are beta', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText('bid.cars (recommended), Copart (beta) or IAAI (beta)').first()).toBeVisible();
});

test('a text that is no lot link marks the field and gets the notice with the three examples', async ({
  page,
}) => {
  await page.goto('/');
  await pasteLot(page, 'https://example.com/lot/1');
  await expect(page.getByLabel('Auction lot link')).toHaveAttribute('aria-invalid', 'true');
  const notice = page.getByRole('region', { name: 'Invalid URL Format' });
  await expect(notice).toBeVisible();
  for (const example of ['bid.cars/en/lot/', 'copart.com/lot/', 'iaai.com/VehicleDetail/'])
    await expect(notice.getByRole('listitem').filter({ hasText: example })).toBeVisible();
});

test('a lot number alone is asked back for its site, and goes on by a press', async ({ page }) => {
  await page.goto('/');
  await pasteLot(page, '90000002');
  const notice = page.getByRole('region', { name: 'Invalid URL Format' });
  await expect(notice).toContainText('90000002 is a lot number, which does not tell its site.');
  await expect(notice.getByRole('button', { name: /^(bid.cars|Copart|IAAI) lot 90000002$/ })).toHaveCount(3);
  await notice.getByRole('button', { name: 'Copart lot 90000002' }).click();
  await expect(page.getByRole('dialog').getByText('90000002', { exact: true })).toBeVisible();
});

test('two links pasted at once are named, and one is chosen', async ({ page }) => {
  await page.goto('/');
  await pasteLot(page, `${BMW} https://www.copart.com/lot/90000002`);
  const notice = page.getByRole('region', { name: 'Invalid URL Format' });
  await expect(notice).toContainText(
    'There are 2 links here: bid.cars lot 90000001 and Copart lot 90000002.',
  );
  await notice.getByRole('button', { name: 'bid.cars lot 90000001' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a VIN alone says that the lot’s link is needed, and where it is found', async ({ page }) => {
  await page.goto('/');
  await pasteLot(page, 'WBA3A5C58EF900001');
  const notice = page.getByRole('region', { name: 'Invalid URL Format' });
  await expect(notice).toContainText('WBA3A5C58EF900001 is a VIN.');
  await expect(notice).toContainText('copy its address from the browser’s address bar');
});

test('the mark goes away as soon as the link is changed', async ({ page }) => {
  await page.goto('/');
  await pasteLot(page, 'nonsense');
  const field = page.getByLabel('Auction lot link');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('https://bid.cars/en/lot/1-90000001/');
  await expect(field).not.toHaveAttribute('aria-invalid', 'true');
});

test('the search bar of the reports has the same notice', async ({ page, member }) => {
  await page.goto('/reports');
  await pasteLot(page, member.email);
  await expect(page.getByText('Invalid URL Format')).toBeVisible();
  await expect(page.getByLabel('Auction lot link')).toHaveAttribute('aria-invalid', 'true');
});

test('a site that refuses says Copart Support Limited and leads on to the page from the user’s own browser', async ({
  page,
}) => {
  await page.goto('/');
  await pasteLot(page, REFUSED);
  await expect(page.getByText(/Copart Support Limited/)).toBeVisible();
  await expect(page.getByText(/try bid\.cars/)).toBeVisible();
  await page.getByRole('button', { name: 'Use the page from your browser' }).click();
  await expect(page.getByRole('dialog', { name: 'Use the page from your browser' })).toBeVisible();
});

test('a lot that is gone leads on to entry by hand', async ({ page }) => {
  await page.goto('/');
  await pasteLot(page, GONE);
  await expect(page.getByText(/Copart Support Limited/)).toBeVisible();
  await page.getByRole('button', { name: 'Enter by hand' }).click();
  await expect(page.getByRole('dialog', { name: 'Enter the vehicle by hand' })).toBeVisible();
});

test('an IAAI lot that cannot be read says IAAI Support Limited', async ({ page }) => {
  await answerScrape(page, 422, NO_DATA, 'source_blocked');
  await page.goto('/');
  await pasteLot(page, 'https://www.iaai.com/VehicleDetail/90000009~US');
  await expect(page.getByText('IAAI Support Limited')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use the page from your browser' })).toBeVisible();
});

test('a bid.cars lot that cannot be read asks to verify the URL', async ({ page }) => {
  await answerScrape(page, 422, NO_DATA, 'extraction_failed');
  await page.goto('/');
  await pasteLot(page, 'https://bid.cars/en/lot/1-90000009/');
  await expect(
    page.getByText('Could not extract data from this auction link. Please verify the URL and try again.'),
  ).toBeVisible();
});

test('any other message is shown as it is, titled Data Extraction Error', async ({ page }) => {
  await answerScrape(page, 503, 'The service is stopping.', 'unavailable');
  await page.goto('/');
  await pasteLot(page, 'https://bid.cars/en/lot/1-90000009/');
  const notice = page.getByRole('region', { name: 'Data Extraction Error' });
  await expect(notice.getByText('The service is stopping.')).toBeVisible();
});

test('no answer at all names the network', async ({ page }) => {
  await page.route('**/auction/scrape', (route) => route.abort());
  await page.goto('/');
  await pasteLot(page, 'https://bid.cars/en/lot/1-90000001/');
  await expect(page.getByText('A network error occurred or the server is unreachable.')).toBeVisible();
});

test('a notice closes after eight seconds', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  const clock = await stopClock(page);
  await pasteLot(page, 'nonsense');
  const notice = page.getByText('Invalid URL Format');
  await clock.until(notice);
  await clock.run(7_800);
  await expect(notice).toBeVisible();
  await clock.run(300);
  await expect(notice).toHaveCount(0);
  await expect(page.getByLabel('Auction lot link')).toHaveValue('nonsense');
});

test('a notice stays while it is pointed at', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  const clock = await stopClock(page);
  await pasteLot(page, 'nonsense');
  const notice = page.getByText('Invalid URL Format');
  await clock.until(notice);
  await notice.hover();
  await clock.run(20_000);
  await expect(notice).toBeVisible();
  await page.mouse.move(2, 2);
  await clock.run(8_300);
  await expect(notice).toHaveCount(0);
});

test('a notice stays while it is focused, and closes by its button', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  const clock = await stopClock(page);
  await pasteLot(page, 'nonsense');
  const notice = page.getByText('Invalid URL Format');
  await clock.until(notice);
  await page.getByRole('button', { name: 'Close notice' }).focus();
  await clock.run(20_000);
  await expect(notice).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(notice).toHaveCount(0);
});

test('a second press while a lot is being read asks once', async ({ page }) => {
  let calls = 0;
  await page.route('**/auction/scrape', async (route) => {
    calls += 1;
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  await page.goto('/');
  await page.getByLabel('Auction lot link').fill('https://bid.cars/en/lot/1-90000001/');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(calls).toBe(1);
});

test('the user’s own page is read like the site’s', async ({ page }) => {
  await page.goto('/');
  await pasteLot(page, REFUSED);
  await page.getByRole('button', { name: 'Use the page from your browser' }).click();
  const dialog = page.getByRole('dialog', { name: 'Use the page from your browser' });
  const own = { ...SAMPLE_LISTINGS['90000002'], number: '90000006', stockNumber: '90000006' };
  await dialog.getByLabel(/source/i).fill(JSON.stringify(copartLotDetails(own)));
  await dialog.getByRole('button', { name: 'Read this page' }).click();
  const summary = page.getByRole('dialog', { name: /QX60/ });
  await expect(summary.getByText('96,180 mi')).toBeVisible();
});

test('a saved page can be chosen as a file', async ({ page }) => {
  await page.goto('/');
  await pasteLot(page, REFUSED);
  await page.getByRole('button', { name: 'Use the page from your browser' }).click();
  const dialog = page.getByRole('dialog', { name: 'Use the page from your browser' });
  const own = { ...SAMPLE_LISTINGS['90000002'], number: '90000006', stockNumber: '90000006' };
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'lot.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(copartLotDetails(own))),
  });
  await dialog.getByRole('button', { name: 'Read this page' }).click();
  await expect(page.getByRole('dialog', { name: /QX60/ })).toBeVisible();
});

test('a vehicle can be entered by hand', async ({ page }) => {
  await page.goto('/');
  const dialog = await enterByHand(page);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const summary = page.getByRole('dialog', { name: /QX60/ });
  await expect(summary.getByText('Rear end', { exact: false })).toBeVisible();
  await expect(summary.getByRole('button', { name: 'Log In to Generate Report' })).toBeEnabled();
});

test('entry by hand asks for a VIN or for year, make and model', async ({ page }) => {
  await page.goto('/');
  await pasteLot(page, GONE);
  await page.getByRole('button', { name: 'Enter by hand' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter the vehicle by hand' });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('Please enter a VIN, or year, make and model.')).toBeVisible();
});
