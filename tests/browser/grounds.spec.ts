import type { Page } from '@playwright/test';
import { axeFaults } from './axe-faults.ts';
import { endedReport, expect, openReport, QX60, saved, signInAs, test } from './lotlens-test.ts';

const evidence = (page: Page) => page.getByRole('region', { name: 'Evidence and range' });
/** Each question of the evidence stands folded under its answer in short. */
const unfold = async (page: Page): Promise<void> => {
  for (const title of [
    'What each piece of evidence moved',
    'Why the range is this wide',
    'Risks outside the estimate',
  ])
    await evidence(page).getByRole('heading', { name: title }).click();
};
const narrowing = (page: Page) => page.getByRole('region', { name: 'What to do next' });
const likely = async (page: Page): Promise<string | null> =>
  page.getByRole('row', { name: /^Likely repair cost/ }).textContent();

test('the evidence stands with what it moved, largest first, beside the range’s reasons and the risks', async ({
  own: page,
}) => {
  const rows = evidence(page).getByRole('row');
  await unfold(page);
  await expect(rows.nth(1)).toContainText(/Primary damage.*Front end.*\+\$[\d,]+/);
  await expect(evidence(page)).toContainText('no effect');
  await expect(evidence(page)).toContainText(/Low \$[\d,]+, mostly without/);
  await expect(evidence(page)).toContainText('Wider because of: photos not reviewed.');
  await expect(evidence(page)).toContainText(/Mechanical damage.*\d%/);
});

test('what would narrow the range leads by the keyboard to where it is answered', async ({ own: page }) => {
  await narrowing(page).getByRole('button', { name: 'Open: Front photos' }).press('Enter');
  await expect(page.getByRole('button', { name: /^Photo 1/ })).toBeFocused();
  await narrowing(page)
    .getByRole('button', { name: /^Answer: Headlamp assembly: which side\?/ })
    .press('Enter');
  const damaged = page.getByRole('button', { name: 'Damaged: Headlamp assembly' });
  await expect(damaged).toBeFocused();
  await expect(damaged).toBeInViewport();
  await saved(page, () => page.getByRole('button', { name: 'Left: Headlamp assembly' }).press('Enter'));
  await expect(narrowing(page)).not.toContainText('Headlamp assembly');
});

test('what to ask the seller for is read and copied as one message', async ({ page, context, user }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openReport(page, await endedReport(page.request, await signInAs(page, user), QX60));
  await evidence(page).getByRole('heading', { name: 'Photos to ask the seller for' }).click();
  const message = evidence(page).getByText('could you please send photos of');
  await expect(message).toContainText('Copart lot 90000002');
  await evidence(page).getByRole('button', { name: 'Copy the message' }).click();
  await expect(evidence(page).getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await message.textContent());
  expect(copied).toMatch(/send photos of\n- the /);
});

test('an answer shows on its line and among the evidence after a reload, and is taken back at either', async ({
  own: page,
}) => {
  const before = await likely(page);
  const openFender = async () => {
    const line = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: /Front fender, (side to confirm|left)/, level: 4 }) })
      .first();
    await line.getByRole('button', { expanded: false }).first().click();
    return line;
  };
  const said = evidence(page).getByRole('row', { name: /Confirmed by eye/ });
  await saved(page, async () =>
    (await openFender()).getByRole('button', { name: 'Left: Front fender' }).click(),
  );
  await unfold(page);
  await expect(said).toContainText('Front fender: left side only');
  await page.reload();
  const line = await openFender();
  await expect(line).toContainText('You said: left side only');
  await saved(page, () => line.getByRole('button', { name: 'Reset: Front fender' }).click());
  await expect(said).toHaveCount(0);
  await expect.poll(() => likely(page)).toBe(before);
  await saved(page, async () =>
    (await openFender()).getByRole('button', { name: 'Damaged: Front fender' }).click(),
  );
  await page.reload();
  await unfold(page);
  const pressed = (await openFender()).getByRole('button', { name: 'Damaged: Front fender' });
  await expect(pressed).toHaveAttribute('aria-pressed', 'true');
  await saved(page, () => said.getByRole('button', { name: /^Reset/ }).press('Enter'));
  await expect(said).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Evidence and range' })).toBeFocused();
  await expect.poll(() => likely(page)).toBe(before);
});

test('which airbag deployed is asked only after it is told whether any did', async ({ own: page }) => {
  const group = page.getByRole('region', { name: 'Possible items' }).getByRole('group');
  const bags = group.filter({ hasText: 'If airbags deployed' });
  await bags.getByText('If airbags deployed').click();
  const driver = bags.getByRole('listitem').filter({ hasText: 'Driver airbag' });
  await driver
    .getByRole('button', { name: /Driver airbag/ })
    .first()
    .click();
  await expect(driver.getByRole('button', { name: /^Damaged/ })).toHaveCount(0);
  await driver.getByRole('button', { name: 'Set first: Did airbags deploy?' }).press('Enter');
  const airbags = page.getByRole('combobox', { name: 'Airbags' });
  await expect(airbags).toBeFocused();
  await saved(page, () => airbags.selectOption('deployed'));
  const written = page.getByRole('listitem').filter({
    has: page.getByRole('heading', { name: /Driver airbag/, level: 4 }),
  });
  await written.first().getByRole('button', { expanded: false }).first().click();
  await expect(written.first().getByRole('button', { name: 'Damaged: Driver airbag' })).toBeVisible();
});

test('value, salvage and state of one’s own move the total-loss verdict, and are reset', async ({
  own: page,
}) => {
  const adjust = page.getByRole('region', { name: 'Adjust the estimate' });
  const verdict = page.getByText(/Laws change; not legal advice/);
  const before = await verdict.textContent();
  await adjust.getByRole('button', { name: 'Enter value, salvage or state' }).press('Enter');
  const form = page.getByRole('form', { name: 'Total loss by your own figures' });
  await form.getByLabel('Value before the damage (ACV), $').fill('12k');
  await form.getByRole('button', { name: 'Use these figures' }).click();
  await expect(form.getByLabel('Value before the damage (ACV), $')).toHaveAccessibleDescription(
    'Please enter $1 to $10,000,000, such as 12,500.',
  );
  await expect(form.getByLabel('Value before the damage (ACV), $')).toBeFocused();
  expect(await axeFaults(page)).toEqual([]);
  await form.getByLabel('Value before the damage (ACV), $').fill('60,000');
  await form.getByLabel('Salvage bid, $').fill('3,000');
  await form.getByLabel('State').selectOption('California');
  await saved(page, () => form.getByRole('button', { name: 'Use these figures' }).click());
  await expect(verdict).toContainText('California');
  await expect(verdict).toContainText('The salvage bid entered is 5%');
  await expect(adjust).toContainText('Value $60,000, salvage $3,000, rule of California');
  await page.getByText('How it is decided').first().click();
  const insurer = page.getByRole('combobox', { name: 'Does an insurer settle?' }).first();
  await saved(page, () => insurer.selectOption('settles'));
  await expect(verdict).toContainText('An insurer settles, as entered.');
  await page.reload();
  await expect(verdict).toContainText('California');
  await saved(page, () => adjust.getByRole('button', { name: 'Reset' }).click());
  await expect(verdict).toHaveText(before ?? '');
});

test('a report of earlier tables is updated by its owner, who is told what moved; a current one offers nothing', {
  tag: '@long',
}, async ({ own: page }) => {
  const update = page.getByRole('button', { name: 'Update to current tables' });
  await expect(update).toHaveCount(0);
  await page.route(/\/api\/v1\/reports\/[^/]+$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), tables_current: false } });
  });
  await page.route(/\/recalculate$/, async (route) => {
    const answer = await route.fetch();
    const told = await answer.json();
    expect(told.moved).toEqual([]);
    const moved = ['Sales tax: 1% → 6.625%.'];
    const not_carried = [
      { line_id: null, what: 'Hood panel: you took it out; the new estimate has no such line.' },
    ];
    await route.fulfill({ response: answer, json: { ...told, moved, not_carried } });
  });
  await page.reload();
  await update.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Update to current tables' });
  await expect(dialog).toContainText('free');
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(update).toBeFocused();
  await update.press('Enter');
  await dialog.getByRole('button', { name: 'Update to current tables' }).click();
  await expect(dialog).toContainText(/Likely repair \$[\d,]+ → \$[\d,]+/);
  await expect(dialog).toContainText('Sales tax: 1% → 6.625%.');
  await expect(dialog).toContainText('Hood panel: you took it out');
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(update).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
