import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MakeKey, SUPPORTED_MAKES } from '../../contract/vehicles/makes.ts';
import { anyCharacter } from '../../tests/any-character.ts';
import { buildSupplierLinks, type LinkRequest } from './build-links.ts';
import { SUPPLIERS } from './index.ts';

const MAKES = Object.keys(SUPPORTED_MAKES) as MakeKey[];
const request: LinkRequest = {
  make: 'infiniti',
  number: '62022-4HB0H',
  words: '2015 Infiniti Q50 front bumper cover',
  region: 'us',
  affiliates: {},
};
const linkTo = (name: string, changes: Partial<LinkRequest> = {}) =>
  buildSupplierLinks({ ...request, ...changes }).find(({ supplier }) => supplier === name);

describe('buildSupplierLinks', () => {
  it('searches dealers by the number as catalogues write it and marketplaces without separators', () => {
    expect(linkTo('dealer-store')?.url).toBe(
      'https://infiniti.oempartsonline.com/search?search_str=62022-4HB0H',
    );
    expect(linkTo('ebay-motors')?.url).toBe('https://www.ebay.com/sch/i.html?_nkw=620224HB0H&_sacat=6028');
    expect(linkTo('rockauto')).toMatchObject({ by: 'number', kind: 'aftermarket', affiliate: false });
  });

  it('searches by words where no number is known, and only where that works', () => {
    const links = buildSupplierLinks({ ...request, number: null });
    expect(links.length).toBeGreaterThan(5);
    expect(links.every(({ by }) => by === 'words')).toBe(true);
    expect(links.map(({ supplier }) => supplier)).not.toContain('rockauto');
    expect(linkTo('ebay-motors', { number: null })?.url).toContain('_nkw=2015%20Infiniti%20Q50%20front');
  });

  it('gives used parts by words with a number and without', () => {
    expect(linkTo('car-part')).toMatchObject({ url: 'https://www.car-part.com/', by: 'words', kind: 'used' });
    expect(linkTo('car-part', { number: null })).toMatchObject({ by: 'words' });
  });

  it('asks every make at the store of that make', () => {
    expect(linkTo('dealer-store', { make: 'vw' })?.url).toContain('https://volkswagen.oempartsonline.com/');
    for (const make of MAKES) expect(linkTo('dealer-store', { make })).toBeDefined();
    expect(linkTo('dealer-store', { make: null })).toBeUndefined();
  });

  it('offers European specialists for European makes alone', () => {
    expect(linkTo('fcp-euro', { make: 'bmw' })).toBeDefined();
    expect(linkTo('ecs-tuning', { make: 'volvo' })).toBeUndefined();
    expect(linkTo('fcp-euro')).toBeUndefined();
  });

  it('leaves out shops that do not serve the region', () => {
    const names = buildSupplierLinks({ ...request, region: 'ca' }).map(({ supplier }) => supplier);
    expect(names).toContain('rockauto');
    expect(names).not.toContain('autozone');
  });

  it('adds a campaign only where one is configured, and marks it', () => {
    const affiliates = { ebay_campaign: '5330000001', amazon_tag: 'lot-20' };
    expect(linkTo('ebay-motors', { affiliates })).toMatchObject({
      affiliate: true,
      url: expect.stringContaining('campid=5330000001'),
    });
    expect(linkTo('amazon', { affiliates })?.url).toBe(
      'https://www.amazon.com/s?k=620224HB0H&i=automotive&tag=lot-20',
    );
    expect(linkTo('amazon')?.url).not.toContain('tag=');
    expect(linkTo('rockauto', { affiliates })?.affiliate).toBe(false);
  });

  it('has nothing to search for without number and words', () => {
    expect(buildSupplierLinks({ ...request, number: null, words: ' ' })).toEqual([]);
  });

  it('shows the well-proven suppliers before the others', () => {
    const strength = SUPPLIERS.map(({ evidence }) => evidence);
    expect(strength.lastIndexOf('strong')).toBeLessThan(strength.indexOf('weak'));
  });

  it('never leaves the supplier and never leaves https, whatever number and words are', () => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom(
        '..',
        '.',
        '//evil.test',
        '@evil.test',
        '\\\\evil.test',
        '#',
        '?x=1&',
        '%2e%2e',
        '../../x',
        'javascript:alert(1)',
        '$&',
        '{make}',
        '\uD800',
      ),
    );
    fc.assert(
      fc.property(
        fc.option(text, { nil: null }),
        text,
        fc.option(fc.constantFrom(...MAKES), { nil: null }),
        text,
        (number, words, make, campaign) => {
          const affiliates = { ebay_campaign: campaign, amazon_tag: campaign };
          for (const link of buildSupplierLinks({ make, number, words, region: 'us', affiliates })) {
            const supplier = SUPPLIERS.find(({ name }) => name === link.supplier);
            const store = make === null ? undefined : supplier?.makes?.[make];
            const expected = new URL(
              (supplier?.template ?? '').replace('{make}', store ?? '').replace('{q}', 'q'),
            );
            const url = new URL(link.url);
            expect(url.protocol).toBe('https:');
            expect(url.host).toBe(expected.host);
            expect(url.hash).toBe('');
            expect(url.username).toBe('');
            expect(url.pathname.split('/').length).toBe(expected.pathname.split('/').length);
            for (const name of expected.searchParams.keys())
              expect(url.searchParams.getAll(name)).toHaveLength(1);
          }
        },
      ),
    );
  });

  it('finds again in the address what was asked for', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 30 }), (words) => {
        const asked = words.replace(/[\p{Cc}\s]+/gu, ' ').trim();
        fc.pre(asked !== '' && !/^\.+$/.test(asked));
        const url = linkTo('ebay-motors', { number: null, words })?.url;
        expect(new URL(url ?? '').searchParams.get('_nkw')).toBe(asked);
      }),
    );
  });
});
