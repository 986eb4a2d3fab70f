import { type LinkReading, readAuctionLink } from '../../contract/auction-link.ts';
import { type BareLotPlace, placesOf, readBareLot } from '../../contract/facts/bare-lot.ts';
import { type AuctionLink, inWords, SITE_IDS, SITES } from '../../contract/sites.ts';

/** What was put into the field instead of one lot's link, and the links it may mean. */
export type OtherInput = {
  message: string;
  links: readonly NamedLink[];
  places: readonly BareLotPlace[];
  /** All links of the text, to be read together; none where there is but one. */
  all: readonly string[];
};
type NamedLink = { name: string; canonicalUrl: string };

/** More than a list anybody means to choose from, and than a field is searched for. */
const MOST_LINKS = 5;
const MOST_CHARACTERS = 10_000;
/** `Copart lot 12345678`. */
const named = ({ site, lotNumber, number, canonicalUrl }: AuctionLink): NamedLink => ({
  name: `${SITES[site].name} lot ${lotNumber ?? number}`,
  canonicalUrl,
});

const isRead = (reading: LinkReading): reading is Extract<LinkReading, { ok: true }> => reading.ok;

/** Reads a text that is no lot link by itself; null where nothing can be said of it. */
export function readOtherInput(text: string): OtherInput | null {
  const typed = text.trim();
  if (typed.length > MOST_CHARACTERS) return null;
  const bare = readBareLot(typed);
  if (bare?.kind === 'vin')
    return {
      message: `${bare.vin} is a VIN. A report begins at an auction lot: open the lot at ${sites('or')} and copy its address from the browser’s address bar. Without a lot, enter the vehicle by hand.`,
      links: [],
      places: placesOf(bare),
      all: [],
    };
  if (bare !== null) return ofLotNumber(bare.number, bare.digits, placesOf(bare));
  return ofLinksIn(typed);
}

function ofLotNumber(number: string, digits: string, places: readonly BareLotPlace[]): OtherInput {
  const links = SITE_IDS.flatMap((site) => {
    // Where the example has a number of the same form, this one takes its place.
    const link = SITES[site].example.replace(number === digits ? '12345678' : '1-12345678', number);
    const reading = readAuctionLink(link);
    return reading.ok && link.includes(number) ? [named(reading.link)] : [];
  });
  return {
    message: `${number} is a lot number, which does not tell its site. It may be one of these; or paste the lot’s link.`,
    links,
    // The others stand in the buttons, which read the lot.
    places: places.filter(({ url }) => !readAuctionLink(url).ok),
    all: [],
  };
}

function ofLinksIn(text: string): OtherInput | null {
  // Lines that are pasted into a field run together.
  const read = text
    .split(/[\s,;]+|(?=https?:\/\/)/)
    .map(readAuctionLink)
    .filter(isRead);
  const found = [...new Map(read.map(({ link }) => [link.canonicalUrl, named(link)])).values()];
  const links = found.slice(0, MOST_LINKS);
  const [first] = links;
  if (first === undefined) return null;
  const message =
    links.length === 1
      ? `Paste the link alone. This text holds that of ${first.name}.`
      : `There are ${found.length} links here: ${inWords(
          links.map(({ name }) => name),
          'and',
        )}${found.length > links.length ? ' and others' : ''}. Read them together, or choose one.`;
  return {
    message,
    links,
    places: [],
    all: found.length > 1 ? found.map(({ canonicalUrl }) => canonicalUrl) : [],
  };
}

const sites = (joining: 'and' | 'or'): string =>
  inWords(
    SITE_IDS.map((site) => SITES[site].name),
    joining,
  );
