import zlib from 'node:zlib';
import { PDF_PAGE } from '../../contract/saved-page/page-limit.ts';
import { pdfOf } from './hostile-pdfs.ts';

/** What reads a text, and the shapes of text it is given: each grows to `size` characters. */
export type GrowthCase = {
  readonly reader: 'page' | 'estimate' | 'feed' | 'list' | 'dealer' | 'import' | 'body';
  readonly shape: string;
  make(size: number): string;
};

const grown =
  (start: string, piece: string, end = '') =>
  (size: number): string =>
    start + piece.repeat(Math.ceil(size / piece.length)) + end;
const numbered =
  (start: string, piece: (at: number) => string, end = '') =>
  (size: number): string =>
    start + Array.from({ length: Math.ceil(size / piece(0).length) }, (_, at) => piece(at)).join('') + end;

/** Pieces that begin something and do not end it, end what did not begin, or nearly match what is looked for. */
const PIECES: Readonly<Record<string, string>> = {
  'endless tag names': '<a',
  'open tags': '<a>',
  'closing tags': '</a>',
  'tags closed by others': '<a></b>',
  'nested blocks': '<div>',
  'unclosed comments': '<!--',
  'unclosed CDATA': '<![CDATA[',
  'unclosed scripts': '<script>',
  'unclosed titles': '<title>',
  'processing instructions': '<?',
  declarations: '<!',
  entities: '&amp;',
  'broken entities': '&#x',
  'open double quotes': '"',
  'open single quotes': "'",
  'tags with endless attributes': '<a b="',
  'tags with many attributes': '<a b=1 c ',
  tables: '<table><tr><td>',
  paragraphs: '<p class="option">a',
  spaces: ' ',
  tabs: '\t',
  'line ends': '\n',
  'Windows line ends': '\r\n',
  dashes: '-',
  digits: '1',
  'digits and spaces': '1 ',
  words: 'a ',
  commas: ',',
  semicolons: ';',
  brackets: '[',
  braces: '{"a":',
  'round brackets': '(',
  colons: ':',
  slashes: '/',
  bars: '|',
  'lines without numbers': 'Odometer\n',
  'lines of lots': 'Lot # 51234567\n2019 NISSAN ALTIMA\n',
  'lines of many lots': 'VIN: 1N4BL4BV5KC100001\nOdometer: 1,000 mi\n',
  'broken soft line ends': '=\n',
  'quoted bytes': '=41',
  'zero-width spaces': '\u200b',
};

const FEED_HEAD = 'id\ttitle\tlink\tprice\tavailability\tbrand\tmpn\tshipping\n';
const feedRow = (title: string, brand: string, shipping: string): string =>
  `${FEED_HEAD}1\t${title}\thttps://shop.example/1\t5 USD\tin stock\t${brand}\t60100-SDA-A90ZZ\t${shipping}`;
const LINE =
  '<DamageLineInfo><LineNum>2</LineNum><ParentLineNum>1</ParentLineNum><LineDesc>Hood</LineDesc><LaborInfo><LaborHours>1</LaborHours></LaborInfo></DamageLineInfo>';
const bms = (lines: string): string => `<VehicleDamageEstimateAddRq>${lines}</VehicleDamageEstimateAddRq>`;
const FIRST_LINE =
  '<DamageLineInfo><LineNum>1</LineNum><LineDesc>Hood</LineDesc><PartInfo><PartType>PAN</PartType></PartInfo></DamageLineInfo>';
const jsonLd = (json: string): string =>
  `<html><body><script type="application/ld+json">${json}</script></body></html>`;
const asPdf = (pdf: Buffer): string => PDF_PAGE + pdf.toString('base64');

/** Shapes made for one reader: each was slow once, or stands near one that was. */
const OWN: readonly GrowthCase[] = [
  {
    reader: 'page',
    shape: 'readings of one lot',
    make: numbered(
      '[',
      (at) => `{"ln":51234567,"ld":"2019 NISSAN ALTIMA","fv":"1N4BL4BV5KC100001","x":${at % 10}},`,
      '{}]',
    ),
  },
  {
    reader: 'page',
    shape: 'photo lists',
    make: grown('[', '{"imagesList":[{"url":"https://cs.copart.com/a_ful.jpg"}]},', '{}]'),
  },
  {
    reader: 'page',
    shape: 'photos in one list',
    make: grown('{"imagesList":[', '{"url":"https://cs.copart.com/a_ful.jpg"},', '{}]}'),
  },
  {
    reader: 'page',
    shape: 'models within models',
    make: (size) => {
      const deep = 200;
      const model = (at: number): string => `{"attributes":{"stocknumber":"${at}"},"inner":`;
      const open = Array.from({ length: deep }, (_, at) => model(at)).join('');
      return `${open}[${'{"a":1},'.repeat(Math.ceil(size / 8))}{}]${'}'.repeat(deep)}`;
    },
  },
  {
    reader: 'page',
    shape: 'many models',
    make: numbered('[', (at) => `{"attributes":{"stocknumber":"${String(at).padStart(8, '0')}"}},`, '{}]'),
  },
  { reader: 'page', shape: 'many keys', make: numbered('{', (at) => `"k${at}":1,`, '"a":1}') },
  {
    reader: 'page',
    shape: 'rows around an element of many classes',
    make: (size) =>
      `<html><body><div id="main-info">${'<div class="option">'.repeat(300)}<i class="${'a '.repeat(size / 2)}">`,
  },
  {
    reader: 'page',
    shape: 'cars of a list',
    make: numbered('', (at) => `Lot # ${51_234_567 + at}\n2019 NISSAN ALTIMA\nOdometer\n${at} mi\n`),
  },
  {
    reader: 'page',
    shape: 'a car with many marks',
    make: grown('Lot # 51234567\nOdometer\n1 mi\nLot # 51234568\n', 'Keys: Yes\nColor: Red\nVIN: 1\n'),
  },
  {
    reader: 'page',
    shape: 'parts of a saved page',
    make: grown('From: a\nContent-Type: multipart/related; boundary="xxxxxxxx"\n\n', '--xxxxxxx\n'),
  },
  {
    reader: 'page',
    shape: 'content of a PDF',
    make: (size) => asPdf(pdfOf({ content: zlib.deflateSync('n '.repeat(size)), filter: '/FlateDecode' })),
  },
  {
    reader: 'page',
    shape: 'text of a PDF',
    make: (size) =>
      asPdf(
        pdfOf({
          content: `BT /F 9 Tf ${'0 -9 Td(a)Tj 0 9 Td(b)Tj '.repeat(size / 26)}`,
          resources: '/Font<</F 5 0 R>>',
          objects: ['5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj'],
        }),
      ),
  },
  {
    reader: 'page',
    shape: 'objects of a PDF',
    make: (size) => asPdf(Buffer.from(`%PDF-1.5\n${'1 0 obj<<>>endobj\n'.repeat(size / 18)}`)),
  },
  {
    reader: 'estimate',
    shape: 'lines that belong to one',
    make: (size) => bms(FIRST_LINE + grown('', LINE)(size)),
  },
  {
    reader: 'estimate',
    shape: 'lines',
    make: (size) => bms(numbered('', (at) => FIRST_LINE.replace('1', String(at)))(size)),
  },
  { reader: 'estimate', shape: 'elements below the root', make: (size) => bms(grown('', '<A/>')(size)) },
  {
    reader: 'estimate',
    shape: 'elements in a line',
    make: (size) => bms(`<DamageLineInfo>${grown('', '<LaborInfo/>')(size)}</DamageLineInfo>`),
  },
  {
    reader: 'feed',
    shape: 'columns and short rows',
    make: (size) =>
      `${FEED_HEAD.trim()}\t${numbered('', (at) => `c${at % 10}\t`)(size / 2)}\n${grown('', '1\n')(size / 2)}`,
  },
  {
    reader: 'feed',
    shape: 'rows',
    make: numbered(FEED_HEAD, (at) => `${at}\tHood\tx\t5 USD\tin stock\ta\tb\t\n`),
  },
  { reader: 'feed', shape: 'cells beyond the columns', make: grown(FEED_HEAD, '1,\t') },
  {
    reader: 'feed',
    shape: 'ways of shipping',
    make: grown(
      '<rss><item><g:id>1</g:id>',
      '<g:shipping><g:price>1 USD</g:price></g:shipping>',
      '</item></rss>',
    ),
  },
  {
    reader: 'feed',
    shape: 'ways of shipping in a cell',
    make: (size) => feedRow('a', 'Honda', '1 USD,'.repeat(size / 6)),
  },
  {
    reader: 'feed',
    shape: 'a brand that is nearly in the title',
    make: (size) => feedRow('a'.repeat(size / 2), `b${'a'.repeat(size / 4)}`, ''),
  },
  { reader: 'feed', shape: 'items', make: grown('<rss>', '<item><g:id>1</g:id></item>', '</rss>') },
  { reader: 'list', shape: 'rows', make: grown('Lot #,Year,Make,VIN\n', '51234567,2019,NISSAN,1\n') },
  { reader: 'list', shape: 'short rows', make: grown('Lot #,Year,Make,VIN\n', '1\n') },
  {
    reader: 'list',
    shape: 'columns and short rows',
    make: (size) => `Lot #,Make${',a'.repeat(size / 4)}\n${'1,b\n'.repeat(size / 8)}`,
  },
  { reader: 'list', shape: 'quotes in a cell', make: grown('Lot #,Make\n"', '""', '"') },
  {
    reader: 'dealer',
    shape: 'products',
    make: (size) => jsonLd(`{"@graph":[${'{"@type":"Product"},'.repeat(size / 20)}{}]}`),
  },
  {
    reader: 'dealer',
    shape: 'lists in data',
    make: (size) => jsonLd(`${'['.repeat(size / 2)}"\\ud800"${']'.repeat(size / 2)}`),
  },
  { reader: 'dealer', shape: 'links', make: grown('<html><body>', '<a href="/oem-parts/a-1">a</a>') },
  { reader: 'dealer', shape: 'VINs', make: grown('<html><body>', 'VIN: 1N4BL4BV5KC10000') },
  {
    reader: 'import',
    shape: 'columns and short rows',
    make: (size) =>
      `make,model,year_from,year_to,group,number,name${',a'.repeat(size / 4)}\n${'b\n'.repeat(size / 4)}`,
  },
  {
    reader: 'import',
    shape: 'stars of a VIN',
    make: (size) =>
      `make,model,year_from,year_to,group,number,name,vin_prefix\nBMW,328i,2014,2015,a,51117292991,b,${'*'.repeat(size)}x`,
  },
  { reader: 'body', shape: 'lists deep', make: (size) => '['.repeat(size) },
  { reader: 'body', shape: 'an escaped text', make: grown('{"a":"', '\\"') },
  { reader: 'body', shape: 'many keys', make: numbered('{', (at) => `"k${at}":1,`, '"a":1}') },
  {
    reader: 'body',
    shape: 'a lone surrogate deep down',
    make: (size) => `${'['.repeat(size / 2)}"\\ud800"${']'.repeat(size / 2)}`,
  },
];

/** Where each reader's pieces stand: what makes the text one of its own. */
const STARTS: readonly (readonly [GrowthCase['reader'], string, string])[] = [
  ['page', 'HTML', '<html><body>'],
  ['page', 'text', ''],
  ['page', 'data', '{"lotDetails":'],
  ['estimate', 'XML', '<VehicleDamageEstimateAddRq>'],
  ['feed', 'table', FEED_HEAD],
  ['feed', 'XML', '<rss><item><g:id>1</g:id>'],
  ['list', 'CSV', 'Lot #,Year,Make,VIN\n'],
  ['dealer', 'HTML', '<html><body>'],
  ['import', 'CSV', 'make,model,year_from,year_to,group,number,name\n'],
];

export const GROWTH_CASES: readonly GrowthCase[] = [
  ...OWN,
  ...STARTS.flatMap(([reader, kind, start]) =>
    Object.entries(PIECES).map(
      ([name, piece]): GrowthCase => ({ reader, shape: `${kind}: ${name}`, make: grown(start, piece) }),
    ),
  ),
];
