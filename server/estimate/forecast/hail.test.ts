import { expect, test } from 'vitest';
import { CAMRY, inputsOf } from '../fixtures/made-up-lot.ts';
import { DRAWN_SEVERITIES, drawCosts } from './draws.ts';
import { listingOf } from './listing.ts';

/** Average hail claim of 2022 (State Farm, more than this), US dollars. */
const AVERAGE_CLAIM = 5_100;

test('the lines of hail, over light, middling and heavy hits as they are declared, cost what hail claims cost', () => {
  const inputs = inputsOf({ vehicle: CAMRY, primary: 'HAIL' });
  const { lines, market } = listingOf(inputs, inputs.evidence);
  const costs = drawCosts(lines).reference;
  const near = (severity: number): number => {
    const drawn = [...costs].filter((_, draw) => Math.abs((DRAWN_SEVERITIES[draw] ?? -1) - severity) < 0.25);
    return drawn.reduce((sum, cost) => sum + cost, 0) / drawn.length / 100;
  };
  const average = market.severity.reduce((sum, share, at) => sum + share * near(at), 0);
  expect(average).toBeGreaterThan(0.9 * AVERAGE_CLAIM);
  expect(average).toBeLessThan(1.3 * AVERAGE_CLAIM);
});
