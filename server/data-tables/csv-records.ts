import { csvDelimiter } from './csv-delimiter.ts';

/** A row of a CSV text, its cells as written. `line`: where it starts; `row`: its place among all rows. The first is 1, blank ones count. */
export type CsvRecord = { readonly line: number; readonly row: number; readonly cells: string[] };

/** The text is no CSV: a quoted cell does not end. */
export class CsvFault extends Error {}

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/**
 * The rows of a CSV text that are not blank, one after the other, in time that grows with its length only. Its delimiter is that
 * of its first line. Rows may have different numbers of cells: for each such row, csv-parse would make an error with a stack.
 * Quotes inside a cell that has text around them stand for themselves. Throws CsvFault.
 */
export function* csvRecords(text: string): Generator<CsvRecord> {
  const delimiter = csvDelimiter(text).charCodeAt(0);
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  let line = 1;
  for (let row = 1; at < text.length; row += 1) {
    const start = line;
    const cells: string[] = [];
    do {
      if (cells.length > 0) at += 1;
      const from = at;
      const end = text.charCodeAt(at) === QUOTE ? quotedEnd(text, at) : at;
      at = end;
      while (at < text.length && !isEnd(text.charCodeAt(at), delimiter)) at += 1;
      // More text behind the quotes: they stand for themselves.
      const isQuoted = end > from && at === end;
      cells.push(isQuoted ? text.slice(from + 1, end - 1).replaceAll('""', '"') : text.slice(from, at));
      line += breaksIn(text, from, end);
    } while (text.charCodeAt(at) === delimiter);
    if (text.charCodeAt(at) === RETURN && text.charCodeAt(at + 1) === LINE_FEED) at += 1;
    at += 1;
    line += 1;
    if (row === 1 && namesDelimiter(cells)) continue;
    if (cells.length > 1 || cells[0] !== '') yield { line: start, row, cells };
  }
}

/** The line by which Excel is told the delimiter, `sep=;`. */
const namesDelimiter = ([name = '', rest, ...more]: readonly string[]): boolean =>
  name.toLowerCase() === 'sep=' && rest === '' && more.length === 0;

const isEnd = (code: number, delimiter: number): boolean =>
  code === delimiter || code === LINE_FEED || code === RETURN;

/** Where a quoted cell that begins at `from` ends, behind its last quote. */
function quotedEnd(text: string, from: number): number {
  let at = text.indexOf('"', from + 1);
  while (at >= 0 && text.charCodeAt(at + 1) === QUOTE) at = text.indexOf('"', at + 2);
  if (at < 0) throw new CsvFault('A quoted cell does not end.');
  return at + 1;
}

function breaksIn(text: string, from: number, to: number): number {
  let breaks = 0;
  for (let at = from; at < to; at += 1) if (text.charCodeAt(at) === LINE_FEED) breaks += 1;
  return breaks;
}
