import type { Cents } from '../../../contract/schemas/money.ts';
import type { Deal } from '../deal-lot.ts';
import { putAuctionRows } from './auction-rows.ts';
import { putImportRows } from './import-rows.ts';
import { Ledger } from './ledger.ts';
import { putRepairRows, putSaleRows, resale } from './sale-rows.ts';
import { putTransportRows } from './transport-rows.ts';

/** All rows of a deal at a bid. */
export function rowsAt(deal: Deal, bid: Cents): Ledger {
  const ledger = new Ledger(deal);
  ledger.put('resale', 'resale', resale(deal));
  putRepairRows(ledger, deal);
  putAuctionRows(ledger, deal, bid);
  putTransportRows(ledger, deal, bid);
  putImportRows(ledger, deal, bid);
  putSaleRows(ledger, deal);
  return ledger;
}

const PAID = ['repair', 'auction', 'transport', 'import', 'selling'] as const;

/** Bid and all known costs until the car is sold: at least this where `isAllInOpen` says so. */
export const allIn = (ledger: Ledger, bid: Cents): Cents => bid + ledger.sum(...PAID);

/** True if a cost is unknown, or a percentage of a sum with an unknown cost in it. */
export const isAllInOpen = (ledger: Ledger): boolean => ledger.total(...PAID).open;

/** What is left of the resale; null: what the car sells for is not known. */
export function profitOf(ledger: Ledger, bid: Cents): Cents | null {
  const resold = ledger.amount('resale');
  return resold === null ? null : resold - allIn(ledger, bid);
}
