const ABBREVIATIONS: Readonly<Record<string, string>> = {
  upr: 'upper',
  lwr: 'lower',
  fr: 'front',
  frt: 'front',
  rr: 'rear',
  inr: 'inner',
  otr: 'outer',
  ctr: 'center',
  assy: 'assembly',
  compl: 'complete',
};

/** The words of a catalogue name, lower case, usual abbreviations written out. */
export function wordsOf(name: string): string[] {
  // Nissan glues it to the next word: "Link completetransverse".
  const parted = name.toLowerCase().replace(/\bcomplete(?=[a-z])/g, 'complete ');
  return (parted.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
    Object.hasOwn(ABBREVIATIONS, word) ? (ABBREVIATIONS[word] ?? word) : word,
  );
}
