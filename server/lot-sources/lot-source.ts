import type { AuctionLink } from '../../contract/sites.ts';
import type { ReadLot } from '../auction-sites/auction-site.ts';
import type { FetchRequest } from '../web-fetch/guarded-fetch.ts';

/** Licensed lot data: services that hold the auctions' listings and answer for a key. They are asked where the site refuses. */

/** What a lot is looked up by. `site` of a number: where it stands for a lot of that site alone. */
export type LotQuery =
  | { by: 'link'; link: AuctionLink }
  | { by: 'vin'; vin: string }
  | { by: 'number'; number: string; site: SourceSite | null };

/** The sites whose lots such services hold. */
export type SourceSite = 'copart' | 'iaai';

/** A lot as a source tells it; `salvageId` is the number in IAAI's links, which is not the one its users know. */
export type SourceLot = { lot: ReadLot; salvageId: string | null };

/** `signal` ends the asking; `caller` is whose turn it takes. */
export type LookUp = Pick<FetchRequest, 'signal' | 'caller'>;

export type LotSource = {
  readonly name: string;
  /** What people call it. */
  readonly label: string;
  /**
   * The lots that the query means, none where the source knows none: it holds only a part of all lots. More than one where a
   * number is one of either site. Throws SourceFault, or the reason of an aborted signal.
   */
  find(query: LotQuery, lookUp: LookUp): Promise<readonly SourceLot[]>;
};

/**
 * Why a source could not tell. `denied`: our key; `not_in_plan`: what the key pays for; `quota`: its period is used up; `own_cap`: ours
 * is; `wait`: it asks for a pause; `not_understood`: it would not take the question; `fault`: its own; `no_answer`; `bad_data`: its
 * answer can't be read.
 */
export type SourceFailure =
  | 'denied'
  | 'not_in_plan'
  | 'quota'
  | 'own_cap'
  | 'wait'
  | 'not_understood'
  | 'fault'
  | 'no_answer'
  | 'bad_data';

/** A source gave no answer. It holds nothing that the source wrote, and no address: a key may travel in one. */
export class SourceFault extends Error {
  override readonly name = 'SourceFault';
  readonly failure: SourceFailure;
  /** How long the source is left alone, ms; null: it may be asked at once. */
  readonly restMs: number | null;

  constructor(failure: SourceFailure, restMs: number | null = null) {
    super(failure);
    this.failure = failure;
    this.restMs = restMs;
  }
}

/** The site a source's own name for it stands for. */
export const sourceSiteOf = (name: string | null): SourceSite | null =>
  /^copart/i.test(name ?? '') ? 'copart' : /^iaai/i.test(name ?? '') ? 'iaai' : null;

/** The site a lot is of; of bid.cars the one it took the lot from, by the digit before its number. Null where no source has it. */
export const originOf = (link: AuctionLink): SourceSite | null => {
  if (link.site === 'copart' || link.site === 'iaai') return link.site;
  if (link.site !== 'bid.cars') return null;
  return link.id.startsWith('1-') ? 'copart' : link.id.startsWith('0-') ? 'iaai' : null;
};

/** Whether a source's lot is the one that was asked for: it must never be another car. */
export function isOf({ lot, salvageId }: SourceLot, query: LotQuery): boolean {
  if (query.by === 'vin') return lot.vin === query.vin;
  if (query.by === 'number')
    return lot.lot_number === query.number && (query.site === null || query.site === lot.site);
  const { link } = query;
  const site = originOf(link);
  if (site !== null && lot.site !== site) return false;
  if (link.vin !== null && lot.vin !== null && lot.vin !== link.vin) return false;
  if (link.lotNumber !== null) return lot.lot_number === link.lotNumber;
  // IAAI's link holds the salvage id; one with a stock number in its place means the same lot.
  if (link.site === 'iaai')
    return salvageId === null || salvageId === link.number || lot.lot_number === link.number;
  return link.vin !== null && lot.vin === link.vin;
}
