import { expect, test } from 'vitest';
import { dealerPageOf } from './dealer-stores.ts';

const PART = 'https://bmw.oempartsonline.com/oem-parts/bmw-bumper-cover-51117292991';

test('a page of a store is known without what was asked of it, but for the VIN', () => {
  expect(dealerPageOf(`${PART}?vin=WBA3A5C58EF900001&from=mail#fit`)).toEqual({
    host: 'bmw.oempartsonline.com',
    url: PART,
    vin: 'WBA3A5C58EF900001',
  });
});

test('the store of Volkswagen stands under its whole name', () => {
  expect(dealerPageOf('https://volkswagen.oempartsonline.com/')?.vin).toBeNull();
  expect(dealerPageOf('https://vw.oempartsonline.com/')).toBeNull();
});

test.each([
  ['http', PART.replace('https', 'http')],
  ['another port', PART.replace('.com', '.com:8443')],
  ['a host that only ends alike', PART.replace('bmw.', 'evilbmw')],
  ['a host that only begins alike', PART.replace('.com/', '.com.example/')],
  ['no address', 'bumper cover'],
])('%s is no page of a store', (_, link) => expect(dealerPageOf(link)).toBeNull());
