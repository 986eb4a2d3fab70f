import type { Page } from '@playwright/test';
import { storedReport } from '../fixtures/stored-report.ts';
import { axeFaults } from './axe-faults.ts';
import { expect, saved, test } from './lotlens-test.ts';
import { inDatabase } from './test-database.ts';

const adjust = (page: Page) => page.getByRole('region', { name: 'Adjust the estimate' });
const idOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';

/** Opens what makes the report anew, presses it, and answers the dialog that tells what moved. */
async function recalculated(page: Page, action: string) {
  await page.getByRole('button', { name: action }).press('Enter');
  const dialog = page.getByRole('dialog', { name: action });
  await expect(dialog).toContainText('free');
  await dialog.getByRole('button', { name: action }).click();
  // A calculation, its pieces of evidence weighed one by one: seconds of processor time.
  await expect(dialog).toContainText(/Likely repair \$[\d,]+ → \$[\d,]+/, { timeout: 60_000 });
  return dialog;
}

async function turnsTaxOff(page: Page): Promise<void> {
  await saved(page, () => adjust(page).getByLabel('Sales tax').selectOption('off'));
  await expect(page.getByText(/This report has \d changes? of yours\./)).toBeVisible();
}

test('a report of version 1 is read-only until it is recalculated, which tells what could not be carried over', async ({
  own: page,
}) => {
  const { made, edited, edits } = storedReport('bid-cars-bmw');
  const id = idOf(page);
  const stored = (model: object): string => JSON.stringify({ ...model, report_id: id });
  await inDatabase(async (client) => {
    await client.query(
      'UPDATE reports SET model = $2, edited_model = $3, version = 1, inputs = NULL WHERE id = $1',
      [id, stored(made), stored(edited)],
    );
    await client.query(
      'INSERT INTO report_versions (report_id, version, edits, total_cost_cents) VALUES ($1, 1, $2, 100)',
      [id, JSON.stringify({ ...(edits as object), changed: { rest: { sublet: 900 } } })],
    );
  });
  await page.reload();
  await expect(page.getByText('it can be read, printed and exported, but not changed')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Totals' })).toBeVisible();
  await expect(adjust(page).getByRole('combobox')).toHaveCount(0);
  const dialog = await recalculated(page, 'Recalculate');
  await expect(dialog).toContainText('Changes of yours that were not carried over');
  await expect(dialog).toContainText('you set a fixed amount of $900.00; the new estimate has no such line.');
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Recalculate' })).toHaveCount(0);
  await turnsTaxOff(page);
});

test('a report whose figures another calculation gave is read-only until it is updated', {
  tag: '@long',
}, async ({ own: page }) => {
  await inDatabase((client) =>
    client.query(
      `UPDATE reports SET inputs = jsonb_set(inputs, '{versions,engine}', '"before"'),
         model = jsonb_set(model, '{estimate,totals,0,likely}', '1234.56') WHERE id = $1`,
      [idOf(page)],
    ),
  );
  await expect(adjust(page).getByRole('combobox').first()).toBeVisible();
  const refused = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await adjust(page).getByLabel('Sales tax').selectOption('off');
  expect((await refused).status()).toBe(409);
  await expect(page.getByText('The change was not saved')).toBeVisible();
  await expect(page.getByText('To change it, update it first: that shows what moves.')).toBeVisible();
  await expect(adjust(page).getByRole('combobox')).toHaveCount(0);
  expect(await axeFaults(page)).toEqual([]);
  const dialog = await recalculated(page, 'Update to current tables');
  await expect(dialog).toContainText('The calculation itself has changed since this report was made.');
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(page.getByText('update it first')).toHaveCount(0);
  await turnsTaxOff(page);
});
