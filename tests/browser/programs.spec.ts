import type { Locator, Page } from '@playwright/test';
import { expect, test } from './lotlens-test.ts';

/** Opens Account Settings. */
async function settings(page: Page): Promise<Locator> {
  await page.goto('/reports');
  await page.getByText('Account menu').locator('..').click();
  await page.getByRole('button', { name: 'Account Settings' }).click();
  return page.getByRole('dialog', { name: 'Account Settings' });
}

test('account settings make an API key that is shown once, works, and is revoked', async ({
  page,
  request,
  member: _,
}) => {
  const dialog = await settings(page);
  await dialog.getByRole('button', { name: 'Make an API key' }).click();
  await dialog.getByRole('button', { name: 'Make the key' }).click();
  await expect(dialog.getByText('Please name the key after the program it is for.')).toBeVisible();
  await dialog.getByLabel('Name of the program').fill('Buying desk');
  await dialog.getByLabel('Start, cancel and retry reports').uncheck();
  await dialog.getByRole('button', { name: 'Make the key' }).click();
  const key = String(await dialog.getByText(/^llk_/).textContent());
  const quota = () => request.get('/api/v1/users/quota', { headers: { authorization: `Bearer ${key}` } });
  expect((await quota()).status()).toBe(200);
  const keys = dialog.getByRole('list', { name: 'API keys' });
  await expect(keys).toContainText('Read lots · Read and download your reports');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog.getByText(/^llk_/)).toBeHidden();
  await keys.getByRole('button', { name: 'Revoke Buying desk' }).click();
  await expect(keys).toBeHidden();
  expect((await quota()).status()).toBe(401);
});

test('account settings add a webhook, try it, say what came of it, and remove it', async ({
  page,
  member: _,
}) => {
  const dialog = await settings(page);
  await dialog.getByText('Show webhooks').click();
  await dialog.getByRole('button', { name: 'Add a webhook' }).click();
  await dialog.getByLabel('Address').fill('http://desk.example.com');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('Please enter an address that starts with https://.')).toBeVisible();
  // A name of this machine's own: it is sent nothing.
  await dialog.getByLabel('Address').fill('https://localhost/lotlens');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText(/^whsec_/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.getByRole('button', { name: 'Send a test' }).click();
  await dialog.getByText('Log', { exact: true }).click();
  const log = dialog.getByRole('list', { name: 'Messages' });
  await expect(log).toContainText('webhook.test');
  await expect(log).toContainText('Not sent: the address is not public', { timeout: 30_000 });
  const remove = dialog.getByRole('button', { name: 'Remove', exact: true });
  const question = dialog.getByRole('group', { name: 'Remove this webhook?' });
  await remove.click();
  await question.getByRole('button', { name: 'Keep it' }).click();
  await expect(question).toBeHidden();
  await remove.click();
  await question.getByRole('button', { name: 'Remove webhook' }).click();
  await expect(dialog.getByRole('list', { name: 'Webhooks' })).toBeHidden();
});

test('a log that is opened while a test is on its way shows that test', async ({ page, member: _ }) => {
  const dialog = await settings(page);
  await dialog.getByText('Show webhooks').click();
  await dialog.getByRole('button', { name: 'Add a webhook' }).click();
  await dialog.getByLabel('Address').fill('https://localhost/hook');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const answered = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<void>();
  await page.route(
    '**/webhooks/*/messages',
    async (route) => {
      const response = await route.fetch();
      answered.resolve();
      await sent.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await dialog.getByText('Log', { exact: true }).click();
  await answered.promise;
  const tested = page.waitForResponse(/\/webhooks\/[^/]+\/test$/);
  await dialog.getByRole('button', { name: 'Send a test' }).click();
  await tested;
  sent.resolve();
  await expect(dialog.getByRole('list', { name: 'Messages' })).toContainText('webhook.test');
});

test('on a phone a webhook of a long address and its log are no wider than the settings', async ({
  page,
  member: _,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const dialog = await settings(page);
  await dialog.getByText('Show webhooks').click();
  await dialog.getByRole('button', { name: 'Add a webhook' }).click();
  await dialog.getByLabel('Address').fill(`https://localhost/${'a-path-'.repeat(20)}`);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByRole('button', { name: 'Send a test' }).click();
  await dialog.getByText('Log', { exact: true }).click();
  await dialog.getByText('Payload').click();
  const [outer, inner] = [dialog, dialog.getByRole('list', { name: 'Webhooks' }).locator('li').first()];
  const rights = await Promise.all(
    [outer, inner, inner.locator('pre'), inner.getByRole('list', { name: 'Messages' })].map((place) =>
      place.evaluate((element) => element.getBoundingClientRect().right),
    ),
  );
  expect(Math.max(...rights)).toBe(rights[0]);
});
