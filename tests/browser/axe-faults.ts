import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

/** The rules that colors decide; the others find the same in either theme. */
const RULES_OF_COLOR = ['color-contrast', 'link-in-text-block'];

/**
 * The faults of access that axe finds, each with the elements at fault: by all rules and the size of targets in the light
 * theme, by the rules of color in the dark one, so that a state is brought about once. Ends at the page's top, in the light
 * theme, without motion.
 * `within` names the part of the page to look at: all of it by default.
 */
export async function axeFaults(page: Page, within = 'html'): Promise<string[]> {
  // A control half under the sticky bar would count as a small target.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  // Half a megabyte of script: once per document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const dark = await faultsIn(page, 'dark', within, { runOnly: RULES_OF_COLOR });
  const light = await faultsIn(page, 'light', within, { rules: { 'target-size': { enabled: true } } });
  return [...light, ...dark];
}

async function faultsIn(
  page: Page,
  colorScheme: 'light' | 'dark',
  within: string,
  options: RunOptions,
): Promise<string[]> {
  // A color halfway to the next is no fault of the page.
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  const violations = await page.evaluate(
    async ([within, options]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      return (await axe.run(within, options)).violations;
    },
    // Faults alone, of this one document: what passes is not written down, and no frame is looked for.
    [within, { resultTypes: ['violations'], iframes: false, ...options } satisfies RunOptions] as const,
  );
  return violations.map(
    ({ id, help, nodes }) =>
      `${colorScheme}: ${id}: ${help}: ${nodes.map(({ target, html }) => `${target.join(' ')} ${html.slice(0, 200)}`).join(' | ')}`,
  );
}
