import { expect, test } from 'vitest';
import { readCosts, readLots } from './read-figures.ts';

test('costs are read as plain or written dollars', () => {
  expect([...readCosts('t.csv', 'id,cost\na,12345.6\nb,"$1,234.50"\n')]).toEqual([
    ['a', 12345.6],
    ['b', 1234.5],
  ]);
});

test('a bad cost is named with file and line, quoted lines counted', () => {
  expect(() => readCosts('t.csv', 'id,cost,note\na,100,"two\nlines"\nb,12 k,\nc,-5,\nd,0,\n')).toThrow(
    't.csv, line 4: cost “12 k” is no amount of dollars above 0\nt.csv, line 5: cost “-5”',
  );
});

test('a lot that stands twice in the costs is named', () => {
  expect(() => readCosts('t.csv', 'lot,cost\n7,100\n7,200\n')).toThrow('t.csv, line 3: 7 stands there twice');
});

test('a missing column is named', () => {
  expect(() => readCosts('t.csv', 'id,price\na,100\n')).toThrow('t.csv, line 1: needs a column cost');
});

test('a line that is no lot is named with file and line', () => {
  expect(() => readLots('l.jsonl', '{"id":1}\n[1]\n{"year":2018}\n{"id":"1"}\n')).toThrow(
    'l.jsonl, line 2: not a JSON object\nl.jsonl, line 3: no id, lot_number or link\nl.jsonl, line 4: the same lot as line 1',
  );
});

test('a lot is known by its link however it is written', () => {
  const [lot] = readLots('l.jsonl', '{"link":"https://www.copart.com/lot/12345678/clean-title-2018"}');
  const [key] = readCosts('t.csv', 'link,cost\ncopart.com/lot/12345678,900\n').keys();
  expect(lot?.keys).toEqual([key]);
});
