import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAuctionLink } from '../auction-link.ts';
import { placesOf, readBareLot } from './bare-lot.ts';

describe('a VIN or lot number alone', () => {
  test.each([
    [' wba3a5c58ef900001 ', { kind: 'vin', vin: 'WBA3A5C58EF900001' }],
    ['45293605', { kind: 'number', number: '45293605', digits: '45293605', site: null }],
    ['#123456', { kind: 'number', number: '123456', digits: '123456', site: null }],
    ['0-45397077', { kind: 'number', number: '0-45397077', digits: '45397077', site: 'bid.cars' }],
  ])('%j is one', (text, bare) => expect(readBareLot(text)).toEqual(bare));
  test.each([
    '',
    '12345',
    '12345678901',
    'WBA3A5C58EF90000I',
    'ABCDEFGHJKLMNPRST',
    'https://www.copart.com/lot/1',
  ])('%j is none', (text) => expect(readBareLot(text)).toBeNull());
  test('is never a link, and has pages to open', () => {
    fc.assert(
      fc.property(fc.oneof(fc.nat().map(String), fc.stringMatching(/^[A-HJ-NPR-Z0-9]{17}$/)), (text) => {
        const bare = readBareLot(text);
        if (bare === null) return;
        expect(readAuctionLink(text).ok).toBe(false);
        const places = placesOf(bare);
        expect(places.length).toBeGreaterThan(0);
        for (const { url } of places) expect(new URL(url).protocol).toBe('https:');
      }),
    );
  });
});
