/** Pages as browsers save them: with a `saved from url` comment, or as one MHTML file. */

export type UnpackedPage = { text: string; address: string | null };

/** The page inside a saved file, and where it was saved from. Other text comes back as it is. */
export function unpackSavedPage(text: string): UnpackedPage {
  if (isMhtml(text)) return mhtmlPage(text);
  const comment = /<!--\s*saved from url=\(\d{1,6}\)(\S{1,2048})\s*-->/.exec(text.slice(0, 4000));
  return { text, address: comment?.[1] ?? null };
}

const isMhtml = (text: string): boolean =>
  /^(?:From: |MIME-Version: |Snapshot-Content-Location: |Subject: |Date: |Content-Type: multipart)/i.test(
    text,
  ) && /^content-type:\s*multipart\/related/im.test(text.slice(0, 4000));

type Part = { headers: string; body: string };

function partOf(text: string): Part {
  const end = /\r?\n\r?\n/.exec(text);
  return end
    ? {
        headers: text.slice(0, end.index).replace(/\r?\n[ \t]+/g, ' '),
        body: text.slice(end.index + end[0].length),
      }
    : { headers: text, body: '' };
}

function header(headers: string, name: string): string | null {
  for (const line of headers.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0 && line.slice(0, colon).trim().toLowerCase() === name) return line.slice(colon + 1).trim();
  }
  return null;
}

/** The page itself stands among the first parts of a file. */
const MOST_PARTS = 40;

/** The first HTML part of an MHTML file, decoded. */
function mhtmlPage(text: string): UnpackedPage {
  const outer = partOf(text);
  const boundary = /boundary="?([^";]{1,200})"?/i.exec(header(outer.headers, 'content-type') ?? '')?.[1];
  const parts =
    boundary === undefined
      ? []
      : outer.body
          .split(`--${boundary}`, MOST_PARTS)
          .slice(1)
          .map((part) => partOf(part.trimStart()));
  const page = parts.find((part) => /text\/html/i.test(header(part.headers, 'content-type') ?? ''));
  const address = header(outer.headers, 'snapshot-content-location');
  if (!page) return { text, address };
  const encoding = (header(page.headers, 'content-transfer-encoding') ?? '').toLowerCase();
  return {
    text: decodePart(page.body, encoding),
    address: address ?? header(page.headers, 'content-location'),
  };
}

function decodePart(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  // Anything beyond one byte was never quoted: such a file is text already.
  return /[\u0100-\uffff]/.test(bytes) ? bytes : Buffer.from(bytes, 'latin1').toString('utf8');
}
