import { readAuctionLink } from '../../../contract/auction-link.ts';
import { readOtherInput } from '../other-input.ts';

/**
 * What a share of another app means: the one lot link in it, wherever it stands (Android puts links into the text), else its text
 * as it is, for the field to judge; null where nothing was shared.
 */
export function sharedLot(share: {
  title?: string | undefined;
  text?: string | undefined;
  url?: string | undefined;
}): string | null {
  const parts = [share.url, share.text, share.title].flatMap((part) => part?.trim() || []);
  const whole = parts.join(' ');
  const links = readOtherInput(whole)?.links ?? [];
  const [first] = links;
  if (first !== undefined && links.length === 1) return first.canonicalUrl;
  const alone = parts.find((part) => readAuctionLink(part).ok);
  return alone ?? (links.length > 1 ? whole : (parts[0] ?? null));
}
