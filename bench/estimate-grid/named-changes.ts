import type { NamedChange } from './comparison.ts';

/**
 * Changes of the engine that move a kind of lot on purpose, each with its ground and the median ratio new ÷ old that it
 * should have. Lots that one of them moves are reported apart and count in no slice.
 */
export const NAMED_CHANGES: readonly NamedChange[] = [
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
];
