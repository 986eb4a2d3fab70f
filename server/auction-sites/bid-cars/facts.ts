import { type LotFacts, NO_FACTS } from '../auction-site.ts';
import { firstOf, type LabelValues, type Shapes } from '../page/label-value-text.ts';
import {
  airbagsOf,
  dollarsOf,
  keysOf,
  odometerFromText,
  runConditionOf,
  textOf,
  vinOf,
  wordsOf,
} from '../page/listing-values.ts';

/** The labels of a bid.cars lot page, English first; the rows carry the same names in the page and in copied text. */
export const BID_CARS_LABELS = [
  'Lot',
  'VIN',
  'Seller',
  'Sale Document',
  'Loss',
  'Primary damage',
  'Secondary damage',
  'Odometer',
  'Start code',
  'Key',
  'ACV / ERC',
  'Exterior color',
  'Engine',
  'Transmission',
  'Fuel Type',
  'Drive Type',
  'Manufactured In',
  'Body Style',
  'Vehicle Class',
  'Model',
  'Series',
  'Cylinders',
  'Restraint System',
  'Drive Line Type',
  'Drive',
  'Exterior',
  'Airbags',
  'Sale Status',
  'Location',
  'Shipping from',
  'Auction date',
  'Final bid',
  'Current bid',
  'Data fetched from the platform Copart',
  'Data fetched from the platform IAAI',
  'Auction',
  'Date',
  'Lot #',
  'Status',
  'Show more',
  'Show less',
] as const;

/** What the values of some rows look like, whatever else bears the same words. */
export const BID_CARS_SHAPES: Shapes = {
  Lot: /^\d{1,2}\s?-/,
  VIN: /\d|^-/,
  Odometer: /\d\s?(?:k|тыс\.?|тис\.?|tys\.?)?\s?(?:mi|km|ми|км)|^-/iu,
  'ACV / ERC': /\d/,
};

/** Facts from the rows of a lot page; `auction` are the auction's own values, which know better than the site's. */
export function factsFromRows(rows: LabelValues, auction: LabelValues): LotFacts {
  const [retail, repair] = splitValues(rows('ACV / ERC'));
  return {
    ...NO_FACTS,
    vin: vinOf(rows('VIN')),
    // An active lot of Copart has it among the site's own rows.
    body_style: textOf(auction('Body Style')) ?? textOf(rows('Body Style')),
    ...odometerFromText(rows('Odometer')),
    primary_damage: wordsOf(rows('Primary damage')),
    secondary_damage: wordsOf(rows('Secondary damage')),
    loss_type: textOf(rows('Loss')),
    run_condition: runConditionOf(rows('Start code')),
    keys: keysOf(rows('Key')),
    airbags: airbagsOf(auction('Airbags') ?? rows('Airbags')),
    title: textOf(rows('Sale Document')),
    engine: textOf(auction('Engine')) ?? textOf(rows('Engine')),
    drive: driveOf(firstOf(auction, 'Drive Line Type', 'Drive') ?? rows('Drive Type')),
    transmission: textOf(auction('Transmission')) ?? textOf(rows('Transmission')),
    fuel: textOf(auction('Fuel Type')) ?? textOf(rows('Fuel Type')),
    color: textOf(rows('Exterior color')) ?? textOf(auction('Exterior')),
    retail_value: retail,
    seller_repair_cost: repair,
    seller: textOf(rows('Seller')),
  };
}

/** `$41,979 USD / $25,567 USD`. */
function splitValues(text: string | null): [number | null, number | null] {
  const [acv = null, erc = null] = (text ?? '').split('/').map(dollarsOf);
  return [acv, erc];
}

/** `Rear wheel drive |`: the bar belongs to the picture after it. */
const driveOf = (text: string | null): string | null => textOf(text?.replace(/\s*\|.*$/, '') ?? null);

/** `Location: Elkton (MD), USA` → `Elkton (MD)`. */
export const placeOf = (text: string | null): string | null =>
  textOf(
    textOf(text)
      ?.replace(/^location\s*:\s*/i, '')
      .replace(/,\s*USA$/i, '') ?? null,
  );
