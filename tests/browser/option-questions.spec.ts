import type { Page } from '@playwright/test';
import { axeFaults } from './axe-faults.ts';
import { expect, saved, test } from './lotlens-test.ts';

const line = (page: Page, name: string | RegExp) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, level: 4 }) });

test('an answer narrows the numbers of every line it speaks of, by keyboard too, and undo brings them back', async ({
  own: page,
}) => {
  const question = page.getByRole('group', { name: 'Trim package?' });
  await expect(question.getByText(/The source says: /)).toBeVisible();
  const cover = line(page, /Front bumper cover/).first();
  const grille = line(page, /lower grille/i).first();
  await expect(cover).toContainText('+3');
  await expect(grille).toContainText('+3');
  await saved(page, async () => {
    await question.getByRole('radio', { name: /None of these/ }).focus();
    await page.keyboard.press('Space');
  });
  await expect(question.getByRole('radio', { name: /None of these/ })).toBeChecked();
  await expect(cover).toContainText('51117292991');
  await expect(cover).not.toContainText('+');
  await expect(grille).toContainText('+1');
  await expect(page.getByText('This report has 1 change of yours.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(cover).toContainText('+3');
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(cover).not.toContainText('+');
  await page.reload();
  await expect(question.getByRole('radio', { name: /None of these/ })).toBeChecked();
});

test('one of several numbers can be chosen on its line, and the choice taken back', async ({ own: page }) => {
  const lamp = line(page, /^\d*\s*Headlamp/).first();
  await lamp.getByRole('button', { expanded: false }).click();
  await saved(page, () => lamp.getByRole('button', { name: 'Use this number: 63117338703' }).click());
  await expect(lamp.getByText('Chosen by the user')).toBeVisible();
  await expect(lamp.getByText('7 ruled out numbers')).toBeVisible();
  await saved(page, () => lamp.getByRole('button', { name: 'No longer the number: 63117338703' }).click());
  await expect(lamp.getByText('Chosen by the user')).toHaveCount(0);
});

test('switches move the total, say by how much, and are taken back one by one', async ({ own: page }) => {
  const total = page.getByRole('row', { name: /Likely repair cost/ });
  const before = await total.textContent();
  await saved(page, () => page.getByLabel('Labor rates').selectOption('Door rate'));
  await expect(page.getByRole('status').filter({ hasText: 'Door rates: +$' })).toBeVisible();
  await expect(total).not.toHaveText(before ?? '');
  await saved(page, () => page.getByLabel('Sales tax', { exact: true }).selectOption('Without tax'));
  await expect(page.getByText(/Without sales tax: −\$/)).toBeVisible();
  await saved(page, () => page.getByLabel('Labor rates').selectOption('As estimated'));
  await saved(page, () => page.getByLabel('Sales tax', { exact: true }).selectOption(''));
  await expect(total).toHaveText(before ?? '');
  await expect(page.getByText('All your changes are undone')).toBeVisible();
});

test('own rates are checked in words, used, and kept in the account', async ({ own: page }) => {
  await page.getByLabel('Labor rates').selectOption('Your own…');
  const body = page.getByLabel('Body', { exact: true });
  await body.fill('0');
  await page.getByRole('button', { name: 'Use these rates' }).click();
  await expect(page.getByText('Please enter $1 to $1,000.')).toBeVisible();
  await body.fill('101.50');
  await saved(page, () => page.getByRole('button', { name: 'Use these rates' }).click());
  await expect(page.getByRole('row', { name: /Body labor/ })).toContainText('at $101.50');
  await saved(page, () => page.getByLabel('Labor rates').selectOption(''));
  await saved(page, () => page.getByLabel('Labor rates').selectOption('Your own…'));
  await expect(page.getByRole('row', { name: /Body labor/ })).toContainText('at $101.50');
});

test('questions and switches have no faults, and fit 360 px', { tag: '@long' }, async ({ own: page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole('button', { name: 'Adjust' }).click();
  await page.getByLabel('Labor rates').selectOption('Your own…');
  await expect(page.getByRole('button', { name: 'Use these rates' })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(wide).toBe(false);
});
