import { PDF_PAGE } from '../../contract/saved-page/page-limit.ts';
import { HOSTILE_PDFS, packedMany, pdfOf } from './hostile-pdfs.ts';

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
  'a PDF that unpacks to 4 GiB': () => asPdf(unpackingPdf()),
};

const base64 = (text: string | Buffer): string => Buffer.from(text).toString('base64');
const asPdf = (pdf: Buffer): string => withPages(PDF_PAGE + base64(pdf));
const asEstimate = (name: string, file: string): string =>
  JSON.stringify({ files: [{ name, content: base64(file) }] });
const asFeed = (file: string): string => JSON.stringify({ file_name: 'stock.txt', content: base64(file) });

/** A body that costs far more to read than to send. `route`: the call that reads it; `make`: its JSON. */
export type WorstBody = {
  readonly name: string;
  readonly route: 'scrape' | 'scrape_list' | 'estimate' | 'feed' | 'opened_page';
  make(): string;
};

/** For each kind of job, the bodies that take the most processor time for each byte sent. */
export const WORST_BODIES: readonly WorstBody[] = [
  ...Object.entries(HOSTILE_PDFS).map(
    ([name, make]): WorstBody => ({ name: `a PDF: ${name}`, route: 'scrape', make: () => asPdf(make()) }),
  ),
  {
    name: 'an estimate of one endless tag',
    route: 'estimate',
    make: () => asEstimate('a.xml', `<${'a'.repeat(400_000)}`),
  },
  {
    name: 'an estimate of 10,000 lines',
    route: 'estimate',
    make: () =>
      asEstimate(
        'a.xml',
        `<VehicleDamageEstimateAddRq>${'<DamageLineInfo><LineNum>1</LineNum><LineDesc>Hood</LineDesc></DamageLineInfo>'.repeat(10_000)}</VehicleDamageEstimateAddRq>`,
      ),
  },
  {
    name: 'a feed of 20,000 columns',
    route: 'feed',
    make: () =>
      asFeed(
        `id\ttitle\tlink\tprice\tavailability\tbrand\tmpn\t${Array.from({ length: 20_000 }, (_, at) => `c${at}`).join('\t')}\n${'1\n'.repeat(100_000)}`,
      ),
  },
  {
    name: 'a feed nested deep',
    route: 'feed',
    make: () => asFeed(`<rss>${'<a>'.repeat(200_000)}${'</b>'.repeat(200_000)}`),
  },
  {
    name: 'a list of 100,000 columns',
    route: 'scrape_list',
    make: () =>
      JSON.stringify({ file: base64(`Lot #,Make,${'a,'.repeat(100_000)}\n${'4,b\n'.repeat(200_000)}`) }),
  },
  {
    name: 'a dealer’s page nested deep',
    route: 'opened_page',
    make: () =>
      JSON.stringify({
        link: 'https://parts.example/oem-parts/honda-hood-60100sdaa90zz',
        page: `<html><body>${'<b><a>'.repeat(100_000)}`,
      }),
  },
];

/** A page of nothing but spaces. */
const unpackingPdf = (): Buffer => pdfOf({ content: packedMany(' ', 256), filter: '/FlateDecode' });
