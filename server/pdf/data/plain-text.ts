/**
 * Text from outside as it may be printed: control, direction and zero-width characters removed, white space tidied,
 * characters the font lacks shown as a box (a PDF/UA file may not hold a glyph without a character).
 */
export function plainText(text: string, covered: (codePoint: number) => boolean, limit = 2000): string {
  if (text.length <= limit && isPlainAlready(text, covered)) return text;
  const tidy = text
    .normalize('NFC')
    .replace(/(?:\p{Cc}|[^\S\u00a0])+/gu, ' ')
    .replace(/\p{Cf}|\p{Cs}|\p{Co}|\p{Cn}|\p{Variation_Selector}/gu, '')
    .trim();
  const cut = tidy.length > limit ? `${tidy.slice(0, limit).trimEnd()}…` : tidy;
  return Array.from(cut, (char) => (covered(char.codePointAt(0) ?? 0) ? char : '\u25a1')).join('');
}

/** Words of plain letters with one space between them, as most texts are: nothing of it needs a change. */
const PLAIN_WORDS = /^(?:[!-~]+(?: [!-~]+)*)?$/;
function isPlainAlready(text: string, covered: (codePoint: number) => boolean): boolean {
  if (!PLAIN_WORDS.test(text)) return false;
  for (let at = 0; at < text.length; at += 1) if (!covered(text.charCodeAt(at))) return false;
  return true;
}

type Plain<T> = T extends string ? string : T;
/** Every text in it as it may be printed. */
export function deepPlain<T>(value: T, covered: (codePoint: number) => boolean): Plain<T> {
  if (typeof value === 'string') return plainText(value, covered) as Plain<T>;
  if (Array.isArray(value)) return value.map((item: unknown) => deepPlain(item, covered)) as Plain<T>;
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, deepPlain(item, covered)]),
    ) as Plain<T>;
  return value as Plain<T>;
}

/** A link that may be printed: https only, no credentials, as the URL parser writes it; null otherwise. */
export function httpsLink(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, username, password, href } = new URL(url);
  return protocol === 'https:' && username === '' && password === '' && href.length <= 2000 ? href : null;
}
