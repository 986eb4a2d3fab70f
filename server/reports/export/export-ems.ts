import type { ReportModel } from '../../../contract/schemas/report.ts';
import { AppError } from '../../errors.ts';
import { FieldOverflow } from '../../estimate-exchange/dbase-table.ts';
import { type EmsFile, writeEms } from '../../estimate-exchange/write-ems.ts';

const refused = (sentence: string): AppError =>
  new AppError('validation_error', sentence, { details: { field: 'format' } });

function filesOf(model: ReportModel): EmsFile[] {
  try {
    const files = writeEms(model);
    if (files) return files;
  } catch (error) {
    if (error instanceof FieldOverflow)
      throw refused('A figure of this report is larger than an EMS file can hold.');
    throw error;
  }
  throw refused('This report has no written lines, so there is nothing to put in an EMS file.');
}

/** The report's written lines as an EMS set in a zip, its files in the order they were written. Throws validation_error. */
export async function emsZipOf(model: ReportModel): Promise<Buffer> {
  const { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } = await import('@zip.js/zip.js');
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const { name, bytes } of filesOf(model)) await zip.add(name, new Uint8ArrayReader(bytes));
  return Buffer.from(await zip.close());
}
