import { VisionFailure, type VisionUsage } from './client.ts';

/** US dollars per million tokens. */
export type VisionPrice = { readonly in: number; readonly out: number };

/** The dearest list prices seen in May 2026; caps count with them where no price is configured. */
export const ASSUMED_PRICE: VisionPrice = { in: 5, out: 30 };

/** What a gate booked; `settle` puts what the request really cost in its place. */
export type Booking = { settle(spentUsd: number): Promise<void> };

/** Caps beyond one report: books `usd` (US dollars) for today, or answers null where a cap does not allow it. */
export type SpendGate = (usd: number) => Promise<Booking | null>;

/** No caps beyond the report's own (command line, tests). */
export const OPEN_GATE: SpendGate = async () => ({ settle: async () => {} });

export type Budget = {
  /** Takes the most a request may cost; throws VisionFailure `over_budget` when a cap does not allow it. */
  reserve(most: VisionUsage): Promise<{ settle(usage: VisionUsage): Promise<void> }>;
  /** Adds what this report paid before; the day has it already. */
  count(usage: VisionUsage): void;
  /** Tokens so far; `usd` null when no price is configured. */
  spent(): VisionUsage & { usd: number | null };
};

const costOf = (usage: VisionUsage, price: VisionPrice): number =>
  (usage.tokens_in * price.in + usage.tokens_out * price.out) / 1e6;

/** The report's cap here, the day's caps behind the gate. What is not known to be free counts. */
export function createBudget(options: {
  readonly max_usd: number;
  readonly price: VisionPrice | null;
  readonly gate: SpendGate;
}): Budget {
  const price = options.price ?? ASSUMED_PRICE;
  let held = 0;
  let settled = Promise.withResolvers<void>();
  let tokensIn = 0;
  let tokensOut = 0;
  const spentUsd = () => costOf({ tokens_in: tokensIn, tokens_out: tokensOut }, price);
  return {
    async reserve(most) {
      const usd = costOf(most, price);
      // A hair above the cap is rounding.
      const fits = (others: number) => spentUsd() + others + usd <= options.max_usd + 1e-9;
      // Requests run side by side; most cost less than the most they may, so what they hold is waited for.
      while (held > 0 && fits(0) && !fits(held)) await settled.promise;
      if (!fits(held)) {
        throw new VisionFailure('over_budget', 'the cap of the report does not allow another request');
      }
      held += usd;
      const free = () => {
        held = Math.abs(held - usd) < 1e-9 ? 0 : held - usd;
        settled.resolve();
        settled = Promise.withResolvers<void>();
      };
      const booking = await options.gate(usd).catch((error: unknown) => {
        free();
        throw error;
      });
      if (booking === null) {
        free();
        throw new VisionFailure('over_budget', 'the cap of the day does not allow another request');
      }
      return {
        async settle(usage) {
          tokensIn += usage.tokens_in;
          tokensOut += usage.tokens_out;
          free();
          await booking.settle(costOf(usage, price));
        },
      };
    },
    count(usage) {
      tokensIn += usage.tokens_in;
      tokensOut += usage.tokens_out;
    },
    spent: () => ({
      tokens_in: tokensIn,
      tokens_out: tokensOut,
      usd: options.price === null ? null : Math.round(spentUsd() * 1e6) / 1e6,
    }),
  };
}
