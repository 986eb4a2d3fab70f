import { SITE_IDS, siteFacts } from '../../../contract/sites.ts';

/**
 * The hosts the service may ask, from the table of sites. A lot host is asked slowly, one page at a time; a photo host
 * takes several requests at once.
 */
export const LOT_HOSTS: readonly string[] = SITE_IDS.flatMap((site) =>
  Object.keys(siteFacts(site).hosts).flatMap((host) => [host, `www.${host}`, `m.${host}`]),
);

/** Photo hosts that also answer JSON about photos (vis.iaai.com/dimensions). */
export const PHOTO_HOSTS: readonly string[] = SITE_IDS.flatMap((site) => siteFacts(site).photoHosts);

/** Any host below these may serve photos. */
export const PHOTO_HOST_SUFFIXES: readonly string[] = SITE_IDS.flatMap(
  (site) => siteFacts(site).photoHostSuffixes,
);
