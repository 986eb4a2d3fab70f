import { describe, expect, test } from 'vitest';
import { estimateLot } from './estimate-lot.ts';
import { median } from './evaluation/quantile.ts';
import { frozenLikely, type GridLot, gridLots } from './fixtures/scope-grid.ts';
import { readLotFacts } from './lot-facts.ts';

/** Every fifth lot: with 27 of each car and year, all cars, years, damages and air bags are among them. */
const STRIDE = 5;
const KEPT = [0.97, 1.03] as const;
const GROUPS = ['car', 'year', 'damage', 'airbags'] as const;

/** Groups whose forecast moved for a stated reason, and between which medians of new ÷ frozen. */
const MOVED: Readonly<Record<string, { ground: string; within: readonly [number, number] }>> = {
  'damage: Hail': {
    ground: 'Dent removal is priced so that declared hail averages what hail claims cost (State Farm 2022).',
    within: [1.03, 1.15],
  },
};

const frozen = frozenLikely();
const ratios = gridLots()
  .filter((_, at) => at % STRIDE === 0)
  .map((lot): GridLot & { ratio: number } => {
    const facts = readLotFacts(lot.listed);
    const before = frozen.get(lot.id);
    const likely = facts && estimateLot(facts).total?.likely;
    if (!likely || !before) throw new Error(`${lot.id} has no estimate`);
    return { ...lot, ratio: likely / before };
  });

describe('the likely cost of a lot that is declared only', () => {
  const groups = GROUPS.flatMap((key) =>
    [...Map.groupBy(ratios, (lot) => `${key}: ${lot[key]}`)].map(([group, lots]) => ({ group, lots })),
  );
  test.each(groups)('stays as frozen for $group', ({ group, lots }) => {
    const [from, to] = MOVED[group]?.within ?? KEPT;
    const middle = median(lots.map(({ ratio }) => ratio));
    expect(middle).toBeGreaterThanOrEqual(from);
    expect(middle).toBeLessThanOrEqual(to);
  });
});
