import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageText } from './page-text.ts';

const bytes = (...values: number[]) => Buffer.from(values);

describe('pageText', () => {
  it.each<[string, Buffer, string | null, string]>([
    ['the header', bytes(0xc4, 0xe0), 'text/html; charset=windows-1251', 'Да'],
    ['the header in quotes and capitals', bytes(0xe9), 'text/html; Charset="ISO-8859-1"', 'é'],
    ['GBK', bytes(0xb3, 0xb5), 'text/html;charset=gbk', '车'],
    ['a byte order mark over the header', bytes(0xef, 0xbb, 0xbf, 0xc3, 0xa9), 'text/html; charset=gbk', 'é'],
    ['UTF-16 with its mark', bytes(0xff, 0xfe, 0x41, 0, 0xe9, 0), null, 'Aé'],
    ['big-endian UTF-16 with its mark', bytes(0xfe, 0xff, 0, 0x41, 0, 0xe9), null, 'Aé'],
    ['nothing declared, valid UTF-8', Buffer.from('Odległość'), null, 'Odległość'],
    ['nothing declared, not UTF-8', bytes(0x35, 0x20, 0x80), 'text/html', '5 €'],
    ['a charset nobody knows', Buffer.from('é'), 'text/html; charset=klingon', 'é'],
    ['a wrong declaration', bytes(0xe9, 0x41), 'text/html; charset=utf-8', '\uFFFDA'],
    ['no bytes', Buffer.alloc(0), null, ''],
  ])('goes by %s', (_name, body, contentType, text) => {
    expect(pageText(body, contentType)).toBe(text);
  });

  it.each([
    '<meta charset="windows-1251">',
    "<META http-equiv='Content-Type' content='text/html; charset=windows-1251'>",
    '<!-- x --><head>\n<meta name=a content=b><meta charset=windows-1251 />',
  ])('goes by the page’s own tag: %s', (tag) => {
    expect(pageText(Buffer.concat([Buffer.from(tag), bytes(0xc4, 0xe0)]), 'text/html')).toBe(`${tag}Да`);
  });

  it('does not believe a tag that could not be read in the charset it names', () => {
    expect(pageText(Buffer.from('<meta charset="utf-16">é'), null)).toContain('é');
  });

  it('never fails, whatever the bytes and the header', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), fc.option(fc.string()), (body, contentType) => {
        expect(typeof pageText(Buffer.from(body), contentType)).toBe('string');
      }),
    );
  });
});
