import type { SaleReading } from '../../../contract/facts/sale-state.ts';
import type { LotImage } from '../../../contract/schemas/lot.ts';
import { NO_MARKET, type PastSale } from '../../../contract/schemas/market.ts';
import { SITES } from '../../../contract/sites.ts';
import {
  type LotFacts,
  mergeFacts,
  NO_FACTS,
  namesCar,
  readLotOf,
} from '../../auction-sites/auction-site.ts';
import { copartImages } from '../../auction-sites/copart/images.ts';
import { iaaiImages, photoKeyOf } from '../../auction-sites/iaai/images.ts';
import { figureOf } from '../../auction-sites/page/amounts.ts';
import { recordOf } from '../../auction-sites/page/json-values.ts';
import {
  airbagsOf,
  dollarsOf,
  keysOf,
  odometerFromText,
  odometerOf,
  runConditionOf,
} from '../../auction-sites/page/listing-values.ts';
import { soldStatusOf, statusStateOf } from '../../auction-sites/page/sale-words.ts';
import { readVehicleTitle } from '../../auction-sites/page/vehicle-title.ts';
import { titleDisagrees } from '../../damage-detectors/declared/title.ts';
import { pageOf } from '../lot-page.ts';
import { type SourceLot, type SourceSite, sourceSiteOf } from '../lot-source.ts';
import { type ApibaraRecord, apibaraRecordSchema } from './record.ts';

/** A record of Apibara as a lot; null where it is none of a site we know, or tells no car. */
export function readApibaraRecord(value: unknown): SourceLot | null {
  const record = apibaraRecordSchema.safeParse(recordOf(value) ?? {}).data;
  const site = sourceSiteOf(record?.platform ?? null);
  if (record === undefined || site === null || record.lot_number === null) return null;
  const facts = mergeFacts([told(record, site), shownByIaai(record)]);
  if (!namesCar(facts)) return null;
  const salvageId = site === 'iaai' ? salvageIdOf(record) : null;
  const region = record.details.attributes.Id?.split('~')[1] ?? null;
  const url = pageOf({ site, lotNumber: record.lot_number, salvageId, region });
  return { salvageId, lot: readLotOf(facts, { site, lotNumber: record.lot_number, url }) };
}

/** What Apibara says itself. */
function told(record: ApibaraRecord, site: SourceSite): LotFacts {
  const { condition, vehicle_specs: specs, auction, details } = record;
  const named = readVehicleTitle(record.title, record.model);
  return {
    ...NO_FACTS,
    name: record.title,
    vin: record.vin,
    year: record.year ?? named.year,
    make: record.make ?? named.make,
    model: record.model ?? named.model,
    trim: details.vehicle_description.Series ?? (record.model === null ? null : named.trim),
    body_style: details.vehicle_description.BodyStyle ?? specs.body_style,
    ...odometerRead(record),
    primary_damage: condition.primary_damage,
    secondary_damage: condition.secondary_damage,
    loss_type: inWords(details.vehicle_information.Loss),
    run_condition: runs(record),
    keys: condition.has_key === null ? null : condition.has_key ? 'yes' : 'no',
    airbags: airbagsOf(specs.airbags),
    // Of a pending document nobody knows yet which it will be; IAAI's own words name the state.
    title:
      details.vehicle_information.TitleSaleDoc ??
      (record.sale_document.is_pending === true ? null : record.sale_document.name),
    engine: specs.engine.raw,
    drive: specs.drive_type,
    transmission: specs.transmission ?? details.vehicle_description.Transmission,
    fuel: specs.fuel_type,
    color: specs.exterior_color,
    retail_value: dollarsOf(details.sale_information.ActualCashValue),
    seller_repair_cost: dollarsOf(details.sale_information.EstimatedRepairCost),
    sale_date: auction.auction_at,
    location: record.location.display,
    seller: record.seller.name,
    contradictions: titleContradictions(record),
    ...marketOf(record, site),
    images: photosOf(record, site),
  };
}

/** The title in IAAI's own words against the document that Apibara names. */
function titleContradictions({
  details,
  sale_document: document,
}: ApibaraRecord): LotFacts['contradictions'] {
  const words = details.vehicle_information.TitleSaleDoc;
  const { name } = document;
  if (words === null || name === null || !titleDisagrees(words, { code: name, as: 'type' })) return [];
  return [{ fact: 'title', readings: [words, name] }];
}

/** IAAI's own words beside it: where both tell a fact differently, that is seen. */
function shownByIaai({ details: { vehicle_information: shown } }: ApibaraRecord): LotFacts {
  return {
    ...NO_FACTS,
    vin: shown.VINStatus ?? shown.VINMask,
    ...odometerFromText(shown.Odometer),
    primary_damage: shown.PrimaryDamage,
    secondary_damage: shown.SecondaryDamage,
    keys: keysOf(shown.KeySlashFob),
    airbags: airbagsOf(shown.Airbags),
  };
}

/** Miles are the listing's, kilometers converted from them; only IAAI's own line says whether they are actual. */
function odometerRead({ odometer, details }: ApibaraRecord): Pick<LotFacts, 'odometer' | 'mileage'> {
  const shown = odometerFromText(details.vehicle_information.Odometer);
  if (odometer.mi === null || shown.odometer?.value === odometer.mi) return shown;
  return odometerOf({ value: odometer.mi, unit: 'mi', brand: null });
}

/** `STATIONARY / NO INFORMATION` says nothing: such a car may well start. */
function runs({ condition, details }: ApibaraRecord): LotFacts['run_condition'] {
  const value = condition.run_condition.value ?? details.vehicle_information.StartCode;
  return /no information/i.test(value ?? '')
    ? null
    : runConditionOf(value?.replace(/^engine start program$/i, 'starts'));
}

/**
 * Its prices are US dollars by their names. A sale before the auction that is open now is one of the car's history; the words of a
 * sale that is over are read whole, for `Sold on Approval` is not sold.
 */
function marketOf(record: ApibaraRecord, site: SourceSite): Pick<LotFacts, 'market' | 'sale'> {
  const { auction, pricing, details } = record;
  const isOver = auction.state === 'finished';
  const [current, buyNow, price] = [
    pricing.current_bid_usd,
    pricing.buy_now_usd,
    pricing.last_sold_price_usd,
  ].map(figureOf);
  const status = soldStatusOf(auction.last_sold_status);
  const isPast = !isOver && auction.last_sold_day !== null;
  const past: PastSale = {
    date: auction.last_sold_day,
    auction: SITES[site].name,
    lot_number: null,
    bid: price ?? null,
    status,
  };
  const prices = [current, buyNow, price].some((amount) => amount != null);
  return {
    market: {
      ...NO_MARKET,
      currency: prices ? 'USD' : null,
      current_bid: current ?? null,
      has_bids: current == null ? null : true,
      bid_increment: figureOf(details.bid_increment),
      reserve_state: details.auction_information.prebidInformation.reserveMet === true ? 'met' : null,
      buy_now: buyNow ?? null,
      final_bid: isOver ? (price ?? null) : null,
      sold_by: isOver && status === 'sold' && auction.sold_buy_now === true ? 'buy_now' : null,
      sale_at: auction.auction_at?.includes('T') ? auction.auction_at : null,
      sale_history: isPast ? [past] : [],
    },
    sale: { state: isOver ? endState(status) : openState(auction) },
  };
}

const endState = (status: PastSale['status']): SaleReading['state'] =>
  status === 'sold' || status === 'on_approval' ? status : 'ended';

const openState = ({ state, auction_at }: ApibaraRecord['auction']): SaleReading['state'] =>
  statusStateOf(state) ?? (auction_at === null ? null : 'upcoming');

/** Addresses as Apibara lists them, by size. */
function addressesOf({ media }: ApibaraRecord): { large: unknown; thumb: unknown }[] {
  const items = media.items.flatMap((item) => {
    const { type, large, thumb } = recordOf(item) ?? {};
    return (type === undefined || type === 'image') && (large || thumb) ? [{ large, thumb }] : [];
  });
  // Some records list all thumbnails, but only the first photos whole.
  return items.length >= media.thumbs.length
    ? items
    : media.thumbs.map((thumb, index) => ({ large: items[index]?.large, thumb }));
}

/** Only what lies on the sites' own photo hosts: an address of the source's could hold its key. */
function photosOf(record: ApibaraRecord, site: SourceSite): LotImage[] {
  const listed = addressesOf(record);
  if (site === 'copart')
    return copartImages(
      listed.map(({ large, thumb }) => ({ fullUrl: large, thumbnailUrl: thumb })),
      record.lot_number ?? '',
    );
  return iaaiImages(photoKeys(listed), null);
}

const photoKeys = (listed: ReturnType<typeof addressesOf>) =>
  listed.flatMap(({ large, thumb }) => photoKeyOf(large, null, null) ?? photoKeyOf(thumb, null, null) ?? []);

/** In IAAI's links stands the salvage id, which its photos' keys begin with. */
const salvageIdOf = (record: ApibaraRecord): string | null =>
  record.details.attributes.SalvageId ??
  record.details.attributes.Id?.split('~')[0] ??
  photoKeys(addressesOf(record))[0]?.key.split('~')[0] ??
  null;

/** IAAI writes `0` for losses it has no word for. */
const inWords = (text: string | null): string | null => (text !== null && /^\d+$/.test(text) ? null : text);
