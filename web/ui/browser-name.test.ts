import { expect, test } from 'vitest';
import { browserName, extensionBrowser } from './browser-name.ts';

const KIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [`Mozilla/5.0 (Linux; Android 15) ${KIT} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Linux'],
])('%s is %s', (text, name) => {
  expect(browserName(text)).toBe(name);
});

test('a program of another kind keeps its own words', () => {
  expect(browserName('curl/8.5.0')).toBe('curl/8.5.0');
  expect(browserName(null)).toBe('Unknown browser');
});

test.each([
  ['Chrome', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/140.0.0.0 Safari/537.36`, 'chrome'],
  [
    'Edge',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${KIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`,
    'edge',
  ],
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'firefox'],
  ['Opera', `Mozilla/5.0 (Windows NT 10.0) ${KIT} Chrome/140.0.0.0 Safari/537.36 OPR/120.0.0.0`, null],
  [
    'Safari',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    null,
  ],
  ['Chrome on a phone', `Mozilla/5.0 (Linux; Android 15) ${KIT} Chrome/140.0.0.0 Mobile Safari/537.36`, null],
  ['Firefox on a phone', 'Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0', null],
] as const)('the extension for %s', (_, text, browser) => {
  expect(extensionBrowser(text, false)).toBe(browser);
});

test('a tablet that says it is a computer is offered no extension', () => {
  const ipad =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 CriOS/140.0 Safari/605.1.15';
  expect(extensionBrowser(ipad, true)).toBeNull();
});
