import type { LineReason } from '../../../contract/facts/line-reason.ts';
import type { NumberMissing } from '../../../contract/facts/number-facts.ts';
import type { PriceOrigin, SubletOrigin } from '../../../contract/facts/price-origin.ts';
import type { Evidence } from '../../../contract/schemas/damage.ts';
import type {
  BasisTag,
  EstimateLine,
  LabourType,
  OemNumber,
  Section,
} from '../../../contract/schemas/estimate.ts';
import type { Position, Side } from '../../../contract/schemas/part.ts';
import type { BySeverity } from '../tables/severity.ts';
import type { PanelHours } from './refinish.ts';
import type { Call } from './required-by.ts';

export type Three = { readonly low: number; readonly likely: number; readonly high: number };

/**
 * When a line is needed: by the severity of the hit, at a chance seen on photos, or when other lines call for it.
 * `at_least`: what a listed fact speaks for (air bags that went off), which a light hit or a low value of the car doesn't take
 * back; 0 where none does.
 */
export type Presence =
  | { readonly kind: 'severity'; readonly by: BySeverity; readonly damp: number; readonly at_least: number }
  | { readonly kind: 'fixed'; readonly p: number }
  | ({
      readonly kind: 'any';
      readonly damp: number;
      /** Written wherever a line calls for it: `damp` is what the forecast counts of it. */
      readonly usual?: true;
    } & Call);

export type DraftPart = Three & {
  readonly basis: BasisTag;
  readonly origin: PriceOrigin;
  readonly dated: string | null;
  readonly converted: NonNullable<EstimateLine['part_price']>['converted'];
  readonly type: EstimateLine['part_type'];
};

/** A line before severity and probability are settled. Money in integer cents, hours per line (all pieces). */
export type DraftLine = {
  readonly id: string;
  readonly block: EstimateLine['block'];
  readonly section: Section;
  readonly category: string | null;
  /** Row of the declared prior the part is of; null: none, or an operation. */
  readonly prior_id: string | null;
  /** Share of its money that forecast and average count, 0–1; absent: all. */
  readonly counts?: number;
  /** So heavily hit that the repair is written as a new section. */
  readonly sectioned?: true;
  /** The panel beside the damaged one that a blend is on. */
  readonly blended?: { readonly category: string; readonly side: Side };
  /** The second piece of a part whose side is open. */
  readonly other_side?: true;
  /** The vocabulary has no category for the part: `category` is its nearest neighbour's. */
  readonly stand_in?: true;
  readonly name: string;
  readonly side: Side;
  readonly position: Position;
  readonly operation: EstimateLine['operation'];
  readonly basis: EstimateLine['basis'];
  readonly severity: number | null;
  readonly because: LineReason;
  readonly evidence: Evidence[];
  readonly presence: Presence;
  /** Chance before the value of the car is looked at; overlap and blend count by it. */
  readonly probability: number;
  readonly quantity: number;
  readonly part: DraftPart | null;
  /** The part of one type that the line is written with, where the forecast counts a mix. */
  readonly written_part?: DraftPart;
  /** Where a catalogue prices the part: the OEM list price our own table has for it, cents a piece. */
  readonly band: Three | null;
  /** The new section a severe hit means in place of the repair, of a welded panel. */
  readonly sectioning: {
    readonly part: DraftPart;
    readonly written_part?: DraftPart;
    readonly hours: Three;
  } | null;
  readonly labour: {
    readonly type: LabourType;
    readonly hours: Three;
    readonly basis: BasisTag;
    /** Share of the panel that is damaged, where its hours go by it. */
    readonly extent?: number;
  } | null;
  readonly paint_hours: number;
  readonly paint: PanelHours | null;
  readonly sublet: (Three & { readonly basis: BasisTag; readonly origin: SubletOrigin }) | null;
  /** Labour and sublet at a minor, moderate and severe hit, as shares of the moderate one. */
  readonly scale: BySeverity;
  readonly oem_numbers: OemNumber[];
  /** Smaller pieces that the catalogue lists under the same part. */
  readonly other_pieces?: OemNumber[];
  /** Numbers an answer or a choice ruled out, and what did. */
  readonly ruled_out?: OemNumber[];
  readonly narrowed?: NonNullable<EstimateLine['narrowed']>;
  readonly oem_missing: NumberMissing | null;
  readonly counterpart?: EstimateLine['counterpart'];
  readonly one_sided?: NonNullable<EstimateLine['one_sided']>;
  /** Where there is no number: what estimates of similar cars have. */
  readonly similar_numbers?: OemNumber[];
  readonly stated_by_sellers?: NonNullable<EstimateLine['stated_by_sellers']>;
};

/** The price of one of so many pieces that make the part. */
export const perPiece = <Price extends Three>(whole: Price, pieces: number): Price => ({
  ...whole,
  low: Math.round(whole.low / pieces),
  likely: Math.round(whole.likely / pieces),
  high: Math.round(whole.high / pieces),
});

export const ONE_SCALE: BySeverity = [1, 1, 1];

/** Share of the moderate labour at a severity; never falls with it. */
export function scaleAt([minor, moderate, severe]: BySeverity, s: number): number {
  if (s <= 0) return minor;
  if (s <= 1) return minor + (moderate - minor) * s;
  return moderate + (severe - moderate) * Math.min(1, s - 1);
}
