import { readAuctionLink } from '../../../contract/auction-link.ts';
import type { Fuel } from '../../../contract/deal/deal-settings.ts';
import { partsConfirmed } from '../../../contract/report-view/head/confirmed-parts.ts';
import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import type { Lot } from '../../../contract/schemas/lot.ts';
import { type Cents, centsFromDollars } from '../../../contract/schemas/money.ts';
import type { Side } from '../../../contract/schemas/part.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import type { BodyClass, Vehicle } from '../../../contract/schemas/vehicle.ts';
import { type Category, categoriesFor } from '../../categories/generic-categories.ts';
import { damageKeysOf } from '../../damage-detectors/declared/damage-codes.ts';
import { declaredCodes } from '../../damage-detectors/declared/declared-codes.ts';
import { readTitle } from '../../damage-detectors/declared/title.ts';
import type { DealLot, SellablePart } from '../../deals/deal-lot.ts';
import type { Auction } from '../../deals/tables/auction-fees.ts';
import { tierOfPageFees } from '../../deals/tables/page-tier.ts';
import { segmentAt } from '../../deals/tables/resale-rules.ts';
import { odometerStatusOf } from '../../estimate/evidence/listing-evidence.ts';
import { fullMoney } from '../../estimate/pricing/line-money.ts';
import { partPrice } from '../../estimate/pricing/part-price.ts';
import { pricedCar } from '../../estimate/pricing/priced-car.ts';
import type { PricedWork } from '../../estimate/pricing/reprice.ts';
import { listPrice } from '../../estimate/pricing/table-price.ts';
import { partCost } from '../../estimate/tables/part-costs.ts';
import { isSoldInCanada, jurisdictionOfLot } from '../../estimate/tables/read-place.ts';
import { vehicleFacts } from '../../estimate/tables/vehicle-facts.ts';
import { declaredDamageOf } from '../../pipeline/steps/declared-damage.ts';
import { electrified, isPlugIn } from '../../vehicles/fuel-of-model.ts';

/** Whose sale a lot is: bid.cars shows lots of both, told by what stands before the number. */
function auctionOf({ site, url }: Lot): Auction | null {
  if (site === 'copart' || site === 'iaai') return site;
  const reading = site === 'bid.cars' ? readAuctionLink(url) : null;
  const prefix = reading?.ok ? /^([01])-/.exec(reading.link.number)?.[1] : undefined;
  return prefix === undefined ? null : prefix === '1' ? 'copart' : 'iaai';
}

function fuelOf({ fuel }: Vehicle): Fuel | null {
  if (fuel === null) return null;
  const drive = electrified(fuel);
  if (drive === 'Electric') return 'electric';
  if (drive === 'Hybrid') return isPlugIn(fuel) ? 'plug_in_hybrid' : 'hybrid';
  if (/diesel/i.test(fuel)) return 'diesel';
  // Natural gas and propane are taxed by rules of their own.
  if (/natural|propane|compressed|\bcng\b|\blpg\b/i.test(fuel)) return null;
  return /gas|petrol|flex/i.test(fuel) ? 'petrol' : null;
}

/** `2.0L 4`, `3.5 L V6`. */
function litersOf({ engine, decoded }: Vehicle): number | null {
  const told = [engine, decoded?.engine].map((text) => /\b(\d{1,2}\.\d{1,3})\s?-?L\b/i.exec(text ?? '')?.[1]);
  const liters = Number(told.find((text) => text !== undefined));
  return liters >= 0.5 && liters <= 12 ? liters : null;
}

type Estimate = ReportModel['estimate'];

/** Value before the damage with its ends: our model's reach where it is our model's, or stands beside it. */
function worthOf({ cost_to_value: drawn, vehicle_value: own }: Estimate): DealLot['value'] {
  if (!drawn || drawn.value <= 0) {
    if (!own || own.likely <= 0) return null;
    const [low, likely, high] = [own.low, own.likely, own.high].map(centsFromDollars);
    return { low: low ?? 0, likely: likely ?? 0, high: high ?? 0, of: 'model' };
  }
  const likely = centsFromDollars(drawn.value);
  // What its user says is sure; a listed value is known no better than our own.
  const reach = drawn.source !== 'user' && own && own.likely > 0 ? own : null;
  return {
    low: reach ? Math.round((likely * reach.low) / reach.likely) : likely,
    likely,
    high: reach ? Math.round((likely * reach.high) / reach.likely) : likely,
    of: drawn.source,
  };
}

const TWENTIETHS = Array.from({ length: 21 }, (_, at) => at / 20);

/** Where a value stands between two others, 0–1; the middle where they are one. */
const within = (value: number, from: number, to: number): number =>
  to > from ? (value - from) / (to - from) : 0.5;

/**
 * Final cost at every twentieth of the draws: the report's low, likely and high at a tenth, a half and nine tenths, and between
 * and beyond them the shape of its draws; straight where none were kept.
 */
function repairOf({ cost_to_value: drawn, total }: Estimate): Cents[] {
  const { low, likely, high } = total;
  const shape = drawn && drawn.value > 0 ? drawn.quantiles : TWENTIETHS.map((at) => at);
  const [tenth = 0, half = 0, most = 0] = [shape[2], shape[10], shape[18]];
  const beyond = (value: number, end: number, usd: number): number =>
    drawn && end > 0 ? (usd * value) / end : usd;
  return shape.map((value, at) => {
    if (at < 2) return centsFromDollars(beyond(value, tenth, low));
    if (at > 18) return centsFromDollars(beyond(value, most, high));
    return centsFromDollars(
      at <= 10
        ? low + (likely - low) * within(value, tenth, half)
        : likely + (high - likely) * within(value, half, most),
    );
  });
}

/** Whether a line counts as written; in reports of schema_version 1 by its chance. */
const isWritten = ({ standing, probability }: EstimateLine): boolean =>
  standing === undefined ? probability >= 0.5 : standing === 'scope';

const sumOf = (lines: readonly EstimateLine[]): Cents =>
  lines.reduce((sum, { cost }) => sum + centsFromDollars(cost.likely), 0);

/** Lines as written, with what other buyers price them by. */
function worksOf({ vehicle }: Pick<ReportModel, 'vehicle'>, written: readonly EstimateLine[]): PricedWork[] {
  const car = pricedCar(vehicleFacts(vehicle), vehicle.year, 'usual');
  return written.map((line) => {
    const price = line.part_price;
    const from = price?.origin?.from;
    const prior_id = from?.code === 'allowance' ? from.row : null;
    const list =
      price?.origin && !line.stand_in
        ? listPrice(
            { prior_id, category: line.category },
            { basis: price.basis, likely: centsFromDollars(price.likely), origin: price.origin },
            car,
          )
        : null;
    return {
      money: fullMoney(line),
      hours: line.labour?.hours.likely ?? 0,
      refinish_hours: line.refinish?.hours ?? 0,
      list: list === null ? null : Math.round(list * line.quantity),
      isRestraint: line.section === 'restraints',
    };
  });
}

/** How the estimate's lines are taxed: on labor too where the taxed sum is more than its parts and materials. */
function taxRuleOf({ totals }: Estimate): DealLot['tax'] {
  const of = (key: string) => totals.find((row) => row.key === key);
  const tax = of('tax');
  const goods = (of('parts')?.likely ?? 0) + (of('paint_materials')?.likely ?? 0);
  return { percent: tax?.rate ?? 0, on_labour: (tax?.basis ?? 0) > goods + 1 };
}

const STRUCTURAL: ReadonlySet<string> = new Set(['structural', 'frame']);

/** What is not sold apart: a whole bumper goes by its pieces, a door's skin with its shell. */
const NOT_APART: ReadonlySet<Category['id']> = new Set([
  'front_bumper_assembly',
  'rear_bumper_assembly',
  'door_outer_panel',
]);

function partsOf({ vehicle, estimate }: Pick<ReportModel, 'vehicle' | 'estimate'>): SellablePart[] {
  const car = pricedCar(vehicleFacts(vehicle), vehicle.year, 'usual');
  const hit = Map.groupBy(
    estimate.lines.filter(({ part_type, stand_in }) => part_type !== 'none' && !stand_in),
    ({ category }) => category,
  );
  return categoriesFor({ body_class: vehicle.body_class, fuel: vehicle.fuel }).flatMap((category) => {
    const cost = NOT_APART.has(category.id) ? undefined : partCost(category.id, vehicle.body_class);
    if (!cost) return [];
    const lines = hit.get(category.id) ?? [];
    const kind =
      category.section === 'restraints'
        ? 'restraint'
        : category.section === 'wheels' || cost.alternative === 'cover'
          ? 'wheel_cover'
          : 'assembly';
    const list = partPrice(category.id, cost, 'none', car).likely;
    const sides = SIDES_OF[category.side];
    return sides.map((side) => ({
      name: category.name,
      side,
      kind,
      section: category.section,
      list,
      quantity: 1,
      whole: Math.max(0, 1 - lostOf(lines, sides.length === 1 ? null : side)),
    }));
  });
}

/** The pieces of a part by where they sit. */
const SIDES_OF: Readonly<Record<Category['side'], readonly Side[]>> = {
  LR: ['left', 'right'],
  L: ['left'],
  R: ['right'],
  C: ['none'],
  '-': ['none'],
};

/** How many pieces are lost on average: on one side, half of those whose side is open with them, or in all (`null`). */
const lostOf = (lines: readonly EstimateLine[], side: Side | null): number =>
  lines.reduce((sum, line) => {
    const isOpen = line.side !== 'left' && line.side !== 'right';
    const share = side === null || line.side === side ? 1 : isOpen ? 0.5 : 0;
    return sum + share * line.probability * line.quantity;
  }, 0);

const BODIES: Readonly<Record<BodyClass, DealLot['body']>> = {
  sedan: 'car',
  coupe: 'car',
  hatchback: 'car',
  wagon: 'car',
  convertible: 'car',
  suv: 'suv',
  pickup: 'pickup',
  van: 'van',
};

/** Body styles of vehicles that carry goods alone, as listings write them. */
const FOR_GOODS = /\bcargo\b|cutaway|chassis|flat ?bed|stake|\bbox\b/i;

/** Made in the US: a VIN that starts with 1, 4 or 5. Null where no VIN is known. */
const usBuilt = ({ vin }: Vehicle): boolean | null => (vin === null ? null : /^[145]/.test(vin));

/** A finished report's lot as its deal is calculated from; `homeState`: of its owner's account. */
export function lotOfReport(
  model: Pick<ReportModel, 'lot' | 'vehicle' | 'estimate' | 'examined'>,
  homeState: string | null,
): DealLot {
  const { lot, vehicle, estimate, examined } = model;
  const { codes } = declaredCodes(declaredDamageOf(lot));
  const special = codes.map(({ code }) => code.special);
  const title = readTitle(lot.title, jurisdictionOfLot(lot));
  const written = estimate.lines.filter(isWritten);
  const labor = estimate.lines.find((line) => line.labour?.type === 'body')?.labour;
  const drawn = estimate.cost_to_value;
  const auction = auctionOf(lot);
  return {
    auction,
    sold_by: lot.site === 'bid.cars' ? 'bid_cars' : null,
    sold_in_canada: isSoldInCanada(lot),
    page_tier: tierOfPageFees(auction, lot.market?.site_fees ?? []),
    vin: lot.vin,
    model: [vehicle.make, vehicle.model].filter((name) => name !== null).join(' ') || null,
    damage: damageKeysOf(lot),
    market: lot.market ?? null,
    title: { listed: lot.title, read: title },
    location: lot.location,
    state: jurisdictionOfLot(lot),
    home_state: homeState,
    year: vehicle.year,
    liters: litersOf(vehicle),
    fuel: fuelOf(vehicle),
    us_built: usBuilt(vehicle),
    segment: segmentAt(vehicleFacts(vehicle).price_class),
    value: worthOf(estimate),
    repair: repairOf(estimate),
    repair_by: estimate.repair_by_profile ?? {},
    lines: worksOf(model, written),
    tax: taxRuleOf(estimate),
    estimate_rates: estimate.profile.id,
    listed_repair: lot.seller_repair_cost === null ? null : centsFromDollars(lot.seller_repair_cost),
    salvage: drawn
      ? [centsFromDollars(drawn.salvage[0] * drawn.value), centsFromDollars(drawn.salvage[1] * drawn.value)]
      : null,
    facts: {
      run: lot.run_condition,
      keys: lot.keys,
      airbags: lot.airbags,
      odometer: odometerStatusOf(lot.odometer?.brand ?? null, lot.odometer?.value != null),
      special:
        special.includes('flood') || title?.could.includes('flood')
          ? 'flood'
          : special.includes('burn') || title?.could.includes('fire')
            ? 'burn'
            : null,
      contradictions: (lot.contradictions ?? []).map(({ fact }) => fact),
      photos: {
        all: examined.photos_total,
        examined: examined.photos_examined,
        confirmed: partsConfirmed(estimate),
        zones_missing: examined.zones_not_photographed,
      },
      frame: sumOf(written.filter(({ labour }) => labour !== null && STRUCTURAL.has(labour.type))),
      restraints: sumOf(written.filter(({ section }) => section === 'restraints')),
    },
    parts: partsOf(model),
    body: vehicle.body_class === null ? null : BODIES[vehicle.body_class],
    for_goods: FOR_GOODS.test(lot.body_style ?? ''),
    hour: labor ? centsFromDollars(labor.rate) : null,
  };
}
