import { categoryById } from '../../categories/generic-categories.ts';
import { matchPartName } from '../../categories/match-part-name.ts';
import { severalPieces } from '../ebay-item.ts';
import { type AskedPart, aspectsOf, type SellerListing } from './seller-listing.ts';

const TYPE = new Set(['type', 'parttype']);
const PLACEMENT = new Set(['placementonvehicle', 'placement', 'sideofvehicle']);
const SIDES: Readonly<Record<string, 'left' | 'right'>> = {
  left: 'left',
  driver: 'left',
  right: 'right',
  passenger: 'right',
};

/** Places a seller ticked: "Rear, Left" is one place, "Left, Right" a pair. */
function placesOf(listing: SellerListing): { readonly ends: Set<string>; readonly sides: Set<string> } {
  const words = aspectsOf(listing, PLACEMENT).flatMap((value) => value.toLowerCase().match(/[a-z]+/g) ?? []);
  return {
    ends: new Set(words.filter((word) => word === 'front' || word === 'rear')),
    sides: new Set(words.flatMap((word) => SIDES[word] ?? [])),
  };
}

/**
 * Whether a listing is of this part alone: its type, or where that says nothing its title, names the category; end and side are
 * the part's, and of a part each side has it names exactly one.
 */
export function showsPart(listing: SellerListing, part: AskedPart): boolean {
  const { ends, sides } = placesOf(listing);
  const end = ends.size === 1 ? [...ends].join() : '';
  const match = (name: string) => matchPartName({ make: part.make, name: `${end} ${name}`, diagram: end });
  const title = match(listing.title);
  const [typed] = aspectsOf(listing, TYPE)
    .map(match)
    .filter(({ category }) => category !== null);
  const named = typed ?? title;
  if (named.category !== part.category) return false;
  const atBothEnds = categoryById(part.category)?.position === 'named';
  if (atBothEnds && part.position !== 'none' && named.position !== part.position) return false;
  if (part.side === 'none') return true;
  if (severalPieces(listing.title)) return false;
  const told = new Set([...sides, ...(title.side === 'none' ? [] : [title.side])]);
  return told.size === 1 && told.has(part.side);
}
