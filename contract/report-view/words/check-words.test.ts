import { expect, it } from 'vitest';
import type { EstimateLine } from '../../schemas/estimate.ts';
import { checkWords } from './check-words.ts';

const line = (standing: EstimateLine['standing'], operation: string): EstimateLine =>
  ({ standing, because: { from: { code: 'operation', operation } } }) as unknown as EstimateLine;
const check = { id: 'alignment', name: 'Alignment', status: 'not_needed', missing_for: [] } as const;

it('calls an operation that the scope does not need and a possible item is charged for a possible item', () => {
  expect(checkWords({ ...check, missing_for: [] }, [line('possible', 'alignment')])).toBe('a possible item');
});

it('says that the scope does not call for it where no possible item does either', () => {
  const lines = [line('possible', 'scan'), line('scope', 'alignment')];
  expect(checkWords({ ...check, missing_for: [] }, lines)).toBe('not called for by the scope');
});
