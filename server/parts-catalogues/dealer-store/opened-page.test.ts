import { describe, expect, test } from 'vitest';
import { processorMs } from '../../../tests/machine.ts';
import { readOpenedPage } from './opened-page.ts';

const [VIN, OTHER_VIN] = ['WBA3A5C58EF900001', 'WBA3A5C51EF900003'];
const LINK = 'https://bmw.oempartsonline.com/oem-parts/bmw-bumper-cover-51117292991';

type Shown = { words?: string; products?: number; price?: string; currency?: string };
const pageOf = ({ words = '', products = 1, price = '780.50', currency = 'USD' }: Shown = {}): string => {
  const product = {
    '@context': 'https://schema.org/',
    '@type': 'Product',
    name: 'Bumper Cover',
    sku: '51117292991',
    offers: { '@type': 'Offer', price, priceCurrency: currency },
  };
  const script = `<script type="application/ld+json">${JSON.stringify(product)}</script>`;
  return `<!doctype html><html><body>${script.repeat(products)}<p>${words}</p></body></html>`;
};
const reasonOf = (read: () => unknown): unknown => {
  try {
    read();
    return null;
  } catch (error) {
    return (error as { details?: { reason?: unknown } }).details?.reason;
  }
};

describe('a page open at a dealer’s store', () => {
  test('tells number, price and address, and that it fits the VIN it was asked about', () => {
    const link = `${LINK}?vin=${VIN}&utm_source=mail`;
    expect(readOpenedPage({ link, page: pageOf({ words: 'This part fits your vehicle' }) })).toEqual({
      store: 'bmw.oempartsonline.com',
      url: LINK,
      vin: VIN,
      vinFrom: 'page',
      number: '51117292991',
      name: 'Bumper Cover',
      price: 780.5,
      fitsVin: true,
    });
  });

  test('names its VIN in its words', () => {
    const page = pageOf({ words: `Your vehicle: 2014 BMW 328i, VIN: ${VIN.toLowerCase()}` });
    expect(readOpenedPage({ link: LINK, page, vin: OTHER_VIN })).toMatchObject({ vin: VIN, vinFrom: 'page' });
  });

  test('is of the VIN its user says where it names none, or several', () => {
    const several = pageOf({ words: `VIN ${VIN}, VIN ${OTHER_VIN}` });
    for (const page of [pageOf(), several])
      expect(readOpenedPage({ link: LINK, page, vin: 'wba3a5c51 ef900003' })).toMatchObject({
        vin: OTHER_VIN,
        vinFrom: 'user',
      });
  });

  test('is not taken to fit a VIN it does not name itself', () => {
    const page = pageOf({ words: 'Fits your vehicle' });
    expect(readOpenedPage({ link: LINK, page, vin: VIN }).fitsVin).toBeNull();
  });

  test('tells no price in other money', () => {
    const page = pageOf({ currency: 'CAD' });
    expect(readOpenedPage({ link: LINK, page, vin: VIN }).price).toBeNull();
  });

  test.each([
    ['no_store', { link: 'https://parts.example/oem-parts/a', page: pageOf(), vin: VIN }],
    ['no_part', { link: LINK, page: pageOf({ products: 2 }), vin: VIN }],
    ['no_part', { link: LINK, page: '<p>Search</p>', vin: VIN }],
    ['does_not_fit', { link: LINK, page: pageOf({ words: 'Does not fit your vehicle' }), vin: VIN }],
    ['no_vin', { link: LINK, page: pageOf() }],
    ['no_vin', { link: `${LINK}?vin=WBA3A5C59EF900001`, page: pageOf() }],
    ['wrong_vin', { link: LINK, page: pageOf(), vin: 'WBA3A5C59EF900001' }],
  ])('is refused as %s', (reason, sent) => expect(reasonOf(() => readOpenedPage(sent))).toBe(reason));
});

const data = (json: string): string =>
  `<html><body><script type="application/ld+json">${json}</script></body></html>`;
test.each([
  ['elements nested deep', `<html><body>${'<b><a>'.repeat(70_000)}`],
  ['elements closed by others', `<html><body>${'<a></b>'.repeat(49_000)}`],
  ['empty products', data(`{"@graph":[${'{},'.repeat(130_000)}{}]}`)],
  ['products without a number', data(`{"@graph":[${'{"@type":"Product"},'.repeat(20_000)}{}]}`)],
  ['lists around a text that is none', data(`${'['.repeat(100_000)}"\\ud800"${']'.repeat(100_000)}`)],
])('a page of %s is refused soon', async (_, page) => {
  const read = (): unknown => reasonOf(() => readOpenedPage({ link: LINK, page, vin: VIN }));
  expect(await processorMs(read)).toBeLessThan(2_000);
  expect(read()).toBe('no_part');
});
