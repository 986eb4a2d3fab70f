/** The successor as sources name it in a note: `superseded by 51 11 7 293 026`, `replaced by 62022-4HB0H`; null where none is named. */
export function supersededBy(notes: string | null): string | null {
  const found = /\b(?:superseded|replaced)\s+(?:by|with|to)\s*:?\s*([0-9A-Z][0-9A-Z .-]{4,20})/i.exec(
    notes ?? '',
  );
  return found?.[1]?.trim().replace(/[.-]+$/, '') ?? null;
}
