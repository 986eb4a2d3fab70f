import type { Area, TextLine } from '../text-line.ts';

/** A fill is so many times as wide and as high as what it covers: the models' boxes sit tight, and a plate's text is not all of it. */
export const FACE_GROWTH = 1.2;
export const PLATE_GROWTH = 1.5;
/** A plate among other words of its line: `AB 12 CDE` is three. */
const WORDS_OF_A_PLATE = 3;

/** The area as many times as wide and as high round its middle, as far as the photo goes. */
export function grown([x0, y0, x1, y1]: Area, times: number): Area {
  const reach = (from: number, to: number): [number, number] => {
    const more = (Math.max(0, to - from) * (times - 1)) / 2;
    return [Math.min(1, Math.max(0, from - more)), Math.min(1, Math.max(0, to + more))];
  };
  const [left, right] = reach(x0, x1);
  const [top, bottom] = reach(y0, y1);
  return [left, top, right, bottom];
}

export type PixelArea = { left: number; top: number; width: number; height: number };

/** An area in whole pixels of a picture, never less than the area and never nothing. */
export function pixelsOf([x0, y0, x1, y1]: Area, picture: { width: number; height: number }): PixelArea {
  const reach = (from: number, to: number, most: number): [number, number] => {
    const start = Math.min(most - 1, Math.max(0, Math.floor(from * most)));
    return [start, Math.max(1, Math.min(most, Math.ceil(to * most)) - start)];
  };
  const [left, width] = reach(x0, x1, picture.width);
  const [top, height] = reach(y0, y1, picture.height);
  return { left, top, width, height };
}

/** Four to eight letters and digits, a digit among them: a plate of letters alone reads like any badge. */
function isPlateLike(text: string): boolean {
  const bare = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return /^(?=.*\d)[A-Z0-9]{4,8}$/.test(bare);
}

/** Where a line of text may be a plate: all of it, or the share of it that the words take that read like one. */
export function plateAreas({ text, box }: TextLine): Area[] {
  if (isPlateLike(text)) return [box];
  const words = [...text.matchAll(/\S+/g)].map((word) => ({
    from: word.index,
    to: word.index + word[0].length,
  }));
  const spans: { from: number; to: number }[] = [];
  for (const [at, { from }] of words.entries())
    for (const { to } of words.slice(at, at + WORDS_OF_A_PLATE)) {
      if (!isPlateLike(text.slice(from, to))) continue;
      const last = spans.at(-1);
      if (last && from <= last.to) last.to = Math.max(last.to, to);
      else spans.push({ from, to });
    }
  const [x0, y0, x1, y1] = box;
  const across = (place: number): number => x0 + ((x1 - x0) * place) / text.length;
  return spans.map(({ from, to }) => [across(from), y0, across(to), y1]);
}
