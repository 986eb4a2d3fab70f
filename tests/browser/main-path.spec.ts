import { expect, test } from '@playwright/test';
import { SAMPLE } from './sample-account.ts';

test('a pasted link becomes a report and a PDF: paste, summary, sign in, generate, watch, read, download', async ({
  page,
}) => {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));

  await page.goto('/');
  await page.getByLabel('Auction lot link').fill('https://bid.cars/en/lot/1-90000001/');
  await expect(page.getByText('bid.cars lot 90000001')).toBeVisible();
  await page.keyboard.press('Enter');
  const summary = page.getByRole('dialog', { name: '2014 BMW 3 Series 328I' });
  await expect(summary.getByText('WBA3A5C58EF900001')).toBeVisible();
  await expect(summary.getByText('87,412 mi')).toBeVisible();
  await summary.getByRole('button', { name: 'Log In to Generate Report' }).click();

  await page.getByLabel('Email').fill(SAMPLE.email);
  await page.getByLabel('Password', { exact: true }).fill(SAMPLE.password);
  await page.getByRole('button', { name: 'Sign In' }).click();

  // The pending action resumes by itself: the card is there without another click.
  const card = page.getByRole('article').filter({ hasText: '2014 BMW 3 Series 328I' }).first();
  await expect(card.getByText('In Progress')).toBeVisible();
  await expect(card.getByText('Ready')).toBeVisible({ timeout: 45_000 });
  await expect(card.getByText(/^\$[\d,]+$/)).toBeVisible();

  const download = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Download' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^2014-.*90000001\.pdf$/i);
  expect(await file.failure()).toBeNull();

  await card.getByRole('link', { name: 'Open report' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /BMW 3 Series/ })).toBeVisible();
  await expect(page.getByText('Sample lot: a made-up car with drawn photos')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Front bumper cover' })).toBeVisible();
  expect(faults).toEqual([]);
});

test('a make that is not supported says so and cannot be ordered', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('Auction lot link').fill('https://www.copart.com/lot/90000004');
  await page.keyboard.press('Enter');
  const summary = page.getByRole('dialog');
  await expect(summary.getByText('This make is not supported at this time.')).toBeVisible();
  await expect(summary.getByRole('button', { name: 'Log In to Generate Report' })).toBeDisabled();
});

test('a site that refuses leads on to the page from the user’s own browser', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('Auction lot link').fill('https://www.copart.com/lot/90000006');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Copart Support Limited (try bid.cars)')).toBeVisible();
  await page.getByRole('button', { name: 'Use the page from your browser' }).click();
  await expect(page.getByRole('dialog', { name: 'Use the page from your browser' })).toBeVisible();
});

test('a text that is no lot link gets the notice with the three examples', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('Auction lot link').fill('https://example.com/lot/1');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Invalid URL Format')).toBeVisible();
  for (const example of ['bid.cars/en/lot/', 'copart.com/lot/', 'iaai.com/VehicleDetail/'])
    await expect(page.getByRole('listitem').filter({ hasText: example })).toBeVisible();
});
