import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './lotlens-test.ts';

const section = (page: Page) => page.getByRole('region', { name: 'What to bid' });
const row = (page: Page, name: string) => section(page).locator('details', { hasText: name }).last();

/** Opens the section; its highest bid, once calculated. */
async function openDeal(page: Page): Promise<void> {
  await section(page).getByRole('heading', { name: 'What to bid' }).click();
  await expect(section(page).getByText('Highest bid', { exact: true })).toBeVisible();
}

test('nothing of a deal is asked for or drawn until it is opened', async ({ own: page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await expect(section(page).getByRole('heading', { name: 'What to bid' })).toBeVisible();
  expect(await section(page).locator('*').count()).toBeLessThan(8);
  await openDeal(page);
  expect(asked.filter((path) => path.endsWith('/deal'))).toHaveLength(1);
});

test('a row opens to its source, takes one’s own figure and gives it back', async ({ own: page }) => {
  await openDeal(page);
  const gate = row(page, 'Gate or service fee');
  await gate.locator('summary').click();
  await expect(gate).toContainText('2026-08-17');
  await gate.getByRole('textbox').fill('120');
  await gate.getByRole('button', { name: 'Use it' }).click();
  await expect(gate.locator('summary')).toContainText('your figure');
  await expect(gate.locator('summary')).toContainText('$120');
  await gate.getByRole('button', { name: 'Reset' }).click();
  await expect(gate.locator('summary')).toContainText('$95');
});

test('a resale price of one’s own gives a highest bid, and another country its rows', async ({
  own: page,
}) => {
  await openDeal(page);
  const resale = row(page, 'Resale after repair');
  await resale.locator('summary').click();
  await resale.getByRole('textbox').fill('60,000');
  await resale.getByRole('button', { name: 'Use it' }).click();
  await section(page).getByLabel('Sold in').selectOption({ label: 'Poland' });
  const duty = row(page, 'Customs duty');
  await duty.locator('summary').click();
  await expect(duty).toContainText('check TARIC');
  await expect(resale.locator('summary')).toContainText('your figure');
  await expect(row(page, 'VAT').locator('summary')).toContainText('23 %');
});

for (const scheme of ['light', 'dark'] as const)
  test(`an open deal has no axe faults in ${scheme}`, async ({ own: page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await openDeal(page);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });
