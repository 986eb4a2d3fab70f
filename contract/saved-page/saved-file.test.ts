import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PDF_PAGE, pageInFile, UnreadableFile } from './saved-file.ts';

/** A binary property list of a dictionary in a dictionary, as Safari writes a web archive. */
function webArchive(page: Uint8Array, address: string, encoding: string): Uint8Array<ArrayBuffer> {
  const text = (value: string) => sized(0x50, Buffer.from(value, 'latin1'));
  const sized = (kind: number, bytes: Uint8Array) => {
    const length = bytes.length;
    const head = length < 15 ? [kind | length] : [kind | 15, 0x12, ...bigEndian(length, 4)];
    return Buffer.concat([Buffer.from(head), bytes]);
  };
  const dictionary = (keys: number[], values: number[]) =>
    Buffer.from([0xd0 | keys.length, ...keys, ...values]);
  const objects = [
    dictionary([1], [2]),
    text('WebMainResource'),
    dictionary([3, 4, 5], [6, 7, 8]),
    text('WebResourceData'),
    text('WebResourceURL'),
    text('WebResourceTextEncodingName'),
    sized(0x40, page),
    text(address),
    text(encoding),
  ];
  const magic = Buffer.from('bplist00');
  const offsets: number[] = [];
  let at = magic.length;
  for (const object of objects) {
    offsets.push(at);
    at += object.length;
  }
  const trailer = Buffer.from([
    ...[0, 0, 0, 0, 0, 0, 4, 1],
    ...bigEndian(objects.length, 8),
    ...bigEndian(0, 8),
    ...bigEndian(at, 8),
  ]);
  const table = Buffer.from(offsets.flatMap((offset) => bigEndian(offset, 4)));
  return Uint8Array.from(Buffer.concat([magic, ...objects, table, trailer]));
}

const bigEndian = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, index) => Math.floor(value / 256 ** (bytes - 1 - index)) % 256);

test('the page of a web archive comes out with its address, in its own encoding', () => {
  const address = 'https://bid.cars/en/lot/1-30111222/2022-Subaru-Outback';
  const page = Buffer.from('<html><body>Überholt, 1 200 mi</body></html>', 'latin1');
  const text = pageInFile(webArchive(page, address, 'ISO-8859-1'));
  expect(text).toContain(`${address} -->`);
  expect(text).toContain('Überholt, 1 200 mi');
});

test('a PDF is one text, and anything else is text already', () => {
  const pdf = Uint8Array.from(Buffer.from('%PDF-1.4 ÿþ', 'latin1'));
  expect(pageInFile(pdf)).toBe(PDF_PAGE + Buffer.from(pdf).toString('base64'));
  expect(pageInFile(Uint8Array.from(Buffer.from('<html></html>')))).toBeNull();
});

test('an archive cut off anywhere is refused in words', () => {
  const archive = webArchive(Buffer.from('<p>x</p>'), 'https://bid.cars/en/lot/1-1', 'UTF-8');
  fc.assert(
    fc.property(fc.integer({ min: 8, max: archive.length - 1 }), (length) => {
      expect(() => pageInFile(archive.slice(0, length))).toThrow(UnreadableFile);
    }),
  );
});
