import { expect, test } from 'vitest';
import { SERVICE } from '../../concurrency/work-caller.ts';
import { groundsOf } from '../build-estimate.ts';
import { createEstimating } from './estimating.ts';
import { madeUpInputs } from './made-up-lot.ts';

test('a report that was expected gets the grounds it would get anyway', async () => {
  const estimating = createEstimating(async () => null, { error: () => {} }, { idleMs: 60_000 });
  try {
    estimating.expect();
    estimating.expect();
    const inputs = madeUpInputs();
    expect(await estimating.for(SERVICE).grounds(inputs)).toEqual(groundsOf(inputs));
  } finally {
    await estimating.close();
  }
});
