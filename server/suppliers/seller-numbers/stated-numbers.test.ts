import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AskedPart, SellerListing } from './seller-listing.ts';
import { statedNumbers } from './stated-numbers.ts';

/** Made-up numbers in the real shape. */
const A = '71101-TBA-A00';
const B = '71101-TBA-A10';
const C = '71101-TBA-A50';
const cover: AskedPart = {
  make: 'honda',
  category: 'front_bumper_cover',
  side: 'none',
  position: 'front',
};
const fender: AskedPart = { make: 'honda', category: 'fender', side: 'left', position: 'front' };

type Changes = Partial<SellerListing> & {
  oe?: string;
  mpn?: string;
  type?: string;
  place?: string;
  brand?: string;
};
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** A word of letters that no other seller uses. */
const wordOf = (seller: string): string =>
  [...seller].map((letter) => LETTERS[letter.charCodeAt(0) % 26]).join('') + seller.replace(/[^a-z]/g, '');

function listing(seller: string | null, changes: Changes = {}): SellerListing {
  const { oe = A, mpn, type = 'Bumper Cover', place = 'Front', brand = 'Honda', ...rest } = changes;
  const word = wordOf(seller ?? 'nobody');
  return {
    seller,
    title: `2018 Honda Civic Front Bumper Cover ${word}`,
    picture: `https://i.ebayimg.example/images/g/${word}/s-l1600.jpg`,
    condition: 'used',
    price: null,
    aspects: [
      { name: 'Brand', value: brand },
      { name: 'Type', value: type },
      { name: 'Placement on Vehicle', value: place },
      { name: 'OE/OEM Part Number', value: oe },
      ...(mpn === undefined ? [] : [{ name: 'Manufacturer Part Number', value: mpn }]),
    ].filter(({ value }) => value !== ''),
    ...rest,
  };
}
const sellers = (names: string, changes: Changes = {}): SellerListing[] =>
  [...names].map((name) => listing(name, changes));
/** What is printed, as `number k/n`. */
const said = (listings: readonly SellerListing[], part = cover): string[] => {
  const { numbers, of } = statedNumbers(listings, part);
  return numbers.map(({ number, sellers: votes }) => `${number} ${votes}/${of}`);
};

describe('the numbers sellers state', () => {
  it('are printed from three that agree', () => {
    expect(said(sellers('ab'))).toEqual([]);
    expect(said(sellers('abc'))).toEqual([`${A} 3/3`]);
  });

  it('are printed where six in ten state it and nobody else comes near', () => {
    expect(said([...sellers('abcdef'), listing('x', { oe: B }), listing('y', { oe: C })])).toEqual([
      `${A} 6/8`,
    ]);
    expect(said([...sellers('abcde'), ...sellers('xy', { oe: B })])).toEqual([]);
    const scattered = ['v', 'w', 'x', 'y', 'z'].map((name, index) =>
      listing(name, { oe: `71101-TB${index}-A00` }),
    );
    expect(said([...sellers('abc'), ...scattered])).toEqual([]);
  });

  it('are both printed where two are strong', () => {
    expect(said([...sellers('abcd'), ...sellers('xyz', { oe: B })])).toEqual([`${A} 4/7`, `${B} 3/7`]);
    expect(said([...sellers('abcd'), ...sellers('xyz', { oe: B }), ...sellers('pqr', { oe: C })])).toEqual(
      [],
    );
  });

  it('need a used or genuine piece among them', () => {
    const copies: Changes = { condition: 'new', brand: 'Aftermarket' };
    expect(said(sellers('abcd', copies))).toEqual([]);
    expect(
      said([...sellers('abc', copies), listing('d', { condition: 'new', brand: 'Genuine Honda' })]),
    ).toEqual([`${A} 4/4`]);
    expect(said([...sellers('abc', copies), listing('d', { brand: 'Unbranded' })])).toEqual([`${A} 4/4`]);
  });

  it('are one with its primed and unprimed forms, named as most write it', () => {
    const primed = '04711-TBA-A90ZZ';
    expect(
      statedNumbers([...sellers('abc', { oe: primed }), listing('d', { oe: '04711TBAA90' })], cover),
    ).toMatchObject({ of: 4, numbers: [{ number: primed, sellers: 4, also_as: ['04711TBAA90'] }] });
  });

  it.each([
    ['toyota', '52119-0X936-B0', '52119-0X936-C1'],
    ['vw', '5G0 807 221 A GRU', '5G0807221A'],
    ['honda', '04711-TBA-A90ZZ', '04711-TBA-A90ZA'],
  ] as const)('of %s count %s and %s as one', (make, one, other) => {
    const part = { ...cover, make };
    const both = [...sellers('ab', { oe: one, brand: '' }), ...sellers('c', { oe: other, brand: '' })];
    expect(statedNumbers(both, part)).toMatchObject({ of: 3, numbers: [{ number: one, sellers: 3 }] });
  });

  it('are asked new and used apart, by who states them', () => {
    const { numbers } = statedNumbers(
      [
        listing('a', { price: 80 }),
        listing('b', { price: 120 }),
        listing('c', { condition: 'new', price: 300 }),
        listing('d', { condition: 'refurbished', price: 200 }),
        listing('e', { oe: B, price: 1 }),
      ],
      cover,
    );
    expect(numbers).toMatchObject([
      { asked_used: { low: 80, high: 120, offers: 2 }, asked_new: { low: 300, high: 300, offers: 1 } },
    ]);
  });
});

describe('a seller', () => {
  it('counts once, however many listings', () => {
    const often = [1, 2, 3, 4].map((index) =>
      listing('a', { title: `Front bumper cover ${LETTERS[index]}` }),
    );
    expect(said([...often, listing('b')])).toEqual([]);
    expect(said([...often, ...sellers('bc')])).toEqual([`${A} 3/3`]);
    expect(said([...sellers('bc'), listing('A'), listing('a')])).toEqual([`${A} 3/3`]);
  });

  it.each([
    ['the same title but for numbers', { title: '2018 Honda Civic Front Bumper Cover OEM 1' }],
    ['the same picture', { picture: 'https://i.ebayimg.example/images/g/same/s-l500.jpg' }],
    ['the same list of numbers', { oe: `${A}, HO1000308` }],
  ])('with %s as another is one with it', (_, changes) => {
    expect(said(sellers('abcde', changes))).toEqual([]);
    expect(said([...sellers('abcde', changes), ...sellers('xy')])).toEqual([`${A} 3/3`]);
  });

  it('who names more than two numbers votes for none, and counts among those asked', () => {
    const feed = listing('z', { oe: `${A}, ${B}, ${C}` });
    expect(said([...sellers('abc'), feed])).toEqual([`${A} 3/4`]);
    expect(said([...sellers('ab'), feed])).toEqual([]);
    const spread = [A, B, C].map((oe, index) =>
      listing('z', { oe, title: `Front bumper cover ${LETTERS[index]}` }),
    );
    expect(said([...sellers('abc'), ...spread])).toEqual([`${A} 3/4`]);
  });

  it('who stuffs an aspect votes for none, and counts among those asked', () => {
    const stuffed = listing('z', {
      mpn: `${A} fits 2016 2017 2018 2019 2020 2021 civic coupe sedan si ex lx touring`,
    });
    expect(said([...sellers('abc'), stuffed])).toEqual([`${A} 3/4`]);
    expect(said([...sellers('ab'), stuffed])).toEqual([]);
  });

  it('nobody knows changes nothing', () => {
    fc.assert(
      fc.property(anyListings, anyChanges, (listings, changes) => {
        expect(statedNumbers([...listings, listing(null, changes)], cover)).toEqual(
          statedNumbers(listings, cover),
        );
      }),
    );
  });
});

describe('what is no number of the part', () => {
  it.each([
    ['Partslink’s own', 'HO1000308'],
    ['another maker’s', '52119-0X936-B0'],
    ['words', 'NA'],
    ['words with a digit', '415 Pcs Push Retainer Kit'],
    ['a short one', 'A00'],
    ['that of another part', '33150-TBA-A01'],
    ['nothing', ''],
  ])('is left out: %s', (_, oe) => {
    expect(statedNumbers(sellers('abcd', { oe }), cover)).toEqual({ numbers: [], of: 0 });
    expect(said([...sellers('abc'), ...sellers('xyz', { oe })])).toEqual([`${A} 3/3`]);
  });

  it('is another maker’s on a BMW too, whose numbers lose their zeros', () => {
    const bmw = { ...cover, make: 'bmw' as const };
    expect(said(sellers('abc', { oe: '31383262' }), bmw)).toEqual([]);
    expect(said(sellers('abc', { oe: '51 11 8 069 166' }), bmw)).toEqual(['51 11 8 069 166 3/3']);
  });

  it('is not one whose shape shows only with its dashes', () => {
    const jaguar = { ...cover, make: 'jaguar' as const };
    expect(said(sellers('abc', { oe: 'GX73-17D957-AB' }), jaguar)).toEqual(['GX73-17D957-AB 3/3']);
  });

  it('is told from a Mazda number of the same shape', () => {
    const mazda = { ...cover, make: 'mazda' as const };
    expect(said(sellers('abc', { oe: 'KD53-50-031' }), mazda)).toEqual(['KD53-50-031 3/3']);
    expect(said(sellers('abc', { oe: 'MA1000230' }), mazda)).toEqual([]);
  });

  it.each([
    ['another type', { type: 'Bumper Bracket' }],
    ['the other end', { place: 'Rear', title: 'Rear bumper cover' }],
  ])('is left out with the listing that is of %s', (_, changes) => {
    expect(statedNumbers(sellers('abcd', changes), cover)).toEqual({ numbers: [], of: 0 });
  });

  it('is read by the title where the type says nothing', () => {
    expect(said(sellers('abc', { type: 'Exterior Trim' }))).toEqual([`${A} 3/3`]);
    expect(
      said(['a', 'b', 'c'].map((name) => listing(name, { type: '', title: `Grille clips ${name}` }))),
    ).toEqual([]);
  });
});

describe('a part each side has', () => {
  const number = '60261-TBA-A00';
  const side = (name: string, place: string, words = 'Fender'): SellerListing =>
    listing(name, { oe: number, type: 'Fender', place, title: `2018 Honda Civic ${words} ${wordOf(name)}` });
  const three = (place: string, words?: string): SellerListing[] =>
    ['a', 'b', 'c'].map((name) => side(name, place, words));

  it('takes the side that is ticked, front and side being one place', () =>
    expect(said(three('Front, Left'), fender)).toEqual([`${number} 3/3`]));

  it('takes the side of the title where none is ticked', () =>
    expect(said(three('Front', 'LH Driver Fender'), fender)).toEqual([`${number} 3/3`]));

  it.each([
    ['the other side', 'Right', 'Fender'],
    ['both sides', 'Left, Right', 'Fender'],
    ['no side', 'Front', 'Fender'],
    ['two sides, ticked and in the title', 'Left', 'RH Fender'],
    ['a pair', 'Left', 'Pair of Fender'],
  ])('leaves out listings of %s', (_, place, words) => expect(said(three(place, words), fender)).toEqual([]));
});

const anyChanges: fc.Arbitrary<Changes> = fc.record({
  oe: fc.constantFrom(A, A, B, B, C, `${A}, ${B}`, `${A} ${B} ${C}`, 'HO1000308', ''),
  condition: fc.constantFrom('used', 'new', 'unknown'),
  price: fc.constantFrom(null, 50, 80),
  type: fc.constantFrom('Bumper Cover', 'Grille', 'Trim'),
});
const anyListings = fc
  .array(fc.tuple(fc.constantFrom(...'abcdefgh'), anyChanges), { maxLength: 14 })
  .map((made) => made.map(([seller, changes]) => listing(seller, changes)));

describe('any listings', () => {
  it('say the same in any order', () => {
    fc.assert(
      fc.property(
        anyListings.chain((listings) =>
          fc.tuple(fc.constant(listings), fc.shuffledSubarray(listings, { minLength: listings.length })),
        ),
        ([listings, shuffled]) => {
          expect(statedNumbers(shuffled, cover)).toEqual(statedNumbers(listings, cover));
        },
      ),
    );
  });

  it('repeated say the same but for how many ask', () => {
    fc.assert(
      fc.property(anyListings, (listings) => {
        expect(said([...listings, ...listings])).toEqual(said(listings));
      }),
    );
  });

  it('print nothing that too few state', () => {
    fc.assert(
      fc.property(anyListings, (listings) => {
        const { numbers, of } = statedNumbers(listings, cover);
        for (const { sellers: votes } of numbers) expect(votes).toBeGreaterThanOrEqual(3);
        if (numbers.length === 1) expect((numbers[0]?.sellers ?? 0) / of).toBeGreaterThanOrEqual(0.6);
      }),
    );
  });

  it('with one more seller never make a weaker number win', () => {
    fc.assert(
      fc.property(anyListings, fc.constantFrom(A, B, C), (listings, oe) => {
        const before = statedNumbers(listings, cover);
        const after = statedNumbers([...listings, listing('newcomer', { oe })], cover);
        const [leader] = after.numbers;
        if (!leader) return;
        // Alone stands only who stood so before, or whom the newcomer names; beside another only the stronger leads.
        if (after.numbers.length === 1 && leader.number !== oe)
          expect(before.numbers.map(({ number }) => number)).toEqual([leader.number]);
        for (const { number, sellers: votes } of before.numbers)
          if (number !== leader.number) expect(leader.sellers).toBeGreaterThanOrEqual(votes);
      }),
    );
  });
});
