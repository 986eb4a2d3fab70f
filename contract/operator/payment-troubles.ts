import { z } from 'zod';

/**
 * What of a payment an operator looks into, for it added no reports or its money is disputed. `unknown_purchase`: of no purchase here;
 * `wrong_amount`: not the price of its plan; `wrong_page`: of another payment page; `no_account`: its account was deleted;
 * `disputed`: the buyer's bank wants the money back.
 */
export const PAYMENT_TROUBLES = [
  'unknown_purchase',
  'wrong_amount',
  'wrong_page',
  'no_account',
  'disputed',
] as const;
export const paymentTroubleSchema = z.enum(PAYMENT_TROUBLES);
export type PaymentTrouble = z.infer<typeof paymentTroubleSchema>;
