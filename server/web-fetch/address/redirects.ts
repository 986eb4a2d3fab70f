import { FetchRefused, placeOf } from '../fetch-errors.ts';
import type { Method } from '../http-transport.ts';
import { type AllowedUrl, allowedUrl, type FetchKind, type UrlRules } from './url-allow-list.ts';

/** What of a request changes from one redirect to the next. */
export type Message = { method: Method; headers: Record<string, string>; body?: string | Buffer };

/** The next address, checked as if it had been asked for in the first place. Throws FetchRefused. */
export function redirectTarget(
  location: string,
  from: AllowedUrl,
  kind: FetchKind,
  rules: UrlRules,
): AllowedUrl {
  const place = placeOf(from.url);
  if (!URL.canParse(location, from.url.href)) {
    throw new FetchRefused('not_a_url', 'redirected to no address', place);
  }
  const next = new URL(location, from.url);
  if (from.url.protocol === 'https:' && next.protocol === 'http:') {
    throw new FetchRefused('redirect_downgrade', 'redirected from https to http', place);
  }
  return allowedUrl(next.href, kind, rules);
}

/**
 * The message to send on after a redirect: no caller's header goes to another host, and no body either.
 * Throws FetchRefused when the redirect asks for the body to be sent again elsewhere.
 */
export function redirectedMessage(
  status: number,
  message: Message,
  from: AllowedUrl,
  to: AllowedUrl,
): Message {
  const sameHost = from.url.host === to.url.host;
  const headers = sameHost ? message.headers : { 'user-agent': message.headers['user-agent'] ?? '' };
  if (message.method === 'GET') return { method: 'GET', headers };
  if (status !== 307 && status !== 308) {
    const { 'content-type': _type, ...kept } = headers;
    return { method: 'GET', headers: kept };
  }
  if (sameHost) return message;
  throw new FetchRefused(
    'redirect_with_body',
    'a redirect would carry data to another host',
    placeOf(from.url),
  );
}
