import zlib from 'node:zlib';
import { PDF_PAGE } from '../../contract/saved-page/page-limit.ts';

const MIB = 1024 * 1024;
const fill = (piece: string, bytes: number): string => piece.repeat(Math.floor(bytes / piece.length));
const LINK = 'https://www.copart.com/lot/51234567';
const withPages = (...pages: string[]): string =>
  JSON.stringify({ auction_link: LINK, page: pages.length === 1 ? pages[0] : pages });
/** What leaves room for the JSON around it. */
const MOST = 8 * MIB - 1024;

/** Bodies of `scrape` made to cost the service more than they cost their sender. */
export const HOSTILE_BODIES: Readonly<Record<string, () => string>> = {
  '8 pages of 8 MiB': () => {
    // Hardly anything that JSON writes with more characters: all eight just fit.
    const rows = `<html><body><div id=main-info>${fill('<p class=option>a</p>', MIB)}`;
    const page = `${rows}${fill('Odometer 12 miles and then many more words\n', MOST - rows.length)}`;
    return withPages(...Array.from({ length: 8 }, () => page));
  },
  '8 MiB of [': () => '['.repeat(MOST),
  'a page nested deep': () => `{"auction_link":"${LINK}","page":${'['.repeat(MOST)}`,
  'a page of 8 MiB of [': () => withPages('['.repeat(MOST)),
  'long label texts': () => withPages(`Odometer\n${':'.repeat(MOST / 2)}x\nVIN\n${fill('? ', MOST / 4)}x`),
  'long label elements': () =>
    withPages(
      `<html><body>${fill(`<b class="data-list__label">${':'.repeat(MIB)}x</b><i class="data-list__value">1</i>`, MOST)}`,
    ),
  'headings of other cars': () => withPages(fill('recommended\n', MOST)),
  'a million tables': () => withPages(`<html><body>${'<table>'.repeat(1_000_000)}`),
  'rows inside rows': () =>
    withPages(
      `<html><div id="main-info">${'<div class="option">'.repeat(3_900)}${fill('<p>a', 300_000)}${fill('a ', 7 * MIB)}`,
    ),
  'an attribute of 7 MiB': () =>
    withPages(`<html><body class="gallery ${fill('a ', 7 * MIB)}">${'<img src="x">'.repeat(50_000)}`),
  'half a million attributes': () =>
    withPages(`<html><body ${Array.from({ length: 500_000 }, (_, index) => `a${index}=1`).join(' ')}>`),
  'a PDF that unpacks to 4 GiB': () => withPages(PDF_PAGE + unpackingPdf().toString('base64')),
};

/** A page of nothing but spaces, of which 16 MiB take 16 KiB packed. */
function unpackingPdf(): Buffer {
  const part = zlib.deflateRawSync(Buffer.alloc(16 * MIB, ' '), { finishFlush: zlib.constants.Z_FULL_FLUSH });
  const content = Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    ...Array.from({ length: 256 }, () => part),
    Buffer.from([3, 0]),
  ]);
  const objects = [
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<<>>>>endobj',
    `4 0 obj<</Length ${content.length}/Filter/FlateDecode>>stream`,
  ];
  return Buffer.concat([
    Buffer.from(`%PDF-1.4\n${objects.join('\n')}\n`),
    content,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
  ]);
}
