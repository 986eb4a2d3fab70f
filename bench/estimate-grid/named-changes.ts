import type { NamedChange } from './comparison.ts';

/**
 * Changes of the engine that move a kind of lot on purpose, each with its ground and the median ratio new ÷ old that it
 * should have. Lots that one of them moves are reported apart and count in no slice.
 */
export const NAMED_CHANGES: readonly NamedChange[] = [];
