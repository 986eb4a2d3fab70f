import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { BlobWriter, Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reportModelSchema } from '../../contract/schemas/report.ts';
import { processorMs } from '../../tests/machine.ts';
import { AppError } from '../errors.ts';
import { type DbaseRow, writeTable } from './dbase-table.ts';
import { EMS_TABLES, type EmsTable, emsFields } from './ems-tables.ts';
import { type EstimateFile, readEstimate } from './read-estimate.ts';
import { writeEms } from './write-ems.ts';

const sample = reportModelSchema.parse(
  JSON.parse(readFileSync(new URL('../../samples/sample-report.json', import.meta.url), 'utf8')),
);

async function zipOf(files: readonly EstimateFile[]): Promise<EstimateFile> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const { name, bytes } of files) await zip.add(name, new Uint8ArrayReader(bytes));
  return { name: 'set.zip', bytes: await zip.close() };
}

const refusal = (reason: string) =>
  expect.objectContaining({ code: 'validation_error', details: expect.objectContaining({ reason }) });

/** A set as an estimating system could write it; what is not given is one blank row. */
function setOf(rows: Partial<Record<EmsTable, readonly DbaseRow[]>>, stem = '4b53232a'): EstimateFile[] {
  const made = { stem, written: new Date('2026-11-23T00:00:00Z') };
  const env = [{ EST_SYSTEM: 'C', EMS_VER: '2.01', CREATE_DT: '2026-10-01' }];
  return EMS_TABLES.map((name) => ({
    name: `${stem}.${name}`,
    bytes: writeTable(emsFields(name), { env, ...rows }[name] ?? [{}], made).table,
  }));
}
const linesOf = async (...lin: DbaseRow[]) => (await readEstimate(setOf({ lin }))).lines;
const hood: DbaseRow = {
  LINE_NO: 1,
  LINE_DESC: 'Hood panel',
  PART_TYPE: 'PAN',
  OEM_PARTNO: '41007290944',
  ACT_PRICE: 1102,
  PART_QTY: 1,
  LBR_OP: 'OP11',
  MOD_LBR_TY: 'LAB',
  MOD_LB_HRS: 1.7,
};

describe('an EMS set of ours', () => {
  test('is read back with every written line, its hours, its money and the total', async () => {
    const estimate = await readEstimate([await zipOf(writeEms(sample) ?? [])]);
    expect(estimate).toMatchObject({
      format: 'ems',
      version: '2.01',
      system: 'lotlens',
      vehicle: { vin: sample.vehicle.vin, vin_check_ok: true, year: 2014, make: 'BMW' },
      totals: { gross: sample.estimate.outcome?.as_written, tax: sample.estimate.tax },
    });
    const written = sample.estimate.lines.filter(({ standing }) => standing === 'scope');
    expect(estimate.lines).toHaveLength(written.length);
    const money = estimate.lines.reduce(
      (sum, { part, other }) => sum + (part ? (part.price ?? 0) * part.quantity : 0) + other,
      0,
    );
    const ours = sample.estimate.totals.filter(({ key }) => key === 'parts' || key === 'sublet');
    expect(money).toBeCloseTo(
      ours.reduce((sum, { likely }) => sum + likely, 0),
      2,
    );
  });
});

describe('an EMS set', () => {
  test('given file by file is the same as in a zip', async () => {
    const files = setOf({ lin: [hood] });
    expect(await readEstimate(files)).toEqual(await readEstimate([await zipOf(files)]));
  });

  test('named as Mitchell names it, in capitals and with letters behind the stem, is one set', async () => {
    const letters: Partial<Record<string, string>> = { ad1: 'A', ad2: 'B', veh: 'V' };
    const files = setOf({ lin: [hood], veh: [{ V_MAKEDESC: 'BMW' }] }).map(({ name, bytes }) => {
      const ending = path.extname(name).slice(1);
      return { name: `EXPORT\\9508501${letters[ending] ?? ''}.${ending.toUpperCase()}`, bytes };
    });
    expect((await readEstimate(files)).vehicle.make).toBe('BMW');
  });

  test('counts the price once where each kind of labor has a record of its own', async () => {
    const paint = { ...hood, MOD_LBR_TY: 'LAR', LBR_OP: 'OP6', MOD_LB_HRS: 3.1 };
    expect(await linesOf(hood, paint)).toEqual([
      {
        number: 1,
        state: 'original',
        damage: 'this_loss',
        counts: true,
        group: null,
        description: 'Hood panel',
        category: 'hood',
        side: 'none',
        position: 'front',
        operation: 'replace',
        part: { type: 'oem', oem_number: '41007290944', price: 1102, quantity: 1 },
        labour: [{ type: 'body', hours: 1.7 }],
        refinish_hours: 3.1,
        labour_amount: null,
        other: 0,
      },
    ]);
  });

  test('takes what is billed, never what the database lists', async () => {
    const [line] = await linesOf({ ...hood, DB_PRICE: 1500, ACT_PRICE: 900, DB_HRS: 2.5, MOD_LB_HRS: 0 });
    expect(line).toMatchObject({ part: { price: 900 }, labour: [] });
  });

  test('groups lines by the upper-case headings between them', async () => {
    const lines = await linesOf(
      { LINE_NO: 1, LINE_DESC: 'FRONT BUMPER' },
      { ...hood, LINE_NO: 2 },
      { LINE_NO: 3, LINE_DESC: 'FRONT LAMPS' },
      { ...hood, LINE_NO: 4 },
    );
    expect(lines.map(({ number, group }) => [number, group])).toEqual([
      [2, 'FRONT BUMPER'],
      [4, 'FRONT LAMPS'],
    ]);
  });

  test('leaves notes out', async () => {
    const note = { LINE_NO: 2, LINE_DESC: 'Cracked at the lower edge', DB_REF: '900501' };
    expect(await linesOf(hood, note)).toHaveLength(1);
  });

  test('keeps lines with the number 0 separate, and numbers them on', async () => {
    const lines = await linesOf({ ...hood, LINE_NO: 0 }, { ...hood, LINE_NO: 7 }, { ...hood, LINE_NO: null });
    expect(lines.map(({ number }) => number)).toEqual([8, 7, 9]);
  });

  test('counts a line that a supplement changed once, as changed', async () => {
    const lines = await linesOf(
      { ...hood, LINE_IND: 'E01', TRAN_CODE: '1' },
      { ...hood, LINE_IND: 'S01', TRAN_CODE: '2', ACT_PRICE: 980 },
    );
    expect(lines.map(({ state, counts, part }) => [state, counts, part?.price])).toEqual([
      ['replaced', false, 1102],
      ['changed', true, 980],
    ]);
  });

  test('counts a line that a supplement added next to one of the same number', async () => {
    const lines = await linesOf(
      { ...hood, LINE_IND: 'E01', TRAN_CODE: '1' },
      { ...hood, LINE_IND: 'S01', TRAN_CODE: '1', LINE_DESC: 'Grille' },
    );
    expect(lines.map(({ state, counts }) => [state, counts])).toEqual([
      ['original', true],
      ['added', true],
    ]);
  });

  test('counts lines that a writer numbers all alike each for itself', async () => {
    const lines = await linesOf(hood, { ...hood, LINE_DESC: 'Grille', OEM_PARTNO: null, ACT_PRICE: 300 });
    expect(lines.map(({ description, part }) => [description, part?.price])).toEqual([
      ['Hood panel', 1102],
      ['Grille', 300],
    ]);
  });

  test('counts a line that the same version deletes further on not at all', async () => {
    const lines = await linesOf({ ...hood, TRAN_CODE: '1' }, { ...hood, TRAN_CODE: '3' });
    expect(lines.map(({ counts }) => counts)).toEqual([false, false]);
  });

  test('counts a line that the same version deletes and adds again once', async () => {
    const lines = await linesOf(
      { ...hood, TRAN_CODE: '3' },
      { ...hood, TRAN_CODE: '1', PART_TYPE: 'PAL', ACT_PRICE: 400 },
    );
    expect(lines.map(({ counts, part }) => [counts, part?.price])).toEqual([
      [false, 1102],
      [true, 400],
    ]);
  });

  test('counts a record that the same version changes further on once, with the work it left', async () => {
    const paint = { ...hood, MOD_LBR_TY: 'LAR', LBR_OP: 'OP6', MOD_LB_HRS: 3.1 };
    const lines = await linesOf(hood, paint, { ...hood, TRAN_CODE: '2', ACT_PRICE: 980 });
    expect(lines).toMatchObject([
      { state: 'changed', counts: true, part: { price: 980 }, refinish_hours: 3.1 },
    ]);
  });

  test('drops the deleted work of a line, not the line', async () => {
    const paint = { ...hood, MOD_LBR_TY: 'LAR', LBR_OP: 'OP6', MOD_LB_HRS: 3.1, TRAN_CODE: '3' };
    const lines = await linesOf({ ...hood, TRAN_CODE: '1' }, paint);
    expect(
      lines.map(({ counts, labour, refinish_hours }) => [counts, labour.length, refinish_hours]),
    ).toEqual([
      [true, 1, 0],
      [false, 0, 3.1],
    ]);
  });

  test.each([
    [{ LBR_OP: 'OP19' }, 'unrelated'],
    [{ LBR_OP: 'OP17' }, 'prior'],
    [{ LINE_IND: 'UPD' }, 'unrelated'],
    [{ LINE_IND: 'RPD' }, 'prior'],
  ])('does not count prior damage marked %j', async (mark, damage) => {
    expect(await linesOf({ ...hood, ...mark })).toMatchObject([{ damage, counts: false }]);
  });

  test('counts no price and no hours that are included elsewhere', async () => {
    const [line] = await linesOf({ ...hood, PRICE_INC: true, LBR_INC: true });
    expect(line).toMatchObject({ part: { price: 0 }, labour: [], labour_amount: 0 });
  });

  test('reports subtotals that its lines do not add up to', async () => {
    const stl = [
      { TTL_TYPE: 'PA', TTL_TYPECD: 'PAN', T_AMT: 1500, TTL_AMT: 1500 },
      { TTL_TYPE: 'PA', TTL_TYPECD: 'PAT', T_AMT: 1500, TTL_AMT: 1500 },
      { TTL_TYPE: 'LA', TTL_TYPECD: 'LAB', T_HRS: 1.7 },
    ];
    const { differences } = await readEstimate(setOf({ lin: [hood], stl }));
    expect(differences).toEqual([{ figure: 'parts', file: 1500, lines: 1102 }]);
  });

  test('prices hours by the rates of its profile', async () => {
    const pfl = [{ LBR_TYPE: 'LAB', LBR_RATE: 60 }];
    const ttl = [{ G_TTL_AMT: 1300, G_TAX: 0 }];
    const { lines, differences } = await readEstimate(setOf({ lin: [hood], pfl, ttl }));
    expect(lines[0]?.labour_amount).toBe(102);
    expect(differences).toEqual([{ figure: 'total', file: 1300, lines: 1204 }]);
  });

  test.each(['NONE', 'Sublet', 'Existing'])('takes the word %s for no number', async (word) => {
    const [line] = await linesOf({ ...hood, OEM_PARTNO: word });
    expect(line?.part?.oem_number).toBeNull();
  });

  test('counts the amount of a sublet as one, not as a part', async () => {
    const [line] = await linesOf({
      LINE_NO: 1,
      LINE_DESC: 'Alignment',
      LBR_OP: 'OP16',
      MISC_AMT: 120,
      PART_TYPE: 'PAS',
    });
    expect(line).toMatchObject({ operation: 'sublet', part: null, other: 120 });
  });

  test.each([
    ['the year of the VIN where they agree', 'WBA3A5C58EF900001', '14', 2014],
    ['none where they do not', 'WBA3A5C58EF900001', '16', null],
    ['this or the last century without a VIN', null, '98', 1998],
  ])('has, of a year in two digits, %s', async (_, V_VIN, V_MODEL_YR, year) => {
    const files = setOf({ lin: [hood], veh: [{ V_VIN, V_MODEL_YR }] });
    expect((await readEstimate(files)).vehicle.year).toBe(year);
  });

  test('is read though the tables of people and the memo file in it are no tables: nobody opens them', async () => {
    const closed = new Set(['.ad1', '.ad2', '.ven', '.dbt']);
    const files = [...setOf({ lin: [hood] }), { name: '4b53232a.dbt', bytes: Buffer.from('') }].map(
      ({ name, bytes }) => ({
        name,
        bytes: closed.has(path.extname(name)) ? Buffer.from('somebody') : bytes,
      }),
    );
    const whole = await readEstimate(setOf({ lin: [hood] }));
    expect(await readEstimate(files)).toEqual(whole);
    expect(await readEstimate([await zipOf(files)])).toEqual(whole);
  });

  const without = (...endings: string[]) =>
    setOf({ lin: [hood] }).filter(({ name }) => !endings.includes(path.extname(name)));
  test.each([
    ['without its envelope', without('.env'), 'no_envelope'],
    ['without its lines', without('.lin'), 'no_lines'],
    [
      'with an envelope that says no version',
      setOf({ lin: [hood], env: [{ EST_SYSTEM: 'C' }] }),
      'no_envelope',
    ],
    ['half copied, its envelope empty', setOf({ lin: [hood], env: [] }), 'no_envelope'],
    ['with headings alone', setOf({ lin: [{ LINE_NO: 1, LINE_DESC: 'HOOD' }] }), 'empty'],
    ['beside another', [...setOf({ lin: [hood] }), ...setOf({ lin: [hood] }, '00000000')], 'several'],
    ['that is none', [{ name: 'photo.jpg', bytes: Buffer.from('x') }], 'unknown_format'],
    [
      'whose lines are cut off',
      setOf({ lin: [hood, hood] }).map(({ name, bytes }) => ({
        name,
        bytes: name.endsWith('.lin') ? bytes.subarray(0, -300) : bytes,
      })),
      'damaged',
    ],
  ])('%s is refused', async (_, files, reason) => {
    await expect(readEstimate(files)).rejects.toEqual(refusal(reason));
  });

  test('that unpacks to more than an estimate can be is refused', async () => {
    const zip = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
    await zip.add('a.lin', new Uint8ArrayReader(new Uint8Array(9 * 1024 * 1024)));
    const bytes = new Uint8Array(await (await zip.close()).arrayBuffer());
    await expect(readEstimate([{ name: 'a.zip', bytes }])).rejects.toEqual(refusal('too_large'));
  });

  test('of any bytes is read or refused with a reason, and nothing else', async () => {
    const names = fc.constantFrom('a.lin', 'a.env', 'a.veh', 'a.zip', 'a.xml');
    const file = fc.record({ name: names, bytes: fc.uint8Array({ maxLength: 200 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(file, { maxLength: 4 }), fc.boolean(), async (files, zipped) => {
        const noise = files.map(({ name, bytes }) => ({
          name,
          bytes: zipped ? Buffer.concat([Buffer.from('PK\x03\x04'), bytes]) : bytes,
        }));
        const error = await readEstimate(noise).catch((thrown: unknown) => thrown);
        if (error instanceof Error) expect(error).toBeInstanceOf(AppError);
      }),
    );
  });
});

const line = (inner: string): string => `<DamageLineInfo>${inner}</DamageLineInfo>`;
const bms = (inner: string, head = ''): EstimateFile[] => [
  {
    name: 'estimate.xml',
    bytes: Buffer.from(
      `<?xml version="1.0" encoding="utf-8"?>${head}<b:VehicleDamageEstimateAddRq xmlns:b="http://www.cieca.com/BMS">
      <DocumentInfo><BMSVer>5.2.22</BMSVer><VendorCode>M</VendorCode></DocumentInfo>
      <AdminInfo><PolicyHolder><LastName>Somebody</LastName></PolicyHolder></AdminInfo>
      <VehicleInfo><VINInfo><VIN><VINNum>WBA3A5C58EF900001</VINNum></VIN></VINInfo>
      <VehicleDesc><ModelYear>2014</ModelYear><MakeDesc>BMW</MakeDesc></VehicleDesc></VehicleInfo>${inner}
      </b:VehicleDamageEstimateAddRq>`,
    ),
  },
];
const cover = line(
  `<LineNum>1</LineNum><LineDesc>Bumper Cover</LineDesc><LineHeaderDesc>Front Bumper</LineHeaderDesc>
  <PartInfo><PartType>PAN</PartType><PartNum>51117292991</PartNum><PartPrice>780.50</PartPrice><Quantity>1</Quantity></PartInfo>
  <LaborInfo><LaborType>LAB</LaborType><LaborOperation>OP11</LaborOperation><LaborHours>2.8</LaborHours></LaborInfo>`,
);

describe('a BMS file', () => {
  test('is read by local names, with nobody’s name', async () => {
    const estimate = await readEstimate(bms(cover));
    expect(estimate).toMatchObject({
      format: 'bms',
      system: 'mitchell',
      vehicle: { vin: 'WBA3A5C58EF900001', year: 2014 },
      lines: [
        { group: 'Front Bumper', operation: 'replace', part: { oem_number: '51117292991', price: 780.5 } },
      ],
    });
    expect(JSON.stringify(estimate)).not.toContain('Somebody');
  });

  test('has the paint of a part in the part’s line', async () => {
    const paint = line(
      `<LineNum>2</LineNum><ParentLineNum>1</ParentLineNum><LineDesc>Bumper Cover</LineDesc>
      <LaborInfo><LaborType>LAR</LaborType><LaborOperation>OP6</LaborOperation><LaborHours>3.6</LaborHours></LaborInfo>`,
    );
    const { lines } = await readEstimate(bms(cover + paint));
    expect(lines.map(({ labour, refinish_hours }) => [labour, refinish_hours])).toEqual([
      [[{ type: 'body', hours: 2.8 }], 3.6],
    ]);
  });

  test('has, of a part of another maker, the OEM number beside it and never its own', async () => {
    const other = (oem: string) =>
      line(
        `<LineNum>1</LineNum><LineDesc>Cover</LineDesc><PartInfo><PartType>PAA</PartType><PartNum>TY37-087-C0</PartNum>${oem}<PartPrice>210.01</PartPrice></PartInfo>`,
      );
    const numbers = await Promise.all(
      [other('<OEMPartNum>52159-AA902</OEMPartNum>'), other('')].map(async (text) => {
        const [first] = (await readEstimate(bms(text))).lines;
        return first?.part?.oem_number;
      }),
    );
    expect(numbers).toEqual(['52159-AA902', null]);
  });

  const [{ bytes: plain } = { bytes: Buffer.of() }] = bms(cover);
  const bare = Buffer.from(plain)
    .toString()
    .replace(/^<\?xml.*?\?>/, '');
  test.each([
    ['another element', `<Return><Doc>1</Doc>${bare}</Return>`],
    ['a SOAP envelope', `<s:Envelope xmlns:s="x"><s:Body>${bare}</s:Body></s:Envelope>`],
    ['character data', `<Message><![CDATA[<?xml version="1.0"?>${bare}]]></Message>`],
    ['escaped text', `<Message>${bare.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</Message>`],
  ])('is read inside %s', async (_, xml) => {
    const wrapped = await readEstimate([{ name: 'a.xml', bytes: Buffer.from(xml) }]);
    expect(wrapped).toEqual(await readEstimate(bms(cover)));
  });

  test('keeps lines that share a number separate', async () => {
    const { lines } = await readEstimate(bms(cover + cover));
    expect(lines).toHaveLength(2);
  });

  test('does not count a line whose status is deleted', async () => {
    const deleted = cover.replace('<LineNum>1', '<LineStatusCode>3</LineStatusCode><LineNum>2');
    const { lines } = await readEstimate(bms(cover + deleted));
    expect(lines.map(({ state, counts }) => [state, counts])).toEqual([
      ['original', true],
      ['deleted', false],
    ]);
  });

  test.each([
    ['LineStatusCode', 'Removed', { state: 'deleted', counts: false }],
    ['LineStatusCode', 'Modified', { state: 'changed', counts: true }],
    ['LineType', 'UPD', { damage: 'unrelated', counts: false }],
    ['LineType', 'RPD', { damage: 'prior', counts: false }],
    ['LineType', 'Pre-existing', { damage: 'prior', counts: false }],
    ['LineType', 'Not claim related', { damage: 'unrelated', counts: false }],
    ['LineType', 'Claim related', { damage: 'this_loss', counts: true }],
  ])('reads %s %s', async (element, word, read) => {
    const marked = cover.replace('<LineDesc>', `<${element}>${word}</${element}><LineDesc>`);
    expect((await readEstimate(bms(marked))).lines).toMatchObject([read]);
  });

  test.each(['1,780.50', '$1780.50', '$1,780.50'])('reads a price written %s', async (price) => {
    const { lines } = await readEstimate(bms(cover.replace('780.50', price)));
    expect(lines).toMatchObject([{ part: { price: 1780.5 } }]);
  });

  test.each(['EST0001.BMS', 'estimate.txt', 'estimate'])('is read where it is called %s', async (name) => {
    const files = bms(cover).map(({ bytes }) => ({ name, bytes }));
    expect((await readEstimate(files)).lines).toHaveLength(1);
  });

  test('that holds two estimates is refused', async () => {
    const xml = `<All>${bare}${bare}</All>`;
    await expect(readEstimate([{ name: 'a.xml', bytes: Buffer.from(xml) }])).rejects.toEqual(
      refusal('several'),
    );
  });

  test.each([
    ['with a document type', bms(cover, '<!DOCTYPE x [<!ENTITY a "b">]>'), 'declarations'],
    ['without lines', bms(''), 'empty'],
    ['of another kind', [{ name: 'a.xml', bytes: Buffer.from('<html/>') }], 'not_bms'],
    ['nested beyond any estimate', bms('<a>'.repeat(5000)), 'not_bms'],
    ['beside another', [...bms(cover), ...bms(cover)], 'several'],
    ['beside an EMS set', [...bms(cover), ...setOf({ lin: [hood] })], 'several'],
  ])('%s is refused', async (_, files, reason) => {
    await expect(readEstimate(files)).rejects.toEqual(refusal(reason));
  });
});

/** Real estimates, kept outside the project beside the captures. */
const real = path.join(process.env.LOTLENS_CAPTURES ?? '/nowhere', '..', 'data', 'ems-samples', 'bms-5.2.22');

describe.skipIf(!existsSync(real))('real estimates (LOTLENS_CAPTURES)', () => {
  const read = (name: string) => readEstimate([{ name, bytes: readFileSync(path.join(real, name)) }]);

  test('have their gross total, and hours that add up to their labor totals', async () => {
    const estimate = await read('est1-sanitised.xml');
    expect(estimate).toMatchObject({
      system: 'mitchell',
      totals: { gross: 1125.63, net: 825.63 },
      vehicle: { make: 'Toyota', model: 'Camry', year: 2001 },
    });
    const body = estimate.lines.flatMap(({ labour }) => labour).reduce((sum, { hours }) => sum + hours, 0);
    const paint = estimate.lines.reduce((sum, { refinish_hours }) => sum + refinish_hours, 0);
    expect([body, paint].map((hours) => hours.toFixed(2))).toEqual(['1.70', '3.50']);
  });

  test.each(['est1-sanitised.xml', 'est2-sanitised.xml', 'est3-sanitised.xml'])(
    '%s has no note among its lines, and no number that is a word',
    async (name) => {
      const { lines } = await read(name);
      expect(lines.length).toBeGreaterThan(1);
      expect(lines.filter(({ description }) => /CRACK/.test(description))).toEqual([]);
      const numbers = lines.flatMap(({ part }) => part?.oem_number ?? []);
      expect(numbers.filter((number) => !/\d/.test(number))).toEqual([]);
    },
  );
});

describe('an estimate made to take long', () => {
  const bms = (inner: string): EstimateFile[] => [
    {
      name: 'a.xml',
      bytes: Buffer.from(`<VehicleDamageEstimateAddRq>${inner}</VehicleDamageEstimateAddRq>`),
    },
  ];
  const line = (number: number, parent: string): string =>
    `<DamageLineInfo><LineNum>${number}</LineNum>${parent}<LineDesc>Hood</LineDesc><LaborInfo><LaborHours>1</LaborHours></LaborInfo></DamageLineInfo>`;
  const belongs = line(2, '<ParentLineNum>1</ParentLineNum>');
  /** A table of fields without width, of which one row is one byte. */
  const withoutWidth = (): Uint8Array => {
    const fields = 2_000;
    const head = Buffer.alloc(32 * (fields + 1) + 1, 0);
    head[0] = 3;
    head.writeUInt32LE(20_000, 4);
    head.writeUInt16LE(head.length, 8);
    head.writeUInt16LE(1, 10);
    for (let at = 1; at <= fields; at += 1) head.write(`F${at}\0\0\0\0\0\0C`.slice(0, 12), at * 32, 'latin1');
    for (let at = 1; at <= fields; at += 1) head.write('C', at * 32 + 11, 'latin1');
    head[head.length - 1] = 0x0d;
    return Buffer.concat([head, Buffer.alloc(20_000, ' ')]);
  };

  test.each<[string, EstimateFile[]]>([
    ['one endless tag', [{ name: 'a.xml', bytes: Buffer.from(`<${'a'.repeat(400_000)}`) }]],
    ['elements closed by others', bms('<a></b>'.repeat(57_000))],
    ['lines that belong to one', bms(line(1, '') + belongs.repeat(2_500))],
    ['more lines than an estimate has', bms(Array.from({ length: 3_000 }, (_, at) => line(at, '')).join(''))],
    [
      'a table of fields without width',
      setOf({ lin: [hood] }).map((file) =>
        file.name.endsWith('.lin') ? { ...file, bytes: withoutWidth() } : file,
      ),
    ],
  ])('is read or refused soon: %s', async (_, files) => {
    const read = async (): Promise<unknown> => await readEstimate(files).catch((error: unknown) => error);
    expect(await processorMs(read)).toBeLessThan(2_000);
  });

  test('has the work of all lines that belong to one', async () => {
    const estimate = await readEstimate(bms(line(1, '') + belongs.repeat(2_500)));
    expect(estimate.lines).toMatchObject([{ number: 1, labour: [{ hours: 2_501 }] }]);
  });

  test('may not unpack to more in all its files together', async () => {
    const zip = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
    for (const name of ['a.lin', 'a.env', 'a.veh'])
      await zip.add(name, new Uint8ArrayReader(new Uint8Array(3 * 1024 * 1024)));
    const bytes = new Uint8Array(await (await zip.close()).arrayBuffer());
    await expect(readEstimate([{ name: 'a.zip', bytes }])).rejects.toEqual(refusal('too_large'));
  });
});
