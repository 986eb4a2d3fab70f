import { MOST_PAGE, PDF_PAGE } from '../../../contract/saved-page/page-limit.ts';
import { PdfFault } from './pdf-values.ts';
import { textOnlyPdf } from './text-only-pdf.ts';

/** Whether a page was handed over as a PDF: as the file's own bytes, or as one text. */
export const isPdf = (page: string): boolean => page.startsWith(PDF_PAGE) || page.startsWith('%PDF-');

/**
 * The text of a printed page in the order in which it was drawn; null where it has none, is damaged or locked, or takes more to
 * read than a printed page does. The file's own bytes as text are beyond reading.
 */
export async function pdfText(page: string): Promise<string | null> {
  if (!page.startsWith(PDF_PAGE)) return null;
  const plain = plainCopy(Buffer.from(page.slice(PDF_PAGE.length), 'base64'));
  if (plain === null) return null;
  const { getDocumentProxy } = await import('unpdf');
  const opened = await getDocumentProxy(new Uint8Array(plain), { verbosity: 0 }).catch(() => null);
  if (opened === null) return null;
  try {
    let text = '';
    for (let sheet = 1; sheet <= opened.numPages; sheet += 1) {
      const { items } = await (await opened.getPage(sheet)).getTextContent();
      for (const item of items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str;
      text += '\n';
      if (text.length > MOST_PAGE) break;
    }
    return text.trim() === '' ? null : text;
  } catch {
    // Damaged further in: what came before may be of another lot than what is missing.
    return null;
  } finally {
    await opened.loadingTask.destroy();
  }
}

function plainCopy(bytes: Buffer): Buffer | null {
  try {
    return textOnlyPdf(bytes);
  } catch (error) {
    if (error instanceof PdfFault) return null;
    throw error;
  }
}
