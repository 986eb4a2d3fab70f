import { z } from 'zod';
import { readJson } from './read-table.ts';

const hours = z.number().min(0);
const pair = z.object({ first: z.number(), further: z.number() });
const table = readJson(
  'refinish.json',
  z.object({
    version: z.string(),
    dated: z.iso.date(),
    basis: z.literal('anchored'),
    clear_coat: pair.extend({ cap_hours: hours }),
    three_stage: pair,
    two_tone: pair,
    overlap: z.object({ adjacent: hours, non_adjacent: hours, minor: hours }),
    minor_panel_below_hours: hours,
    blend: z.object({ share: z.number(), three_stage: z.number() }),
    raw_plastic_hours: hours,
    tint_hours: hours,
    denib_hours: hours,
    adjacent: z.array(z.tuple([z.string(), z.string()])),
    blended_with: z.record(z.string(), z.string()),
  }),
);
const neighbours = new Set(table.adjacent.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]));

/** The panel next to this one whose paint is blended to match; undefined where none is. */
export const blendedWith = (category: string): string | undefined => table.blended_with[category];
export const RAW_PLASTIC_HOURS = table.raw_plastic_hours;

export type PaintStage = 'two_stage' | 'three_stage' | 'two_tone';
export type PaintedPanel = {
  readonly category: string;
  readonly side: string;
  /** Two-stage base hours of one piece, without clear coat and overlap. */
  readonly base_hours: number;
  /** Chance that it is painted, 0–1: overlap and clear coat of its neighbours count by it. */
  readonly probability: number;
};
export type PanelHours = {
  readonly hours: number;
  readonly clear_coat_hours: number;
  readonly overlap_hours: number;
};

const opposite = (a: string, b: string): boolean =>
  (a === 'left' && b === 'right') || (a === 'right' && b === 'left');
/** Base hours of a blend in this stage against those of two-stage paint. */
export const blendShare = (stage: PaintStage): number =>
  stage === 'three_stage' ? table.blend.three_stage / table.blend.share : 1;
export const blendHours = (base: number, stage: PaintStage): number =>
  base * (stage === 'three_stage' ? table.blend.three_stage : table.blend.share);

/**
 * Refinish hours of each panel, in the order given (front to rear): base less overlap with panels before it (adjacent
 * major .4, other major .2, minor panel .2, the first none), plus clear coat after overlap (first major 40 %, others
 * 20 %, 2.5 h for the whole job at most) or the three-stage or two-tone allowance. Overlap never takes a panel below half its base.
 */
export function refinishHours(
  panels: readonly PaintedPanel[],
  stage: PaintStage = 'two_stage',
): PanelHours[] {
  const major = (panel: PaintedPanel): boolean => panel.base_hours >= table.minor_panel_below_hours;
  const first = panels.reduce((best, panel, at) => {
    const holder = panels[best];
    return major(panel) && (!holder || panel.probability > holder.probability) ? at : best;
  }, -1);
  const overlaps = panels.map((panel, at) => {
    if (at === first) return 0;
    const before = panels.filter((other, k) => (k < at || k === first) && k !== at && major(other));
    const each = before.map((other) => {
      if (!major(panel)) return table.overlap.minor * other.probability;
      const touching =
        neighbours.has(`${panel.category} ${other.category}`) && !opposite(panel.side, other.side);
      return (touching ? table.overlap.adjacent : table.overlap.non_adjacent) * other.probability;
    });
    return Math.min(panel.base_hours / 2, Math.max(0, ...each));
  });
  const clear = panels.map((panel, at) => {
    const net = panel.base_hours - (overlaps[at] ?? 0);
    const rule = { two_stage: table.clear_coat, three_stage: table.three_stage, two_tone: table.two_tone }[
      stage
    ];
    return net * (at === first ? rule.first : rule.further);
  });
  const expected = panels.reduce((sum, panel, at) => sum + panel.probability * (clear[at] ?? 0), 0);
  const cap = stage === 'two_stage' ? table.clear_coat.cap_hours : Number.POSITIVE_INFINITY;
  const scale = expected > cap ? cap / expected : 1;
  return panels.map((panel, at) => {
    const overlap = overlaps[at] ?? 0;
    const coat = (clear[at] ?? 0) * scale;
    return { hours: panel.base_hours - overlap + coat, clear_coat_hours: coat, overlap_hours: overlap };
  });
}
