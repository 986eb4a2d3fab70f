import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBudget, OPEN_GATE } from './budget.ts';
import { VisionFailure } from './client.ts';

const most = { tokens_in: 1000, tokens_out: 1000 };

describe('a report’s budget', () => {
  it('never books or spends more than its cap, whatever the order of requests', async () => {
    const requests = fc.array(
      fc.record({
        most: fc.integer({ min: 1, max: 5000 }),
        share: fc.integer({ min: 0, max: 100 }),
        ms: fc.integer({ min: 0, max: 3 }),
      }),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(requests, fc.integer({ min: 1, max: 12_000 }), async (asked, cap) => {
        const budget = createBudget({ max_usd: cap / 1e6, price: { in: 1, out: 1 }, gate: OPEN_GATE });
        let open = 0;
        await Promise.all(
          asked.map(async (request) => {
            try {
              const booking = await budget.reserve({ tokens_in: request.most, tokens_out: 0 });
              open += request.most;
              expect(open + budget.spent().tokens_in).toBeLessThanOrEqual(cap);
              await new Promise((resolve) => setTimeout(resolve, request.ms));
              open -= request.most;
              await booking.settle({
                tokens_in: Math.floor((request.most * request.share) / 100),
                tokens_out: 0,
              });
            } catch (error) {
              if (!(error instanceof VisionFailure)) throw error;
              expect(error.kind).toBe('over_budget');
            }
          }),
        );
        expect(budget.spent().tokens_in).toBeLessThanOrEqual(cap);
      }),
      { numRuns: 60 },
    );
  });

  it('waits for requests under way before it refuses one that would fit after them', async () => {
    const budget = createBudget({ max_usd: 0.003, price: { in: 1, out: 1 }, gate: OPEN_GATE });
    const first = await budget.reserve(most);
    const second = budget.reserve(most);
    await first.settle({ tokens_in: 100, tokens_out: 0 });
    await expect(second).resolves.toBeDefined();
  });

  it('counts with the dearest list prices when none is configured, and names no cost', async () => {
    const budget = createBudget({ max_usd: 0.03, price: null, gate: OPEN_GATE });
    await expect(budget.reserve(most)).rejects.toMatchObject({ kind: 'over_budget' });
    expect(budget.spent().usd).toBeNull();
  });

  it('lets a model of one’s own run for nothing', async () => {
    const budget = createBudget({ max_usd: 0, price: { in: 0, out: 0 }, gate: OPEN_GATE });
    const booking = await budget.reserve(most);
    await booking.settle(most);
    expect(budget.spent()).toEqual({ ...most, usd: 0 });
  });

  it('frees what it held when the gate fails or refuses', async () => {
    let turn = 0;
    const budget = createBudget({
      max_usd: 0.002,
      price: { in: 1, out: 1 },
      gate: async () => {
        turn += 1;
        if (turn === 1) throw new Error('database gone');
        return turn === 2 ? null : { settle: async () => {} };
      },
    });
    await expect(budget.reserve(most)).rejects.toThrow('database gone');
    await expect(budget.reserve(most)).rejects.toMatchObject({ kind: 'over_budget' });
    await expect(budget.reserve(most)).resolves.toBeDefined();
  });
});
