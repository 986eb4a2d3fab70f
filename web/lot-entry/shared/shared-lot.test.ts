import { expect, test } from 'vitest';
import { sharedLot } from './shared-lot.ts';

const LINK = 'https://www.copart.com/lot/90000002';

test.each([
  ['as an address', { url: `${LINK}/clean-title-2016-infiniti?utm=app` }],
  ['alone in the text', { text: LINK }],
  ['among words of the text', { title: 'Copart', text: `Have a look: ${LINK} what do you think?` }],
  ['in the title', { title: `2016 INFINITI QX60 ${LINK}` }],
  ['in two fields at once', { text: LINK, url: LINK }],
])('a lot link shared %s is found', (_, share) => {
  expect(sharedLot(share)).toMatch(/^https:\/\/www\.copart\.com\/lot\/90000002/);
});

test('a VIN or number alone is left to the field', () => {
  expect(sharedLot({ text: ' WBA3A5C58EF900001 ' })).toBe('WBA3A5C58EF900001');
});

test('several links are left together', () => {
  const text = `${LINK} https://bid.cars/en/lot/1-90000001/`;
  expect(sharedLot({ text })).toBe(text);
});

test('an empty share means nothing', () => {
  expect(sharedLot({ title: ' ', text: '' })).toBeNull();
});
