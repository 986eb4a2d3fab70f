import { z } from 'zod';
import { buyerSchema, channelSchema, segmentSchema } from '../../../contract/deal/deal-settings.ts';
import { US_STATES } from '../../../contract/us-states.ts';
import { headed, lowHigh, readDealTable, sourcedRows } from './sourced-row.ts';

const amount = z.number().min(0);
const percent = z.number().min(0).max(100);
export const resaleClassSchema = z.enum(['clean', 'branded', 'rebuilt', 'flood_fire']);
export type ResaleClass = z.infer<typeof resaleClassSchema>;

const table = readDealTable(
  'resale.json',
  z.object({
    ...headed,
    title_shares: sourcedRows({ class: resaleClassSchema, segment: segmentSchema.nullable(), ...lowHigh }),
    segments: sourcedRows({ segment: segmentSchema, below_price_class: z.number().nullable() }),
    ask_to_sold: sourcedRows({ segment: segmentSchema, percent }),
    channels: sourcedRows({ channel: channelSchema, ...lowHigh, cost_percent: percent }),
    holding: sourcedRows({ buyer: buyerSchema, days: amount, usd_a_day: amount }),
    margin: sourcedRows({ percent, floor: amount }),
    rebuilt_title: sourcedRows({
      states: z.array(z.string().refine((code) => Object.hasOwn(US_STATES, code), 'no US state')).nullable(),
      ...lowHigh,
    }),
  }),
);

export const RESALE_RULES = table;

/** The share of a clean car's price at which a car of this class sells; of any car where its segment is not known. */
export const titleShareRow = (of: ResaleClass, segment: z.infer<typeof segmentSchema> | null) =>
  table.title_shares.find((row) => row.class === of && row.segment === segment) ??
  table.title_shares.find((row) => row.class === of && row.segment === null) ??
  null;

/** What a rebuilt title costs in a state, inspection with it. */
export const rebuiltTitleRow = (state: string | null) =>
  table.rebuilt_title.find(({ states }) => state !== null && states?.includes(state)) ??
  table.rebuilt_title.find(({ states }) => states === null) ??
  null;

/** The segment of a make's or model's price class (0 economy to 3 luxury); null where that is not known. */
export const segmentAt = (priceClass: number | null) =>
  priceClass === null
    ? null
    : (table.segments.find(({ below_price_class: below }) => below === null || priceClass < below)?.segment ??
      null);
