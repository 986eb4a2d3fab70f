import { DomUtils } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { processorMs } from '../../tests/machine.ts';
import { markupTree } from './markup-tree.ts';

const HTML = { xml: false, deepest: 50, mostTags: 200_000 };
const XML = { ...HTML, xml: true };

describe('a document', () => {
  test('is parsed as HTML or as XML', () => {
    const names = (xml: boolean): string[] =>
      DomUtils.getElementsByTagName('*', markupTree('<P>a<br>b<P>c', { ...HTML, xml }) ?? []).map(
        ({ name }) => name,
      );
    expect(names(false)).toEqual(['p', 'br', 'p']);
    expect(names(true)).toEqual(['P', 'br', 'P']);
  });

  test('may nest as deep as its bounds say', () => {
    expect(markupTree('<a>'.repeat(50), XML)).not.toBeNull();
    expect(markupTree('<a>'.repeat(51), XML)).toBeNull();
    expect(markupTree('<a></b>'.repeat(51), XML)).toBeNull();
    expect(markupTree('<a></a>'.repeat(51), XML)).not.toBeNull();
  });

  test('may have as many tags as its bounds say', () => {
    expect(markupTree('<br>'.repeat(9), { ...HTML, mostTags: 9 })).not.toBeNull();
    expect(markupTree('<br>'.repeat(10), { ...HTML, mostTags: 9 })).toBeNull();
  });
});

const size = 400_000;
test.each(['<a', '<a>', '</a>', '<a></b>', '<a/>', '<!--', '<![CDATA[', '<a b="', '&amp;', '<svg>'])(
  'a document of %s only is parsed or refused soon',
  async (piece) => {
    const text = piece.repeat(size / piece.length);
    for (const bounds of [HTML, XML])
      expect(await processorMs(() => markupTree(text, bounds))).toBeLessThan(2_000);
  },
);
