import zlib from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { PDF_PAGE } from '../../../contract/saved-page/page-limit.ts';
import { processorMs } from '../../../tests/machine.ts';
import { HOSTILE_PDFS, pdfOf, streamObject } from '../../../tests/service/hostile-pdfs.ts';
import { pdfText } from './pdf-text.ts';

const textOf = (pdf: Buffer): Promise<string | null> => pdfText(PDF_PAGE + pdf.toString('base64'));

/** The text that the library alone takes out of a file. */
async function libraryTextOf(pdf: Buffer): Promise<string> {
  const { getDocumentProxy } = await import('unpdf');
  const opened = await getDocumentProxy(new Uint8Array(pdf), { verbosity: 0 });
  let text = '';
  for (let sheet = 1; sheet <= opened.numPages; sheet += 1) {
    const { items } = await (await opened.getPage(sheet)).getTextContent();
    for (const item of items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str;
    text += '\n';
  }
  await opened.loadingTask.destroy();
  return text;
}

const FONT = '/Font<</F 5 0 R>>';
const HELVETICA = '5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj';
const shows = (...lines: string[]): string =>
  `BT /F 9 Tf 12 TL 40 800 Td ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`;
const pageOf = (content: string, objects: readonly (string | Buffer)[] = [HELVETICA]): Buffer =>
  pdfOf({ content, resources: FONT, objects });

const WORDS = shows('Odometer', '60,321 mi');
const hex = (text: string): string => `${Buffer.from(text, 'latin1').toString('hex')}>`;

/** LZW of codes of nine bits: a clear before every 200 bytes, so that codes stay that long. */
function lzw(text: string): Buffer {
  const codes = [...text].flatMap((sign, at) => [...(at % 200 === 0 ? [256] : []), sign.charCodeAt(0)]);
  const bits = [...codes, 257].map((code) => code.toString(2).padStart(9, '0')).join('');
  return Buffer.from((bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
}

function ascii85(text: string): string {
  const bytes = Buffer.from(text.padEnd(Math.ceil(text.length / 4) * 4, ' '), 'latin1');
  const groups = Array.from({ length: bytes.length / 4 }, (_, at) => {
    let value = bytes.readUInt32BE(at * 4);
    let signs = '';
    for (let place = 0; place < 5; place += 1) {
      signs = String.fromCharCode((value % 85) + 33) + signs;
      value = Math.floor(value / 85);
    }
    return signs;
  });
  return `${groups.join('')}~>`;
}

describe('the text of a PDF', () => {
  test.each([
    ['deflate', '/FlateDecode', zlib.deflateSync(WORDS)],
    ['deflate twice', '/FlateDecode/FlateDecode', zlib.deflateSync(zlib.deflateSync(WORDS))],
    [
      'deflate with a wrong sum',
      '/FlateDecode',
      Buffer.concat([zlib.deflateSync(WORDS).subarray(0, -4), Buffer.alloc(4)]),
    ],
    ['hexadecimal digits', '/ASCIIHexDecode', hex(WORDS)],
    ['base 85', '/ASCII85Decode', ascii85(WORDS)],
    ['LZW', '/LZWDecode', lzw(WORDS)],
    ['run lengths', '/RunLengthDecode', Buffer.concat([Buffer.of(WORDS.length - 1), Buffer.from(WORDS)])],
    ['digits around deflate', '/ASCIIHexDecode/FlateDecode', hex(zlib.deflateSync(WORDS).toString('latin1'))],
  ])('comes out of %s', async (_, filter, content) => {
    const pdf = pdfOf({ content, filter, resources: FONT, objects: [HELVETICA] });
    expect(await textOf(pdf)).toBe('Odometer\n60,321 mi\n');
  });

  const wide = [
    '5 0 obj<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/ToUnicode 6 0 R/DescendantFonts[7 0 R]>>endobj',
    streamObject(
      6,
      '',
      '1 beginbfrange <0041> <005A> <0430> endbfrange 1 beginbfchar <0020> <0020> endbfchar',
    ),
    '7 0 obj<</Type/Font/Subtype/CIDFontType2/BaseFont/A/DW 500/W[65[600 700] 70 90 400]/FontDescriptor<</FontName/A/Ascent 800>>>>endobj',
  ];
  const drawn = [
    '5 0 obj<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[.1 0 0 .1 0 0]/FirstChar 65/LastChar 66/Widths[9 9]/Encoding<</Differences[65/a/b]>>/CharProcs<</a 6 0 R/b 6 0 R>>>>endobj',
    streamObject(6, '', '9 0 0 0 9 9 d1 0 0 9 9 re f'),
  ];
  const form = streamObject(
    6,
    `/Type/XObject/Subtype/Form/Matrix[1 0 0 1 0 -90]/Resources<<${FONT}>>`,
    shows('in a form'),
  );
  test.each<[string, Buffer]>([
    ['lines', pageOf(shows('Primary damage', 'FRONT END', 'a \\(b\\) \\101\\\\'))],
    ['distances', pageOf('BT /F 9 Tf 40 800 Td [(Lot)-900(number)20(s)] TJ 90 0 Td (51234567) Tj ET')],
    ['fonts of two bytes', pageOf('BT /F 9 Tf 40 800 Td <004100420020005A> Tj 0 -12 Td <0046> Tj ET', wide)],
    ['drawn signs', pageOf('BT /F 9 Tf 40 800 Td (AB) Tj T* (BA) Tj ET', drawn)],
    [
      'forms',
      pdfOf({
        content: `${shows('before')} q 1 0 0 1 9 9 cm /X Do Q ${shows('after')}`,
        resources: `${FONT}/XObject<</X 6 0 R>>`,
        objects: [HELVETICA, form],
      }),
    ],
    [
      'pictures',
      pdfOf({
        content: `${shows('a')} /P Do BI /W 2/H 2/BPC 8/CS/G ID (((( EI ${shows('b')}`,
        resources: `${FONT}/XObject<</P 6 0 R>>`,
        objects: [HELVETICA, streamObject(6, '/Subtype/Image/Filter/DCTDecode', 'nothing')],
      }),
    ],
    [
      'states with a font',
      pdfOf({
        content: 'BT /G gs 40 800 Td (of the state) Tj ET',
        resources: '/ExtGState<</G<</Font[5 0 R 9]/ca .5>>>>',
        objects: [HELVETICA],
      }),
    ],
    ['turned text', pageOf('BT /F 9 Tf 0 1 -1 0 100 100 Tm (turned) Tj ET /Span <</MCID 1>> BDC BT ET EMC')],
  ])('is that of the library alone: %s', async (_, pdf) => {
    expect(await textOf(pdf)).toBe(await libraryTextOf(pdf));
  });

  test('comes out of objects that are packed together', async () => {
    const parts = [
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<<${FONT}>>>>`,
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ];
    let size = 0;
    const head = parts
      .map((part, index) => {
        const entry = `${[1, 2, 3, 5][index]} ${size}`;
        size += part.length;
        return entry;
      })
      .join(' ');
    const pdf = Buffer.concat([
      Buffer.from('%PDF-1.5\n'),
      streamObject(4, '', WORDS),
      streamObject(
        8,
        `/Type/ObjStm/N 4/First ${head.length + 1}/Filter/FlateDecode`,
        zlib.deflateSync(`${head} ${parts.join('')}`),
      ),
      streamObject(9, '/Type/XRef/Root 1 0 R', ''),
    ]);
    expect(await textOf(pdf)).toBe('Odometer\n60,321 mi\n');
  });

  test('is that of the last change of a file', async () => {
    const changed = Buffer.concat([pageOf(shows('before')), streamObject(4, '', shows('after'))]);
    expect(await textOf(changed)).toBe('after\n');
  });

  test('stops after forty sheets', async () => {
    const kids = Array.from({ length: 50 }, (_, at) => `${at + 10} 0 R`).join(' ');
    const sheets = Array.from(
      { length: 50 },
      (_, at) =>
        `${at + 10} 0 obj<</Type/Page/MediaBox[0 0 595 842]/Contents ${at + 100} 0 R/Resources<<${FONT}>>>>endobj`,
    );
    const contents = Array.from({ length: 50 }, (_, at) =>
      streamObject(at + 100, '', shows(`sheet ${at + 1}`)),
    );
    const pdf = pdfOf({ content: '', objects: [HELVETICA, ...sheets, ...contents] });
    const text = await textOf(
      Buffer.from(pdf.toString('latin1').replace('Kids[3 0 R]', `Kids[${kids}]`), 'latin1'),
    );
    expect(
      text
        ?.trim()
        .split(/\s*\n\s*/)
        .at(-1),
    ).toBe('sheet 40');
  });

  test.each([
    ['a locked file', Buffer.concat([pageOf(WORDS), Buffer.from('\ntrailer<</Root 1 0 R/Encrypt<<>>>>')])],
    [
      'a form that draws itself',
      pdfOf({
        content: '/X Do',
        resources: '/XObject<</X 6 0 R>>',
        objects: [streamObject(6, '/Subtype/Form/Resources<</XObject<</X 6 0 R>>>>', '/X Do')],
      }),
    ],
    ['a filter of pictures around its content', pdfOf({ content: 'x', filter: '/DCTDecode' })],
    ['nothing but a head', Buffer.from('%PDF-1.7')],
  ])('is not taken from %s', async (_, pdf) => {
    expect(await textOf(pdf)).toBeNull();
  });
});

describe('a PDF that would keep a reader busy', () => {
  test.each(Object.entries(HOSTILE_PDFS))('is done with soon: %s', async (_, make) => {
    const pdf = make();
    expect(pdf.length).toBeLessThan(100_000);
    // The library alone takes more than 30 seconds, or all memory.
    expect(await processorMs(() => textOf(pdf))).toBeLessThan(2_000);
  });

  const size = 400_000;
  test.each([
    ['heads of objects', '1 0 obj '],
    ['texts that do not end', '1 0 obj('],
    ['digits that do not end', '1 0 obj<'],
    ['lists that do not end', '1 0 obj['],
    ['dictionaries that do not end', '1 0 obj<<'],
    ['streams that do not end', '1 0 obj<<>>stream\n'],
    ['comments', '%'],
    ['digits', '1'],
    ['trailers', 'trailer<<>>'],
  ])('is done with soon: %s', async (_, piece) => {
    const pdf = Buffer.from(`%PDF-1.5\n${piece.repeat(size / piece.length)}`);
    expect(await processorMs(() => textOf(pdf))).toBeLessThan(2_000);
  });

  test('is done with soon: packed objects at one place', async () => {
    const places = '1 0 '.repeat(50_000);
    const objects = zlib.deflateSync(`${places}[${'1 '.repeat(200_000)}]`);
    const pdf = Buffer.concat([
      pageOf(WORDS),
      streamObject(8, `/Type/ObjStm/N 50000/First ${places.length}/Filter/FlateDecode`, objects),
    ]);
    expect(await processorMs(() => textOf(pdf))).toBeLessThan(2_000);
  });
});
