import type { LocalServer } from '../../../contract/schemas/damage.ts';
import { SITE_IDS, SITES, type Site } from '../../../contract/sites.ts';

/**
 * The hosts the service may ask, by site. A lot host is asked slowly, one page at a time; a photo host takes several
 * requests at once. Photo hosts stand here, not in the table of sites: the first page a visitor loads has no use for them.
 */
export const LOT_HOSTS: readonly string[] = SITE_IDS.flatMap((site) =>
  Object.keys(SITES[site].hosts).flatMap((host) => [host, `www.${host}`, `m.${host}`]),
);

/** Hosts of a site's photos, which also answer JSON about them (vis.iaai.com/dimensions), and what any of them may end in. */
const PHOTOS: Readonly<Record<Site, { hosts: readonly string[]; suffixes: readonly string[] }>> = {
  'bid.cars': {
    hosts: ['mercury.bid.cars', 'images.bid.cars', 'pluto.bid.car'],
    // It names its image servers anew from time to time.
    suffixes: ['.bid.cars', '.bid.car'],
  },
  copart: { hosts: ['cs.copart.com', 'c-static.copart.com', 'cs.copart.ca'], suffixes: [] },
  iaai: { hosts: ['vis.iaai.com', 'anvis.iaai.com', 'mediaretriever.iaai.com'], suffixes: [] },
};

export const PHOTO_HOSTS: readonly string[] = SITE_IDS.flatMap((site) => PHOTOS[site].hosts);

/** Any host below these may serve photos. */
export const PHOTO_HOST_SUFFIXES: readonly string[] = SITE_IDS.flatMap((site) => PHOTOS[site].suffixes);

/** The push services of today's browsers, and what any of their hosts may end in: their makers' own, none that a user names. */
const PUSH_SERVICES = ['fcm.googleapis.com', 'updates.push.services.mozilla.com'];
const PUSH_SUFFIXES = ['.notify.windows.com', '.push.apple.com'];

/**
 * Where model servers listen by default on the machine itself: the one exception to the rule that nothing private is asked
 * unless a setting names it. Only kind `local_model` may ask them, and only where the operator lets them be looked for or names one.
 */
export const LOCAL_MODEL_ORIGINS: Readonly<Record<LocalServer, string>> = {
  ollama: 'http://127.0.0.1:11434',
  lm_studio: 'http://127.0.0.1:1234',
  llama_server: 'http://127.0.0.1:8080',
  vllm: 'http://127.0.0.1:8000',
};

/** Whether a browser's push service answers at this host. */
export const isPushHost = (host: string): boolean =>
  PUSH_SERVICES.includes(host) || PUSH_SUFFIXES.some((suffix) => host.endsWith(suffix));
