import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quoteTotal } from './answer-quote.ts';

const cents = fc.integer({ min: 1, max: 100_000_000 });
const asked = fc.array(
  fc.record({ pieces: fc.integer({ min: 1, max: 99 }), price: fc.option(cents, { nil: null }) }),
  { minLength: 1, maxLength: 60 },
);

test('a total is the cents of all pieces and of shipping, and what is not offered costs nothing', () => {
  fc.assert(
    fc.property(asked, fc.integer({ min: 0, max: 100_000_000 }), (parts, shipping) => {
      const total = quoteTotal(parts, {
        parts: parts.map(({ price }) =>
          price === null
            ? null
            : { price: price / 100, condition: 'new', availability: 'in_stock', lead_time_days: 0 },
        ),
        shipping: shipping / 100,
      });
      expect(total).toBe(parts.reduce((sum, { pieces, price }) => sum + pieces * (price ?? 0), shipping));
    }),
  );
});
