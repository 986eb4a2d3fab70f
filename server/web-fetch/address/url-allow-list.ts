import { FetchRefused, placeOf } from '../fetch-errors.ts';
import {
  isPushHost,
  LOCAL_MODEL_ORIGINS,
  LOT_HOSTS,
  PHOTO_HOST_SUFFIXES,
  PHOTO_HOSTS,
} from './allowed-hosts.ts';

/** What is asked for: decides which hosts may be asked and how much is read. */
export type FetchKind = 'page' | 'json' | 'image' | 'api' | 'push' | 'webhook' | 'feed' | 'local_model';

export type UrlRules = {
  /** Hosts beyond the lists of allowed-hosts.ts; public https like those. */
  extraHosts: ReadonlySet<string>;
  /** Origins the operator configured (model, catalogue): kinds `api` and `local_model` only, may be private or plain http. */
  apiOrigins: ReadonlySet<string>;
  /** Whether model servers on this machine may be asked, at their own fixed addresses alone. */
  localModels: boolean;
  /** Site origin → origin that answers for it (local stand-ins). */
  sourceOrigins: ReadonlyMap<string, string>;
};

export type AllowedUrl = {
  /** The URL as asked; what the answer calls itself. */
  url: URL;
  /** Where the bytes come from: another origin when the site's origin is mapped. */
  target: URL;
  /** The operator named this origin, so it may be private; limits still hold. */
  trusted: boolean;
  /** Photo hosts, push services and webhooks take several requests at once, all others one at a time. */
  photoHost: boolean;
};

const MAX_URL_LENGTH = 4096;
const localModelOrigins = new Set(Object.values(LOCAL_MODEL_ORIGINS));
const lotHosts = new Set(LOT_HOSTS);
const photoHosts = new Set(PHOTO_HOSTS);

/**
 * Read a URL once and say whether it may be asked: https, no user name, default port, allow-listed host.
 * Only the parsed result is judged, never the raw text. Throws FetchRefused.
 */
export function allowedUrl(raw: string, kind: FetchKind, rules: UrlRules): AllowedUrl {
  if (raw.length > MAX_URL_LENGTH) throw new FetchRefused('url_too_long', 'the address is too long', '-');
  if (!URL.canParse(raw)) throw new FetchRefused('not_a_url', 'not an address', '-');
  const url = new URL(raw);
  url.hash = '';
  const refuse = (reason: 'scheme' | 'userinfo' | 'port' | 'host', message: string) =>
    new FetchRefused(reason, message, placeOf(url));

  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse('scheme', 'not a web address');
  if (url.username !== '' || url.password !== '') throw refuse('userinfo', 'the address holds a user name');
  const mappedTo = rules.sourceOrigins.get(url.origin);
  if ((kind === 'api' || kind === 'local_model') && rules.apiOrigins.has(url.origin))
    return { url, target: mappedUrl(url, mappedTo), trusted: true, photoHost: true };
  if (kind === 'local_model') {
    if (!rules.localModels || !localModelOrigins.has(url.origin))
      throw refuse('host', 'this host is not asked');
    return { url, target: mappedUrl(url, mappedTo), trusted: true, photoHost: true };
  }
  if (mappedTo === undefined) {
    if (url.protocol !== 'https:') throw refuse('scheme', 'only https is asked');
    if (url.port !== '') throw refuse('port', 'only the default port is asked');
  }
  if (!isAllowedHost(url.hostname, kind, rules)) throw refuse('host', 'this host is not asked');
  const photoHost = kind === 'push' || kind === 'webhook' || isPhotoHost(url.hostname);
  if (mappedTo === undefined) return { url, target: url, trusted: false, photoHost };
  return { url, target: mappedUrl(url, mappedTo), trusted: true, photoHost };
}

/** Joined as text: resolved against the other origin, a path of //host would lead somewhere else. */
const mappedUrl = (url: URL, origin: string | undefined): URL =>
  origin === undefined ? url : new URL(`${origin}${url.pathname}${url.search}`);

function isPhotoHost(host: string): boolean {
  if (lotHosts.has(host)) return false;
  return photoHosts.has(host) || PHOTO_HOST_SUFFIXES.some((suffix) => host.endsWith(suffix));
}

function isAllowedHost(host: string, kind: FetchKind, rules: UrlRules): boolean {
  if (kind === 'push') return isPushHost(host);
  // A user names it: every public host but those that we ask for lots.
  if (kind === 'webhook' || kind === 'feed') return !lotHosts.has(host) && !isPhotoHost(host);
  if (rules.extraHosts.has(host)) return true;
  if (kind === 'api') return false;
  if (kind === 'page') return lotHosts.has(host);
  if (kind === 'image') return isPhotoHost(host);
  return lotHosts.has(host) || isPhotoHost(host);
}
