import { z } from 'zod';
import { brokerSchema } from '../../../contract/deal/deal-settings.ts';
import { headed, readDealTable, sourcedRows, stepsSchema } from './sourced-row.ts';

const amount = z.number().min(0);
const percent = z.number().min(0).max(100);

/** What brokers charge for a lot on top of the auction's fees, US dollars. */
export const BROKER_FEES = readDealTable(
  'brokers.json',
  z.object({
    ...headed,
    brokers: sourcedRows({
      id: brokerSchema.exclude(['none']),
      name: z.string().min(1),
      /** On top of the charge. */
      vat_percent: percent.optional(),
      /** False: the auction’s fee for a broker on its account is not paid. */
      on_account: z.boolean().optional(),
      charge: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('steps'), steps: stepsSchema }),
        z.strictObject({ kind: z.literal('share'), percent, minimum: amount, extra: amount }),
        z.strictObject({
          kind: z.literal('rising'),
          base: amount,
          from: amount,
          every: z.number().positive(),
          more: amount,
          above: amount,
          above_percent: percent,
        }),
      ]),
    }),
  }),
).brokers;
