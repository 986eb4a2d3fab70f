import type { BrowserContext, Locator, Page } from '@playwright/test';
import { webArchive } from '../../contract/saved-page/fixtures/web-archive.ts';
import { bidCarsPage } from '../../samples/bid-cars-page.ts';
import { copartLotDetails } from '../../samples/copart-json.ts';
import { SAMPLE_LISTINGS } from '../../samples/sample-lots.ts';
import { axeFaults } from './axe-faults.ts';
import { PART, PART_VIN, partPage } from './dealer-part-page.ts';
import { BMW, BMW_NAME, expect, isLive, pasteLot, signInAs, test } from './lotlens-test.ts';

const REFUSED = 'https://www.copart.com/lot/90000006';
const LOT_PAGE = bidCarsPage(SAMPLE_LISTINGS['90000001']);

/** The auction's own site, for this browser alone: its lot page, and nothing else of the outside. */
async function standForAuction(context: BrowserContext): Promise<void> {
  await context.route(/^https:/, (route) =>
    route.request().url() === BMW
      ? route.fulfill({ contentType: 'text/html; charset=utf-8', body: LOT_PAGE })
      : route.abort(),
  );
}

/** The code that stands behind “Send to LotLens”, as dragging it to the bookmarks bar takes it. */
async function bookmarkletOf(page: Page): Promise<string> {
  await page.goto('/');
  await pasteLot(page, REFUSED);
  await page.getByRole('button', { name: 'Use the page from your browser' }).click();
  const link = page.getByRole('link', { name: 'Send to LotLens' });
  await expect(link).toHaveAttribute('href', /^javascript:/);
  const address = await link.getAttribute('href');
  return decodeURIComponent((address ?? '').replace('javascript:', ''));
}

async function dropOn(page: Page, target: string, name: string, content: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([fileName, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], fileName, { type: 'text/html' }));
      return transfer;
    },
    [name, content] as const,
  );
  for (const type of ['dragover', 'drop'])
    await page.locator(target).first().dispatchEvent(type, { dataTransfer: data });
}

test('the bookmarklet opens LotLens from the lot’s page and hands that page over, up to the summary and sign-in', async ({
  context,
  page,
}) => {
  const code = await bookmarkletOf(page);
  await standForAuction(context);
  const lot = await context.newPage();
  await lot.goto(BMW);
  const opening = context.waitForEvent('page');
  const sent = context.waitForEvent('request', (request) => request.url().endsWith('/auction/scrape'));
  await lot.evaluate(code);
  const ours = await opening;
  const summary = ours.getByRole('dialog', { name: BMW_NAME });
  await expect(summary.getByText('WBA3A5C58EF900001')).toBeVisible();
  await expect(summary.getByText('87,412 mi')).toBeVisible();
  const { page: pages } = (await sent).postDataJSON() as { page: string[] };
  expect(pages[0]).toContain('WBA3A5C58EF900001');
  expect(lot.url()).toBe(BMW);

  await summary.getByRole('button', { name: 'Log In to Generate Report' }).click();
  await expect(ours).toHaveURL(/\/login/);
  const kept = await ours.evaluate(() => Object.values({ ...sessionStorage }).join(' '));
  expect(kept).toContain('GENERATE_REPORT');
  expect(kept).toContain('90000001');
});

test('the bookmarklet stands on the reports page, to be dragged or copied', async ({ memberPage: page }) => {
  await page.goto('/reports');
  await page.getByText('Send lots from their own page').click();
  const link = page.getByRole('link', { name: 'Send to LotLens' });
  await expect(link).toHaveAttribute('href', /^javascript:/);
  const field = page.getByLabel('Address of the bookmark');
  expect(await field.inputValue()).toBe(await link.getAttribute('href'));
  await page.getByRole('button', { name: 'Copy the address' }).click();
  await expect(page.getByText(/^Copied\.|^Your browser does not allow copying\./)).toBeVisible();
});

/** A part's page at a dealer's store, for this browser alone, from which the bookmarklet opened LotLens. */
async function handPartOver(
  context: BrowserContext,
  code: string,
  link: string,
  words: string,
): Promise<Page> {
  await context.route(/^https:/, (route) =>
    route.request().url() === link ? route.fulfill(partPage(words)) : route.abort(),
  );
  const store = await context.newPage();
  await store.goto(link);
  const opening = context.waitForEvent('page');
  await store.evaluate(code);
  return await opening;
}

test('the bookmarklet keeps the part of a dealer’s page for the VIN the page names', async ({
  context,
  page,
  user,
}) => {
  const code = await bookmarkletOf(page);
  const { access_token: token } = await signInAs(page, user);
  const sent = context.waitForEvent('request', (request) => request.url().endsWith('/users/me/dealer_pages'));
  const ours = await handPartOver(context, code, `${PART}?vin=${PART_VIN}`, 'This part fits your vehicle');
  await expect(ours.getByText('Kept for your reports of this VIN')).toBeVisible();
  await expect(ours.getByRole('heading', { name: 'Bumper Cover' })).toBeVisible();
  await expect(ours.getByText('51119999991')).toBeVisible();
  await expect(ours.getByText('$777.25')).toBeVisible();
  await expect(ours.getByText('The page says it fits this VIN')).toBeVisible();
  expect((await sent).postDataJSON()).toMatchObject({
    page: expect.not.stringContaining('value="a secret"'),
  });
  expect(await axeFaults(ours)).toEqual([]);
  const kept = await page.request.get('/api/v1/users/me/estimates', {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await kept.json()).toMatchObject([
    { file_name: 'bmw.oempartsonline.com', format: 'dealer_pages', vin: PART_VIN, numbers: 1, prices: 1 },
  ]);
});

test('a dealer’s page that names no VIN is kept by the bookmarklet for the one its user enters', async ({
  context,
  page,
  user,
}) => {
  const code = await bookmarkletOf(page);
  await signInAs(page, user);
  const ours = await handPartOver(context, code, PART, 'Fits many cars');
  await ours.getByLabel('VIN').fill(PART_VIN);
  await ours.getByRole('button', { name: 'Keep this part' }).click();
  await expect(ours.getByText('Kept for your reports of this VIN')).toBeVisible();
  await expect(ours.getByText('The page does not say for this VIN')).toBeVisible();
});

test('a dealer’s page waits until its user has signed in, in another tab', async ({
  context,
  page,
  user,
}) => {
  const code = await bookmarkletOf(page);
  const ours = await handPartOver(context, code, `${PART}?vin=${PART_VIN}`, 'This part fits your vehicle');
  const opening = context.waitForEvent('page');
  await ours.getByRole('link', { name: 'Log In' }).click();
  const signIn = await opening;
  await signIn.getByLabel('Email').fill(user.email);
  await signIn.getByLabel('Password', { exact: true }).fill(user.password);
  // The button waits for the page's script; Enter would be lost before it.
  await signIn.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(ours.getByText('Kept for your reports of this VIN')).toBeVisible();
});

test('a page of another site cannot hand anything over', async ({ context, page, baseURL }) => {
  await context.route(/^https:/, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Another site</title>' }),
  );
  let scrapes = 0;
  context.on('request', (request) => {
    if (request.url().endsWith('/auction/scrape')) scrapes += 1;
  });
  await page.goto('https://example.com/');
  const opening = context.waitForEvent('page');
  await page.evaluate(
    ([ours, address, html]) => {
      const opened = open(`${ours}/import`, '_blank');
      addEventListener('message', () => opened?.postMessage({ type: 'lotlens-page', address, html }, ours));
    },
    [baseURL ?? '', BMW, LOT_PAGE] as const,
  );
  const ours = await opening;
  await expect(ours.getByText(/No page came/)).toBeVisible({ timeout: 60_000 });
  expect(scrapes).toBe(0);
});

test('LotLens opened without a page says what to do', async ({ page }) => {
  await page.goto('/import');
  await expect(page.getByText(/No page came\. Open the lot, .* and click “Send to LotLens”/)).toBeVisible();
  await expect(page.getByLabel('Auction lot link')).toBeVisible();
});

test('a saved page dropped on the dialog is read', async ({ page }) => {
  await page.goto('/');
  await pasteLot(page, REFUSED);
  await page.getByRole('button', { name: 'Use the page from your browser' }).click();
  const dialog = page.getByRole('dialog', { name: 'Use the page from your browser' });
  const own = { ...SAMPLE_LISTINGS['90000002'], number: '90000006', stockNumber: '90000006' };
  await dropOn(page, 'dialog label:has(input[type=file])', 'lot.json', JSON.stringify(copartLotDetails(own)));
  await expect(dialog.getByText('lot.json')).toBeVisible();
  await dialog.getByRole('button', { name: 'Read this page' }).click();
  await expect(page.getByRole('dialog', { name: /QX60/ }).getByText('96,180 mi')).toBeVisible();
});

test('a saved page dropped on the field names its lot itself and leads to the summary', async ({ page }) => {
  await page.goto('/');
  await isLive(page);
  await dropOn(page, 'form:has(input)', 'lot.html', LOT_PAGE);
  const dialog = page.getByRole('dialog', { name: 'Use the page from your browser' });
  await expect(dialog.getByText('lot.html')).toBeVisible();
  await dialog.getByRole('button', { name: 'Read this page' }).click();
  await expect(page.getByRole('dialog', { name: BMW_NAME })).toBeVisible();
});

/** Hands a file over through the file field, at the refusal of another lot's link. */
async function chooseFile(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  await page.goto('/');
  await pasteLot(page, 'https://example.com/lot/1');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a saved page' }).first().click();
  await (await chooser).setFiles({ name, mimeType, buffer });
}

test('a Safari web archive handed over through the file field leads to the summary', async ({ page }) => {
  const archive = webArchive(Buffer.from(LOT_PAGE), BMW, 'UTF-8');
  await chooseFile(page, 'lot.webarchive', 'application/x-webarchive', Buffer.from(archive));
  const summary = page.getByRole('dialog', { name: BMW_NAME });
  await expect(summary.getByText('WBA3A5C58EF900001')).toBeVisible();
  await expect(summary.getByText('87,412 mi')).toBeVisible();
});

test('a lot’s page printed as a PDF and handed over through the file field leads to the summary', async ({
  page,
  context,
}) => {
  const printed = await context.newPage();
  await printed.setContent(LOT_PAGE, { waitUntil: 'domcontentloaded' });
  await chooseFile(page, 'lot.pdf', 'application/pdf', await printed.pdf());
  const summary = page.getByRole('dialog', { name: BMW_NAME });
  await expect(summary.getByText('WBA3A5C58EF900001')).toBeVisible();
  await expect(summary.getByText('87,412 mi')).toBeVisible();
  await expect(summary.getByText(/No photos came with the page you gave us/)).toBeVisible();
});

test('a PDF without text is refused with what to do instead', async ({ page, context }) => {
  const empty = await context.newPage();
  await chooseFile(page, 'scan.pdf', 'application/pdf', await empty.pdf());
  await expect(
    page
      .getByRole('dialog', { name: 'Use the page from your browser' })
      .getByText(/This is a PDF, whose text/),
  ).toBeVisible();
});

test('pasted source that is no lot’s page is refused in words', async ({ page }) => {
  await page.goto('/');
  await pasteLot(page, REFUSED);
  await page.getByRole('button', { name: 'Use the page from your browser' }).click();
  const dialog = page.getByRole('dialog', { name: 'Use the page from your browser' });
  await dialog.getByLabel(/source/i).fill('<html><body>Nothing of a lot here</body></html>');
  await dialog.getByRole('button', { name: 'Read this page' }).click();
  await expect(page.getByText(/Copart Support Limited/)).toBeVisible();
});

/** A search page of Copart as it comes out of the clipboard, cars of our own making. */
const LIST = [
  { number: '90000201', name: '2018 KIA OPTIMA LX', damage: 'Front End', miles: '45,276' },
  { number: '90000202', name: '2020 FORD ESCAPE SE', damage: 'Rear End', miles: '27,366' },
  { number: '90000203', name: '2020 FORD ESCAPE SE', damage: 'Hail', miles: '83,315' },
];
const LIST_TEXT = [
  'Watchlist\n3 lots',
  ...LIST.map(
    ({ number, name, damage, miles }) =>
      `${name}\nLot # ${number}\nOdometer\n${miles} (ACTUAL)\nPrimary damage\n${damage}\nRun and Drive\nTX - DALLAS\n$1,900 USD`,
  ),
  '',
].join('\n');
const LIST_HTML = `<!DOCTYPE html><html><head><title>Vehicle Finder</title></head><body><table>${LIST.map(
  ({ number, name, damage, miles }) =>
    `<tr><td><div>${name}</div><div>Lot # ${number}</div></td><td><div>Odometer</div><div>${miles} mi (ACTUAL)</div></td><td><div>Primary damage</div><div>${damage}</div><div>TX - DALLAS</div></td></tr>`,
).join('')}</table></body></html>`;

/** Gives a list over by pasting it, without any link, and answers the dialog with the cars found. */
async function pasteList(page: Page, list: string): Promise<Locator> {
  await page.goto('/');
  await pasteLot(page, REFUSED);
  await page.getByRole('button', { name: 'Use the page from your browser' }).click();
  const dialog = page.getByRole('dialog', { name: 'Use the page from your browser' });
  await dialog.getByLabel(/source/i).fill(list);
  await dialog.getByRole('button', { name: 'Read this page' }).click();
  await expect(dialog.getByRole('list', { name: 'Lots on this page' })).toBeVisible();
  return dialog;
}

for (const [form, list] of [
  ['text', LIST_TEXT],
  ['source', LIST_HTML],
] as const)
  test(`a list pasted as ${form} offers its cars, and one press leads to the summary of that car alone`, async ({
    page,
  }) => {
    const dialog = await pasteList(page, list);
    await expect(dialog.getByText(/This page shows several lots/)).toBeVisible();
    const cars = dialog.getByRole('list', { name: 'Lots on this page' }).getByRole('button');
    await expect(cars).toHaveText(LIST.map(({ name, number }) => `${name}, lot ${number}`));
    await cars.nth(1).click();
    const summary = page.getByRole('dialog', { name: '2020 FORD ESCAPE SE' });
    await expect(summary.getByText('90000202')).toBeVisible();
    await expect(summary.getByText('27,366 mi')).toBeVisible();
    await expect(summary.getByText('Rear End')).toBeVisible();
    await expect(summary.getByText('Hail')).toHaveCount(0);
  });

test('the cars of a list are told to who does not see them, and chosen by keyboard', async ({ page }) => {
  const dialog = await pasteList(page, LIST_TEXT);
  expect(await axeFaults(page)).toEqual([]);
  // Where the reading was asked for, the cars are the next thing to go to.
  const third = dialog.getByRole('button', { name: '2020 FORD ESCAPE SE, lot 90000203' });
  for (let presses = 0; presses < 12; presses += 1) {
    if (await third.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(third).toBeFocused();
  await page.keyboard.press('Enter');
  const summary = page.getByRole('dialog', { name: '2020 FORD ESCAPE SE' });
  await expect(summary.getByText('90000203')).toBeVisible();
});

test('the cars of a list fit a phone of 360 px', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const dialog = await pasteList(page, LIST_TEXT);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  for (const car of await dialog.getByRole('list', { name: 'Lots on this page' }).getByRole('button').all()) {
    await car.scrollIntoViewIfNeeded();
    const box = await car.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 360).toBe(true);
  }
  await dialog.getByRole('button', { name: '2018 KIA OPTIMA LX, lot 90000201' }).click();
  await expect(page.getByRole('dialog', { name: '2018 KIA OPTIMA LX' }).getByText('90000201')).toBeVisible();
});

test('a page pasted as text says that no photos came with it, and how to add them', async ({ page }) => {
  const dialog = await pasteList(page, LIST_TEXT);
  await dialog.getByRole('button', { name: '2018 KIA OPTIMA LX, lot 90000201' }).click();
  const summary = page.getByRole('dialog', { name: '2018 KIA OPTIMA LX' });
  await expect(summary.getByText(/No photos came with the page you gave us\. To add them/)).toBeVisible();
  await summary.getByRole('button', { name: 'Import the lot page' }).click();
  await expect(page.getByRole('dialog', { name: 'Use the page from your browser' })).toBeVisible();
});
