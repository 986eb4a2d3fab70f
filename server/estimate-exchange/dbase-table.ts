/** A field of a dBase table: `C` text, `N` number, `L` yes or no, `D` date, `M` text kept in a memo file beside the table. */
export type DbaseField = {
  readonly name: string;
  readonly type: (typeof FIELD_TYPES)[number];
  readonly width: number;
  readonly decimals: number;
};
export const FIELD_TYPES = ['C', 'N', 'L', 'D', 'M'] as const;

/**
 * Further types that FoxPro writes, read only: `F` number as text, `I` 32-bit integer, `B` 64-bit float, `Y` money in
 * ten-thousandths, `T` date and time, `V` text; `G`, `P`, `Q`, `W` and `0` hold nothing that is read.
 */
const READ_TYPES = [...FIELD_TYPES, 'F', 'I', 'B', 'Y', 'T', 'V', 'G', 'P', 'Q', 'W', '0'] as const;
type ReadType = (typeof READ_TYPES)[number];
type ReadField = Omit<DbaseField, 'type'> & { readonly type: ReadType };

/** Dates are YYYY-MM-DD; null is a blank field. */
export type DbaseValue = string | number | boolean | null;
export type DbaseRow = Readonly<Record<string, DbaseValue>>;

/** A value that its field can not hold whole: nothing is ever cut or rounded in writing. */
export class FieldOverflow extends Error {
  readonly field: string;
  constructor(field: string, reason: string) {
    super(`${field}: ${reason}`);
    this.name = 'FieldOverflow';
    this.field = field;
  }
}

/** A file that is no whole dBase table. */
export class UnreadableTable extends Error {
  override readonly name: string = 'UnreadableTable';
}

const DESCRIPTOR = 32;
const HEADER_END = 0x0d;
const FILE_END = 0x1a;
const PRESENT = 0x20;
const DELETED = 0x2a;
const WITHOUT_MEMO = 0x03;
const WITH_MEMO = 0x8b;
/**
 * First bytes of the tables that exporters write: dBase III and IV (03, 04, 43, 63, 83, 8B, CB), FoxBase and FoxPro 2 (02, F5, FB),
 * Visual FoxPro (30, 31, 32).
 */
const KINDS: readonly number[] = [
  ...[WITHOUT_MEMO, 0x04, 0x43, 0x63, 0x83, WITH_MEMO, 0xcb],
  ...[0x02, 0xf5, 0xfb],
  ...[0x30, 0x31, 0x32],
];
/** Rows times fields: 20,000 rows of the widest table that is read (judgement). Without widths, a short file could have more. */
const MOST_VALUES = 1_000_000;
const MEMO_BLOCK = 512;
const MEMO_END = Buffer.of(FILE_END, FILE_END);

/** Bytes 80–9F of Windows-1252; all others are those of Latin-1. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const isLatin1 = (code: number): boolean => code < 0x80 || (code >= 0xa0 && code <= 0xff);

function byteOf(character: string): number | null {
  const code = character.codePointAt(0) ?? 0;
  if (isLatin1(code)) return code;
  const place = WINDOWS_1252.indexOf(character);
  return place === -1 ? null : 0x80 + place;
}

/** The text in Windows-1252, which these files are in; null where a character has no place there. */
function encode(text: string): Buffer | null {
  const bytes = Array.from(text, byteOf).filter((byte) => byte !== null);
  return bytes.length === [...text].length ? Buffer.from(bytes) : null;
}

const decode = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => (isLatin1(byte) ? String.fromCharCode(byte) : WINDOWS_1252[byte - 0x80])).join(
    '',
  );

/** The text with every character that these files can not hold as `?`, its spacing made plain, cut to `width`; null: none. */
export function plainText(text: string | null, width: number): string | null {
  const plain = Array.from(
    (text ?? '')
      .normalize('NFC')
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
    (character) => (byteOf(character) === null ? '?' : character),
  );
  return plain.slice(0, width).join('').trim() || null;
}

/** The text of one field, as wide as it is; throws FieldOverflow. Memo fields hold the number of their block. */
function fieldText(value: DbaseValue, { name, type, width, decimals }: DbaseField): Buffer {
  const blank = Buffer.alloc(width, ' ');
  if (value === null) return blank;
  const overflow = (reason: string): FieldOverflow => new FieldOverflow(name, reason);
  switch (type) {
    case 'L':
      if (typeof value !== 'boolean') throw overflow('is not yes or no');
      blank.write(value ? 'T' : 'F', 'latin1');
      return blank;
    case 'D':
      if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) throw overflow('is not a date');
      blank.write(value.replaceAll('-', ''), 'latin1');
      return blank;
    case 'N':
    case 'M': {
      if (typeof value !== 'number' || !Number.isFinite(value)) throw overflow('is not a number');
      const digits = value.toFixed(decimals);
      if (!/^-?\d+(\.\d+)?$/.test(digits) || digits.length > width) throw overflow(`${value} is too large`);
      if (Math.abs(Number(digits) - value) > 1e-9)
        throw overflow(`${value} has more than ${decimals} decimals`);
      return Buffer.from(digits.padStart(width), 'latin1');
    }
    case 'C': {
      if (typeof value !== 'string') throw overflow('is not a text');
      const bytes = encode(value);
      if (bytes === null) throw overflow('has a character outside Windows-1252');
      if (bytes.length > width) throw overflow(`has ${bytes.length} characters, ${width} fit`);
      bytes.copy(blank);
      return blank;
    }
  }
}

/** A memo file in the form of dBase IV, as estimating systems write it: each text, and its end, in blocks of its own. */
function memoFile(texts: readonly Buffer[], stem: string): { bytes: Buffer; blocks: readonly number[] } {
  const blocks: number[] = [];
  const parts: Buffer[] = [];
  let next = 1;
  for (const text of texts) {
    blocks.push(next);
    const length = 8 + text.length + MEMO_END.length;
    const count = Math.ceil(length / MEMO_BLOCK);
    const part = Buffer.alloc(count * MEMO_BLOCK);
    part.writeUInt32LE(0x0008ffff, 0);
    part.writeUInt32LE(length, 4);
    text.copy(part, 8);
    MEMO_END.copy(part, 8 + text.length);
    parts.push(part);
    next += count;
  }
  const head = Buffer.alloc(MEMO_BLOCK);
  head.writeUInt32LE(next, 0);
  head.write(stem.slice(0, 8), 8, 'latin1');
  head.writeUInt16LE(MEMO_BLOCK, 20);
  return { bytes: Buffer.concat([head, ...parts]), blocks };
}

function headOf(fields: readonly DbaseField[], count: number, written: Date): Buffer {
  const head = Buffer.alloc(DESCRIPTOR * (fields.length + 1) + 1);
  head[0] = fields.some(({ type }) => type === 'M') ? WITH_MEMO : WITHOUT_MEMO;
  head[1] = written.getUTCFullYear() - 1900;
  head[2] = written.getUTCMonth() + 1;
  head[3] = written.getUTCDate();
  head.writeUInt32LE(count, 4);
  head.writeUInt16LE(head.length, 8);
  head.writeUInt16LE(1 + fields.reduce((sum, { width }) => sum + width, 0), 10);
  for (const [index, { name, type, width, decimals }] of fields.entries()) {
    const at = DESCRIPTOR * (index + 1);
    head.write(name, at, 11, 'latin1');
    head.write(type, at + 11, 'latin1');
    head[at + 16] = width;
    head[at + 17] = decimals;
  }
  head[head.length - 1] = HEADER_END;
  return head;
}

/**
 * A dBase III table, and its memo file where it has memo fields (dBase IV, as estimating systems write it). What a row does
 * not name stays blank. Throws FieldOverflow rather than to cut or round a value.
 */
export function writeTable(
  fields: readonly DbaseField[],
  rows: readonly DbaseRow[],
  { stem, written }: { stem: string; written: Date },
): { table: Buffer; memo: Buffer | null } {
  const texts: Buffer[] = [];
  const places = rows.map((row) =>
    fields.map(({ name, type }) => {
      const value = row[name] ?? null;
      if (type !== 'M' || value === null) return null;
      const text = typeof value === 'string' ? encode(value) : null;
      if (text === null) throw new FieldOverflow(name, 'is no text in Windows-1252');
      return texts.push(text) - 1;
    }),
  );
  const { bytes: memo, blocks } = memoFile(texts, stem);
  const records = rows.flatMap((row, index) => [
    Buffer.of(PRESENT),
    ...fields.map((field, column) => {
      const place = places[index]?.[column] ?? null;
      return fieldText(place === null ? (row[field.name] ?? null) : (blocks[place] ?? null), field);
    }),
  ]);
  return {
    table: Buffer.concat([headOf(fields, rows.length, written), ...records, Buffer.of(FILE_END)]),
    memo: fields.some(({ type }) => type === 'M') ? memo : null,
  };
}

function fieldsOf(bytes: Buffer, headLength: number): ReadField[] {
  const fields: ReadField[] = [];
  for (let at = DESCRIPTOR; bytes[at] !== HEADER_END; at += DESCRIPTOR) {
    if (at + DESCRIPTOR > headLength) throw new UnreadableTable('the list of fields has no end');
    const [name = ''] = bytes.toString('latin1', at, at + 11).split('\0');
    const type = READ_TYPES.find((known) => known === String.fromCharCode(bytes[at + 11] ?? 0));
    if (type === undefined) throw new UnreadableTable(`the field ${name.trim()} is of an unknown type`);
    fields.push({
      name: name.trim().toUpperCase(),
      type,
      width: bytes[at + 16] ?? 0,
      decimals: bytes[at + 17] ?? 0,
    });
  }
  if (fields.length === 0) throw new UnreadableTable('it has no fields');
  return fields;
}

/** The whole days of a Julian day number as a date; 2440588 is January 1, 1970. */
const julianDate = (day: number): string | null =>
  day > 0 && day < 5_373_485 ? new Date((day - 2_440_588) * 86_400_000).toISOString().slice(0, 10) : null;

/** A number in binary; null where its field is too narrow to hold one. */
function readBinary(bytes: Buffer, type: 'I' | 'B' | 'Y' | 'T'): DbaseValue {
  if (bytes.length < (type === 'I' ? 4 : 8)) return null;
  switch (type) {
    case 'I':
      return bytes.readInt32LE(0);
    case 'B': {
      const number = bytes.readDoubleLE(0);
      return Number.isFinite(number) ? number : null;
    }
    case 'Y':
      return Number(bytes.readBigInt64LE(0)) / 10_000;
    case 'T':
      return julianDate(bytes.readInt32LE(0));
  }
}

function readValue(bytes: Buffer, type: ReadType): DbaseValue {
  const text = decode(bytes).replaceAll('\0', ' ').trimEnd();
  switch (type) {
    case 'C':
    case 'V':
      return text === '' ? null : text;
    case 'N':
    case 'F': {
      // Writers of some countries put a decimal comma.
      const number = Number(text.replace(',', '.'));
      return text === '' || !Number.isFinite(number) ? null : number;
    }
    case 'L':
      return /^[TtYy]$/.test(text) ? true : /^[FfNn]$/.test(text) ? false : null;
    case 'D': {
      const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? [];
      return year === undefined || Number(month) === 0 ? null : `${year}-${month}-${day}`;
    }
    case 'I':
    case 'B':
    case 'Y':
    case 'T':
      return readBinary(bytes, type);
    default:
      return null;
  }
}

/**
 * Reads a dBase or FoxPro table from memory. Deleted rows are left out. Memo fields stay blank, because a memo file is never
 * opened. A number that is none, as a writer marks an overflow, is null. Throws UnreadableTable.
 */
export function readTable(input: Uint8Array): { fields: readonly ReadField[]; rows: readonly DbaseRow[] } {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  if (bytes.length <= DESCRIPTOR || !KINDS.includes(bytes[0] ?? 0))
    throw new UnreadableTable('it is no dBase or FoxPro table');
  const count = bytes.readUInt32LE(4);
  const headLength = bytes.readUInt16LE(8);
  const rowLength = bytes.readUInt16LE(10);
  const fields = fieldsOf(bytes, Math.min(headLength, bytes.length));
  if (count * fields.length > MOST_VALUES)
    throw new UnreadableTable(`it has more than ${MOST_VALUES} values`);
  if (1 + fields.reduce((sum, { width }) => sum + width, 0) > rowLength)
    throw new UnreadableTable('its fields are wider than its rows');
  if (headLength + count * rowLength > bytes.length) throw new UnreadableTable('it is cut off');
  const rows: DbaseRow[] = [];
  for (let at = headLength; rows.length < count && at < headLength + count * rowLength; at += rowLength) {
    if (bytes[at] === DELETED) continue;
    let from = at + 1;
    rows.push(
      Object.fromEntries(
        fields.map(({ name, type, width }) => {
          const value = readValue(bytes.subarray(from, from + width), type);
          from += width;
          return [name, value];
        }),
      ),
    );
  }
  return { fields, rows };
}
