import { axeFaults } from './axe-faults.ts';
import { BMW, BMW_NAME, expect, GONE, pasteLot, signInAs, test } from './lotlens-test.ts';

for (const width of [360, 1440])
  test.describe(`at ${width} px`, () => {
    test.use({
      viewport: { width, height: width < 700 ? 740 : 900 },
    });

    test('the summary tells what buyers decide on and what the report will show', async ({ page }) => {
      await page.goto('/');
      await pasteLot(page, BMW);
      const summary = page.getByRole('dialog', { name: BMW_NAME });
      const shown = summary.getByRole('region', { name: 'What the report will show' });
      await expect(shown.getByText('8 of 8 photos ready')).toBeVisible({ timeout: 30_000 });
      await expect(shown.getByText('No model configured: confirm by eye in about a minute')).toBeVisible();
      await expect(shown.getByText('Catalog held for this car')).toBeVisible();
      await expect(shown.getByText(/^\$[\d,]+ to \$[\d,]+ from the listing alone$/)).toBeVisible({
        timeout: 30_000,
      });
      for (const fact of ['Title', 'Keys', 'Condition', 'Sale', 'Yard', 'Listed value'])
        await expect(summary.getByText(fact, { exact: true })).toBeAttached();
      await expect(summary.getByRole('button', { name: 'Import the lot page' })).toHaveCount(0);
      expect(await axeFaults(page)).toEqual([]);
    });

    test('a report that could show neither photos nor numbers offers both ways to them', async ({ page }) => {
      await page.goto('/');
      await pasteLot(page, GONE);
      await page.getByRole('button', { name: 'Enter by hand' }).click();
      const entry = page.getByRole('dialog', { name: 'Enter the vehicle by hand' });
      await entry.getByLabel('Year').fill('2019');
      await entry.getByLabel('Make').selectOption({ label: 'Mazda' });
      await entry.getByLabel('Model').fill('CX-9');
      await entry.getByRole('button', { name: 'Continue' }).click();
      const summary = page.getByRole('dialog', { name: /Mazda CX-9/ });
      await expect(summary.getByText(/neither photos nor OEM numbers/)).toBeInViewport({ ratio: 1 });
      await expect(summary.getByRole('button', { name: 'Log In to Generate Report' })).toBeEnabled();
      await expect(summary.getByRole('button', { name: 'Log In to Generate Report' })).toBeInViewport({
        ratio: 1,
      });
      expect(await axeFaults(page)).toEqual([]);
      await summary.getByRole('button', { name: 'Import the lot page' }).click();
      await expect(page.getByRole('dialog', { name: 'Use the page from your browser' })).toBeVisible();
    });
  });

test('a signed-in user sees what a report takes of the quota', async ({ memberPage: page }) => {
  await page.goto('/reports');
  await pasteLot(page, BMW);
  await expect(page.getByRole('dialog').getByText('Uses 1 of your 3 reports left.')).toBeVisible();
});

test('the range before a report follows the rates of the account as soon as they are saved', async ({
  page,
  user,
}) => {
  await signInAs(page, user);
  await page.goto('/reports');
  const low = async (): Promise<number> => {
    await pasteLot(page, BMW);
    const summary = page.getByRole('dialog', { name: BMW_NAME });
    const range = summary.getByText(/^\$[\d,]+ to \$[\d,]+ from the listing alone$/);
    await expect(range).toBeVisible({ timeout: 30_000 });
    const text = (await range.textContent()) ?? '';
    await page.keyboard.press('Escape');
    await expect(summary).toHaveCount(0);
    return Number(/^\$([\d,]+)/.exec(text)?.[1]?.replace(',', ''));
  };
  const before = await low();
  await page.getByText('Account menu').locator('..').click();
  await page.getByRole('button', { name: 'Account Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Account Settings' });
  await settings.getByLabel('Use my own rates, $ an hour').check();
  for (const rate of await settings.getByRole('group', { name: 'Labor rates' }).getByRole('textbox').all())
    await rate.fill('300');
  await settings.getByRole('button', { name: 'Save preferences' }).click();
  await expect(settings.getByText('Saved.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect.poll(low, { timeout: 30_000 }).toBeGreaterThan(before);
});
