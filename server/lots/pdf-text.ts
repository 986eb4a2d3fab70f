import { spawnSync } from 'node:child_process';
import { PDF_PAGE } from '../../contract/saved-page/saved-file.ts';

/** A page takes a tenth of a second; what takes longer is no lot's page (basis: judgement). */
const MOST_MS = 10_000;
const MOST_BYTES = 8 * 1024 * 1024;

/** Whether a page was handed over as a PDF: as the file's own bytes, or as one text. */
export const isPdf = (page: string): boolean => page.startsWith(PDF_PAGE) || page.startsWith('%PDF-');

/**
 * The text of a printed page in the order in which it was drawn, by Poppler's `pdftotext`; null where that program is not
 * installed, or finds no text. Blocks: called in a worker or a command. The file's own bytes as text are beyond reading.
 */
export function pdfText(page: string): string | null {
  if (!page.startsWith(PDF_PAGE)) return null;
  const { status, stdout } = spawnSync('pdftotext', ['-raw', '-nopgbrk', '-enc', 'UTF-8', '-', '-'], {
    input: Buffer.from(page.slice(PDF_PAGE.length), 'base64'),
    encoding: 'utf8',
    timeout: MOST_MS,
    maxBuffer: MOST_BYTES,
    // Nothing of the service's own surroundings.
    env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
  });
  return status === 0 && stdout.trim() !== '' ? stdout : null;
}
