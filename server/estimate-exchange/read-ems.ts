import type { ImportedEstimate } from '../../contract/estimate-exchange/imported-estimate.ts';
import { type DbaseRow, type DbaseValue, readTable } from './dbase-table.ts';
import { SYSTEMS_BY_CODE } from './ems-codes.ts';
import { importedEstimate, importedLines, type RawLine, readVehicle } from './imported-lines.ts';
import { unreadableEstimate } from './unreadable-estimate.ts';

/** The tables that are read. Those of people (ad1, ad2, ven) and memos are never opened. */
export const READ_TABLES = ['env', 'veh', 'lin', 'ttl'] as const;
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

/** One record for each kind of labor stands under the same line number: the price is that of the first which has one. */
function rawLine(number: number, records: readonly DbaseRow[]): RawLine {
  const first = <T>(of: (row: DbaseRow) => T | null): T | null =>
    records.map(of).find((value) => value !== null) ?? null;
  const word = (name: string) => first((row) => wordOf(row[name]));
  const other = numberOf(records.find((row) => numberOf(row.MISC_AMT) !== null)?.MISC_AMT) ?? 0;
  return {
    number,
    parent: null,
    heading: null,
    description: word('LINE_DESC'),
    reference: word('DB_REF'),
    partCode: word('PART_TYPE'),
    oemNumber: word('OEM_PARTNO'),
    price: first((row) => numberOf(row.ACT_PRICE)),
    quantity: first((row) => numberOf(row.PART_QTY)),
    work: records.map((row) => ({
      code: wordOf(row.MOD_LBR_TY),
      operation: wordOf(row.LBR_OP),
      hours: numberOf(row.MOD_LB_HRS) ?? 0,
    })),
    other,
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
  const records = Map.groupBy(lin, (row) => numberOf(row.LINE_NO) ?? 0);
  const word = (row: DbaseRow | undefined, name: string) => wordOf(row?.[name]);
  const vehicle = readVehicle({
    vin: word(veh, 'V_VIN'),
    year: word(veh, 'V_MODEL_YR'),
    make: word(veh, 'V_MAKEDESC'),
    model: word(veh, 'V_MODEL'),
  });
  return importedEstimate({
    format: 'ems',
    version: word(env, 'EMS_VER'),
    system:
      SYSTEMS_BY_CODE.get(word(env, 'EST_SYSTEM') ?? '') ??
      (word(env, 'SW_VERSION') === 'LotLens' ? 'lotlens' : null),
    country: word(env, 'EST_CTRY'),
    dated: word(env, 'CREATE_DT'),
    vehicle,
    lines: importedLines(
      [...records].map(([number, of]) => rawLine(number, of)),
      vehicle.make,
    ),
    totals: {
      gross: numberOf(ttl?.G_TTL_AMT),
      net: numberOf(ttl?.N_TTL_AMT),
      tax: numberOf(ttl?.G_TAX),
    },
  });
}
