import { z } from 'zod';
import { bidWaySchema, brokerSchema, feeTitleSchema } from '../../../contract/deal/deal-settings.ts';
import { headed, readDealTable, type Steps, sourcedRows, stepsSchema } from './sourced-row.ts';

const auctionSchema = z.enum(['copart', 'iaai']);
/** Whose sale it is; a broker's site shows lots of both. */
export type Auction = z.infer<typeof auctionSchema>;

const feeTierSchema = z.enum(['CS', 'CU', 'NS', 'NU', 'HV']);
/** Clean or non-clean title, secured or unsecured payment; HV high volume. */
export type FeeTier = z.infer<typeof feeTierSchema>;

export const flatFeeSchema = z.enum(['gate', 'environmental', 'title_fee', 'broker_on_account', 'late']);

const table = readDealTable(
  'auction-fees.json',
  z.object({
    ...headed,
    buyer_fees: sourcedRows({
      tier: feeTierSchema,
      /** Hammer price up to, dollars, with its .99; the fee. */
      steps: stepsSchema,
      above_percent: z.number().positive().max(100),
    }),
    broker_tiers: sourcedRows({
      broker: brokerSchema.exclude(['none']),
      auction: auctionSchema,
      tier: feeTierSchema,
    }),
    bid_fees: sourcedRows({ title: feeTitleSchema, way: bidWaySchema, from: stepsSchema }),
    flat_fees: sourcedRows({
      fee: flatFeeSchema,
      auction: auctionSchema,
      title: feeTitleSchema.nullable(),
      usd: z.number().min(0),
    }),
    increments: sourcedRows({ auction: auctionSchema, from: stepsSchema }),
  }),
);

export const BUYER_FEES = table.buyer_fees;
export const BROKER_TIERS = table.broker_tiers;
export const BID_FEES = table.bid_fees;
export const FLAT_FEES = table.flat_fees;

/** By how much the next bid is higher, from each bid on: US dollars. */
export const incrementsOf = (auction: Auction | null): Steps => incrementRow(auction)?.from ?? [];

/** The row that says so. */
export const incrementRow = (auction: Auction | null) =>
  table.increments.find((row) => row.auction === (auction ?? 'copart')) ?? table.increments[0];
