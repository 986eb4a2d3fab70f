import fc from 'fast-check';
import { expect, test } from 'vitest';
import { webArchive } from './fixtures/web-archive.ts';
import { PDF_PAGE } from './page-limit.ts';
import { pageInFile, UnreadableFile } from './saved-file.ts';

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
