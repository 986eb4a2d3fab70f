import { SITES, type Site } from '../contract/sites.ts';

/** The pages of a site and its photos, as browsers write such permissions; a host under another one goes with it. */
export const sitePages = (site: Site): string[] =>
  Object.keys(SITES[site].hosts)
    .filter((host, _, hosts) => !hosts.some((other) => host.endsWith(`.${other}`)))
    .map((host) => `https://*.${host}/*`);
