import { z } from 'zod';
import { NO_MARKET } from '../../../contract/schemas/market.ts';
import { US_STATES } from '../../../contract/us-states.ts';
import { type LotFacts, NO_FACTS, namesCar, readLotOf } from '../../auction-sites/auction-site.ts';
import { copartImages } from '../../auction-sites/copart/images.ts';
import { iaaiImages, photoKeyOf } from '../../auction-sites/iaai/images.ts';
import { figureOf } from '../../auction-sites/page/amounts.ts';
import { field, listOf, part, recordOf } from '../../auction-sites/page/json-values.ts';
import {
  airbagsOf,
  auctionTime,
  dollarsOf,
  isNotACar,
  numberOf,
  odometerOf,
  runConditionOf,
  textOf,
  vinOf,
  wordsOf,
  yearOf,
} from '../../auction-sites/page/listing-values.ts';
import { saleKindOf, statusStateOf } from '../../auction-sites/page/sale-words.ts';
import { readVehicleTitle } from '../../auction-sites/page/vehicle-title.ts';
import { titleDisagrees } from '../../damage-detectors/declared/title.ts';
import { pageOf } from '../lot-page.ts';
import { type SourceLot, type SourceSite, sourceSiteOf } from '../lot-source.ts';

/** A car of auctionsapi.com with the lots it was in. Every path may be absent or of any type. */

const text = field(textOf);
const number = field(numberOf);
/** `{name, id}`, or the name alone. */
const named = field((value) => textOf(recordOf(value)?.name ?? value));
/** Codes of theirs (`Do0232`) that came through as words. */
const damage = field((value) => {
  const words = wordsOf(recordOf(value)?.name);
  return words === null || /\d/.test(words) ? null : words;
});

const lotSchema = z.object({
  lot: field((value) => /^\d{4,12}$/.exec(String(value ?? '').trim())?.[0] ?? null),
  domain: named,
  /** `36807767~US`: at IAAI the number of its link. */
  external_id: text,
  odometer: part({ mi: number, status: named }),
  damage: part({ main: damage, second: damage }),
  keys_available: field((value) => (typeof value === 'boolean' ? value : null)),
  airbags: named,
  condition: named,
  status: named,
  estimate_repair_price: field((value) => value),
  actual_cash_value: field((value) => value),
  sale_date: text,
  bid: field((value) => value),
  buy_now: field((value) => value),
  seller: named,
  title: named,
  detailed_title: named,
  images: part({ small: field(listOf), normal: field(listOf), big: field(listOf) }),
  location: part({ country: named, state: part({ code: text }), city: named }),
});
const carSchema = z.object({
  year: field(yearOf),
  title: text,
  vin: field(vinOf),
  manufacturer: named,
  model: named,
  body_type: named,
  color: named,
  engine: named,
  transmission: named,
  drive_wheel: named,
  vehicle_type: named,
  fuel: named,
  lots: field(listOf),
});
type Car = z.infer<typeof carSchema>;
type CarLot = z.infer<typeof lotSchema>;

/** `{data: […]}`, one car or a list of them. */
export const auctionsApiAnswerSchema = z
  .object({ data: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown()), z.null()]) })
  .transform(({ data }) => (Array.isArray(data) ? data : data === null ? [] : [data]));

/** The lots of a record; none where it tells no car: trailers come without a make. */
export function readAuctionsApiCar(value: unknown): SourceLot[] {
  const car = carSchema.safeParse(recordOf(value) ?? {}).data;
  if (car === undefined || car.manufacturer === null || isNotACar(car.vehicle_type)) return [];
  return car.lots.flatMap((item) => {
    const lot = lotSchema.safeParse(recordOf(item) ?? {}).data;
    const site = sourceSiteOf(lot?.domain ?? null);
    if (lot === undefined || lot.lot === null || site === null) return [];
    const facts = factsOf(car, lot, site);
    if (!namesCar(facts)) return [];
    const [id = null, region = null] = lot.external_id?.split('~') ?? [];
    const salvageId = site === 'iaai' ? id : null;
    const url = pageOf({ site, lotNumber: lot.lot, salvageId, region });
    return [{ salvageId, lot: readLotOf(facts, { site, lotNumber: lot.lot, url }) }];
  });
}

function factsOf(car: Car, lot: CarLot, site: SourceSite): LotFacts {
  const name = readVehicleTitle(car.title, car.model);
  // Amounts come without a currency: they are dollars where the lot is in the US, by its country or its state.
  const { country, state } = lot.location;
  const inDollars =
    country === null
      ? US_STATES[state.code?.toUpperCase() ?? ''] !== undefined
      : /^(us|usa|united states)\b/i.test(country);
  return {
    ...NO_FACTS,
    name: car.title,
    vin: car.vin,
    year: car.year ?? name.year,
    make: car.manufacturer,
    model: car.model ?? name.model,
    trim: name.trim,
    body_style: car.body_type,
    ...odometerOf({ value: lot.odometer.mi, unit: 'mi', brand: lot.odometer.status }),
    primary_damage: lot.damage.main,
    secondary_damage: lot.damage.second,
    run_condition: runConditionOf(lot.condition?.replaceAll('_', ' ')),
    keys: lot.keys_available === null ? null : lot.keys_available ? 'yes' : 'no',
    airbags: airbagsOf(lot.airbags),
    title: lot.detailed_title ?? lot.title,
    contradictions: titleContradictions(lot),
    engine: car.engine,
    drive: car.drive_wheel,
    transmission: car.transmission,
    fuel: car.fuel,
    color: car.color,
    retail_value: inDollars ? dollarsOf(lot.actual_cash_value) : null,
    seller_repair_cost: inDollars ? dollarsOf(lot.estimate_repair_price) : null,
    sale_date: auctionTime(lot.sale_date),
    location: placeOf(lot),
    seller: lot.seller,
    ...marketOf(lot),
    images: photosOf(lot, site),
  };
}

/** The title in full against the group it is put in. */
function titleContradictions({ detailed_title: words, title }: CarLot): LotFacts['contradictions'] {
  if (words === null || title === null || !titleDisagrees(words, { code: title, as: 'type' })) return [];
  return [{ fact: 'title', readings: [words, title] }];
}

/** Amounts come without a currency, so none is named; an archived lot is over, and only `sold` says that it was sold. */
function marketOf({ status, sale_date, bid, buy_now }: CarLot): Pick<LotFacts, 'market' | 'sale'> {
  const words = status?.replaceAll('_', ' ');
  const state = statusStateOf(words);
  const time = auctionTime(sale_date);
  const amount = figureOf(bid);
  return {
    market: {
      ...NO_MARKET,
      current_bid: state === 'sold' ? null : amount,
      has_bids: amount === null || state === 'sold' ? null : true,
      final_bid: state === 'sold' ? amount : null,
      buy_now: figureOf(buy_now),
      sale_kind: saleKindOf(words),
      sale_at: time?.includes('T') ? time : null,
      sale_date: time?.includes('T') ? null : time,
    },
    sale: state !== null ? { state } : time === null ? null : { state: 'upcoming' },
  };
}

/** `mascotte` and `fl` as `Mascotte, FL`. */
function placeOf({ location: { city, state } }: CarLot): string | null {
  const town = city?.replaceAll(/\b\p{L}/gu, (letter) => letter.toUpperCase()) ?? null;
  return town === null || state.code === null ? town : `${town}, ${state.code.toUpperCase()}`;
}

/** Only what lies on the sites' own photo hosts, the largest list. */
function photosOf({ images: { big, normal, small }, lot }: CarLot, site: SourceSite): LotFacts['images'] {
  const listed = [normal, big, small].find((addresses) => addresses.length > 0) ?? [];
  return site === 'copart'
    ? copartImages(
        listed.map((fullUrl) => ({ fullUrl })),
        lot ?? '',
      )
    : iaaiImages(
        listed.flatMap((address) => photoKeyOf(address, null, null) ?? []),
        null,
      );
}
