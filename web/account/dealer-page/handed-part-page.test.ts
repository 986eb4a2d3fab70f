import { describe, expect, test } from 'vitest';
import { readHandedPartPage } from './handed-part-page.ts';

const part = {
  type: 'lotlens-page',
  address: 'https://bmw.oempartsonline.com/oem-parts/bmw-condenser-64539999991?vin=WBA3A5C58EF900001',
  html: '<html></html>',
};

describe('a dealer’s page handed over by the bookmarklet', () => {
  test('is taken from the store itself, with what it was opened for', () => {
    expect(readHandedPartPage('https://bmw.oempartsonline.com', part)).toEqual({
      link: part.address,
      html: '<html></html>',
    });
  });
  test.each([
    ['another store', 'https://audi.oempartsonline.com', part],
    ['another site', 'https://evil.example', part],
    ['a lot’s site', 'https://www.copart.com', { ...part, address: 'https://www.copart.com/lot/12345678' }],
    [
      'an unsafe address',
      'http://bmw.oempartsonline.com',
      { ...part, address: part.address.replace('https', 'http') },
    ],
    ['another message', 'https://bmw.oempartsonline.com', { ...part, type: 'hello' }],
  ])('is refused from %s', (_, origin, data) => {
    expect(readHandedPartPage(origin, data)).toBeNull();
  });
});
