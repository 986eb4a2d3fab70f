import type { SourceOutcome } from '../../contract/operator/source-outcome.ts';
import type { Offer } from '../../contract/schemas/offers.ts';
import type { WorkCaller } from '../concurrency/work-caller.ts';

/** What a source offers under a number; `could_not`: it did not tell, `rest_ms` for how long it wants to be left alone. */
export type OffersFound =
  | { readonly kind: 'ok'; readonly offers: readonly Offer[] }
  | {
      readonly kind: 'could_not';
      readonly outcome: Exclude<SourceOutcome, 'ok'>;
      readonly message: string;
      readonly rest_ms: number | null;
    };

/** Somebody who tells prices by OEM number. One file to copy, one line in price-sources.ts. */
export type PriceSource = {
  readonly name: string;
  /** What people read beside a price. */
  readonly label: string;
  /** `caller`: whose turns at the source's host it takes. */
  findOffers(number: string, signal: AbortSignal, caller?: WorkCaller): Promise<OffersFound>;
  /** One small call that tells whether its keys are taken. */
  tryKey(signal: AbortSignal): Promise<SourceOutcome>;
};

/** A number as it is compared: letters and digits alone, upper case. */
export const bareNumber = (number: string): string => number.replace(/[^0-9a-z]/gi, '').toUpperCase();
