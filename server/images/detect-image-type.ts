/** The kinds we can name from the first bytes; all but the first five are refused. */
export type ImageType =
  | 'jpeg'
  | 'png'
  | 'webp'
  | 'avif'
  | 'gif'
  | 'heic'
  | 'jxl'
  | 'tiff'
  | 'svg'
  | 'pdf'
  | 'html';

/** Kinds that `take-in` reads. Decoders of the others are never reached. */
export const READABLE: ReadonlySet<ImageType> = new Set(['jpeg', 'png', 'webp', 'avif', 'gif']);

const AVIF_BRANDS = new Set(['avif', 'avis']);
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

/** What some bytes are, by their first bytes alone; null when they are no image we know of. */
export function detectImageType(bytes: Uint8Array): ImageType | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024));
  const at = (start: number, length: number) => head.toString('latin1', start, start + length);
  if (at(0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (at(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (at(0, 4) === 'RIFF' && at(8, 4) === 'WEBP') return 'webp';
  if (at(0, 6) === 'GIF87a' || at(0, 6) === 'GIF89a') return 'gif';
  if (at(4, 4) === 'ftyp') return isoKind(head);
  if (at(0, 2) === '\xff\x0a' || at(4, 4) === 'JXL ') return 'jxl';
  if (at(0, 4) === 'II*\0' || at(0, 4) === 'MM\0*' || at(0, 4) === 'II+\0') return 'tiff';
  if (at(0, 5) === '%PDF-') return 'pdf';
  const text = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
    .toLowerCase();
  if (/^(<\?xml|<!--|<!doctype svg|<svg)/.test(text) && text.includes('<svg')) return 'svg';
  if (text.startsWith('<')) return 'html';
  return null;
}

/** AVIF and HEIC share a container; its list of brands tells them apart. */
function isoKind(head: Buffer): ImageType | null {
  const size = head.length >= 4 ? Math.min(head.readUInt32BE(0), head.length) : 0;
  const brands: string[] = [];
  for (let at = 8; at + 4 <= size; at += 4) if (at !== 12) brands.push(head.toString('latin1', at, at + 4));
  if (brands.some((brand) => AVIF_BRANDS.has(brand))) return 'avif';
  return brands.some((brand) => HEIC_BRANDS.has(brand)) ? 'heic' : null;
}
