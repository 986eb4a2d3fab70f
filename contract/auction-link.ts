import { type AuctionLink, inWords, SITE_IDS, SITES } from './sites.ts';

export type LinkRefusal = 'empty' | 'not_a_link' | 'unsupported_site' | 'not_a_lot';
export type LinkReading =
  | { ok: true; link: AuctionLink }
  | { ok: false; reason: LinkRefusal; message: string };

/** The form of each site's links, shown when one is refused. */
export const LINK_EXAMPLES: readonly string[] = SITE_IDS.map((site) => SITES[site].example);

const MAX_LENGTH = 2048;
const MESSAGES: Record<LinkRefusal, string> = {
  empty: 'Paste the link of an auction lot.',
  not_a_link: 'This is not a web address. Copy the address of the lot page and paste it alone.',
  unsupported_site: `Only lots of ${inWords(
    SITE_IDS.flatMap((site) => Object.keys(SITES[site].hosts)),
    'and',
  )} can be read.`,
  not_a_lot: 'This address is not that of a single lot. Open the lot itself and copy its address.',
};

/** Reads a pasted link: parsed once, host from the list, then the path part by part. Never throws. */
export function readAuctionLink(text: string): LinkReading {
  const refuse = (reason: LinkRefusal): LinkReading => ({ ok: false, reason, message: MESSAGES[reason] });
  const trimmed = trimmedLink(text);
  if (trimmed === '') return refuse('empty');
  if (trimmed.length > MAX_LENGTH || hasForbiddenCharacter(trimmed)) return refuse('not_a_link');
  const raw = trimmed.includes('://') ? trimmed : `https://${trimmed}`;
  const url = parsed(raw);
  if (url === null) return refuse('not_a_link');
  if (!isPlainlyWritten(raw, url)) return refuse('not_a_link');
  const host = siteHost(url.hostname);
  const site = SITE_IDS.find((id) => Object.hasOwn(SITES[id].hosts, host));
  if (site === undefined) return refuse(url.hostname.includes('.') ? 'unsupported_site' : 'not_a_link');
  const segments = pathSegments(raw, url);
  const lot = segments && SITES[site].hosts[host]?.({ segments, query: url.searchParams });
  return lot ? { ok: true, link: { site, ...lot } } : refuse('not_a_lot');
}

/** Spaces, and the invisible marks chat programs put around links, are no part of it. */
function trimmedLink(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isInvisible(text.charCodeAt(from))) from += 1;
  while (to > from && isInvisible(text.charCodeAt(to - 1))) to -= 1;
  // An address that long is refused anyway, so it need not be rewritten.
  const link = text.slice(from, to);
  return link.length > 4 * MAX_LENGTH ? link : link.replaceAll('&amp;', '&');
}

const isInvisible = (code: number): boolean =>
  code <= 0x20 || code === 0x7f || code === 0xa0 || code === 0xad || isFormatMark(code);
/** Zero-width and direction marks, byte order mark, line separators, ideographic space. */
const isFormatMark = (code: number): boolean =>
  (code >= 0x2000 && code <= 0x200f) ||
  (code >= 0x2028 && code <= 0x202f) ||
  (code >= 0x205f && code <= 0x206f) ||
  code === 0x3000 ||
  code === 0xfeff;

function hasForbiddenCharacter(text: string): boolean {
  if (text.includes('\\')) return true;
  for (let i = 0; i < text.length; i += 1) if (isInvisible(text.charCodeAt(i))) return true;
  return false;
}

function parsed(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/**
 * A web address whose host stands in the text letter for letter: the parser turns full-width letters, escapes,
 * short and hexadecimal addresses and user names into something that no longer looks like what was pasted.
 */
function isPlainlyWritten(raw: string, url: URL): boolean {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return false;
  if (url.username !== '' || url.password !== '' || url.port !== '') return false;
  const start = `${url.protocol}//${url.hostname}`;
  if (!raw.toLowerCase().startsWith(start)) return false;
  return ['', '/', '?', '#'].includes(raw.charAt(start.length));
}

/** The host as the list has it: without a final dot and without `www.` or `m.`. */
function siteHost(hostname: string): string {
  const name = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
  if (name.startsWith('www.')) return name.slice(4);
  return name.startsWith('m.') ? name.slice(2) : name;
}

/** The path's parts, or null where it was written to look like another path than it is. */
function pathSegments(raw: string, url: URL): string[] | null {
  const written = raw.slice(raw.indexOf('://') + 3).split(/[?#]/, 1)[0] ?? '';
  const writtenParts = written.split('/').slice(1);
  if (writtenParts.some((part) => part === '.' || part === '..')) return null;
  const lowered = written.toLowerCase();
  if (['%2e', '%2f', '%5c', '%00', '%25'].some((trick) => lowered.includes(trick))) return null;
  const segments = url.pathname.split('/').slice(1);
  if (segments.at(-1) === '') segments.pop();
  return segments.includes('') ? null : segments.map(decoded);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
