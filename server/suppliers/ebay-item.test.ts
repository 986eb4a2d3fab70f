import { describe, expect, it } from 'vitest';
import { namesNumber, offerOf } from './ebay-item.ts';
import type { EbayItem } from './ebay-schema.ts';

const item = (changes: Partial<EbayItem> = {}): EbayItem => ({
  itemId: 'v1|110000000001|0',
  legacyItemId: '110000000001',
  title: 'Front bumper cover 52119-02001 for sedan',
  price: { value: '149.90', currency: 'USD' },
  conditionId: '1000',
  condition: 'New',
  buyingOptions: ['FIXED_PRICE'],
  ...changes,
});

describe('namesNumber', () => {
  it.each([
    ['Hood 52119-02001', true],
    ['Hood 5211902001.', true],
    ['Hood 52119 02001 OEM', true],
    ['Hood 152119-02001', false],
    ['Hood 52119-020010', false],
    ['Hood 52119-02002', false],
    ['Hood', false],
  ])('reads %j as %s', (title, named) => expect(namesNumber(title, '52119-02001')).toBe(named));

  it('takes a number of four characters for too short to be told from others', () =>
    expect(namesNumber('Bolt 1234', '1234')).toBe(false));
});

describe('offerOf', () => {
  it('reads price, sending, condition and item', () => {
    const shippingOptions = [
      { shippingCostType: 'FIXED', shippingCost: { value: '25.00', currency: 'USD' } },
      { shippingCostType: 'FIXED', shippingCost: { value: '12.50', currency: 'USD' } },
    ];
    expect(offerOf(item({ shippingOptions }), '52119-02001')).toMatchObject({
      price: 149.9,
      shipping: 12.5,
      condition: 'new',
      item: '110000000001',
    });
  });

  it('does not take unknown sending for free sending', () =>
    expect(
      offerOf(item({ shippingOptions: [{ shippingCostType: 'CALCULATED' }] }), '52119-02001')?.shipping,
    ).toBeNull());

  it.each([
    ['another part', { title: 'Front bumper cover 52119-02999' }],
    ['a broken one', { conditionId: '7000' }],
    ['several pieces', { title: 'Pair of fog lamps 52119-02001' }],
    ['an auction', { buyingOptions: ['AUCTION'] }],
    ['one without a price', { price: undefined }],
    ['one given away', { price: { value: '0.00', currency: 'USD' } }],
  ] as const)('leaves out %s', (_, changes) => {
    const { price, ...rest } = item();
    const changed = { ...rest, ...('price' in changes ? {} : { price }), ...changes } as EbayItem;
    expect(offerOf(changed, '52119-02001')).toBeNull();
  });

  it.each([
    ['2000', 'refurbished'],
    ['3000', 'used'],
    [undefined, 'unknown'],
  ] as const)('reads condition %s as %s', (conditionId, condition) => {
    const { conditionId: _, ...rest } = item();
    expect(offerOf({ ...rest, ...(conditionId && { conditionId }) }, '52119-02001')?.condition).toBe(
      condition,
    );
  });
});
