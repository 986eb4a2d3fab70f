/** A printed page, as one text: the service takes the text out of it where it can. */
export const PDF_PAGE = 'data:application/pdf;base64,';

/** Most that is taken of one page (docs/product.md): characters of a text, or bytes of a PDF. */
export const MOST_PAGE = 8 * 1024 * 1024;

/** Such a PDF as one text. */
export const MOST_PDF_PAGE = PDF_PAGE.length + Math.ceil(MOST_PAGE / 3) * 4;

/** Whether a page is more than is taken of one. */
export const isTooLarge = (page: string): boolean =>
  page.length > (page.startsWith(PDF_PAGE) ? MOST_PDF_PAGE : MOST_PAGE);
