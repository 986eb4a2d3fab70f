import type { NamedChange } from './comparison.ts';
import type { FrozenLot } from './frozen-answers.ts';

/** A retail value is listed that lies near enough to our own to be used. */
const isValueListed = ({ lot, value }: FrozenLot): boolean =>
  lot.retail_value !== null && lot.retail_value >= 0.4 * value && lot.retail_value <= 2.5 * value;

/**
 * Changes of the engine that move a kind of lot on purpose, each with its ground and the median ratio new ÷ old that it
 * should have. Lots that one of them moves are reported apart and count in no slice.
 */
export const NAMED_CHANGES: readonly NamedChange[] = [
  {
    name: 'a listed retail value is believed',
    ground:
      'The site’s own value of this very car, where it lies within .4-2.5 of ours, knows its options and mileage: judgement. In the grid the listed values are made up, their median .72 of ours.',
    moves: isValueListed,
    expected: [0.7, 0.9],
  },
  {
    name: 'hybrids known by their engine',
    ground:
      'An Avalon with a 2AR-FXE is a hybrid whatever the listing says: vPIC has that engine in hybrids alone.',
    moves: ({ lot }) =>
      /FX[ES]\b/.test(lot.engine ?? '') && !/hybrid|electric/i.test(`${lot.fuel} ${lot.model}`),
    expected: [0.95, 1.15],
  },
  {
    name: 'titles of cars not to be repaired',
    ground: 'Parts only, junk and scrap titles speak of a heavy hit as destruction does: judgement.',
    moves: ({ lot }) =>
      /parts only|junk|scrap|irreparable|^(jk|jt|jc|jn|jr|jb|jnk|po|nt|sp|pl|np|bp|bj|b1)$/i.test(
        lot.title ?? '',
      ),
    expected: [1, 1.15],
  },
  {
    name: 'large and luxury SUVs that keep less of their price',
    ground:
      'iSeeCars (2019, 2023, 2025): these SUVs lose 54-66 % in five years when all cars lose 39-50; moved halfway there (judgement). In the grid: X5 and Q7, median .967.',
    moves: ({ lot, ...frozen }) =>
      !isValueListed({ lot, ...frozen }) &&
      /\b(x5|q7|gls|escalade|navigator|qx80|qx56|xt5|armada)\b|^range ?rover(?! ?(sport|evoque|velar))/i.test(
        lot.model ?? '',
      ),
    expected: [0.9, 1],
  },
  {
    name: 'bags deployed with a hit away from them',
    ground:
      'Dash and module were in without any bag: a listing that says deployed means some, the front ones first: judgement.',
    moves: ({ lot }) =>
      /deployed/i.test(lot.airbags ?? '') &&
      !/front|side|all over|roll|roof|top|burn|strip|total|frame|biohazard/i.test(
        `${lot.primary_damage} ${lot.secondary_damage ?? ''}`,
      ),
    expected: [1, 1.15],
  },
  {
    name: 'hail, vandalism, minor dents and wear at what public figures say',
    ground:
      'Dent removal by the average hail claim (State Farm 2022); shares of the value at the lower end of public thresholds x 0.9, under a salvage title.',
    moves: ({ lot, ...frozen }) =>
      !isValueListed({ lot, ...frozen }) &&
      /hail|vandal|minor|wear|^(hl|ha|vn|v|mn|nw|n)$/i.test(lot.primary_damage),
    expected: [1, 1.15],
  },
];
