import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DBFFile } from 'dbffile';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type DbaseField,
  type DbaseRow,
  FieldOverflow,
  plainText,
  readTable,
  writeTable,
} from './dbase-table.ts';

const MADE = { stem: 'made', written: new Date('2026-11-23T00:00:00Z') };
const FIELDS: readonly DbaseField[] = [
  { name: 'WORDS', type: 'C', width: 12, decimals: 0 },
  { name: 'PRICE', type: 'N', width: 9, decimals: 2 },
  { name: 'COUNT', type: 'N', width: 3, decimals: 0 },
  { name: 'TOLD', type: 'L', width: 1, decimals: 0 },
  { name: 'DAY', type: 'D', width: 8, decimals: 0 },
];
const write = (...rows: DbaseRow[]): Buffer => writeTable(FIELDS, rows, MADE).table;

const words = fc
  .array(fc.constantFrom(...'aZ09 -/.,&éßñ€–’Ÿ©'), { maxLength: 12 })
  .map((letters) => letters.join('').trimEnd() || null);
const anyRow: fc.Arbitrary<DbaseRow> = fc.record({
  WORDS: words,
  PRICE: fc.option(fc.integer({ min: -9_999_999, max: 99_999_999 }).map((cents) => cents / 100)),
  COUNT: fc.option(fc.integer({ min: -99, max: 999 })),
  TOLD: fc.option(fc.boolean()),
  DAY: fc.option(
    fc
      .date({ min: new Date('1950-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10)),
  ),
});

describe('a dBase table', () => {
  test('written is read back equal, whatever it holds', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 20 }), (rows) => {
        expect(readTable(write(...rows))).toEqual({ fields: FIELDS, rows });
      }),
    );
  });

  test('is read by another reader with the same rows', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'lotlens-dbase-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const rows = fc.sample(anyRow, { numRuns: 50, seed: 7 });
    writeFileSync(path.join(folder, 'made.dbf'), write(...rows));
    const other = await DBFFile.open(path.join(folder, 'made.dbf'), { encoding: 'windows-1252' });
    const read = (await other.readRecords()).map((row) => ({
      ...row,
      WORDS: row.WORDS || null,
      DAY: row.DAY instanceof Date ? row.DAY.toISOString().slice(0, 10) : null,
    }));
    expect(read).toEqual(rows);
  });

  test.each([
    ['a text that is too long', { WORDS: 'thirteen long' }],
    ['a text with a character the file can not hold', { WORDS: '→' }],
    ['a number that is too large', { COUNT: 1000 }],
    ['a number with more decimals than its field', { PRICE: 1.005 }],
    ['a number that is none', { PRICE: Number.NaN }],
    ['a text in a field of numbers', { PRICE: '12' }],
    ['a number in a field of texts', { WORDS: 12 }],
    ['a day that is no date', { DAY: 'today' }],
  ])('is not written with %s', (_, row) => {
    expect(() => write(row)).toThrow(FieldOverflow);
  });

  test('has no deleted rows', () => {
    const bytes = write({ COUNT: 1 }, { COUNT: 2 });
    bytes[bytes.readUInt16LE(8)] = 0x2a;
    expect(readTable(bytes).rows.map(({ COUNT }) => COUNT)).toEqual([2]);
  });

  test('with a number marked as overflown has none there', () => {
    const bytes = write({ COUNT: 999 });
    bytes.write('***', bytes.lastIndexOf('999'));
    expect(readTable(bytes).rows[0]?.COUNT).toBeNull();
  });

  test('with names padded by blanks is read by their words', () => {
    const bytes = write({ WORDS: 'a' });
    bytes.write('WORDS      ', 32);
    expect(readTable(bytes).rows[0]?.WORDS).toBe('a');
  });

  test('cut off anywhere, or of any bytes, is refused with a reason or read, and never anything else', () => {
    const whole = write(...fc.sample(anyRow, { numRuns: 3, seed: 1 }));
    const lastRow = whole.length - 1;
    for (let length = 0; length < lastRow; length += 1)
      expect(() => readTable(whole.subarray(0, length))).toThrow(
        expect.objectContaining({ name: 'UnreadableTable' }),
      );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.constantFrom(0x03, 0x83, 0x8b), (noise, kind) => {
        const bytes = Uint8Array.of(kind, ...noise);
        try {
          readTable(bytes);
        } catch (error) {
          expect(error).toMatchObject({ name: 'UnreadableTable' });
        }
      }),
    );
  });

  test('with more values than an estimate has is refused', () => {
    const bytes = write({});
    bytes.writeUInt32LE(1_000_001, 4);
    expect(() => readTable(bytes)).toThrow('more than 1000000 values');
  });
});

describe('a text made plain', () => {
  test.each([
    ['Front  bumper\n cover ', 40, 'Front bumper cover'],
    ['Škoda → Łódź', 40, 'Škoda ? ?ód?'],
    ['cut at five', 5, 'cut a'],
    ['cut before a blank', 4, 'cut'],
    ['   ', 10, null],
    [null, 10, null],
  ])('%j within %i is %j', (text, width, plain) => {
    expect(plainText(text, width)).toBe(plain);
  });

  /** A table with one record, as FoxPro lays it out. */
  const foxpro = (kind: number, fields: readonly [string, string, Buffer][]): Buffer => {
    const head = Buffer.alloc(32 * (fields.length + 1) + 1 + 263);
    head[0] = kind;
    head.writeUInt32LE(1, 4);
    head.writeUInt16LE(head.length, 8);
    head.writeUInt16LE(1 + fields.reduce((sum, [, , bytes]) => sum + bytes.length, 0), 10);
    for (const [index, [name, type, bytes]] of fields.entries()) {
      head.write(name, 32 * (index + 1), 'latin1');
      head.write(type, 32 * (index + 1) + 11, 'latin1');
      head[32 * (index + 1) + 16] = bytes.length;
    }
    head[32 * (fields.length + 1)] = 0x0d;
    return Buffer.concat([head, Buffer.of(0x20), ...fields.map(([, , bytes]) => bytes)]);
  };
  const binary = (length: number, write: (bytes: Buffer) => void): Buffer => {
    const bytes = Buffer.alloc(length);
    write(bytes);
    return bytes;
  };

  test.each([0x02, 0xf5, 0xfb, 0x30, 0x31, 0x32])('of FoxPro kind %i is read', (kind) => {
    expect(readTable(foxpro(kind, [['NAME', 'C', Buffer.from('Hood ')]])).rows).toEqual([{ NAME: 'Hood' }]);
  });

  test('has the binary numbers, money and times of FoxPro', () => {
    const table = foxpro(0x30, [
      ['LINE_NO', 'I', binary(4, (bytes) => bytes.writeInt32LE(-7))],
      ['HOURS', 'B', binary(8, (bytes) => bytes.writeDoubleLE(1.6))],
      ['PRICE', 'Y', binary(8, (bytes) => bytes.writeBigInt64LE(2_500_000n))],
      ['MADE', 'T', binary(8, (bytes) => bytes.writeInt32LE(2_460_437))],
      ['RATE', 'F', Buffer.from('  60.5')],
      ['MEMO', 'M', Buffer.alloc(4)],
    ]);
    expect(readTable(table).rows).toEqual([
      { LINE_NO: -7, HOURS: 1.6, PRICE: 250, MADE: '2024-05-06', RATE: 60.5, MEMO: null },
    ]);
  });
});
