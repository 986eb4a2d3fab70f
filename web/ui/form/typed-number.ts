const WRITTEN = /^\$?(\d{1,3}(?:,\d{3})+|\d+)?(\.\d+)?%?$/;

/**
 * A number as it is typed in the US: `1,234.50`, `$12`, `60%`. NaN for everything else, `12,50` and `120k` too: better
 * asked again than read as another number.
 */
export function typedNumber(text: string): number {
  const bare = text.replace(/\s/g, '');
  return WRITTEN.test(bare) && /\d/.test(bare) ? Number(bare.replace(/[$,%]/g, '')) : Number.NaN;
}
