import type { Position } from '../../../contract/schemas/part.ts';
import type { MakeKey } from '../../../contract/vehicles/makes.ts';
import type { CategoryId } from '../../categories/generic-categories.ts';

/** One item of a marketplace as its seller describes it. It lives while a part is asked about and is kept nowhere. */
export type SellerListing = {
  /** Who offers it; null where the marketplace does not tell: whether it is independent can't be known then. */
  readonly seller: string | null;
  readonly title: string;
  /** Address of its first picture. */
  readonly picture: string | null;
  readonly condition: 'new' | 'refurbished' | 'used' | 'unknown';
  /** What is asked for one piece, US dollars; null: not comparable. */
  readonly price: number | null;
  /** What the seller filled in, each with its heading. */
  readonly aspects: readonly { readonly name: string; readonly value: string }[];
};

/** The part that is asked about, on one side of one car. */
export type AskedPart = {
  readonly make: MakeKey;
  readonly category: CategoryId;
  readonly side: 'left' | 'right' | 'none';
  readonly position: Position;
};

const headed = (heading: string): string => heading.toLowerCase().replace(/[^a-z]/g, '');

/** What a seller filled in under any of these headings, as written. */
export const aspectsOf = ({ aspects }: SellerListing, headings: ReadonlySet<string>): string[] =>
  aspects.filter(({ name }) => headings.has(headed(name))).map(({ value }) => value);
