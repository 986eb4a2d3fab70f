import type { CostProfile } from '../../contract/deal/cost-profile.ts';
import type { CustomsClass, DealSettings, Fuel, Segment } from '../../contract/deal/deal-settings.ts';
import type { OdometerStatus } from '../../contract/evidence.ts';
import type { Section } from '../../contract/schemas/estimate.ts';
import type { Contradiction, Lot } from '../../contract/schemas/lot.ts';
import type { Market } from '../../contract/schemas/market.ts';
import type { Cents } from '../../contract/schemas/money.ts';
import type { Side } from '../../contract/schemas/part.ts';
import type { Title } from '../damage-detectors/declared/title.ts';
import type { CurrencyRates } from '../estimate/pricing/catalogue-price.ts';
import type { PricedWork } from '../estimate/pricing/reprice.ts';
import type { OwnLot } from './expected/own-lots.ts';
import type { Auction, FeeTier } from './tables/auction-fees.ts';
import { type TitleRule, titleRuleOf } from './tables/title-rules.ts';

/** A part of the car as it is sold used. */
export type SellablePart = {
  readonly name: string;
  readonly side: Side;
  readonly kind: 'assembly' | 'wheel_cover' | 'restraint';
  /** Where on the car: some sell, some hardly do. */
  readonly section: Section;
  /** New, of its maker. */
  readonly list: Cents;
  readonly quantity: number;
  /** Chance that the damage left it whole, 0–1. */
  readonly whole: number;
};

/** A lot with what its report found, as a deal is calculated from it. */
export type DealLot = {
  readonly auction: Auction | null;
  /** Its site is a broker's own. */
  readonly sold_by: 'bid_cars' | null;
  /** The lot is at an auction in Canada, which has fees of its own. */
  readonly sold_in_canada: boolean;
  /** Which fees the site's own figures are of; null: it shows none, or they fit several. */
  readonly page_tier: FeeTier | null;
  readonly vin: string | null;
  /** `Volkswagen Jetta`; null: not known. */
  readonly model: string | null;
  /** Keys of the declared damages, the primary first. */
  readonly damage: readonly string[];
  readonly market: Market | null;
  /** As listed, and what is read of it. */
  readonly title: { readonly listed: string | null; readonly read: Title | null };
  readonly location: string | null;
  /** Two letters of a state or province: of the yard, and where a rebuilt car would be registered. */
  readonly state: string | null;
  readonly home_state: string | null;
  readonly year: number | null;
  readonly liters: number | null;
  readonly fuel: Fuel | null;
  /** The VIN says that it was made in the US; null: no VIN. */
  readonly us_built: boolean | null;
  readonly segment: Segment | null;
  /** Before the damage. */
  readonly value: {
    readonly low: Cents;
    readonly likely: Cents;
    readonly high: Cents;
    readonly of: 'listed' | 'model' | 'user';
  } | null;
  /** The repair's final cost at every twentieth of its draws, rising: as an insurer pays it. */
  readonly repair: readonly Cents[];
  /** What other buyers pay ÷ that, at every twentieth; of older reports nothing. */
  readonly repair_by: Readonly<Partial<Record<CostProfile, readonly number[]>>>;
  /** Lines as written, and what they are taxed at; `estimate_rates`: the profile they are priced at. */
  readonly lines: readonly PricedWork[];
  readonly tax: { readonly percent: number; readonly on_labour: boolean };
  readonly estimate_rates: string;
  /** The repair as the listing has it, cents. */
  readonly listed_repair: Cents | null;
  /** What such a wreck usually brings. */
  readonly salvage: readonly [Cents, Cents] | null;
  readonly facts: {
    readonly run: Lot['run_condition'];
    readonly keys: Lot['keys'];
    readonly airbags: Lot['airbags'];
    readonly odometer: OdometerStatus | null;
    readonly special: 'flood' | 'burn' | null;
    readonly contradictions: readonly Contradiction['fact'][];
    readonly photos: {
      readonly all: number;
      readonly examined: number;
      /** Parts the user confirmed, damaged or not. */
      readonly confirmed: number;
      readonly zones_missing: readonly string[];
    };
    /** What the report expects the frame and the restraints to cost; 0: none is likely hit. */
    readonly frame: Cents;
    readonly restraints: Cents;
  };
  readonly parts: readonly SellablePart[];
  /** Null: not known. */
  readonly body: 'car' | 'suv' | 'pickup' | 'van' | null;
  /** The listing says that it was made for goods (`CARGO VAN`). */
  readonly for_goods: boolean;
  /** An hour of labor, for taking it apart; null: not known. */
  readonly hour: Cents | null;
};

/** What a deal is calculated from. `settings`: those of the report over those of the account. */
export type Deal = {
  readonly lot: DealLot;
  readonly settings: DealSettings;
  /** ISO: nothing here reads a clock. */
  readonly day: string;
  /** The moment, ms since 1970: sales begin and end. */
  readonly at: number;
  /** Lots that the account has read, with what they brought. */
  readonly read: readonly OwnLot[];
  readonly rates: CurrencyRates;
};

/** The rule of the lot's title, the worst of what it can mean; null where no word of it is understood. */
export const ruleOf = ({ title }: DealLot): TitleRule | null =>
  title.read === null ? null : titleRuleOf(title.read);

export const destinationOf = ({ settings }: Deal) => settings.destination ?? 'US';
export const segmentOf = ({ lot, settings }: Deal): Segment | null => settings.segment ?? lot.segment;
export const fuelOf = ({ lot, settings }: Deal): Fuel | null => settings.fuel ?? lot.fuel;
export const yearOf = ({ lot, settings }: Deal): number | null => settings.year ?? lot.year;
export const litersOf = ({ lot, settings }: Deal): number | null => settings.liters ?? lot.liters;

/** What customs class the vehicle as; null: open, as for pickups, vans and unknown bodies. */
export function customsClassOf({ lot, settings }: Deal): CustomsClass | null {
  if (settings.customs_class !== undefined) return settings.customs_class;
  if (lot.for_goods) return 'goods';
  return lot.body === 'car' || lot.body === 'suv' ? 'passenger' : null;
}
