import type { AskedPrices, StatedNumber } from '../../../contract/facts/stated-number.ts';
import { SUPPORTED_MAKES } from '../../../contract/vehicles/makes.ts';
import { numberFamily } from '../../parts-catalogues/merge/number-format.ts';
import { independentSellers, type ListingTraits, pictureKey, titleTemplate } from './independent-sellers.ts';
import { statedTokens, type Token } from './number-tokens.ts';
import { type AskedPart, aspectsOf, type SellerListing } from './seller-listing.ts';
import { showsPart } from './shows-part.ts';

/** Fewer sellers than this tell nothing. */
const FEWEST = 3;
/** Share of all sellers who state a number that must state the printed ones. */
const LEAST_SHARE = 0.6;
/** The next number may have at most one vote for so many of the printed one's. */
const RUNNER_UP = 3;
/** A listing or seller that names more numbers of the family knows none of them. */
const MOST_BASES = 2;
const MOST_FORMS = 5;

/** What sellers state for one part: none, one, or two strong ones of which the VIN decides. */
export type Statement = {
  readonly numbers: readonly StatedNumber[];
  /** Independent sellers who state any number for it. */
  readonly of: number;
};

type Stating = ListingTraits & {
  readonly listing: SellerListing;
  /** Numbers it votes for: none where it names too many, or is stuffed. */
  readonly tokens: readonly Token[];
  readonly genuine: boolean;
};

const basesOf = (tokens: readonly Token[]): Set<string> => new Set(tokens.map(({ base }) => base));

const BRAND = new Set(['brand', 'manufacturer']);

/** Sold as the maker's own, or taken off a car. */
function isGenuine(listing: SellerListing, { make }: AskedPart): boolean {
  if (listing.condition === 'used') return true;
  const makers = Object.entries(SUPPORTED_MAKES)
    .filter(([key]) => numberFamily(key as keyof typeof SUPPORTED_MAKES) === numberFamily(make))
    .map(([, name]) => name.toLowerCase());
  return aspectsOf(listing, BRAND).some((brand) => {
    const said = brand
      .toLowerCase()
      .replace(/\b(?:genuine|oem|original)\b/g, '')
      .trim();
    return makers.includes(said);
  });
}

/** A listing of the part with the numbers it states; null where it states none, or nobody knows who states them. */
function stating(listing: SellerListing, part: AskedPart): Stating | null {
  if (listing.seller === null || !showsPart(listing, part)) return null;
  const { valid, list, stuffed } = statedTokens(listing, part);
  if (valid.length === 0) return null;
  return {
    seller: listing.seller,
    template: titleTemplate(listing.title),
    picture: pictureKey(listing.picture),
    list,
    listing,
    tokens: stuffed || basesOf(valid).size > MOST_BASES ? [] : valid,
    genuine: isGenuine(listing, part),
  };
}

type Candidate = { readonly base: string; readonly votes: number; readonly backing: readonly Stating[] };

/** Each number with the sellers who state it, the most stated first. */
function candidates(sellers: readonly (readonly Stating[])[]): Candidate[] {
  const found = new Map<string, { votes: number; backing: Stating[] }>();
  for (const listings of sellers) {
    const bases = basesOf(listings.flatMap(({ tokens }) => tokens));
    if (bases.size > MOST_BASES) continue;
    for (const base of bases) {
      const entry = found.get(base) ?? { votes: 0, backing: [] };
      entry.votes += 1;
      entry.backing.push(...listings.filter(({ tokens }) => tokens.some((token) => token.base === base)));
      found.set(base, entry);
    }
  }
  return [...found]
    .map(([base, entry]) => ({ base, ...entry }))
    .sort((a, b) => b.votes - a.votes || (a.base < b.base ? -1 : 1));
}

/** The candidates that may be printed: the first alone, or the first two where both are strong; else none. */
function strong(all: readonly Candidate[], sellers: readonly (readonly Stating[])[]): readonly Candidate[] {
  const [first, second, third] = all;
  if (!first) return [];
  const alone = (second?.votes ?? 0) * RUNNER_UP <= first.votes;
  const printed = alone || !second ? [first] : [first, second];
  const next = (alone ? second : third)?.votes ?? 0;
  const backers = sellers.filter((listings) =>
    printed.some(({ backing }) => listings.some((one) => backing.includes(one))),
  );
  const holds =
    printed.every(
      ({ votes, backing }) =>
        votes >= FEWEST && next * RUNNER_UP <= votes && backing.some(({ genuine }) => genuine),
    ) && backers.length >= sellers.length * LEAST_SHARE;
  return holds ? printed : [];
}

const mostFirst = (texts: readonly string[]): string[] =>
  [...Map.groupBy(texts, (text) => text)]
    .sort(([a, of], [b, others]) => others.length - of.length || a.length - b.length || (a < b ? -1 : 1))
    .map(([text]) => text);

function askedPrices(backing: readonly Stating[], condition: SellerListing['condition']): AskedPrices | null {
  const prices = backing.flatMap(({ listing }) =>
    listing.condition === condition && listing.price !== null ? [listing.price] : [],
  );
  return prices.length === 0
    ? null
    : { low: Math.min(...prices), high: Math.max(...prices), offers: prices.length };
}

/** As most sellers write it, with the other colors and primers it is stated in. */
function described({ base, votes, backing }: Candidate): StatedNumber {
  const tokens = backing.flatMap((one) => one.tokens.filter((token) => token.base === base));
  const [form = base, ...others] = mostFirst(tokens.map(({ full }) => full));
  const written = (full: string): string =>
    mostFirst(tokens.flatMap((token) => (token.full === full ? [token.written] : [])))[0] ?? full;
  return {
    number: written(form),
    sellers: votes,
    ...(others.length === 0 ? {} : { also_as: others.slice(0, MOST_FORMS).map(written) }),
    asked_new: askedPrices(backing, 'new'),
    asked_used: askedPrices(backing, 'used'),
  };
}

/**
 * What independent sellers state as the maker's number of one part of one car. Each seller counts once; who lists many numbers
 * counts among those asked and for none of them. Printed is what three or more state, six in ten of all, three times as many as
 * any other number, one of them for a used or genuine piece; two such numbers beside one another are both printed. The order of
 * the listings bears on nothing.
 */
export function statedNumbers(listings: readonly SellerListing[], part: AskedPart): Statement {
  const sellers = independentSellers(listings.flatMap((listing) => stating(listing, part) ?? []));
  return { numbers: strong(candidates(sellers), sellers).map(described), of: sellers.length };
}
