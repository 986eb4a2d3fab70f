export const DECLARED_ZONES = [
  'front',
  'rear',
  'side',
  'roof',
  'rollover',
  'all',
  'hail',
  'flood',
  'burn',
] as const;
/** Where a side view shows the damage that a listing declares. */
export type DeclaredZone = (typeof DECLARED_ZONES)[number];

/** First match counts: what covers the car before where it was hit. */
const WORDS: readonly (readonly [RegExp, DeclaredZone])[] = [
  [/\bhail\b/i, 'hail'],
  [/\b(flood|water|salt ?water)\b/i, 'flood'],
  [/\b(burn|fire)\b/i, 'burn'],
  [/\broll ?over\b/i, 'rollover'],
  [/\b(roof|top)\b/i, 'roof'],
  [/\ball over\b/i, 'all'],
  [/\bfront (and|&) rear\b/i, 'all'],
  [/\bfront\b/i, 'front'],
  [/\brear\b/i, 'rear'],
  [/\bside\b/i, 'side'],
];

/** The zone of a listing's words; null where they name none (mechanical, wear). For a picture only: reports read the words with their own table. */
export function declaredZone(words: string | null): DeclaredZone | null {
  if (words === null) return null;
  return WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}
