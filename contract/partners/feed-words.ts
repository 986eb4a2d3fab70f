import type { BadRowReason, FeedProblem, StockItem } from './feed.ts';

/** What is told of a feed, its rows and what they offer. */

export const AVAILABILITY_WORDS: Readonly<Record<StockItem['availability'], string>> = {
  in_stock: 'in stock',
  preorder: 'to be preordered',
  backorder: 'on backorder',
};

/** `sent within a day`, `sent within 3 days`. */
export const sentWithin = (days: number): string => `sent within ${days === 1 ? 'a day' : `${days} days`}`;

export const BAD_ROW_WORDS: Record<BadRowReason, string> = {
  columns: 'The row has more cells than the header has columns.',
  id: 'The id is missing, longer than 50 characters, or starts like a formula.',
  repeated_id: 'A row before has the same id.',
  title: 'The title is missing.',
  no_number: 'There is no OEM number: neither oem_number nor mpn is filled.',
  no_make: 'There is no make: neither make nor brand is filled.',
  unsupported_make: 'LotLens makes no reports of this make.',
  aftermarket_number:
    'The brand is no car maker, so its mpn is no OEM number. Put the OEM number into oem_number and the make into make.',
  number_shape: 'The number does not look like one of this make.',
  price: 'The price is missing or can’t be read. Write 745.08 USD or $745.08.',
  no_currency: 'The price has no currency. Write 745.08 USD or $745.08.',
  other_currency: 'The price is not in US dollars.',
  condition: 'The condition is not new, used (or recycled) or refurbished.',
  availability: 'The availability is not in_stock, out_of_stock, preorder or backorder.',
  link: 'The link is missing or is no https address.',
  other_site: 'The link leads to another site than your approved website.',
  side: 'The side is not left or right.',
  lead_time_days: 'The lead time is no whole number of days up to 365.',
  core_charge: 'The core charge can’t be read. Write 60.00 USD or $60.00.',
  qty: 'The quantity is no whole number.',
};

export const FEED_PROBLEM_WORDS: Record<FeedProblem, string> = {
  unreadable: 'The file is no table and no XML feed that we can read.',
  missing_columns:
    'The file lacks columns: id, title, link, price and availability, and mpn with brand or oem_number with make.',
  no_website: 'You have no approved website. Enter it in your profile and wait for our approval.',
  too_many_rows: 'The file has more than 100,000 rows.',
  too_large: 'The file is larger than 16 MB.',
  too_slow: 'The file took too long to read.',
  no_good_row: 'No row could be taken.',
  far_fewer:
    'It has less than half of the parts we hold from you. If that is right, read it now or send it as a file.',
  address_refused: 'This address is not public, or led to one that is not.',
  address_failed: 'The address did not answer with a file.',
};

/** A column of a stock file, as the page lists it and the template has it. */
export type FeedColumn = {
  readonly name: string;
  readonly needed: boolean;
  readonly words: string;
  readonly example: string;
};

/** Columns of a stock file in the order of the template. */
export const FEED_COLUMNS: readonly FeedColumn[] = [
  { name: 'id', needed: true, words: 'Your own id of the item, 50 characters at most.', example: 'A-1001' },
  { name: 'title', needed: true, words: 'What the part is.', example: 'Front bumper cover, primed' },
  {
    name: 'link',
    needed: true,
    words: 'Its https page on your approved website.',
    example: 'https://shop.example/a-1001',
  },
  {
    name: 'price',
    needed: true,
    words: 'Price for one, in US dollars: 745.08 USD or $745.08.',
    example: '310.00 USD',
  },
  { name: 'sale_price', needed: false, words: 'What it costs now, if lower.', example: '249.00 USD' },
  {
    name: 'sale_price_effective_date',
    needed: false,
    words: 'When the sale price holds: start/end as ISO 8601.',
    example: '',
  },
  {
    name: 'availability',
    needed: true,
    words: 'in_stock, out_of_stock, preorder or backorder.',
    example: 'in_stock',
  },
  {
    name: 'condition',
    needed: false,
    words: 'new, used (or recycled) or refurbished. Empty means new.',
    example: 'new',
  },
  {
    name: 'brand',
    needed: true,
    words: 'The car maker, if mpn is its number. Else your brand.',
    example: 'Toyota',
  },
  {
    name: 'mpn',
    needed: true,
    words: 'The car maker’s OEM number, with or without dashes.',
    example: '52119-0X936',
  },
  {
    name: 'oem_number',
    needed: false,
    words: 'The OEM number, if mpn is an aftermarket number.',
    example: '',
  },
  { name: 'make', needed: false, words: 'The car maker, if brand is an aftermarket brand.', example: '' },
  { name: 'side', needed: false, words: 'left or right.', example: '' },
  { name: 'qty', needed: false, words: 'Pieces in stock.', example: '3' },
  { name: 'lead_time_days', needed: false, words: 'Days until it ships, up to 365.', example: '1' },
  { name: 'core_charge', needed: false, words: 'Core charge for one: 60.00 USD or $60.00.', example: '' },
  { name: 'shipping', needed: false, words: 'Shipping within the US: 12.50 USD.', example: '12.50 USD' },
];

/** A stock file with these columns and one example row, as CSV. */
export const feedTemplate = (): string =>
  [
    FEED_COLUMNS.map(({ name }) => name),
    FEED_COLUMNS.map(({ example }) => (example.includes(',') ? `"${example}"` : example)),
  ]
    .map((cells) => cells.join(','))
    .join('\r\n')
    .concat('\r\n');
