import type { z } from 'zod';
import type { SaleReading } from '../../../contract/facts/sale-state.ts';
import type {
  reserveStateSchema,
  saleKindSchema,
  soldStatusSchema,
} from '../../../contract/schemas/market.ts';
import { textOf } from './listing-values.ts';

/** What listings say of how and whether a lot is sold. Only whole texts are read: `Sold on approval` is not `Sold`. */

type SaleKind = z.infer<typeof saleKindSchema>;
type ReserveState = z.infer<typeof reserveStateSchema>;
type SoldStatus = z.infer<typeof soldStatusSchema>;

/** Letters and digits, single spaces: `MINIMUM_BID` and `Minimum bid:` are one. */
const plain = (value: unknown): string =>
  (textOf(value) ?? '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const KINDS: Readonly<Record<string, SaleKind>> = {
  'pure sale': 'pure_sale',
  'on pure sale': 'pure_sale',
  'no reserve': 'pure_sale',
  absolute: 'pure_sale',
  'minimum bid': 'minimum_bid',
  'on minimum bid': 'minimum_bid',
  'minimum bid sale': 'minimum_bid',
  reserve: 'minimum_bid',
  'on reserve': 'minimum_bid',
  'on approval': 'on_approval',
  'on seller approval': 'on_approval',
  'seller approval': 'on_approval',
  'subject to approval': 'on_approval',
  'buy now': 'buy_now',
  'buy it now': 'buy_now',
};

/** How the seller sells, or null. */
export const saleKindOf = (value: unknown): SaleKind | null => KINDS[plain(value)] ?? null;

const STATUSES: Readonly<Record<string, SoldStatus>> = {
  sold: 'sold',
  'sold by buy now': 'sold',
  'sold buy now': 'sold',
  'sold at auction': 'sold',
  'not sold': 'not_sold',
  unsold: 'not_sold',
  'no sale': 'not_sold',
  'reserve not met': 'not_sold',
  'minimum bid not met': 'not_sold',
  'on approval': 'on_approval',
  'sold on approval': 'on_approval',
  'sold pending approval': 'on_approval',
  'sold subject to approval': 'on_approval',
  'pending approval': 'on_approval',
  'pending seller approval': 'on_approval',
  'seller approval': 'on_approval',
};

/** What came of a sale, or null. */
export const soldStatusOf = (value: unknown): SoldStatus | null => STATUSES[plain(value)] ?? null;

const ENDED: ReadonlySet<string> = new Set([
  'ended',
  'auction ended',
  'sale ended',
  'auction completed',
  'auction closed',
  'auction over',
  'archived',
  'archive',
  'finished',
  'closed',
  'completed',
]);
const LIVE: ReadonlySet<string> = new Set([
  'live',
  'live now',
  'live auction in progress',
  'auction in progress',
  'auction is live',
  'sale in progress',
]);

/** The state of a sale in the words of a status field, or null. */
export function statusStateOf(value: unknown): SaleReading['state'] {
  const said = plain(value);
  const status = STATUSES[said];
  if (status !== undefined) return status === 'not_sold' ? 'ended' : status;
  if (ENDED.has(said)) return 'ended';
  return LIVE.has(said) ? 'live' : null;
}

/** What a copied page says of the state in lines of its own. A bare `Live` or `Closed` may be a menu's: neither is read. */
export function stateInLines(lines: readonly string[]): SaleReading['state'] {
  const whole = lines
    .filter((line) => line.length < 60)
    .map((line) => plain(line.replace(/^(?:this )?(?:lot|vehicle|item) (?:has been |was |is )?/i, '')))
    .filter((line) => !AMBIGUOUS.has(line));
  const states = whole.map(statusStateOf);
  return (['on_approval', 'sold', 'ended', 'live'] as const).find((state) => states.includes(state)) ?? null;
}
const AMBIGUOUS: ReadonlySet<string> = new Set([
  ...['live', 'closed', 'completed', 'finished', 'archive', 'archived', 'ended'],
  // How lots are sold, and what a filter lists.
  ...[
    'on approval',
    'seller approval',
    'not sold',
    'unsold',
    'reserve not met',
    'no sale',
    'minimum bid not met',
  ],
]);

/** `Seller reserve not yet met`, `Reserve met`, `No reserve`. */
export function reserveStateOf(value: unknown): ReserveState | null {
  const said = plain(value);
  if (/^(?:no|without) (?:seller )?reserve$/.test(said)) return 'none';
  const [, not] =
    /^(?:the )?(?:seller s? ?)?(?:reserve|minimum(?: bid)?) (?:price )?(?:has |is |was )?(?:been )?(not )?(?:yet )?(?:been )?met(?: yet)?$/.exec(
      said,
    ) ?? [];
  if (not !== undefined) return 'not_met';
  return /\bmet$/.test(said) &&
    /^(?:the )?(?:seller s? ?)?(?:reserve|minimum(?: bid)?) (?:price )?(?:has |is |was )?(?:been )?met$/.test(
      said,
    )
    ? 'met'
    : null;
}
