/** How far into a page its own charset declaration is looked for. */
const META_SEARCH_BYTES = 4096;

/**
 * The text of a page, decoded by byte order mark, then the content-type header, then the page's own meta tag;
 * without any, UTF-8 where it is valid, else windows-1252. Never throws: broken bytes become U+FFFD.
 */
export function pageText(body: Buffer, contentType: string | null): string {
  const marked = markedCharset(body);
  if (marked) return decode(body, marked);
  const declared = known(charsetOf(contentType ?? '')) ?? known(metaCharset(body));
  if (declared) return decode(body, declared);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return decode(body, 'windows-1252');
  }
}

function decode(body: Buffer, charset: string): string {
  return new TextDecoder(charset).decode(body);
}

function markedCharset(body: Buffer): string | null {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return null;
}

function charsetOf(contentType: string): string | null {
  return /charset\s*=\s*["']?([\w:.-]{1,40})/i.exec(contentType)?.[1] ?? null;
}

function metaCharset(body: Buffer): string | null {
  const head = body.subarray(0, META_SEARCH_BYTES).toString('latin1');
  for (const [tag] of head.matchAll(/<meta\b[^>]{0,400}>/gi)) {
    const charset = charsetOf(tag);
    // A page whose tag could be read as ASCII is not UTF-16, whatever it says.
    if (charset) return /^utf-?16/i.test(charset) ? 'utf-8' : charset;
  }
  return null;
}

function known(charset: string | null): string | null {
  if (charset === null) return null;
  try {
    return new TextDecoder(charset).encoding;
  } catch {
    return null;
  }
}
