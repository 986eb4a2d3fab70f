import zlib from 'node:zlib';
import { isDict, isName, type PdfDict, PdfFault, type PdfValue } from './pdf-values.ts';

/** Bytes that may still be unpacked of a file. */
export type UnpackingRoom = { bytes: number };

/** Filters put one around the other; writers use one or two. */
const MOST_FILTERS = 4;

/** Takes one filter off. `most`: bytes that may come out; one more means that there would be more. */
type Filter = (data: Buffer, most: number) => Buffer;

/** By the filter's name. Those of pictures are left out: no text is behind them. */
const FILTERS: ReadonlyMap<string, Filter> = new Map<string, Filter>([
  ['FlateDecode', inflate],
  ['LZWDecode', unpackLzw],
  ['RunLengthDecode', unpackRuns],
  ['ASCIIHexDecode', (data) => Buffer.from(upTo(data, '>').replaceAll(/[^0-9a-f]/gi, ''), 'hex')],
  ['ASCII85Decode', readAscii85],
]);

const NONE: readonly PdfValue[] = [];
const listOf = (value: PdfValue | undefined): readonly PdfValue[] =>
  value == null ? NONE : Array.isArray(value) ? value : [value as PdfValue];

/**
 * The bytes of a stream with all filters taken off. Every byte that comes out of any of them is taken from `room`: a few of a
 * file may stand for a thousand times as many, filter by filter. Throws PdfFault where there are more, or a filter is of pictures.
 */
export function unpacked({ dict, data }: PdfDict, room: UnpackingRoom): string {
  const filters = listOf(dict.get('Filter'));
  if (filters.length > MOST_FILTERS) throw new PdfFault('too many filters');
  if (listOf(dict.get('DecodeParms')).some(predicts)) throw new PdfFault('what is drawn is predicted');
  const spend = (bytes: number): void => {
    room.bytes -= bytes;
    if (room.bytes < 0) throw new PdfFault('it unpacks to more than a printed page has');
  };
  let bytes: Buffer = Buffer.from(data ?? '', 'latin1');
  // One stream may be named a thousand times.
  spend(bytes.length);
  for (const name of filters) {
    const filter = isName(name) ? FILTERS.get(name.name) : undefined;
    if (filter === undefined) throw new PdfFault('an unknown filter');
    bytes = filter(bytes, room.bytes);
    spend(bytes.length);
  }
  return bytes.toString('latin1');
}

/** Differences to the row before, which only tables and pictures are written in. */
const predicts = (parameters: PdfValue): boolean =>
  isDict(parameters) && Number(parameters.dict.get('Predictor') ?? 1) > 1;

/** The bytes after the two of the header; a sum at the end that is wrong or cut off is let pass, as viewers do. */
function inflate(data: Buffer, most: number): Buffer {
  try {
    return zlib.inflateRawSync(data.subarray(2), {
      finishFlush: zlib.constants.Z_SYNC_FLUSH,
      maxOutputLength: most + 1,
    });
  } catch (error) {
    throw new PdfFault('packed data is damaged, or too large', { cause: error });
  }
}

const upTo = (data: Buffer, end: string): string => data.toString('latin1').split(end, 1)[0] ?? '';

/** Each count stands before so many bytes, or, over 128, before one that is repeated. */
function unpackRuns(data: Buffer, most: number): Buffer {
  const parts: Buffer[] = [];
  let size = 0;
  for (let at = 0; at < data.length && size <= most; ) {
    const count = data[at] ?? 128;
    if (count === 128) break;
    const part =
      count < 128 ? data.subarray(at + 1, at + 2 + count) : Buffer.alloc(257 - count, data[at + 1] ?? 0);
    parts.push(part);
    size += part.length;
    at += count < 128 ? count + 2 : 2;
  }
  return Buffer.concat(parts);
}

/** Five characters for four bytes, `z` for four zeros. */
function readAscii85(data: Buffer, most: number): Buffer {
  const text = upTo(data, '~')
    .replace(/^\s*<(?!~)/, '')
    .replaceAll(/[^!-uz]/g, '');
  const out = Buffer.alloc(text.length * 4 + 4);
  let size = 0;
  for (let at = 0; at < text.length && size <= most; ) {
    if (text.charAt(at) === 'z') {
      size += 4;
      at += 1;
      continue;
    }
    const group = text.slice(at, at + 5);
    const value = [...group.padEnd(5, 'u')].reduce((sum, sign) => sum * 85 + sign.charCodeAt(0) - 33, 0);
    out.writeUInt32BE(value % 0x1_0000_0000, size);
    size += group.length - 1;
    at += 5;
  }
  return out.subarray(0, size);
}

const LZW_CLEAR = 256;
const LZW_END = 257;

/** Codes of 9 to 12 bits for runs that were met before; each grows one code before its table is full, as PDF writers do. */
function unpackLzw(data: Buffer, most: number): Buffer {
  const parts: Buffer[] = [];
  let size = 0;
  let table: Buffer[] = [];
  let before = undefined as Buffer | undefined;
  const clear = (): void => {
    table = Array.from({ length: 258 }, (_, code) => Buffer.of(code & 0xff));
    before = undefined;
  };
  clear();
  let [bits, held] = [0, 0];
  for (const byte of data) {
    bits = (bits << 8) | byte;
    held += 8;
    const width = table.length >= 2047 ? 12 : table.length >= 1023 ? 11 : table.length >= 511 ? 10 : 9;
    if (held < width) continue;
    held -= width;
    const code = (bits >> held) & ((1 << width) - 1);
    bits &= (1 << held) - 1;
    if (code === LZW_END || size > most) break;
    if (code === LZW_CLEAR) {
      clear();
      continue;
    }
    const run = table[code] ?? (before && Buffer.concat([before, before.subarray(0, 1)]));
    if (run === undefined) throw new PdfFault('packed data is damaged');
    if (before && table.length < 4096) table.push(Buffer.concat([before, run.subarray(0, 1)]));
    parts.push(run);
    size += run.length;
    before = run;
  }
  return Buffer.concat(parts);
}
