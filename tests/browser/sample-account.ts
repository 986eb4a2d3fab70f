import { expect, type Page } from '@playwright/test';

export const SAMPLE = { email: 'demo@lotlens.example', password: 'sample-password-1' };

/** Signs in through the form, as a person would. */
export async function signIn(page: Page, account = SAMPLE): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email', { exact: false }).fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/reports/);
}
