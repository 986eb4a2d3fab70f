import { makeKeySchema } from '../../../contract/schemas/vehicle.ts';
import { splitMake } from '../../vehicles/makes.ts';
import { bareName, modelsOf } from '../../vehicles/models.ts';
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

const bareOf = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

/** Four to eight letters and digits, a digit among them. */
const isPlateLike = (text: string): boolean => /^(?=.*\d)[A-Z0-9]{4,8}$/.test(bareOf(text));

/** Words that stand on cars and over photos of lots, the makes' and models' own apart. */
const SIGNS: ReadonlySet<string> = new Set([
  ...[
    'COPART',
    'IAAI',
    'BIDCARS',
    'AUCTION',
    'AUCTIONS',
    'SOLD',
    'SALE',
    'FORSALE',
    'DEALER',
    'MOTORS',
    'AUTO',
    'AUTOS',
    'CARS',
  ],
  ...[
    'HYBRID',
    'TURBO',
    'SPORT',
    'LIMITED',
    'PREMIUM',
    'PLATINUM',
    'TOURING',
    'QUATTRO',
    'XDRIVE',
    'DIESEL',
    'ELECTRIC',
    'ECOBOOST',
  ],
]);
const isModel = (word: string): boolean =>
  makeKeySchema.options.some((make) => modelsOf(make).has(bareName(word)));
/** Whether a word is the name of a make or model, or of those that stand about them. */
const isNamed = (word: string): boolean =>
  word !== '' && (SIGNS.has(word) || splitMake(word) !== null || isModel(word));

/**
 * What tells a plate of letters alone from a badge, a banner or a sign, as shares of the photo: how high its letters are, how wide
 * it is, from where on down it hangs; and a letter's width by its height, from a plate seen at sixty degrees to one head on of which
 * a letter was not read (judgement, by a plate's measures: letters 2.75 inches high and 1.45 apart; a car 60 % of the photo's width
 * has them at 3 %; as read off drawn plates).
 */
const LETTERED = { height: [0.008, 0.1], width: 0.35, below: 0.3, letter: [0.22, 0.95] } as const;
/** Level with a plate little else is read; more words are prose. */
const WORDS_BESIDE = 2;

/** Whether a line of four to eight letters without a digit is shaped and placed like a plate, and names no car. */
function isLetteredPlate({ text, box: [x0, y0, x1, y1] }: TextLine, wideByHigh: number): boolean {
  const bare = bareOf(text);
  if (!/^[A-Z]{4,8}$/.test(bare) || text.trim().split(/\s+/).length > WORDS_BESIDE) return false;
  const [width, height] = [x1 - x0, y1 - y0];
  const letter = (width * wideByHigh) / (height * bare.length);
  const within = (value: number, [least, most]: readonly [number, number]): boolean =>
    value >= least && value <= most;
  return (
    within(height, LETTERED.height) &&
    width <= LETTERED.width &&
    (y0 + y1) / 2 >= LETTERED.below &&
    within(letter, LETTERED.letter) &&
    ![bare, ...text.split(/\s+/).map(bareOf)].some(isNamed)
  );
}

/** What a photo is taken for whose measures nobody knows. */
const USUAL = { width: 4, height: 3 };

/**
 * Where a line of text may be a plate: all of it, or the share of it that the words take that read like one. `picture`: the photo's
 * measures.
 */
export function plateAreas(line: TextLine, picture: { width: number; height: number } = USUAL): Area[] {
  const { text, box } = line;
  const { width, height } = picture.width > 0 && picture.height > 0 ? picture : USUAL;
  if (isPlateLike(text) || isLetteredPlate(line, width / height)) return [box];
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
