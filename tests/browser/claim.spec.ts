import fs from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { axeFaults } from './axe-faults.ts';
import { expect, saved, test } from './lotlens-test.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Claim file' });

/** Opens the section, its form once it is there. */
async function openClaim(page: Page): Promise<void> {
  await section(page).getByRole('heading', { name: 'Claim file' }).click();
  await expect(section(page).getByLabel('Claim number')).toBeVisible();
}

/** Notes the claim and waits until it is kept. */
async function noteClaim(page: Page, number: string, deductible: string): Promise<void> {
  await section(page).getByLabel('Claim number').fill(number);
  await section(page).getByLabel('Deductible, $').fill(deductible);
  await section(page).getByRole('button', { name: 'Save' }).click();
  await expect(section(page).getByText('Saved.')).toBeVisible();
}

test('nothing of a claim is asked for or drawn until it is opened', async ({ own: page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await expect(section(page).getByRole('heading', { name: 'Claim file' })).toBeVisible();
  expect(await section(page).locator('*').count()).toBeLessThan(8);
  await openClaim(page);
  expect(asked.filter((path) => path.endsWith('/claim'))).toHaveLength(1);
});

test('a claim number and a deductible stay, and lower what is to pay', async ({ own: page }) => {
  await openClaim(page);
  await noteClaim(page, 'CLM-2041/7', '1,000');
  await expect(section(page)).toContainText('Less the deductible.');
  await page.reload();
  await openClaim(page);
  await expect(section(page).getByLabel('Claim number')).toHaveValue('CLM-2041/7');
  await expect(section(page).getByLabel('Deductible, $')).toHaveValue('1000');
});

test('a deductible that is none is told at its field, and nothing is sent', async ({ own: page }) => {
  await openClaim(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.method()));
  await section(page).getByLabel('Deductible, $').fill('five hundred');
  await section(page).getByRole('button', { name: 'Save' }).click();
  await expect(section(page).getByText('Please enter $0 to $1,000,000')).toBeVisible();
  expect(asked).not.toContain('PUT');
});

test('value, salvage bid and state of one’s own turn the verdict where it said', async ({ own: page }) => {
  await openClaim(page);
  await section(page).getByRole('button', { name: 'Enter value, salvage bid and state' }).click();
  const form = section(page).getByRole('form', { name: 'Total loss by your own figures' });
  await form.getByLabel('Value before the damage (ACV), $').fill('900,000');
  await form.getByLabel('State').selectOption({ label: 'Texas' });
  await saved(page, () => form.getByRole('button', { name: 'Use these figures' }).click());
  await expect(section(page).getByText('Likely repairable, 0% chance of a total loss')).toBeVisible();
  await expect(section(page).getByText(/The likely repair: a total loss at \$[\d,]+ or more/)).toBeVisible();
});

test('an approved version stays as it was, to open and to print, while the report goes on', async ({
  own: page,
}) => {
  await openClaim(page);
  await noteClaim(page, 'CLM-77', '500');
  await section(page).getByLabel('Note on the approval').fill('Agreed by phone.');
  await section(page).getByRole('button', { name: 'Approve version 0' }).click();
  await expect(section(page).getByText('Version 0 is approved.')).toBeVisible();
  await section(page).getByRole('button', { name: 'Enter value, salvage bid and state' }).click();
  const form = section(page).getByRole('form', { name: 'Total loss by your own figures' });
  await form.getByLabel('Value before the damage (ACV), $').fill('900,000');
  await saved(page, () => form.getByRole('button', { name: 'Use these figures' }).click());
  await expect(section(page).getByRole('button', { name: 'Approve version 1' })).toBeVisible();
  const approved = section(page).getByRole('listitem').filter({ hasText: 'Agreed by phone.' });
  const pdf = page.waitForEvent('download');
  await approved.getByRole('button', { name: 'PDF of version 0 as approved' }).click();
  expect((await pdf).suggestedFilename()).toMatch(/\.pdf$/);
  await approved.getByRole('link', { name: 'Open version 0 as approved' }).click();
  await expect(page.getByText(/^Version 0 as approved by .*, to read only\.$/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Totals' })).toBeVisible();
  await expect(page.getByText('$900,000')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0);
  await page.getByRole('link', { name: 'The report as it is now' }).click();
  await expect(section(page).getByRole('heading', { name: 'Claim file' })).toBeVisible();
});

test('the whole file of a claim comes as one PDF', async ({ own: page }) => {
  await openClaim(page);
  const pdf = page.waitForEvent('download');
  await section(page).getByRole('button', { name: 'The whole file as PDF' }).click();
  expect((await pdf).suggestedFilename()).toMatch(/\.pdf$/);
});

test('the audit trail comes as CSV and tells what happened', async ({ own: page }) => {
  await openClaim(page);
  await noteClaim(page, 'CLM-88', '500');
  const csv = page.waitForEvent('download');
  await section(page).getByRole('button', { name: 'Audit trail as CSV' }).click();
  const file = await csv;
  expect(file.suggestedFilename()).toMatch(/_audit_trail\.csv$/);
  expect(await fs.readFile(await file.path(), 'utf8')).toContain('Claim number: none → CLM-88');
});

test('an open claim has no axe faults', { tag: '@long' }, async ({ own: page }) => {
  await openClaim(page);
  expect(await axeFaults(page)).toEqual([]);
});
