import type { ImportedEstimate } from '../../contract/estimate-exchange/imported-estimate.ts';
import { type DbaseRow, type DbaseValue, readTable } from './dbase-table.ts';
import { SYSTEMS_BY_CODE } from './ems-codes.ts';
import {
  codedState,
  importedEstimate,
  importedLines,
  lineState,
  type RawLine,
  readVehicle,
  sum,
} from './imported-lines.ts';
import { type FileTotals, totalDifferences } from './total-differences.ts';
import { unreadableEstimate } from './unreadable-estimate.ts';

/** The tables that are read. Those of people (ad1, ad2, ven) and memos are never opened. */
export const READ_TABLES = ['env', 'veh', 'lin', 'pfl', 'stl', 'ttl'] as const;
type ReadTable = (typeof READ_TABLES)[number];

const wordOf = (value: DbaseValue | undefined): string | null =>
  typeof value === 'string' ? value.trim() || null : null;
const numberOf = (value: DbaseValue | undefined): number | null => (typeof value === 'number' ? value : null);

function rowsOf(bytes: Uint8Array | undefined): readonly DbaseRow[] {
  if (!bytes) return [];
  try {
    return readTable(bytes).rows;
  } catch (error) {
    throw unreadableEstimate('damaged', error);
  }
}

/** Line numbers start at 1: 0 and blank are none. */
const lineNumber = (row: DbaseRow): number | null => numberOf(row.LINE_NO) || null;
/** `E01` is the first estimate, `S02` the second supplement. */
const supplementOf = (row: DbaseRow): number =>
  Number(/^S(\d+)$/i.exec(wordOf(row.LINE_IND) ?? '')?.[1] ?? 0);

/** Prior damage by the line's mark or its operation: OP17 related to this loss, OP19 not. */
function damageOf(records: readonly DbaseRow[]): RawLine['damage'] {
  const marks = records.map((row) => wordOf(row.LINE_IND) ?? '');
  const operations = new Set(records.map((row) => wordOf(row.LBR_OP)));
  if (operations.has('OP19') || marks.some((mark) => /^U/i.test(mark))) return 'unrelated';
  return operations.has('OP17') || marks.some((mark) => /^[RP]/i.test(mark)) ? 'prior' : 'this_loss';
}

/** The part that a record buys; null: none, or none that it says. */
const boughtIn = (row: DbaseRow): string | null =>
  numberOf(row.ACT_PRICE) ? [row.LINE_DESC, row.OEM_PARTNO, row.ACT_PRICE].join('\t') : null;

/**
 * Records of one number as lines: those that buy different parts are lines of their own, for some writers number all lines alike.
 * A changed record takes the place of the one it changes, before the others of its line.
 */
function linesOfNumber(records: readonly DbaseRow[]): DbaseRow[][] {
  const lines: DbaseRow[][] = [];
  let part: string | null = null;
  for (const row of records) {
    const bought = boughtIn(row);
    const line = lines.at(-1);
    const before = line && codedState(wordOf(row.TRAN_CODE)) === 'changed' ? changedBy(row, line) : undefined;
    if (line !== undefined && before !== undefined) {
      line.splice(line.indexOf(before), 1);
      line.unshift(row);
      part = bought ?? part;
    } else if (line === undefined || (bought !== null && part !== null && bought !== part)) {
      lines.push([row]);
      part = bought;
    } else {
      line.push(row);
      part ??= bought;
    }
  }
  return lines;
}

/** The record of a line that a changed one is the later version of: the same work under the same name. */
const changedBy = (row: DbaseRow, line: readonly DbaseRow[]): DbaseRow | undefined =>
  line.find(
    (one) =>
      one.LINE_DESC === row.LINE_DESC && one.MOD_LBR_TY === row.MOD_LBR_TY && one.LBR_OP === row.LBR_OP,
  );

/**
 * The records of each line. A line has one for each kind of labor, all with its number; records that a supplement wrote or that
 * are deleted are a line of their own, and so is each record without a number.
 */
const recordsByLine = (lin: readonly DbaseRow[]): DbaseRow[][] =>
  [
    ...Map.groupBy(lin, (row, index) => {
      const number = lineNumber(row);
      const deleted = codedState(wordOf(row.TRAN_CODE)) === 'deleted';
      return number === null ? `record ${index}` : [number, wordOf(row.LINE_IND), deleted].join(' ');
    }).values(),
  ].flatMap(linesOfNumber);

/** Reads the records of one line. Its price is that of the first record that has one; what is included costs nothing. */
function rawLine(records: readonly DbaseRow[], rates: ReadonlyMap<string, number>): RawLine {
  const first = <T>(of: (row: DbaseRow) => T | null): T | null =>
    records.map(of).find((value) => value !== null) ?? null;
  const word = (name: string) => first((row) => wordOf(row[name]));
  const supplement = Math.max(...records.map(supplementOf));
  return {
    number: first(lineNumber),
    supplement,
    state: lineState(codedState(word('TRAN_CODE')), supplement),
    damage: damageOf(records),
    parent: null,
    heading: null,
    description: word('LINE_DESC'),
    reference: word('DB_REF'),
    partCode: word('PART_TYPE'),
    oemNumber: word('OEM_PARTNO'),
    price: first((row) => {
      const price = numberOf(row.ACT_PRICE);
      return price !== null && row.PRICE_INC === true ? 0 : price;
    }),
    quantity: first((row) => numberOf(row.PART_QTY)),
    work: records.map((row) => {
      const code = wordOf(row.MOD_LBR_TY);
      const hours = row.LBR_INC === true ? 0 : (numberOf(row.MOD_LB_HRS) ?? 0);
      const rate = rates.get(code ?? '');
      const amount = numberOf(row.LBR_AMT) || (rate === undefined ? null : rate * hours);
      return { code, operation: wordOf(row.LBR_OP), hours, amount };
    }),
    other: first((row) => numberOf(row.MISC_AMT)) ?? 0,
  };
}

/** The subtotals of some codes before tax; null where the file has none of them. */
function subtotal(stl: readonly DbaseRow[], codes: RegExp, figure: 'amount' | 'hours'): number | null {
  const rows = stl.filter((row) => codes.test(wordOf(row.TTL_TYPECD) ?? ''));
  const figures = rows.flatMap((row) => {
    const [taxed, free, all] = (
      figure === 'hours' ? ['T_HRS', 'NT_HRS', 'TTL_HRS'] : ['T_AMT', 'NT_AMT', 'TTL_AMT']
    ).map((name) => numberOf(row[name]));
    return taxed == null && free == null ? (all ?? []) : (taxed ?? 0) + (free ?? 0);
  });
  return figures.length === 0 ? null : sum(figures);
}

/** The totals that the file itself states. Codes of three letters and a kind; `PAS` is sublet, `..T` the sum of its group. */
function fileTotals(stl: readonly DbaseRow[], ttl: DbaseRow | undefined): FileTotals {
  const gross = numberOf(ttl?.G_TTL_AMT);
  return {
    parts: subtotal(stl, /^PA(?![ST]$).$/, 'amount'),
    labour_hours: subtotal(stl, /^LA(?![RT]$).$/, 'hours'),
    refinish_hours: subtotal(stl, /^LAR$/, 'hours'),
    total: gross === null ? null : sum([gross, -(numberOf(ttl?.G_TAX) ?? 0)]),
  };
}

/** An EMS set as one estimate, money and hours as billed; throws validation_error with what is wrong with it. */
export function readEms(files: Readonly<Partial<Record<ReadTable, Uint8Array>>>): ImportedEstimate {
  const [env] = rowsOf(files.env);
  if (!env || wordOf(env.EMS_VER) === null) throw unreadableEstimate('no_envelope');
  const lin = rowsOf(files.lin);
  if (lin.length === 0) throw unreadableEstimate('no_lines');
  const [veh] = rowsOf(files.veh);
  const [ttl] = rowsOf(files.ttl);
  const rates = new Map(
    rowsOf(files.pfl).flatMap((row): [string, number][] => {
      const [code, rate] = [wordOf(row.LBR_TYPE), numberOf(row.LBR_RATE)];
      return code === null || !rate ? [] : [[code, rate]];
    }),
  );
  const word = (row: DbaseRow | undefined, name: string) => wordOf(row?.[name]);
  const vehicle = readVehicle({
    vin: word(veh, 'V_VIN'),
    year: word(veh, 'V_MODEL_YR'),
    make: word(veh, 'V_MAKEDESC'),
    model: word(veh, 'V_MODEL'),
  });
  const lines = importedLines(
    recordsByLine(lin).map((records) => rawLine(records, rates)),
    vehicle.make,
  );
  return importedEstimate({
    format: 'ems',
    version: word(env, 'EMS_VER'),
    system:
      SYSTEMS_BY_CODE.get(word(env, 'EST_SYSTEM') ?? '') ??
      (word(env, 'SW_VERSION') === 'LotLens' ? 'lotlens' : null),
    country: word(env, 'EST_CTRY'),
    dated: word(env, 'CREATE_DT'),
    vehicle,
    lines,
    totals: {
      gross: numberOf(ttl?.G_TTL_AMT),
      net: numberOf(ttl?.N_TTL_AMT),
      tax: numberOf(ttl?.G_TAX),
    },
    differences: totalDifferences(lines, fileTotals(rowsOf(files.stl), ttl)),
  });
}
