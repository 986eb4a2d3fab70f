import { createHash } from 'node:crypto';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { type DbaseField, type DbaseRow, readTable, writeTable } from './dbase-table.ts';
import { emsRows, figuresDate } from './ems-rows.ts';
import { EMS_TABLES, emsFields } from './ems-tables.ts';

export type EmsFile = { readonly name: string; readonly bytes: Buffer };

/** Whether a reader finds in the table what was meant to stand there; memos are not in it. */
const readsBack = (table: Buffer, fields: readonly DbaseField[], rows: readonly DbaseRow[]): boolean => {
  const read = readTable(table).rows;
  return (
    read.length === rows.length &&
    fields.every(
      ({ name, type }) =>
        type === 'M' || rows.every((row, index) => (row[name] ?? null) === (read[index]?.[name] ?? null)),
    )
  );
};

/**
 * A report's written lines as an EMS 2.01 set of fourteen tables and a memo file, the envelope last: who watches a folder
 * starts at it. Every table is read back before it goes out. Null where nothing is written; throws FieldOverflow where a figure is larger than EMS can hold.
 */
export function writeEms(model: ReportModel): EmsFile[] | null {
  const stem = createHash('sha256').update(model.report_id).digest('hex').slice(0, 8);
  const rows = emsRows(model, stem);
  if (rows === null) return null;
  return EMS_TABLES.flatMap((name) => {
    const fields = emsFields(name);
    const { table, memo } = writeTable(fields, rows[name], { stem, written: figuresDate(model) });
    if (!readsBack(table, fields, rows[name])) throw new Error(`the EMS table ${name} does not read back`);
    return [
      { name: `${stem}.${name}`, bytes: table },
      ...(memo === null ? [] : [{ name: `${stem}.dbt`, bytes: memo }]),
    ];
  });
}
