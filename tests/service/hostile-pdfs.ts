import zlib from 'node:zlib';

const MIB = 1024 * 1024;
const packed = (data: string | Buffer): Buffer => zlib.deflateSync(data, { level: 9 });

/** A stream of a PDF as an object with this number. `entries`: what its dictionary has besides the length. */
export const streamObject = (number: number, entries: string, data: string | Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`${number} 0 obj<<${entries}/Length ${data.length}>>stream\n`),
    Buffer.from(data),
    Buffer.from('\nendstream endobj\n'),
  ]);

/** The same, packed. */
const packedObject = (number: number, entries: string, text: string): Buffer =>
  streamObject(number, `${entries}/Filter/FlateDecode`, packed(text));

/** A PDF of one sheet with this content. `resources` and `objects` (from number 5 on) are those the content needs. */
export function pdfOf({
  content,
  filter = '',
  resources = '',
  objects = [],
}: {
  content: string | Buffer;
  filter?: string;
  resources?: string;
  objects?: readonly (string | Buffer)[];
}): Buffer {
  return Buffer.concat([
    Buffer.from('%PDF-1.5\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n'),
    Buffer.from('2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n'),
    Buffer.from(
      `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<<${resources}>>>>endobj\n`,
    ),
    ...objects.flatMap((object) => [Buffer.from(object), Buffer.from('\n')]),
    streamObject(4, filter === '' ? '' : `/Filter[${filter}]`, content),
    Buffer.from('trailer<</Root 1 0 R>>\n%%EOF'),
  ]);
}

/** 16 MiB of `piece` packed, `times` over: 16 KiB each. */
export function packedMany(piece: string, times: number): Buffer {
  const part = zlib.deflateRawSync(piece.repeat((16 * MIB) / piece.length), {
    finishFlush: zlib.constants.Z_FULL_FLUSH,
  });
  return Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    ...Array.from({ length: times }, () => part),
    Buffer.from([3, 0]),
  ]);
}

const FONT = { resources: '/Font<</F 5 0 R>>', shows: 'BT /F 9 Tf 9 800 Td (a)Tj ET' };
const HELVETICA = '5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj';
/** A font of two bytes a character. `entries` of its descendant, `map` of what its codes mean. */
const wideFont = (entries: string, map: string): (string | Buffer)[] => [
  `5 0 obj<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/ToUnicode 6 0 R/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/A/FontDescriptor<</FontName/A>>${entries}>>]>>endobj`,
  packedObject(6, '', map),
];

/** Forms that each draw ten others, `deep` times over: the innermost shows a text. */
function formsWithinForms(deep: number): Buffer[] {
  return Array.from({ length: deep }, (_, at) => {
    const isLast = at === deep - 1;
    const uses = isLast ? FONT.resources : `/XObject<</X ${at + 7} 0 R>>`;
    return streamObject(
      at + 6,
      `/Type/XObject/Subtype/Form/BBox[0 0 1 1]/Resources<<${uses}>>`,
      isLast ? FONT.shows : '/X Do '.repeat(10),
    );
  });
}

/** A file with a table of the places of its objects, as a stream at its end. */
const withTable = (file: Buffer, entries: string, table: string | Buffer): Buffer =>
  Buffer.concat([
    file,
    Buffer.from('\n'),
    streamObject(9, entries, table),
    Buffer.from(`startxref\n${file.length + 1}\n%%EOF`),
  ]);

/** A few kilobytes each. A reader that follows all they say is busy for many seconds, or forever. */
export const HOSTILE_PDFS: Readonly<Record<string, () => Buffer>> = {
  'content packed twice': () =>
    pdfOf({ content: packed(packedMany('q Q ', 64)), filter: '/FlateDecode/FlateDecode' }),
  'forms that draw forms': () =>
    pdfOf({
      content: '/X Do '.repeat(10),
      resources: '/XObject<</X 6 0 R>>',
      objects: [HELVETICA, ...formsWithinForms(7)],
    }),
  'states saved without end': () => pdfOf({ content: packed('q '.repeat(2 * MIB)), filter: '/FlateDecode' }),
  'a table of a billion places': () =>
    withTable(pdfOf({ content: '' }), '/Type/XRef/W[0 0 0]/Index[0 1000000000]/Size 9/Root 1 0 R', ''),
  'a font whose codes mean millions of characters': () =>
    pdfOf({
      content: FONT.shows,
      resources: FONT.resources,
      objects: wideFont('', `1 beginbfrange ${'<000000><FFFFFE><0041>'.repeat(1_000)} endbfrange`),
    }),
  'a font with four billion widths': () =>
    pdfOf({
      content: FONT.shows,
      resources: FONT.resources,
      objects: wideFont('/W[0 4000000000 500]', ''),
    }),
  'one content drawn again and again': () =>
    Buffer.from(
      pdfOf({ content: FONT.shows.repeat(2_000), resources: FONT.resources, objects: [HELVETICA] })
        .toString('latin1')
        .replace('/Contents 4 0 R', `/Contents[${'4 0 R '.repeat(2_000)}]`),
      'latin1',
    ),
};
