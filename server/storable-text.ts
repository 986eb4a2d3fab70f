/**
 * Text PostgreSQL keeps: no half of a surrogate pair, no NUL. What users send is refused otherwise, what sites, catalogues and
 * models say is repaired where it enters.
 */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000');

/** The text with U+FFFD for lone surrogates and without NUL. */
export const storable = (text: string): string =>
  isStorable(text) ? text : text.toWellFormed().replaceAll('\u0000', '');

/** Where a value of JSON holds text that can't be stored, as `a.0.b`; null where it does not. `left` names fields not looked at. */
export function unstorableAt(value: unknown, left: readonly string[] = []): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : '';
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    if (left.includes(key)) continue;
    const at = isStorable(key) ? unstorableAt(inner, left) : '';
    if (at !== null) return at === '' ? storable(key) : `${key}.${at}`;
  }
  return null;
}

/** A value of JSON with all its text repaired. */
export function storableJson<T>(value: T): T {
  if (unstorableAt(value) === null) return value;
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
    typeof inner === 'string' ? storable(inner) : inner,
  ) as T;
}
