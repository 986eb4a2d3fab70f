import { expect as base, type Locator, type Page } from '@playwright/test';

/** What an assertion waits for at most, in ms: on a busy machine any answer may take its time. */
export const EXPECT_MS = 30_000;

/** Assertions that hold of an element that is not there, or of several. */
const WITHOUT_ELEMENT = new Set(['toBeHidden', 'toHaveCount', 'toBeAttached', 'toPass']);

type Options = { timeout?: number } | undefined;

const isPage = (actual: unknown): actual is Page =>
  typeof actual === 'object' && actual !== null && 'waitForURL' in actual && 'context' in actual;
const isLocator = (actual: unknown): actual is Locator =>
  typeof actual === 'object' && actual !== null && 'waitFor' in actual && 'elementHandle' in actual;

/** Waits for what `matcher` needs before it can hold; true if that is all it asserts. Throws when the time is up. */
async function untilMayHold(
  actual: Locator | Page,
  matcher: string,
  parameters: readonly unknown[],
): Promise<boolean> {
  const [expected] = parameters;
  const timeout = (parameters.at(-1) as Options)?.timeout ?? EXPECT_MS;
  if (isPage(actual)) {
    if (matcher === 'toHaveURL' && expected instanceof RegExp)
      await actual.waitForURL(expected, { waitUntil: 'commit', timeout });
    return false;
  }
  if (Array.isArray(expected) || WITHOUT_ELEMENT.has(matcher)) return false;
  const isAll = matcher === 'toBeVisible';
  await actual.waitFor({ state: isAll ? 'visible' : 'attached', timeout });
  return isAll;
}

/** A failure points to the line of the test. */
const withoutOurFrames = (stack = ''): string =>
  stack
    .split('\n')
    .filter((line) => !line.includes(import.meta.filename))
    .join('\n');

/**
 * Playwright's `expect`, with less work while it waits: each look of its own at an element that is not there yet describes the
 * whole page for a message that only the last look needs, a third of a second of processor time on a report. So an assertion
 * about an element begins once the element is there. What it asserts and says is Playwright's.
 */
export const expect: typeof base = new Proxy(base, {
  apply(target, self, parameters) {
    const [actual] = parameters;
    const assertions: object = Reflect.apply(target, self, parameters);
    if (!isLocator(actual) && !isPage(actual)) return assertions;
    return new Proxy(assertions, {
      get(all, name) {
        const matcher: unknown = Reflect.get(all, name);
        if (typeof matcher !== 'function' || typeof name !== 'string') return matcher;
        return async (...wanted: unknown[]) => {
          try {
            // Where the time is up the assertion itself says what is missing.
            if (await untilMayHold(actual, name, wanted).catch(() => false)) return;
            await Reflect.apply(matcher, all, wanted);
          } catch (error) {
            if (error instanceof Error) error.stack = withoutOurFrames(error.stack);
            throw error;
          }
        };
      },
    });
  },
});
