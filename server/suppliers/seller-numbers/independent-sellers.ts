/** What tells that two listings are one opinion. */
export type ListingTraits = {
  readonly seller: string;
  /** Its title without numbers. */
  readonly template: string;
  readonly picture: string | null;
  /** Numbers it lists, in order; two or more tell a copied list. */
  readonly list: readonly string[];
};

/** A title without its numbers, years and punctuation. */
export const titleTemplate = (title: string): string =>
  (title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !/\p{N}/u.test(word)).join(' ');

/** A picture by what it shows, whatever its size; null where its address tells nothing. */
export function pictureKey(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  return new URL(address).pathname.replace(/\/(?:s-l\d+|\$_\d+)\.\w+$/, '');
}

/**
 * Groups listings by who speaks: those of one seller, and of sellers with the same list of numbers, the same wording of the title
 * or the same picture, who copy one another or a common source. Each group is one opinion.
 */
export function independentSellers<Listing extends ListingTraits>(listings: readonly Listing[]): Listing[][] {
  const groupOf = new Map<string, Set<Listing>>();
  for (const listing of listings) {
    const keys = [
      `seller ${listing.seller.toLowerCase()}`,
      ...(listing.template === '' ? [] : [`title ${listing.template}`]),
      ...(listing.picture === null ? [] : [`picture ${listing.picture}`]),
      ...(listing.list.length < 2 ? [] : [`list ${listing.list.join(' ')}`]),
    ];
    const group = new Set([listing]);
    for (const key of keys) for (const other of groupOf.get(key) ?? []) group.add(other);
    for (const [key, other] of groupOf) if ([...other].some((one) => group.has(one))) groupOf.set(key, group);
    for (const key of keys) groupOf.set(key, group);
  }
  return [...new Set(groupOf.values())].map((group) => [...group]);
}
