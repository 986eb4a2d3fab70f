import { readAuctionLink } from '../../contract/auction-link.ts';
import { type BareLot, placesOf } from '../../contract/facts/bare-lot.ts';
import { asReadAt } from '../../contract/facts/sale-state.ts';
import { type FoundLot, NO_DATA_MESSAGE } from '../../contract/schemas/errors.ts';
import type { Lot } from '../../contract/schemas/lot.ts';
import { type AuctionLink, SITES } from '../../contract/sites.ts';
import { AppError, RetryLater } from '../errors.ts';
import { asAsked, type FindLicensedLot, type SourceTold } from '../lot-sources/find-licensed-lot.ts';
import type { LookUp, LotQuery, SourceLot } from '../lot-sources/lot-source.ts';
import { finishLot } from './finish-lot.ts';

/** Lots from licensed sources: tried before a site's refusal is shown, and for what is no link. */

/** Failures of a site after which a source may still know the lot. */
const MAY_BE_LICENSED: readonly string[] = [
  'source_blocked',
  'source_unreachable',
  'layout_changed',
  'lot_not_found',
  'wrong_number_kind',
];
export const mayBeLicensed = (failure: unknown): failure is AppError | RetryLater =>
  failure instanceof RetryLater || (failure instanceof AppError && MAY_BE_LICENSED.includes(failure.code));

/** The lot of a link as a source knows it. Throws the site's own failure, with what the sources said, where none does. */
export async function licensedInstead(
  find: FindLicensedLot,
  link: AuctionLink,
  failure: AppError | RetryLater,
  lookUp: LookUp,
): Promise<Lot> {
  const query: LotQuery = { by: 'link', link };
  const answer = await find(query, lookUp);
  const [found] = answer.kind === 'found' ? answer.lots : [];
  if (answer.kind === 'found' && found) return finished(found, query, answer.source);
  throw failure instanceof AppError && answer.kind === 'none' ? withTold(failure, answer.told) : failure;
}

const finished = ({ lot }: SourceLot, query: LotQuery, source: string): Lot =>
  asReadAt(finishLot({ ...asAsked(lot, query), source }), Date.now());

function withTold(failure: AppError, told: readonly SourceTold[]): AppError {
  const reason = [failure.details.reason, ...told.map(({ sentence }) => sentence)]
    .filter((sentence) => typeof sentence === 'string')
    .join(' ');
  return new AppError(failure.code, failure.message, {
    details: { ...failure.details, reason, sources: inShort(told) },
    cause: failure,
  });
}

const inShort = (told: readonly SourceTold[]) => told.map(({ source, outcome }) => ({ source, outcome }));

/**
 * The lot of a VIN or a number alone, as the sources know it. Throws unsupported_url without a source, several_lots where the
 * number is one at both sites, else lot_not_found or source_unreachable; each names the pages to open.
 */
export async function licensedBareLot(
  find: FindLicensedLot | null,
  bare: BareLot,
  lookUp: LookUp,
): Promise<Lot> {
  if (find === null) throw notALink(bare);
  const query: LotQuery =
    bare.kind === 'vin' ? { by: 'vin', vin: bare.vin } : { by: 'number', number: bare.digits, site: null };
  const answer = await find(query, lookUp);
  if (answer.kind === 'none') throw notKnown(bare, answer.told);
  const sites = new Set(answer.lots.map(({ lot }) => lot.site));
  if (sites.size > 1) throw atSeveralSites(bare, answer.lots);
  const found = newest(answer.lots);
  if (found === null) throw notKnown(bare, []);
  return finished(found, query, answer.source);
}

/** A car may have been at auction more than once: an open lot, else the latest. */
const newest = (lots: readonly SourceLot[]): SourceLot | null =>
  lots.toSorted((a, b) => rank(b).localeCompare(rank(a)))[0] ?? null;
const rank = ({ lot }: SourceLot): string =>
  `${lot.listing_state === 'active' ? 1 : 0} ${lot.sale_date ?? ''}`;

const numberIn = (bare: BareLot): string => (bare.kind === 'vin' ? bare.vin : bare.number);
const whatItIs = (bare: BareLot): string =>
  bare.kind === 'vin'
    ? `${bare.vin} is a VIN, which does not tell its auction lot.`
    : `${bare.number} is a lot number, which does not tell its site.`;

const openThese = (bare: BareLot): string =>
  `Open the lot and paste its link: ${placesOf(bare)
    .map(({ name, url }) => `${name}: ${url}`)
    .join(' · ')}`;

const notALink = (bare: BareLot): AppError =>
  new AppError('unsupported_url', `${whatItIs(bare)} ${openThese(bare)}`, {
    details: { reason: 'not_a_link', places: placesOf(bare) },
  });

function notKnown(bare: BareLot, told: readonly SourceTold[]): AppError {
  const unknown = told.every(({ outcome }) => outcome === 'unknown');
  const reason = [...told.map(({ sentence }) => sentence), whatItIs(bare), openThese(bare)].join(' ');
  return new AppError(unknown ? 'lot_not_found' : 'source_unreachable', NO_DATA_MESSAGE, {
    details: { reason, places: placesOf(bare), sources: inShort(told) },
  });
}

function atSeveralSites(bare: BareLot, found: readonly SourceLot[]): AppError {
  const lots = found.map(({ lot }): FoundLot => {
    const { name, lot_number, vin } = lot;
    return { name, lot_number, vin, choice: null };
  });
  const named = found.map(({ lot }) => `${lot.name ?? 'a vehicle'}: ${lot.url}`).join(' · ');
  const sites = [...new Set(found.flatMap(({ lot }) => (lot.site === null ? [] : [SITES[lot.site].name])))];
  return new AppError('several_lots', NO_DATA_MESSAGE, {
    details: {
      reason: `${numberIn(bare)} is a lot at ${sites.join(' and at ')}. Paste the link of the one you mean: ${named}`,
      lots,
    },
  });
}

/** The link a source's lot stands under, which is also its key; null where its site's own number is not known. */
export function linkOf(lot: Pick<Lot, 'url'>): AuctionLink | null {
  const reading = readAuctionLink(lot.url);
  return reading.ok ? reading.link : null;
}
