import type { PriceOrigin, SubletOrigin } from '../../facts/price-origin.ts';
import type { Estimate, EstimateLine } from '../../schemas/estimate.ts';
import { listedWords, percentOf } from './sentence.ts';

type PartPrice = NonNullable<EstimateLine['part_price']>;
type Sublet = NonNullable<EstimateLine['sublet']>;
type Value = NonNullable<Estimate['vehicle_value']>;

/** What an allowance pays, by the id of its row. */
const ALLOWANCES: Readonly<Record<string, string>> = {
  engine_mount: 'Engine mount',
  oil_pan: 'Oil pan and gasket',
  transmission_case_pan: 'Transmission pan or case repair',
  exhaust_catalyst: 'Catalytic converter, aftermarket where allowed',
  driveshaft_underbody: 'Propeller shaft',
  camera_windshield_calibration: 'Windshield camera',
  carpet: 'Carpet, seats out',
  engine_long_block: 'Used or remanufactured long block',
  starter_alternator: 'Starter or alternator',
  body_ecu_modules: 'Control units below the water line or missing',
  infotainment: 'Display and radio unit',
  blower_hvac: 'Blower',
  ignition_lock: 'Ignition lock and key',
  rear_wheelhouse_inner: 'Outer wheelhouse section',
  seat_cover_side_bag: 'Seat back cover, pad and bag bracket where the side airbag came through',
  pillar_trim: 'Pillar trims of one side that the curtain airbag pushed off',
};
const CHOICES: Record<NonNullable<PriceOrigin['choice']>, string> = {
  oem: 'new OEM parts only',
  aftermarket: 'aftermarket where usual',
  used: 'used first',
};

function fromWords(from: PriceOrigin['from']): string {
  switch (from.code) {
    case 'catalogue': {
      const { sources, alternatives, counterpart, similar_car } = from;
      const whose = counterpart
        ? `Price of its ${counterpart} counterpart, `
        : similar_car
          ? 'Price of the part on a similar car, '
          : '';
      const middle = alternatives > 1 ? `, middle of ${alternatives} alternatives` : '';
      return `${whose}${listedWords(sources)}${middle}`;
    }
    case 'band': {
      const { mixed, one, unlisted } = from;
      const mix = mixed ? `, ${mixed.type} in ${percentOf(mixed.share)} of estimates at this age` : '';
      const taken = one ? `, ${one.type} at ${percentOf(one.share)} of it` : '';
      return `OEM list band by class and year${mix}${taken}${unlisted ? ', no public list price' : ''}`;
    }
    case 'allowance':
      return `Allowance: ${ALLOWANCES[from.row] ?? 'part outside our table of parts'}`;
    case 'user':
      return 'Entered by the user';
  }
}

function originWords({ from, proportion, choice, priced_as, unrated }: PriceOrigin): string {
  const band =
    proportion === undefined
      ? ''
      : `, in proportion to this car’s catalog prices (${percentOf(proportion)} of our bands)`;
  return [
    `${fromWords(from)}${band}`,
    ...(choice ? [`chosen: ${CHOICES[choice]}`] : []),
    ...(priced_as ? [`priced as ${priced_as}, not as the OEM number beside it`] : []),
    ...(unrated
      ? [`the catalog’s price in ${listedWords(unrated)} is not used, no exchange rate is known`]
      : []),
  ].join('; ');
}

/** Where a part's price comes from, without a full stop; reports of schema_version 1 stored the words. */
export const partPriceWords = ({ origin, source = '' }: Pick<PartPrice, 'origin' | 'source'>): string =>
  origin ? originWords(origin) : source;

/** Whose exchange rate a price was converted at; empty: not kept. */
export function rateWords({
  rate_source,
  rate_own,
  rate_old,
}: Pick<NonNullable<PartPrice['converted']>, 'rate_source' | 'rate_own' | 'rate_old'>): string {
  const whose = rate_own ? 'rate set for this service' : rate_source;
  return [whose, rate_old && 'more than a year old'].filter(Boolean).join(', ');
}

const SUBLETS: Record<SubletOrigin, string> = {
  standard_operation: 'Standard operation, table of fixed lines',
  dent_removal: 'Paintless dent removal by panel',
  cleaning: 'Cleaning',
  user: 'Entered by the user',
};
/** Where a sublet or fixed amount comes from; reports of schema_version 1 stored the words. */
export const subletWords = ({ origin, source = '' }: Pick<Sublet, 'origin' | 'source'>): string =>
  origin ? SUBLETS[origin] : source;

const MODEL = 'Our own model of list price, age and mileage (judgment)';
const VALUES: Record<NonNullable<Value['origin']>, string> = {
  listed: 'Retail value as listed',
  model: MODEL,
  listed_refused: `${MODEL}; the listed value is too far from it to be used`,
};
/** Where the value before the damage comes from; reports of schema_version 1 stored the words. */
export const valueWords = ({ origin, source = '' }: Pick<Value, 'origin' | 'source'>): string =>
  origin ? VALUES[origin] : source;

/** The listed color that told the paint; reports of schema_version 1 stored the words. */
export const paintWords = ({ color, because = '' }: NonNullable<Estimate['paint']>): string =>
  color === undefined ? because : `Listed color: ${color}`;
