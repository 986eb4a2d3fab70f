import type { Site } from '../../contract/lot.ts';

export const LINK_EXAMPLES = [
  'https://bid.cars/en/lot/1-12345678/',
  'https://www.copart.com/lot/12345678/',
  'https://www.iaai.com/VehicleDetail/12345678~US',
] as const;

export const SITE_NAMES: Record<Site, string> = { 'bid.cars': 'bid.cars', copart: 'Copart', iaai: 'IAAI' };

export type RecognisedLink = { site: Site; lot: string };

const FORMS: readonly { site: Site; host: RegExp; path: RegExp }[] = [
  { site: 'bid.cars', host: /^bid\.cars$/, path: /\/lot\/[01]-(\d+)/i },
  { site: 'copart', host: /^copart\.(com|ca)$/, path: /\/lot\/(?:details\/)?(\d{6,9})/i },
  { site: 'iaai', host: /^(ca\.)?iaai\.com$/, path: /\/vehicledetails?\/(\w+)/i },
];

/** Site and lot number of a pasted link while typing, or null. The server reads the link again. */
export function recogniseLink(text: string): RecognisedLink | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  let url: URL;
  try {
    url = new URL(/^[a-z]+:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
  } catch {
    return null;
  }
  const host = url.hostname.replace(/^(www|m)\./, '');
  for (const form of FORMS) {
    const lot = form.host.test(host) ? form.path.exec(url.pathname)?.[1] : undefined;
    if (lot !== undefined) return { site: form.site, lot };
  }
  return null;
}
