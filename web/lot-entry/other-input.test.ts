import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAuctionLink } from '../../contract/auction-link.ts';
import { readOtherInput } from './other-input.ts';

const COPART = 'https://www.copart.com/lot/12345678';
const BID_CARS = 'https://bid.cars/en/lot/1-87654321/';
const namesIn = (text: string) => readOtherInput(text)?.links.map(({ name }) => name);

describe('what is no lot link by itself', () => {
  test.each([`${COPART} ${BID_CARS}`, `${COPART}${BID_CARS}`, `${COPART},\n${BID_CARS}`])(
    'two links are named to choose from: %j',
    (text) => {
      expect(namesIn(text)).toEqual(['Copart lot 12345678', 'bid.cars lot 87654321']);
      expect(readOtherInput(text)?.message).toContain('There are 2 links here');
    },
  );
  test('many links are read together, however many, each once', () => {
    const links = Array.from(
      { length: 30 },
      (_, index) => `https://www.copart.com/lot/${10_000_000 + index}`,
    );
    const read = readOtherInput([...links, ...links].join('\n'));
    expect(read?.all).toEqual(links);
    expect(read?.links).toHaveLength(5);
    expect(readOtherInput(`look at ${COPART}`)?.all).toEqual([]);
  });
  test('a link within words is offered', () => {
    expect(namesIn(`look at this ${COPART}`)).toEqual(['Copart lot 12345678']);
  });
  test('a VIN says that a lot is needed, and where to find its link', () => {
    expect(readOtherInput(' wba3a5c58ef900001 ')).toMatchObject({
      message: expect.stringMatching(/WBA3A5C58EF900001 is a VIN.*copy its address/),
      links: [],
      places: [
        { name: 'IAAI, search by VIN', url: 'https://www.iaai.com/Search?SearchVIN=WBA3A5C58EF900001' },
      ],
    });
  });
  test('a lot number shows the three links it may be', () => {
    expect(namesIn('45293605')).toEqual([
      'bid.cars lot 45293605',
      'Copart lot 45293605',
      'IAAI lot 45293605',
    ]);
    expect(readOtherInput('45293605')?.places.map(({ url }) => url)).toEqual([
      'https://www.iaai.com/Search?searchkeyword=45293605',
    ]);
  });
  test('a number as bid.cars writes it is one of bid.cars', () => {
    expect(readOtherInput('0-45397077')?.links.map(({ canonicalUrl }) => canonicalUrl)).toEqual([
      'https://bid.cars/en/lot/0-45397077',
    ]);
  });
  test('of anything else nothing is said', () => {
    for (const text of ['', 'nonsense', '123', 'https://example.com/lot/1'])
      expect(readOtherInput(text)).toBeNull();
  });
  test('every link it offers is one that the field takes', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.nat().map(String), fc.webUrl()), (text) => {
        for (const { canonicalUrl } of readOtherInput(text)?.links ?? [])
          expect(readAuctionLink(canonicalUrl)).toMatchObject({ ok: true });
      }),
    );
  });
});
