import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DBFFile } from 'dbffile';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { orderLines } from '../../contract/report-view/line-order.ts';
import { NO_EDITS } from '../../contract/schemas/edit-report.ts';
import type { EstimateLine } from '../../contract/schemas/estimate.ts';
import { centsFromDollars as cents } from '../../contract/schemas/money.ts';
import { type ReportModel, reportModelSchema } from '../../contract/schemas/report.ts';
import { sampleReport } from '../../tests/fixtures/report-model.ts';
import { type Listed, scopeReport } from '../../tests/fixtures/scope-report.ts';
import { storedReport } from '../../tests/fixtures/stored-report.ts';
import { type DbaseRow, FieldOverflow, readTable } from './dbase-table.ts';
import { EMS_TABLES, type EmsTable, emsFields } from './ems-tables.ts';
import { writeEms } from './write-ems.ts';

const sample = reportModelSchema.parse(
  JSON.parse(readFileSync(new URL('../../samples/sample-report.json', import.meta.url), 'utf8')),
);

type Rows = readonly Readonly<Record<string, unknown>>[];
const endingOf = (name: string): string => path.extname(name).slice(1);

function filesOf(model: ReportModel) {
  const files = writeEms(model);
  if (!files) throw new Error('nothing is written');
  return files;
}

function tablesOf(model: ReportModel): Record<EmsTable, readonly DbaseRow[]> {
  const files = new Map(filesOf(model).map(({ name, bytes }) => [endingOf(name), bytes]));
  const read = (name: EmsTable) => readTable(files.get(name) ?? Buffer.alloc(0)).rows;
  return Object.fromEntries(EMS_TABLES.map((name) => [name, read(name)])) as Record<EmsTable, DbaseRow[]>;
}

const inCents = (value: unknown): number => cents(Number(value ?? 0));
const sumOf = (rows: Rows, of: (row: Rows[number]) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);

/** What the records of the lines come to before tax and materials. */
const linesSum = (lin: Rows): number =>
  sumOf(
    lin,
    (row) =>
      inCents(row.ACT_PRICE) * Number(row.PART_QTY ?? 1) + inCents(row.LBR_AMT) + inCents(row.MISC_AMT),
  );
const subtotal = (stl: Rows, code: string): number =>
  inCents(stl.find((row) => row.TTL_TYPECD === code)?.TTL_AMT);

/** Whatever reader it was read with: lines, subtotals and totals say the same, to the cent. */
function expectToAddUp({ lin, stl, ttl }: { lin: Rows; stl: Rows; ttl: Rows }): number {
  const net = linesSum(lin) + subtotal(stl, 'MAT');
  expect(['PAT', 'LAT', 'MAT', 'OTT'].reduce((sum, code) => sum + subtotal(stl, code), 0)).toBe(net);
  const single = stl.filter((row) => !String(row.TTL_TYPECD).endsWith('T'));
  expect(sumOf(single, (row) => inCents(row.TTL_AMT))).toBe(net);
  const tenths = (rows: Rows, field: string): number =>
    sumOf(rows, (row) => Math.round(Number(row[field] ?? 0) * 10));
  expect(tenths(lin, 'MOD_LB_HRS')).toBe(
    tenths(
      stl.filter((row) => row.TTL_TYPECD === 'LAT'),
      'TTL_HRS',
    ),
  );
  const total = inCents(ttl[0]?.G_TTL_AMT);
  expect(total).toBe(net + inCents(ttl[0]?.G_TAX));
  return total;
}

const lots: Listed[] = [
  { damage: 'FRONT END', airbags: 'deployed', run: 'stationary' },
  { damage: 'REAR END', state: null },
  { damage: 'SIDE', second: 'FRONT END', state: 'TX' },
  { damage: 'FRONT END', year: 2003, state: 'CA' },
  { damage: 'LEFT SIDE', state: 'NJ' },
  { damage: 'HAIL', state: 'OR' },
];

describe('an EMS set', () => {
  test('has the fourteen tables and the memo file under one name, the envelope last', () => {
    const names = filesOf(sample).map(({ name }) => name);
    expect(names.map(endingOf).toSorted()).toEqual([...EMS_TABLES, 'dbt'].toSorted());
    expect(names.at(-1)).toMatch(/^[0-9a-f]{8}\.env$/);
    expect(new Set(names.map((name) => path.basename(name, path.extname(name)))).size).toBe(1);
  });

  test('has a record for each kind of work of each written line, in the order of the page', () => {
    const written = orderLines(sample.estimate.lines).filter(({ standing }) => standing === 'scope');
    const { lin } = tablesOf(sample);
    expect([...new Set(lin.map(({ LINE_NO }) => LINE_NO))]).toEqual(written.map((_, index) => index + 1));
    const kinds = ({ labour, refinish }: EstimateLine): number =>
      Math.max(1, new Set([labour?.type, refinish ? 'refinish' : undefined].filter(Boolean)).size);
    written.forEach((line, index) => {
      expect(lin.filter(({ LINE_NO }) => LINE_NO === index + 1)).toHaveLength(kinds(line));
    });
  });

  test.each(lots)('adds up to the report as written: %j', (listed) => {
    const model = scopeReport(listed);
    expect(expectToAddUp(tablesOf(model))).toBe(cents(model.estimate.outcome?.as_written ?? 0));
  });

  test('adds up to the cent whatever the user sets', () => {
    const [first] = scopeReport({ damage: 'FRONT END' }).estimate.lines;
    const figures = fc.record({
      part_price: fc.integer({ min: 0, max: 999_999 }).map((amount) => amount / 100),
      labour_hours: fc.integer({ min: 0, max: 2_000 }).map((amount) => amount / 100),
      quantity: fc.constantFrom(1, 2, 0.5, 40),
      sublet: fc.integer({ min: 0, max: 99_999 }).map((amount) => amount / 100),
    });
    fc.assert(
      fc.property(figures, fc.integer({ min: 0, max: 12_000 }), (changed, tax) => {
        const edits = {
          ...NO_EDITS,
          changed: { [first?.id ?? '']: changed },
          scenario: { tax: { kind: 'own' as const, percent: tax / 1000 } },
        };
        const model = scopeReport({ damage: 'FRONT END' }, { answers: [], edits });
        expect(expectToAddUp(tablesOf(model))).toBe(cents(model.estimate.outcome?.as_written ?? 0));
      }),
      { numRuns: 8 },
    );
  });

  test.each(['bid-cars-bmw', 'copart-qx60', 'iaai-q50'] as const)(
    'of a report of schema_version 1 adds up: %s',
    (name) => {
      expect(expectToAddUp(tablesOf(storedReport(name).made))).toBeGreaterThan(0);
    },
  );

  test('of a report with nothing written is none', () => {
    expect(writeEms({ ...sample, estimate: { ...sample.estimate, lines: [] } })).toBeNull();
  });

  test('of a figure that no field holds is refused, never cut', () => {
    const lines = sample.estimate.lines.map((line) =>
      line.part_price ? { ...line, part_price: { ...line.part_price, likely: 1_000_000 } } : line,
    );
    expect(() => writeEms({ ...sample, estimate: { ...sample.estimate, lines } })).toThrow(FieldOverflow);
  });

  test('carries claim number, deductible and loss type', () => {
    const claim = { number: 'CLM-77', deductible: 500 };
    const { env, ad1 } = tablesOf({ ...sample, claim, lot: { ...sample.lot, loss_type: 'Collision' } });
    expect(ad1[0]).toMatchObject({
      CLM_NO: 'CLM-77',
      DED_AMT: 500,
      LOSS_TYPE: 'COLL',
      LOSS_DESC: 'Collision',
      THEFT_IND: false,
    });
    expect(env[0]?.INCL_ADMIN).toBe(true);
  });

  test.each([
    ['Hail', 'HAIL'],
    ['Water/Flood', 'FLOOD'],
    ['Front end', null],
  ])('has the loss of a lot that lists none but %s as %s', (primary_damage, type) => {
    const { ad1 } = tablesOf({ ...sample, lot: { ...sample.lot, loss_type: null, primary_damage } });
    expect(ad1[0]).toMatchObject({ LOSS_TYPE: type, LOSS_DESC: type && primary_damage });
  });

  test('has a claim number longer than its field whole, in the memo', () => {
    const claim = { number: '1234567890'.repeat(4), deductible: null };
    const files = filesOf({ ...sample, claim });
    const memo = files.find(({ name }) => name.endsWith('.dbt'))?.bytes.toString('latin1');
    expect(memo).toContain(`Claim number: ${claim.number}`);
    expect(tablesOf({ ...sample, claim }).ad1[0]?.CLM_NO).toBeNull();
  });

  test('says that it is of no estimating system, and names nobody', () => {
    const { env, ad1, ad2, ven, veh } = tablesOf({ ...sample, lot: { ...sample.lot, loss_type: null } });
    expect(env[0]).toMatchObject({
      EST_SYSTEM: null,
      SW_VERSION: 'LotLens',
      TRANS_TYPE: 'E',
      EMS_VER: '2.01',
    });
    for (const [row] of [ad1, ad2, ven])
      expect(Object.values(row ?? { missing: true }).filter((value) => value !== null)).toEqual([]);
    expect(veh[0]).toMatchObject({
      V_VIN: sample.vehicle.vin,
      V_MODEL_YR: '14',
      V_MAKEDESC: 'BMW',
      V_MILEAGE: '87412',
    });
    const memo = filesOf(sample)
      .find(({ name }) => name.endsWith('.dbt'))
      ?.bytes.toString('latin1');
    expect(memo).toContain('Not an estimate of any estimating system, and not tested in one');
  });

  test('has no VIN of which the site masks a part', () => {
    const vehicle = { ...sample.vehicle, vin: 'WBA3A5C58EF******', vin_masked: true };
    expect(tablesOf({ ...sample, vehicle }).veh[0]?.V_VIN).toBeNull();
  });
});

describe('a line in EMS', () => {
  const [base] = sampleReport().estimate.lines.filter(({ oem_numbers: numbers }) => numbers.length > 0);
  if (!base) throw new Error('the fixture has no number');
  const recordsOf = (change: Partial<EstimateLine>): readonly DbaseRow[] => {
    const lines = [{ ...base, standing: 'scope' as const, refinish: null, ...change }];
    return tablesOf({ ...sample, estimate: { ...sample.estimate, lines } }).lin;
  };
  const [number] = base.oem_numbers;

  test.each([
    ['replace', 'oem', 'OP11', 'PAN'],
    ['replace', 'aftermarket', 'OP11', 'PAA'],
    ['replace', 'recycled', 'OP11', 'PAL'],
    ['replace', 'reconditioned', 'OP11', 'PAR'],
    ['section', 'oem', 'OP12', 'PAN'],
  ] as const)('%s with a part that is %s is %s %s', (operation, part_type, op, code) => {
    expect(recordsOf({ operation, part_type })[0]).toMatchObject({
      LBR_OP: op,
      PART_TYPE: code,
      PRICE_J: true,
    });
  });

  test.each([
    ['repair', 'OP9'],
    ['r_and_i', 'OP2'],
    ['align', 'OP4'],
    ['inspect', 'OP7'],
    ['pdr', 'OP26'],
    ['scan', 'OP0'],
  ] as const)('%s is %s, without a part', (operation, op) => {
    const [record] = recordsOf({ operation, part_type: 'none', part_price: null, oem_numbers: [] });
    expect(record).toMatchObject({ LBR_OP: op, PART_TYPE: null, ACT_PRICE: null, LBR_HRS_J: true });
  });

  test.each([
    ['section', 'OP12', true],
    ['allowance', 'OP13', true],
    ['clean', 'OP14', true],
    ['repair', 'OP9', null],
  ] as const)('%s is %s; whether that code is our judgement: %s', (operation, op, judged) => {
    expect(recordsOf({ operation })[0]).toMatchObject({ LBR_OP: op, LBR_OP_J: judged });
  });

  test('with a fixed amount says whether somebody else bills it', () => {
    const sublet = { low: 120, likely: 120, high: 120, basis: 'judgement' as const };
    const bare = {
      part_type: 'none' as const,
      part_price: null,
      labour: null,
      oem_numbers: [],
      sublet,
      cost: sublet,
    } satisfies Partial<EstimateLine>;
    expect(recordsOf({ ...bare, operation: 'calibrate' })[0]).toMatchObject({
      LBR_OP: 'OP16',
      MISC_AMT: 120,
      MISC_SUBLT: true,
    });
    expect(recordsOf({ ...bare, operation: 'refinish' })[0]).toMatchObject({
      MISC_AMT: 120,
      MISC_SUBLT: false,
    });
  });

  test('has its number where there is just one, and none where there is a choice', () => {
    const numbers = number ? [number] : [];
    expect(recordsOf({ oem_numbers: numbers })[0]?.OEM_PARTNO).toBe(number?.number);
    expect(recordsOf({ oem_numbers: [...numbers, ...numbers] })[0]?.OEM_PARTNO).toBeNull();
  });

  test('has no number that its field would cut', () => {
    const long = number ? [{ ...number, number: '1'.repeat(26) }] : [];
    expect(recordsOf({ oem_numbers: long })[0]?.OEM_PARTNO).toBeNull();
  });

  test('keeps its side where its name is cut', () => {
    const [record] = recordsOf({ name: 'Quarter panel inner structure and wheelhouse', side: 'left' });
    expect(record?.LINE_DESC).toMatch(/^Quarter panel inner structure.*, left$/);
  });
});

/** The set in a folder of its own. */
function unpacked(model: ReportModel): { folder: string; stem: string } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lotlens-ems-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = filesOf(model);
  for (const { name, bytes } of files) writeFileSync(path.join(folder, name), bytes);
  return { folder, stem: path.basename(files[0]?.name ?? '', '.ad1') };
}

/** As other readers give them: blank texts as empty ones, days as dates, memos with the marks of their end. */
const plainValue = (value: unknown): unknown =>
  typeof value === 'string'
    ? value.split('\u001a')[0] || null
    : value instanceof Date
      ? value.toISOString().slice(0, 10)
      : value;
const plain = (rows: Rows): Rows =>
  rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plainValue(value)])),
  );

const PYTHON = `
import datetime, json, sys
from dbfread import DBF
def plain(value):
    return value.isoformat() if isinstance(value, datetime.date) else value
folder, stem, *names = sys.argv[1:]
json.dump({name: [{key: plain(value) for key, value in row.items()} for row in DBF(f"{folder}/{stem}.{name}", encoding="cp1252")] for name in names}, sys.stdout)
`;
/** Debian's own beside another one that comes first: only the former sees Debian's packages. */
const python = ['python3', '/usr/bin/python3'].find(
  (program) => spawnSync(program, ['-c', 'import dbfread']).status === 0,
);
if (python === undefined)
  console.log('skipped: python3 has no dbfread, so a second reader of dBase is not asked');

const readSchema = z.record(z.enum(EMS_TABLES), z.array(z.record(z.string(), z.unknown())));

describe('another reader', () => {
  const ours = (): Record<EmsTable, Rows> => {
    const tables = tablesOf(sample);
    const [veh] = tables.veh;
    const memo = filesOf(sample).find(({ name }) => name.endsWith('.dbt'))?.bytes ?? Buffer.alloc(0);
    // Ours never opens a memo file: the texts as they lie in it, each in a block of its own.
    const text = (block: number): string => {
      const at = 512 * block;
      return memo.toString('latin1', at + 8, at + memo.readUInt32LE(at + 4) - 2);
    };
    return { ...tables, veh: [{ ...veh, DMG_MEMO: text(1), V_MEMO: text(2) }] };
  };

  test('of dBase finds the same rows, lines and totals (dbffile)', async () => {
    const { folder, stem } = unpacked(sample);
    const tables: Partial<Record<EmsTable, Rows>> = {};
    for (const name of EMS_TABLES) {
      const table = await DBFFile.open(path.join(folder, `${stem}.${name}`), { encoding: 'windows-1252' });
      tables[name] = plain(await table.readRecords());
    }
    expect(tables).toEqual(ours());
    const { lin = [], stl = [], ttl = [] } = tables;
    expect(expectToAddUp({ lin, stl, ttl })).toBe(cents(sample.estimate.outcome?.as_written ?? 0));
  });

  test.skipIf(python === undefined)(
    'in another language finds the same rows, lines and totals (dbfread)',
    () => {
      const { folder, stem } = unpacked(sample);
      const { stdout, stderr } = spawnSync(python ?? '', ['-c', PYTHON, folder, stem, ...EMS_TABLES], {
        encoding: 'utf8',
      });
      expect(stderr).toBe('');
      const read = Object.entries(readSchema.parse(JSON.parse(stdout)));
      const tables: Partial<Record<EmsTable, Rows>> = Object.fromEntries(
        read.map(([name, rows]) => [name, plain(rows)]),
      );
      expect(tables).toEqual(ours());
      const { lin = [], stl = [], ttl = [] } = tables;
      expect(expectToAddUp({ lin, stl, ttl })).toBe(cents(sample.estimate.outcome?.as_written ?? 0));
    },
  );
});

/** Real exports, kept outside the project beside the captures. */
const real = path.join(process.env.LOTLENS_CAPTURES ?? '/nowhere', '..', 'data', 'ems-samples');

describe.skipIf(!existsSync(real))('beside real exports (LOTLENS_CAPTURES)', () => {
  const headOf = (bytes: Buffer): Buffer => {
    const head = Buffer.from(bytes.subarray(0, bytes.readUInt16LE(8)));
    // The day it was written, and how many rows follow.
    head.fill(0, 1, 8);
    return head;
  };

  test.each([
    ['env', 'QYUZK0P.env'],
    ['veh', 'QYUZK0PV.veh'],
  ])('the head of .%s is the same, byte for byte', (ending, name) => {
    const ours = filesOf(sample).find((file) => endingOf(file.name) === ending)?.bytes ?? Buffer.alloc(0);
    const theirs = readFileSync(path.join(real, 'audatex-ca-2.6', name));
    expect(headOf(ours).toString('hex')).toBe(headOf(theirs).toString('hex'));
  });

  test('every field is one of EMS 2.01, in its order', () => {
    const listed = readFileSync(path.join(real, 'ems-2.01-fields.tsv'), 'utf8').trim().split('\n').slice(1);
    const ours = new Set(
      EMS_TABLES.flatMap((table) =>
        emsFields(table).map(({ name, type, width, decimals }, index) =>
          [table, index + 1, name, type, width, decimals].join('\t'),
        ),
      ),
    );
    expect(ours.size).toBe(604);
    expect(listed.filter((field) => !ours.has(field))).toEqual([]);
  });
});
