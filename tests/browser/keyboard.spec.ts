import type { Locator, Page } from '@playwright/test';
import { BMW, BMW_NAME, expect, isLive, openReport, pasteLot, signInAs, test } from './lotlens-test.ts';

/** Presses Tab, or Tab backwards, until the element has the focus; throws when it can't be reached. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const most = 60;
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press(key);
    if (
      (await target.count()) === 1 &&
      (await target.evaluate((element) => element === document.activeElement))
    )
      return;
  }
  throw new Error(`not reached by ${most} presses of Tab: ${target}`);
}

/** Whether the focused element looks different for having the focus. */
const showsFocus = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement)) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== 'none';
  });

test('the whole path runs by keyboard alone: link, summary, sign-in, report, PDF', async ({ page, user }) => {
  await page.goto('/');
  await tabTo(page, page.getByLabel('Auction lot link'));
  await page.keyboard.type(BMW);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: BMW_NAME })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Log In to Generate Report' }));
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  const email = page.getByLabel('Email');
  if (!(await email.evaluate((element) => element === document.activeElement))) await tabTo(page, email);
  await page.keyboard.type(user.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(user.password);
  await page.keyboard.press('Enter');

  const card = page.getByRole('article').filter({ hasText: BMW_NAME });
  await expect(card.getByText('Ready')).toBeVisible({ timeout: 45_000 });
  await tabTo(page, card.getByRole('link', { name: 'Open report' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /BMW/ })).toBeVisible();
  const download = page.waitForEvent('download');
  // A page begins at its heading; its tools stand before that.
  await tabTo(page, page.getByRole('button', { name: /Download PDF/ }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
});

test('Tab alone comes by the repair cost, the verdict, how sure that is and what to do next, in this order', async ({
  page,
  reader,
}) => {
  await signInAs(page, reader.user);
  await openReport(page, reader.reportId);
  const met: string[] = [];
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab');
    met.push(
      await page.evaluate(() => {
        const at = document.activeElement;
        const named = at?.closest('section')?.getAttribute('aria-labelledby') ?? '';
        return document.getElementById(named)?.textContent ?? '';
      }),
    );
  }
  const wanted = ['Total loss', 'Likely repair cost', 'Confidence', 'What to do next'];
  expect([...new Set(met)].filter((name) => wanted.includes(name))).toEqual(wanted);
});

test('the accessibility tree alone tells the repair cost, the verdict, how sure that is and what to do next', async ({
  page,
  reader,
}) => {
  await signInAs(page, reader.user);
  await openReport(page, reader.reportId);
  const tree = await page.locator('article > header').ariaSnapshot();
  const figure = String.raw`'?button "\$[\d,]+: where does this come from\?"`;
  expect(tree).toMatch(new RegExp(String.raw`- region "Likely repair cost":[\s\S]*?- ${figure}`));
  expect(tree).toMatch(/- text: About 8 in 10 cost/);
  expect(tree).toMatch(/- region "Total loss":[\s\S]*?Likely total loss/);
  expect(tree).toMatch(/- region "Confidence":[\s\S]*?- paragraph: Photos not reviewed/);
  expect(tree).toMatch(/- region "What to do next":[\s\S]*?- '?button "Open: Front photos"/);
});

test('whatever has the focus shows it', async ({ page }) => {
  await page.goto('/login');
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    const where = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 80));
    if (await page.evaluate(() => document.activeElement === document.body)) break;
    expect(await showsFocus(page), where).toBe(true);
  }
});

test('the first Tab of a page offers to skip to the content', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
});

test('the focus stays inside an open dialog and returns to the field when it closes', async ({ page }) => {
  await page.goto('/');
  await pasteLot(page, BMW);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  for (let presses = 0; presses < 25; presses += 1) {
    await page.keyboard.press('Tab');
    const inside = await page.evaluate(() => {
      const element = document.activeElement;
      return element === document.body || element?.closest('dialog, [role=dialog]') !== null;
    });
    expect(inside).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Auction lot link')).toBeFocused();
});

test('the account menu opens and works by keyboard', async ({ memberPage: page }) => {
  await page.goto('/reports');
  await expect(page.getByText('No reports yet. Try generating one!')).toBeVisible();
  await tabTo(page, page.getByText('Account menu').locator('..'));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Change Password' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Change Password' })).toBeVisible();
});

test('the focus goes to the heading of each page that comes', async ({ page, user }) => {
  await page.goto('/');
  await isLive(page);
  await page.getByRole('navigation', { name: 'For whom' }).getByRole('link', { name: 'For repairs' }).click();
  await expect(page).toHaveURL(/for-repairs/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByRole('link', { name: 'How it works' }).click();
  await expect(page.getByRole('heading', { name: 'How it works' })).toBeFocused();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeFocused();
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeFocused();
  await page.getByRole('button', { name: 'Have an account? Sign in' }).click();
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Reports', exact: true })).toBeFocused();
});

test('every dialog gives the focus back to what opened it', async ({ memberPage: page }) => {
  await page.goto('/reports');
  const menu = page.getByText('Account menu').locator('..');
  for (const entry of ['Profile', 'Account Settings', 'Change Password']) {
    await menu.click();
    await page.getByRole('button', { name: entry }).click();
    await expect(page.getByRole('dialog', { name: entry })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu, entry).toBeFocused();
  }
  await pasteLot(page, 'nonsense');
  const notice = page.getByRole('region', { name: 'Invalid URL Format' });
  await notice.getByRole('button', { name: 'Enter by hand' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Auction lot link')).toBeFocused();
});
