import { z } from 'zod';
import { groundSchema, readJson } from '../tables/read-table.ts';

const hours = z.number().min(0);
const basis = z.enum(['anchored', 'judgement']);
const panels = z.record(z.string(), z.string());
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
    /** Painted by themselves; absent in older tables, where they overlap with their neighbours. */
    separate: groundSchema.and(z.object({ categories: z.array(z.string()) })).optional(),
    minor_panel_below_hours: hours,
    blend: z.object({ share: z.number(), three_stage: z.number() }),
    /** Blends take no overlap and clear coat of the whole panel; absent in older tables, where they are painted as others. */
    blend_clear: groundSchema.optional(),
    raw_plastic_hours: hours,
    adjacent: z.array(z.tuple([z.string(), z.string()])),
    /** By body class where a body has other neighbours. */
    blended_with: z.object({ default: panels }).catchall(panels),
    /** Panels that are blended too, beside those; absent in older tables. By body where a body has other neighbours. */
    further_blends: z
      .object({ default: z.record(z.string(), z.array(z.string())) })
      .catchall(z.record(z.string(), z.array(z.string())))
      .optional(),
    cab_corner_hours: z.object({ note: z.string(), hours, basis }),
    inside: z.object({
      note: z.string(),
      panels: z.record(z.string(), z.object({ what: z.string(), hours, basis })),
    }),
    extend_clear: z.object({
      note: z.string(),
      share_of_base: z.number(),
      base_hours: z.record(z.string(), hours),
      share: z.number(),
      basis,
    }),
    stage_words: z.object({
      basis,
      note: z.string(),
      three_stage: z.array(z.string()),
      two_tone: z.array(z.string()),
    }),
  }),
);
const separate = new Set(table.separate?.categories ?? []);
/** A cover painted off the car, by itself; what is done to it without clear coat is not. */
const isSeparate = ({ category, apart, bare }: PaintedPanel): boolean =>
  separate.has(category) && !apart && !bare;
const neighbours = new Set(table.adjacent.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]));

/** A pickup's cab behind its last door: a panel the vocabulary has no category for. */
export const CAB_CORNER = 'cab_corner';
export const CAB_CORNER_HOURS = table.cab_corner_hours.hours;
/** The panel next to this one whose paint is blended to match; undefined where none is. */
export const blendedWith = (category: string, body: string | null): string | undefined =>
  (table.blended_with[body ?? 'default'] ?? table.blended_with.default)[category];
/** Older tables blend one neighbor of a panel. */
export const BLENDS_ALL_NEIGHBOURS = table.further_blends !== undefined;
/** The other panels next to this one whose paint is blended too. */
export const furtherBlends = (category: string, body: string | null): readonly string[] =>
  (table.further_blends?.[body ?? 'default'] ?? table.further_blends?.default)?.[category] ?? [];
/** Edge, underside or jamb of a new panel, in base hours; undefined where it has none. */
export const insideOf = (category: string): { what: string; hours: number } | undefined =>
  table.inside.panels[category];
/** Base hours of clear coat that runs out on the next panel, and how often a first estimate has it. */
export function extendedClear(category: string): { hours: number; share: number } | undefined {
  const { share_of_base, base_hours, share } = table.extend_clear;
  const base = base_hours[category];
  return base === undefined ? undefined : { hours: base * share_of_base, share };
}

const wordsOf = (words: readonly string[]): RegExp => new RegExp(words.join('|'), 'i');
const STAGE_WORDS = {
  three_stage: wordsOf(table.stage_words.three_stage),
  two_tone: wordsOf(table.stage_words.two_tone),
};
/** The paint that a listed colour tells (`Blizzard Pearl`, `two-tone`); two-stage where it tells nothing. Judgement. */
export function paintStageOf(colour: string | null): PaintStage {
  if (colour !== null && STAGE_WORDS.two_tone.test(colour)) return 'two_tone';
  return colour !== null && STAGE_WORDS.three_stage.test(colour) ? 'three_stage' : 'two_stage';
}
export const RAW_PLASTIC_HOURS = table.raw_plastic_hours;

export type PaintStage = 'two_stage' | 'three_stage' | 'two_tone';
export type PaintedPanel = {
  readonly category: string;
  readonly side: string;
  /** Two-stage base hours of one piece, without clear coat and overlap. */
  readonly base_hours: number;
  /** Chance that it is painted, 0–1: overlap and clear coat of its neighbours count by it. */
  readonly probability: number;
  /** A surface of its own beside the panel (an edge, an underside): it takes no overlap and gives none. */
  readonly apart?: boolean;
  /** Preparation before paint, or clear coat itself: no clear coat is added to it. */
  readonly bare?: boolean;
  /** The blend of a whole panel next to a painted one: its base hours are those of the blend. */
  readonly blended?: boolean;
};
export type PanelHours = {
  readonly hours: number;
  readonly clear_coat_hours: number;
  readonly overlap_hours: number;
};

/** Lines of surfaces beside a panel, told by the id their operation gives them. */
export const isApart = (lineId: string): boolean =>
  /^standard:(inside|raw_plastic|extend_clear):/.test(lineId);

/** Those of them that are no refinish of a panel: clear coat is added to a panel's refinish alone. */
export const isBare = (lineId: string): boolean => /^standard:(raw_plastic|extend_clear):/.test(lineId);

const opposite = (a: string, b: string): boolean =>
  (a === 'left' && b === 'right') || (a === 'right' && b === 'left');
/** A blend: the color on a part of the panel, the clear coat on all of it. */
const isBlend = ({ blended }: PaintedPanel): boolean => blended === true && table.blend_clear !== undefined;
/** Base hours of a blend of a panel with these base hours. */
export const blendHours = (base: number, stage: PaintStage): number =>
  base * (stage === 'three_stage' ? table.blend.three_stage : table.blend.share);

/**
 * Refinish hours of each panel, in the order given (front to rear): base less overlap with panels before it (adjacent
 * major .4, other major .2, minor panel .2, the first none), plus clear coat after overlap (first major 40 %, others
 * 20 %, 2.5 h for the whole job at most, none on a `bare` one) or the three-stage or two-tone allowance. Overlap never takes a panel below half its base. A blend takes and gives no overlap; its clear coat is
 * that of the whole panel.
 */
export function refinishHours(
  panels: readonly PaintedPanel[],
  stage: PaintStage = 'two_stage',
): PanelHours[] {
  const major = (panel: PaintedPanel): boolean =>
    !panel.apart &&
    !isSeparate(panel) &&
    !isBlend(panel) &&
    panel.base_hours >= table.minor_panel_below_hours;
  const first = panels.reduce((best, panel, at) => {
    const holder = panels[best];
    return major(panel) && (!holder || panel.probability > holder.probability) ? at : best;
  }, -1);
  const overlaps = panels.map((panel, at) => {
    if (at === first || panel.apart || isSeparate(panel) || isBlend(panel)) return 0;
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
    if (panel.bare) return 0;
    const whole =
      isBlend(panel) && stage === 'two_stage' ? panel.base_hours / table.blend.share : panel.base_hours;
    const net = whole - (overlaps[at] ?? 0);
    const rule = { two_stage: table.clear_coat, three_stage: table.three_stage, two_tone: table.two_tone }[
      stage
    ];
    return net * (at === first || isSeparate(panel) ? rule.first : rule.further);
  });
  const expected = panels.reduce(
    (sum, panel, at) => sum + (isSeparate(panel) ? 0 : panel.probability * (clear[at] ?? 0)),
    0,
  );
  const cap = stage === 'two_stage' ? table.clear_coat.cap_hours : Number.POSITIVE_INFINITY;
  const scale = expected > cap ? cap / expected : 1;
  return panels.map((panel, at) => {
    const overlap = overlaps[at] ?? 0;
    const coat = (clear[at] ?? 0) * (isSeparate(panel) ? 1 : scale);
    return { hours: panel.base_hours - overlap + coat, clear_coat_hours: coat, overlap_hours: overlap };
  });
}
