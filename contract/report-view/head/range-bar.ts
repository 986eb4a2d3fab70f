import { wholeDollars } from '../figures.ts';
import { inSentence } from '../words/in-sentence.ts';

/** A figure on the bar that is neither end nor middle of the range. Its shape shows its kind without color. */
export type RangeMark = { kind: 'value' | 'seller' | 'cap'; name: string; usd: number };

/** US dollars: about 8 in 10 costs lie between `low` and `high`, half of them between the ends of `half`. */
export type CostSpread = {
  low: number;
  likely: number;
  high: number;
  half: readonly [from: number, to: number] | null;
};

type Label = { text: string; at: number; align: 'start' | 'middle' | 'end' };
/** Where everything of the bar is drawn: `at`, `from` and `to` are percent of its width. */
export type RangeBarLayout = {
  band: { from: number; to: number };
  half: { from: number; to: number } | null;
  likely: number;
  ticks: { at: number; text: string }[];
  /** `row` 0 is next to the bar, 1 above it. */
  marks: (RangeMark & { at: number; label: Label & { row: 0 | 1 } })[];
  /** Low, likely and high under the bar. */
  ends: (Label & { strong: boolean })[];
  /** Marks with no room for their label on the bar, in words. */
  caption: string;
  /** The whole bar in a sentence. */
  words: string;
};

/** The narrowest bar, px: what has room there has room everywhere. */
const NARROWEST = 300;
/** Widths of words of the bar, px at 12 and 14 px: a name with its amount, an amount (measured in Inter, rounded up). */
const NAMED = 112;
const AMOUNT = 60;
const share = (px: number): number => (px / NARROWEST) * 100;
/** A mark farther out than this many times the range's upper end is left to the caption. */
const REACH = 1.35;

/** Round dollars between the ticks: the smallest step that needs six ticks at most from `from` to `to`. */
function tickStep(from: number, to: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(to - from, 4) / 5));
  const steps = [1, 2, 2.5, 5, 10, 20].map((factor) => factor * power);
  const count = (step: number): number => Math.ceil((to * 1.001) / step) - Math.floor(from / step) + 1;
  return steps.find((step) => step >= 1 && count(step) <= 6) ?? 50 * power;
}

/** `$12.5k` of `$12,500`; amounts in other money as they are. */
const tickWords = (usd: number): string =>
  wholeDollars(usd).replace(/,(\d)00$/, (_, hundreds: string) => (hundreds === '0' ? 'k' : `.${hundreds}k`));

/** Lays out a range of repair costs with its marks: one scale of round dollars, labels that never lie over each other. */
export function rangeBar(
  { low, likely, high, half }: CostSpread,
  given: readonly RangeMark[],
): RangeBarLayout {
  const near = given.filter(({ usd }) => usd >= 0 && usd <= high * REACH);
  const figures = [low, high, ...near.map(({ usd }) => usd)];
  const step = tickStep(Math.min(...figures), Math.max(...figures, 1));
  const first = Math.max(0, Math.floor(Math.min(...figures) / step) * step);
  const last = Math.max(first + step, Math.ceil((Math.max(...figures) * 1.001) / step) * step);
  // Half the width of a tick's words at both ends.
  const edge = share(AMOUNT / 3);
  const at = (usd: number): number =>
    Math.round((edge + ((usd - first) / (last - first)) * (100 - 2 * edge)) * 100) / 100;
  const ticks = Array.from({ length: Math.round((last - first) / step) + 1 }, (_, i) => first + i * step);
  const placed = near.map((mark) => ({ ...mark, at: at(mark.usd) })).toSorted((a, b) => a.at - b.at);
  // Two labels point away from each other; a third has no room.
  const shown = placed.length > 2 ? [...placed.slice(0, 1), ...placed.slice(-1)] : placed;
  const named = shown.map(({ name, usd, at: x }, nth) => {
    const outer = shown.length === 1 ? x < 50 : nth === 0;
    const align: 'start' | 'end' =
      outer && x >= share(NAMED)
        ? 'end'
        : !outer && x <= 100 - share(NAMED)
          ? 'start'
          : x < 50
            ? 'start'
            : 'end';
    return { text: `${name} ${wholeDollars(usd)}`, at: x, align };
  });
  const [a, b] = named;
  const apart = a === undefined || b === undefined || (a.align === 'end' && b.align === 'start');
  const raised =
    !apart && Math.abs((a?.at ?? 0) - (b?.at ?? 0)) < share(NAMED) * (a?.align === b?.align ? 1 : 2);
  const left = given.filter((mark) => !shown.some(({ kind, usd }) => kind === mark.kind && usd === mark.usd));
  const named3: [number, number, number] = spread([at(low), at(likely), at(high)], share(AMOUNT + 6));
  return {
    band: { from: at(low), to: at(high) },
    half: half === null ? null : { from: at(Math.max(low, half[0])), to: at(Math.min(high, half[1])) },
    likely: at(likely),
    ticks: ticks.map((usd) => ({ at: at(usd), text: tickWords(usd) })),
    marks: shown.map((mark, nth) => ({
      ...mark,
      label: { ...(named[nth] ?? { text: '', at: 0, align: 'start' }), row: raised && nth === 1 ? 1 : 0 },
    })),
    ends: [low, likely, high].map((usd, nth) => ({
      text: wholeDollars(usd),
      at: named3[nth] ?? 0,
      align: 'middle',
      strong: nth === 1,
    })),
    caption: left.map(({ name, usd }) => `${name} ${wholeDollars(usd)}`).join(' · '),
    words: [
      `Likely ${wholeDollars(likely)}, most repairs like this ${wholeDollars(low)}–${wholeDollars(high)}`,
      ...given.map(({ name, usd }) => `${inSentence(name)} ${wholeDollars(usd)}`),
    ].join('; '),
  };
}

/** Moves the outer two labels off the middle one, which keeps its place as far as the edges let it. */
function spread(
  [low, likely, high]: readonly [number, number, number],
  gap: number,
): [number, number, number] {
  const half = gap / 2;
  const middle = Math.min(Math.max(likely, half + gap), 100 - half - gap);
  return [
    Math.max(half, Math.min(low, middle - gap)),
    middle,
    Math.min(100 - half, Math.max(high, middle + gap)),
  ];
}
