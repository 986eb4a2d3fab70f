import { expect, test } from 'vitest';
import { rehearseEdits } from './rehearse-edits.ts';

test('changes of a made-up lot are calculated, leaving turns of the event loop to others', async () => {
  let turns = 0;
  const turn = (): void => {
    turns += 1;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  await rehearseEdits();
  clearImmediate(next);
  expect(turns).toBeGreaterThan(4);
});
