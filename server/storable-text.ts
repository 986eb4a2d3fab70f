/**
 * Text PostgreSQL keeps: no half of a surrogate pair, no NUL. What users send is refused otherwise, what sites, catalogues and
 * models say is repaired where it enters.
 */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000');

/** The text with U+FFFD for lone surrogates and without NUL. */
export const storable = (text: string): string =>
  isStorable(text) ? text : text.toWellFormed().replaceAll('\u0000', '');

/** A part of a JSON value still to be looked at, and how it was come by. */
type Place = { value: unknown; key: string; within: Place | null };

function pathOf({ key, within }: Place): string {
  const keys = [key];
  for (let place = within; place?.within; place = place.within) keys.push(place.key);
  return keys.reverse().join('.');
}

/**
 * Where a value of JSON holds text that can't be stored, as `a.0.b`; null where it does not. `left` names fields not looked
 * at. However deep it goes: without recursion, which 10,000 levels would end with a full stack.
 */
export function unstorableAt(value: unknown, left: readonly string[] = []): string | null {
  const places: Place[] = [{ value, key: '', within: null }];
  for (let place = places.pop(); place; place = places.pop()) {
    if (typeof place.value === 'string' && !isStorable(place.value)) return pathOf(place);
    if (typeof place.value !== 'object' || place.value === null) continue;
    for (const [key, inner] of Object.entries(place.value)) {
      if (left.includes(key)) continue;
      const found: Place = { value: inner, key: storable(key), within: place };
      if (!isStorable(key)) return pathOf(found);
      places.push(found);
    }
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
