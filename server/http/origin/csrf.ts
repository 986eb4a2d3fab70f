import { AppError } from '../../errors.ts';

/**
 * Our own pages: the configured address, or the host the call itself went to, by its Host header alone. X-Forwarded-Host is
 * not asked, behind a proxy neither: proxies pass on what the caller wrote there.
 */
export const allowedOrigin = (publicUrl: string | null, origin: string, host: string | undefined): boolean =>
  origin === publicUrl ||
  (host !== undefined && (origin === `http://${host}` || origin === `https://${host}`));

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A browser that sends a form or a fetch from another site says so; such a call changes nothing here. */
export function refuseForeignCall(
  method: string,
  headers: Record<string, string | string[] | undefined>,
  allowed: (origin: string) => boolean,
): void {
  if (SAFE_METHODS.has(method)) return;
  const { origin, 'sec-fetch-site': site } = headers;
  const foreign =
    (typeof origin === 'string' && origin !== '' && !allowed(origin)) ||
    site === 'cross-site' ||
    site === 'same-site';
  if (foreign) throw new AppError('forbidden', 'This call came from another site.');
}
