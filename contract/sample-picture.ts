import type { DealVerdict } from './deal/deal-verdict.ts';
import type { HeadStat } from './report-view/deal/head-stats.ts';
import type { RangeBarLayout } from './report-view/head/range-bar.ts';
import type { Verdict } from './schemas/verdict.ts';

/** What the home page shows of one sample lot: figures of its report and deal, made ahead so that the page calculates nothing. */
export type SamplePicture = {
  /** Number in its link, and of its drawing: `/cars/<lot>-light.svg`. */
  lot: string;
  link: string;
  name: string;
  damage: string;
  /** Of the drawing, in its own units. */
  size: { width: number; height: number };
  /** The dearest lines, first those with a number on the drawing and its place there, percent; US dollars. */
  parts: {
    number: number | null;
    at: { x: number; y: number } | null;
    name: string;
    operation: string;
    usd: number;
  }[];
  /** Lines that are not among them. */
  more: number;
  likely: number;
  range: RangeBarLayout;
  /** Of the total loss, with its words and the reason in a line. */
  total_loss: { verdict: Verdict | null; words: string; reason: string };
  verdict: DealVerdict | null;
  verdict_words: string;
  /** US dollars; null: no bid pays. */
  max_bid: number | null;
  /** What the lot is expected to sell for, US dollars; null: not known. */
  price: number | null;
  stats: HeadStat[];
  /** Whose repair the deal counts and which figure of it, in words. */
  repair_basis: string;
  /** The deal at its bid: what the car sells for, then what goes off it by kind of cost. US dollars, costs negative. */
  waterfall: { name: string; usd: number }[];
};
