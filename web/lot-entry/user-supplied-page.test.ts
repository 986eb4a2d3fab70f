import { describe, expect, test } from 'vitest';
import { MOST_PAGE } from '../../contract/saved-page/page-limit.ts';
import { bookmarklet, readUserSuppliedPage, withoutPictures } from './user-supplied-page.ts';

const page = {
  type: 'lotlens-page',
  address: 'https://www.copart.com/lot/12345678/clean-title?x=1',
  html: '<html></html>',
};

describe('a page handed over by the bookmarklet', () => {
  test('is taken from the lot’s own site', () => {
    expect(readUserSuppliedPage('https://www.copart.com', page)).toEqual({
      link: 'https://www.copart.com/lot/12345678',
      pages: ['<html></html>'],
    });
  });
  test('brings its visible text along', () => {
    expect(readUserSuppliedPage('https://www.copart.com', { ...page, text: 'Lot' })?.pages).toHaveLength(2);
  });
  test.each([
    ['another site', 'https://evil.example', page],
    ['a site that names a lot of another', 'https://bid.cars', page],
    ['a look-alike', 'https://www.copart.com.evil.example', page],
    [
      'an unsafe address',
      'http://www.copart.com',
      { ...page, address: 'http://www.copart.com/lot/12345678' },
    ],
    ['a page that is no lot', 'https://www.copart.com', { ...page, address: 'https://www.copart.com/' }],
    ['another message', 'https://www.copart.com', { ...page, type: 'hello' }],
    ['no object', 'https://www.copart.com', 'lotlens-page'],
    ['a page that is too large', 'https://www.copart.com', { ...page, html: 'x'.repeat(MOST_PAGE + 1) }],
  ])('is refused from %s', (_, origin, data) => {
    expect(readUserSuppliedPage(origin, data)).toBeNull();
  });
});

test('the bookmarklet names the installation it belongs to', () => {
  expect(decodeURIComponent(bookmarklet('https://lotlens.example'))).toContain(
    'const o="https://lotlens.example"',
  );
});

test('of a page saved as MHTML only the page is sent, and other text as it is', () => {
  const head =
    'From: <Saved by Blink>\r\nContent-Type: multipart/related;\r\n\ttype="text/html";\r\n\tboundary="--x--"\r\n\r\n';
  const page = '----x--\r\nContent-Type: text/html\r\n\r\n<html>lot</html>\r\n';
  const picture = '----x--\r\nContent-Type: image/jpeg\r\n\r\nAAAA\r\n----x----\r\n';
  expect(withoutPictures(head + page + picture)).toBe(head + page);
  expect(withoutPictures('<html></html>')).toBe('<html></html>');
});
