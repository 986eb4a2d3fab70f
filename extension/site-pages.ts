import { DEALER_DOMAIN } from '../contract/dealer-page/dealer-stores.ts';
import { SITE_IDS, SITES, type Site } from '../contract/sites.ts';

/** The pages of a site and its photos, as browsers write such permissions; a host under another one goes with it. */
const sitePages = (site: Site): string[] =>
  Object.keys(SITES[site].hosts)
    .filter((host, _, hosts) => !hosts.some((other) => host.endsWith(`.${other}`)))
    .map((host) => `https://*.${host}/*`);

/** The pages of the dealers' stores, as one permission. */
const DEALER_PAGES = [`https://*.${DEALER_DOMAIN}/*`];

/** What its user may allow the button on, one by one: the sites of lots, and the dealers' stores. */
export const ALLOWABLE: readonly { name: string; pages: string[] }[] = [
  ...SITE_IDS.map((site) => ({ name: SITES[site].name, pages: sitePages(site) })),
  { name: `parts pages of dealers (${DEALER_DOMAIN})`, pages: DEALER_PAGES },
];
