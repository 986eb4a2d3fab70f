import sharp, { type Sharp } from 'sharp';
import { LOGO_LIMITS } from '../../contract/schemas/account.ts';
import type { Logo } from '../db/accounts/preferences.ts';
import { detectImageType } from './detect-image-type.ts';

/** Pixels a side of what is kept: two inches in print. */
const KEPT_SIDE = 600;
const SMALLEST_SIDE = 16;
const TIMEOUT_SECONDS = 10;

export type LogoResult = { ok: true; logo: Logo } | { ok: false; message: string };

/** Reads a file others wrote, away from the process that serves people. */
export type LogoReader = (bytes: Uint8Array) => Promise<LogoResult>;

const refused = (message: string): LogoResult => ({ ok: false, message });

/**
 * Turns untrusted bytes into a logo of our own: the kind read from the bytes, limits checked on the header, metadata gone. Source
 * bytes go no further. Never throws for what the bytes are.
 */
export async function ingestLogo(bytes: Uint8Array): Promise<LogoResult> {
  const type = detectImageType(bytes);
  if (type !== 'png' && type !== 'jpeg') return refused('A logo is a PNG or JPEG file.');
  if (bytes.length > LOGO_LIMITS.bytes) return refused('A logo has at most 200 kB.');
  try {
    const open = (pixels: number | false): Sharp =>
      sharp(bytes, { failOn: 'error', limitInputPixels: pixels, pages: 1 });
    // The header alone is read here, whatever it claims.
    const { width, height } = await open(false).metadata();
    if (Math.max(width, height) > LOGO_LIMITS.side) return refused('A logo has at most 1,200 pixels a side.');
    if (Math.min(width, height) < SMALLEST_SIDE) return refused('This logo is too small to be printed.');
    const drawn = open(LOGO_LIMITS.side ** 2)
      .timeout({ seconds: TIMEOUT_SECONDS })
      .autoOrient()
      .resize(KEPT_SIDE, KEPT_SIDE, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb');
    const made = await (type === 'jpeg' ? drawn.jpeg({ quality: 88 }) : drawn.png()).toBuffer({
      resolveWithObject: true,
    });
    const small =
      made.data.length > LOGO_LIMITS.bytes && type === 'png'
        ? await sharp(made.data).png({ palette: true }).toBuffer()
        : made.data;
    return { ok: true, logo: { type, bytes: small, width: made.info.width, height: made.info.height } };
  } catch {
    return refused('This logo is damaged or incomplete.');
  }
}
