/** A piece of a sentence: words, or a figure with the key of where it comes from. */
export type Piece = string | { readonly figure: string; readonly text: string };
/** A sentence as it is shown: every layout prints the same pieces. */
export type Sentence = readonly Piece[];

/** A figure in a sentence; `key` tells where it comes from. */
export const figure = (key: string, text: string): Piece => ({ figure: key, text });

/** A sentence of words and pieces: said`Sales tax ${figure('row:tax', '6%')}.` */
export function said(words: TemplateStringsArray, ...pieces: readonly (Piece | Sentence)[]): Sentence {
  const all = words.flatMap((text, at): readonly Piece[] => {
    const piece = pieces[at];
    const rest = piece === undefined ? [] : typeof piece === 'string' || 'figure' in piece ? [piece] : piece;
    return [text, ...rest];
  });
  return all.filter((piece) => piece !== '');
}

/** The sentence in words alone. */
export const plain = (sentence: Sentence): string =>
  sentence.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('');

/** Sentences one after the other, with `between` them. */
export const inLine = (sentences: readonly Sentence[], between: string): Sentence =>
  sentences.flatMap((sentence, at) => (at === 0 ? sentence : [between, ...sentence]));

/** `24%` of a share 0–1. */
export const percentOf = (share: number): string => `${Math.round(share * 100)}%`;
/** `1 line`, `2 lines`. */
export const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;
/** `a`, `a and b`, `a, b and c`. */
export const listedWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** Photos by their numbers, `photos 1 and 3`. */
export const photosNamed = (photos: readonly number[]): string =>
  photos.length === 0
    ? 'a photo'
    : `${photos.length === 1 ? 'photo' : 'photos'} ${listedWords(photos.map(String))}`;
