import { browser } from 'wxt/browser';
import { inBase64 } from '../base64.ts';

/** What LotLens takes at most of one photo, in bytes. */
const MOST_BYTES = 10 * 1024 * 1024;
const PHOTO_MS = 20_000;

/**
 * A photo of a lot in base64, as this browser is given it; null where its host was not allowed by the user, refuses, or sends
 * something else. Asked without cookies: photos need none.
 */
export async function photoOf(url: string): Promise<string | null> {
  if (!URL.canParse(url)) return null;
  const allowed = await browser.permissions
    .contains({ origins: [`${new URL(url).origin}/*`] })
    .catch(() => false);
  if (!allowed) return null;
  const response = await fetch(url, {
    credentials: 'omit',
    signal: AbortSignal.timeout(PHOTO_MS),
  }).catch(() => null);
  if (!response?.ok || !/^image\//.test(response.headers.get('content-type') ?? '')) return null;
  const bytes = new Uint8Array(await response.arrayBuffer());
  return bytes.length > MOST_BYTES ? null : inBase64(bytes);
}
