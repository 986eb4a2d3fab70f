import type { Page } from '@playwright/test';
import { reportDetailSchema } from '../../contract/api/report-answers.ts';
import { linesToBuy } from '../../contract/report-view/baskets.ts';
import { orderLines } from '../../contract/report-view/line-order.ts';
import { normaliseNumber } from '../../server/parts-catalogues/merge/number-format.ts';
import { axeFaults } from './axe-faults.ts';
import { keepTokens, mailedLink, newPerson, register, tokensOf } from './fresh-user.ts';
import { endedReport, expect, Q50, signInAs, test } from './lotlens-test.ts';
import { codeOf, makeOperator } from './new-operator.ts';
import { inDatabase } from './test-database.ts';

const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const FEED = [
  'id\ttitle\tlink\tprice\tavailability\tbrand\tmpn',
  'A-1\tHeadlight, left\thttps://parts.example/a-1\t745.08 USD\tin stock\tInfiniti\t26060-4HB0A',
  'A-2\tHood\thttps://parts.example/a-2\task\tin stock\tInfiniti\t65100-4HB0A',
  'A-3\tLamp\thttps://parts.example/a-3\t40.00 USD\tin stock\tDepo\t312-1134',
  'A-4\tGrille\thttps://parts.example/a-4\t120.00 USD\tout of stock\tInfiniti\t62310-4HB0A',
].join('\n');

test('a retailer applies, is approved, sends a feed, quotes, sells, takes some back, and reads its statement', {
  tag: '@long',
}, async ({ page, member, user, browser, request }) => {
  const retailer = newPerson();
  const company = `Hill Country Parts ${Date.now()}`;

  // As a visitor, with terms.
  const visiting = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': '10.9.8.7' } });
  const visitor = await visiting.newPage();
  await visitor.goto('/for-retailers');
  await expect(visitor.getByText('Sample, made-up figures')).toBeVisible();
  await visitor.getByRole('button', { name: 'Apply to join' }).click();
  const form = visitor.getByRole('form', { name: 'Application' });
  await form.getByRole('button', { name: 'Send application' }).click();
  await expect(form.getByText('Please enter the company.')).toBeVisible();
  await expect(form.getByText('Please read and accept the partner terms.')).toBeVisible();
  await form.getByLabel('Company').fill(company);
  await form.getByLabel('Contact').fill('Pat Ortiz');
  await form.getByLabel('Email').fill(retailer.email);
  await form.getByLabel('Website').fill('https://parts.example');
  await form.getByRole('checkbox', { name: 'Infiniti' }).check();
  await form.getByRole('button', { name: 'All states you ship to' }).click();
  await form.getByRole('checkbox', { name: 'I have read and accept' }).check();
  expect(await axeFaults(visitor)).toEqual([]);
  await form.getByRole('button', { name: 'Send application' }).click();
  await expect(visitor.getByText('Your application has arrived.')).toBeVisible();

  // The operator sets the rate.
  const secret = await makeOperator(member);
  await page.goto('/operator/partners');
  await page.getByLabel('One-time code').fill(await codeOf(secret));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('link', { name: company }).click();
  await expect(page.getByText('All states')).toBeVisible();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Please enter a figure above 0')).toBeVisible();
  await page.getByLabel('Percent of the net price').fill('7.5');
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText(`${company} is approved now. Email sent.`)).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  const link = await mailedLink(retailer.email, company, '/partners');

  // The retailer signs up with the address it applied with.
  await register(request, retailer);
  const code = new URL(await mailedLink(retailer.email, 'Confirm')).searchParams.get('code');
  await request.post('/api/v1/auth/verify-email', { data: { code } });
  await keepTokens(visitor, retailer, await tokensOf(request, retailer));
  await visitor.goto(new URL(link).pathname);
  await expect(visitor.getByText('You are a partner of LotLens.')).toBeVisible();
  await expect(visitor.getByText('Commission: 7.5% of the net of each sale.')).toBeVisible();

  // Its stock, with what could not be taken.
  await visitor
    .getByLabel('Send a file')
    .setInputFiles({ name: 'stock.tsv', mimeType: 'text/tab-separated-values', buffer: Buffer.from(FEED) });
  await visitor.getByRole('button', { name: 'Send file' }).click();
  await expect(
    visitor.getByText(/stock\.tsv, .*: 1 row taken, 1 row out of stock or not on sale, 2 bad rows\./),
  ).toBeVisible();
  await visitor.getByText('2 bad rows', { exact: true }).click();
  const bad = visitor.getByRole('list', { name: 'Bad rows' }).getByRole('listitem');
  await expect(bad).toHaveText([/Row 3, A-2.*no price/, /Row 4, A-3.*no car maker/]);
  const items = visitor.getByRole('list', { name: 'Stock items' }).getByRole('listitem');
  await expect(items).toHaveText([/Headlight, left.*\$745\.08.*Infiniti 26060-4HB0A/]);
  expect(await axeFaults(visitor)).toEqual([]);

  // A file that can't be read leaves it as it is.
  await visitor
    .getByLabel('Send a file')
    .setInputFiles({ name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear all') });
  await visitor.getByRole('button', { name: 'Send file' }).click();
  await expect(visitor.getByText('The stock of before stays.')).toBeVisible();
  await expect(items).toHaveCount(1);

  // Changed, its profile says so; and no page is wider than a phone.
  await visitor.getByLabel('Contact').fill('Pat Ortiz-Lane');
  await visitor.getByRole('button', { name: 'Save profile' }).click();
  await expect(visitor.getByText('Saved.')).toBeVisible();
  for (const width of [360, 768]) {
    await visitor.setViewportSize({ width, height: 800 });
    await expect.poll(() => sideways(visitor), `at ${width}`).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => sideways(page), `at ${width}`).toBeLessThanOrEqual(0);
  }

  // A report's owner asks it for a quote, and tells it nothing of themselves.
  const buying = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': '10.9.8.6' } });
  const buyer = await buying.newPage();
  const tokens = await signInAs(buyer, user);
  const reportId = await endedReport(request, tokens, Q50);
  await buyer.goto(`/reports/${reportId}`);
  const quotes = buyer.getByRole('region', { name: 'Quotes from partners – LotLens earns a commission' });
  await quotes.getByRole('button', { name: 'Ask for a quote' }).click();
  const asking = buyer.getByRole('dialog', { name: 'Ask partners for a quote' });
  await asking.getByLabel('Ship to', { exact: true }).selectOption('Texas');
  for (const box of await asking
    .getByRole('group', { name: /Partners/ })
    .getByRole('checkbox')
    .all())
    await box.uncheck();
  await asking.getByRole('checkbox', { name: company }).check();
  const parts = asking.getByRole('group', { name: 'Parts' }).getByRole('checkbox');
  for (const box of (await parts.all()).slice(2)) await box.uncheck();
  await asking.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(asking.getByText('Please agree to what is shared.')).toBeVisible();
  await asking.getByRole('checkbox', { name: /Share the vehicle/ }).check();
  expect(await axeFaults(buyer, 'dialog')).toEqual([]);
  await asking.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(quotes.getByText('No answer yet')).toBeVisible();

  // By the link of its mail, whoever has it answers without an account.
  const quoteLink = new URL(await mailedLink(retailer.email, 'asks for a quote', '/quotes/')).pathname;
  const desk = await visiting.newPage();
  await desk.goto(quoteLink);
  await expect(desk.getByRole('heading', { name: /Request for a quote: 2015 Infiniti Q50/ })).toBeVisible();
  await expect(desk.getByText(user.email)).toHaveCount(0);
  await desk.getByRole('button', { name: 'Send quote' }).click();
  await expect(desk.getByText('Please price at least one part, or decline.')).toBeVisible();
  await desk.getByLabel('Price of one, $').first().fill('310.25');
  await desk.getByLabel('Shipping of all, $').fill('40');
  expect(await axeFaults(desk)).toEqual([]);
  await desk.setViewportSize({ width: 360, height: 800 });
  await expect.poll(() => sideways(desk)).toBeLessThanOrEqual(0);
  await desk.getByRole('button', { name: 'Send quote' }).click();
  await expect(desk.getByRole('heading', { name: 'Your quote: $350.25' })).toBeVisible();

  // The owner accepts: both get an order note with the same voucher.
  await buyer.goto(new URL(await mailedLink(user.email, `${company} quotes $350.25`, '/reports/')).pathname);
  await quotes.getByRole('button', { name: `Accept the quote of ${company}` }).click();
  await quotes.getByRole('button', { name: 'Accept', exact: true }).click();
  const voucher = (await quotes.getByText(/^LL-[A-Z2-9]{8}$/).textContent()) ?? '';
  await expect(quotes.getByText(retailer.email)).toBeVisible();
  expect(await axeFaults(buyer, 'main')).toEqual([]);
  await buyer.setViewportSize({ width: 360, height: 800 });
  await expect.poll(() => sideways(buyer)).toBeLessThanOrEqual(0);
  await desk.reload();
  await expect(desk.getByRole('region', { name: 'Order note' })).toContainText(voucher);
  await expect(desk.getByRole('region', { name: 'Order note' })).toContainText(user.email);
  for (const address of [retailer.email, user.email]) await mailedLink(address, voucher, '/');
  await buying.close();
  await desk.close();

  // It tells the sale, then what came back, and disputes a line; each is a line of its statement.
  await visitor.setViewportSize({ width: 1280, height: 900 });
  await visitor.reload();
  const asked = visitor.getByRole('list', { name: 'Requests' }).getByRole('listitem');
  await expect(asked).toContainText(`voucher ${voucher}`);
  await visitor.getByText('Tell a sale or a return').click();
  const sale = visitor.getByRole('form', { name: 'Sale' });
  const today = new Date().toISOString().slice(0, 10);
  await sale.getByLabel('Voucher or click id').fill(voucher);
  await sale.getByLabel('Your order number').fill('SO-1');
  await sale.getByLabel(/Net of the goods/).fill('400.00');
  await sale.getByLabel('Ordered on').fill(today);
  await sale.getByRole('button', { name: 'Tell the sale' }).click();
  await expect(sale.getByText('1 entered.')).toBeVisible();
  await expect(visitor.getByText('You owe LotLens $30.00.')).toBeVisible();
  await sale.getByLabel('What', { exact: true }).selectOption('Return');
  await sale.getByLabel('Your order number').fill('SO-1');
  await sale.getByLabel('Your number of the return').fill('R-1');
  await sale.getByLabel(/Net of what went back/).fill('100.00');
  await sale.getByLabel('Went back on').fill(today);
  await sale.getByRole('button', { name: 'Tell the return' }).click();
  await expect(visitor.getByText('You owe LotLens $22.50.')).toBeVisible();
  const money = visitor.getByRole('region', { name: 'Sales and statements' });
  await money.getByText('Running month').click();
  const lines = money.getByRole('list', { name: /^Lines of/ }).getByRole('listitem');
  await expect(lines).toHaveText([/Sale.*\$30\.00.*7\.5% of \$400\.00/, /Return of line.*-\$7\.50/]);
  const saved = visitor.waitForEvent('download');
  await money.getByRole('button', { name: 'CSV' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^lotlens-statement-\d{4}-\d{2}\.csv$/);
  await lines
    .first()
    .getByRole('button', { name: /^Dispute line/ })
    .click();
  await money.getByLabel('What is wrong with it').fill('The buyer canceled a part.');
  await money.getByRole('button', { name: 'Open dispute' }).click();
  await expect(money.getByRole('region', { name: 'Disputes' })).toContainText('The buyer canceled a part.');
  expect(await axeFaults(visitor)).toEqual([]);
  await visitor.setViewportSize({ width: 360, height: 800 });
  await expect.poll(() => sideways(visitor)).toBeLessThanOrEqual(0);

  // The operator sees the lines and settles the dispute by an entry of its own.
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.reload();
  await page.getByRole('button', { name: /^Lines of/ }).click();
  await expect(page.getByRole('list', { name: /^Lines of/ }).getByRole('listitem')).toHaveCount(2);
  const dispute = page.getByRole('list', { name: 'Disputes' }).getByRole('listitem').first();
  await dispute.getByLabel(/Note on line/).fill('Half of it is taken off.');
  await dispute.getByLabel(/Correction/).fill('-11.25');
  await dispute.getByRole('button', { name: 'Settle' }).click();
  await expect(page.getByText('$11.25', { exact: true }).first()).toBeVisible();
  await expect(dispute).toContainText(/settled by line \d+/);
  expect(await axeFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });
  await expect.poll(() => sideways(page)).toBeLessThanOrEqual(0);
  await visiting.close();
});

test('whose account is no partner’s is told how to join', async ({ memberPage: page }) => {
  await page.goto('/partners');
  await expect(
    page.getByRole('heading', { name: 'This page is for retailers of the partner network' }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'How to join' }).click();
  await expect(page).toHaveURL(/\/for-retailers$/);
  await page.getByRole('button', { name: 'Apply to join' }).click();
  await expect(page.getByText('the address of your account.')).toBeVisible();
});

test('a buyer meets a partner’s offer of a written part, marked as such, and goes to it', async ({
  page,
  request,
  user,
}) => {
  const tokens = await signInAs(page, user);
  const id = await endedReport(request, tokens, Q50);
  const { report } = reportDetailSchema.parse(
    await (
      await request.get(`/api/v1/reports/${id}`, {
        headers: { authorization: `Bearer ${tokens.access_token}` },
      })
    ).json(),
  );
  const line = linesToBuy(orderLines(report?.estimate.lines ?? []), 1).find(
    ({ oem_numbers }) => oem_numbers.length > 0,
  );
  const number = line?.oem_numbers[0]?.number ?? '';
  expect(number).not.toBe('');
  const company = `Lakeside Parts ${Date.now()}`;
  await inDatabase(async (client) => {
    const { rows } = await client.query(
      `INSERT INTO partners (company, approved_website, states, makes, state, terms_dated, terms_accepted_at, commission_model, rate_basis_points)
       VALUES ($1, 'https://lakeside.example', '{TX,OK}', '{infiniti}', 'approved', '2026-11-23', now(), 'per_sale', 800) RETURNING id`,
      [company],
    );
    await client.query(
      `INSERT INTO partner_stock (partner_id, item, make, number, number_norm, title, condition, availability, price_cents, shipping_cents, link)
       VALUES ($1, 'A', 'infiniti', $2, $3, 'Part from a dealer’s shelf', 'new', 'in_stock', 12345, 655, 'https://lakeside.example/a')`,
      [rows[0].id, number, normaliseNumber(number, 'infiniti')],
    );
  });
  await page.goto(`/reports/${id}`);
  const offers = page.getByRole('region', { name: 'Partner offers – LotLens earns a commission' });
  await expect(offers.getByText(/^(Cheapest other price known: \$|No other price is known)/)).toBeVisible();
  const offer = offers.getByRole('listitem').filter({ hasText: company });
  await expect(offer).toContainText(`${number} · new · in stock · ships to OK, TX`);
  await expect(offer).toContainText(/\$130\.00.*with \$6\.55 shipping/);
  const link = offer.getByRole('link');
  await expect(link).toHaveAttribute('rel', /sponsored/);
  expect(await axeFaults(page, 'main')).toEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });
  await expect.poll(() => sideways(page)).toBeLessThanOrEqual(0);
  const gone = await request.get((await link.getAttribute('href')) ?? '', { maxRedirects: 0 });
  expect([gone.status(), gone.headers().location]).toEqual([
    302,
    expect.stringMatching(/^https:\/\/lakeside\.example\/a\?ref=[a-z0-9]{16}$/),
  ]);
  await inDatabase((client) =>
    client.query(`UPDATE partners SET state = 'closed' WHERE company = $1`, [company]),
  );
});
