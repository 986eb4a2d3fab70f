import { describe, expect, it } from 'vitest';
import { readBoardEntry } from '../../../contract/board/board-entry.ts';
import { linesOfLots, linksIn, linksOfText } from './lots-given.ts';

describe('a pasted text', () => {
  it('is a lot a line, whatever ends a line', () => {
    expect(linesOfLots('Copart 12345678\r\n\n1-90000001\rhttps://www.copart.com/lot/2\n')).toEqual([
      'Copart 12345678',
      '1-90000001',
      'https://www.copart.com/lot/2',
    ]);
  });

  it('gives every link of a line of a CSV', () => {
    expect(
      linesOfLots('2019,"https://www.copart.com/lot/11111111",Dallas,https://bid.cars/en/lot/1-22222222'),
    ).toEqual(['https://www.copart.com/lot/11111111', 'https://bid.cars/en/lot/1-22222222']);
  });

  it('keeps a line that names no lot, for its user to see why', () => {
    expect(linesOfLots('a nice car')).toEqual(['a nice car']);
  });
});

describe('the lots of a text', () => {
  it('are asked for by their links, and without one as they were typed', () => {
    expect(linksOfText('Copart 12345678\n1HGCV1F30KA000042')).toEqual([
      'https://www.copart.com/lot/12345678',
      '1HGCV1F30KA000042',
    ]);
  });

  it('are its links alone where it is no list', () => {
    expect(linksIn('Name,Link\nA car,https://bid.cars/en/lot/1-22222222')).toEqual([
      'https://bid.cars/en/lot/1-22222222',
    ]);
  });
});

describe('a line', () => {
  it.each([
    ['copart 12345678', 'copart:12345678'],
    ['12345678 Copart', 'copart:12345678'],
    ['bid.cars 1-12345678', 'bid.cars:1-12345678'],
    ['https://www.iaai.com/VehicleDetail/45293605~US', 'iaai:45293605'],
  ])('%s is lot %s', (text, lot) => {
    const entry = readBoardEntry(text);
    expect(entry.kind === 'link' && `${entry.link.site}:${entry.link.id}`).toBe(lot);
  });

  it.each(['12345678', '1HGCV1F30KA000042', 'IAAI 45293605'])('%s has no link of its own', (text) => {
    expect(readBoardEntry(text).kind).toBe('bare');
  });
});
