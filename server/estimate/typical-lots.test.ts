import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { estimateLot } from './estimate-lot.ts';
import { readLotFacts } from './lot-facts.ts';

const lots = readFileSync(new URL('fixtures/typical-lots.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) =>
    z
      .looseObject({ id: z.string(), plausible_from: z.number(), plausible_to: z.number() })
      .parse(JSON.parse(line)),
  );

test.each(lots)('$id is priced where an estimator would expect it', (written) => {
  const lot = readLotFacts(written);
  if (!lot) throw new Error('not an object');
  const { total } = estimateLot(lot);
  if (!total) throw new Error('no car');
  expect(total.likely / 100).toBeGreaterThan(written.plausible_from);
  expect(total.likely / 100).toBeLessThan(written.plausible_to);
  expect(total.high / total.low).toBeGreaterThan(2);
});
