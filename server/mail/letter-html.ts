/** A link that is what the mail is for is a button; one that stops such mails stands small at the end. */
export type Paragraph = string | { label: string; link: string; look?: 'button' | 'small' | 'title' };

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

// Mail programs read styles in attributes alone.
const BODY =
  'margin:0 auto;max-width:560px;padding:24px 16px;font:16px/1.5 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;color:#1b1f24;background:#fff';
const SMALL = 'margin:8px 0;font-size:13px;color:#5b6570';
const LOOKS = {
  button:
    'display:inline-block;margin:8px 0;padding:12px 20px;border-radius:6px;background:#1d4ed8;color:#fff;font-weight:600;text-decoration:none',
  title: 'color:#1d4ed8;font-weight:600',
  small: 'color:#5b6570',
  link: 'color:#1d4ed8',
} as const;

function paragraphHtml(part: Paragraph): string {
  if (typeof part === 'string') return `<p style="margin:0 0 16px">${escapeHtml(part)}</p>`;
  const { label, link, look = 'link' } = part;
  const around = look === 'small' ? SMALL : `margin:0 0 ${look === 'title' ? 0 : 16}px`;
  return `<p style="${around}"><a style="${LOOKS[look]}" href="${escapeHtml(link)}">${escapeHtml(label)}</a></p>`;
}

/** A mail of these paragraphs as a whole page, with the product's name at its end. */
export const letterHtml = (subject: string, paragraphs: readonly Paragraph[]): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body style="${BODY}">\n${paragraphs.map(paragraphHtml).join('\n')}\n<p style="${SMALL}">LotLens</p></body></html>\n`;
