import { z } from 'zod';
import { estimateSettingsSchema, settingsEditSchema } from '../estimate-settings.ts';
import { partAnswerSchema } from '../evidence.ts';
import { ESTIMATE_SETTINGS } from '../facts/setting-names.ts';
import {
  type Estimate,
  estimateLineSchema,
  estimateSchema,
  labourTypeSchema,
  lineOperationSchema,
  partTypeSchema,
  sectionSchema,
} from './estimate.ts';
import { positionSchema, sideSchema } from './part.ts';
import { reportModelSchema } from './report.ts';

/** `PATCH reports/{report_id}/lines`: what a user changes in an estimate. Money in US dollars, hours in labour hours. */
const dollars = z.number().min(0).max(1_000_000).multipleOf(0.01);
const hours = z.number().min(0).max(500).multipleOf(0.01);
const lineId = z.string().min(1).max(200);
/** Why the user says so, in their own words: told with the line and with the version that it made. */
const ownReason = z.string().trim().min(1).max(200);

/** What can be said of a line; what is left out stays as estimated. `part_price` is the price of one piece. */
export const lineFiguresSchema = z.strictObject({
  name: z.string().trim().min(1).max(120).optional(),
  operation: lineOperationSchema.optional(),
  /** Of a line the user added; which piece an estimated part is of is said by `part`. */
  side: sideSchema.optional(),
  part_type: partTypeSchema.optional(),
  quantity: z.number().positive().max(99).multipleOf(0.01).optional(),
  part_price: dollars.optional(),
  labour_type: labourTypeSchema.optional(),
  labour_hours: hours.optional(),
  /** The labor hours are those that the user’s kept estimate of this car has for the part; told only while they are. */
  hours_from: z.literal('own_estimate').optional(),
  /** Clear coat included, after overlap: counted exactly as given. */
  refinish_hours: hours.optional(),
  /** A sublet or fixed amount. */
  sublet: dollars.optional(),
  /** Chance that the line is needed; 1 makes it certain. */
  probability: z.number().min(0).max(1).multipleOf(0.0001).optional(),
  own_reason: ownReason.optional(),
});
export type LineFigures = z.infer<typeof lineFiguresSchema>;

export const addedLineSchema = lineFiguresSchema.extend({
  name: z.string().trim().min(1).max(120),
  section: sectionSchema,
  operation: lineOperationSchema,
  side: sideSchema.default('none'),
  position: positionSchema.default('none'),
});
export type AddedLine = z.infer<typeof addedLineSchema>;

export const lineEditSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('change'), line_id: lineId, set: lineFiguresSchema }),
  /** Back to what was estimated. */
  z.strictObject({ kind: z.literal('reset'), line_id: lineId }),
  /** `reason` null takes the one given back; left out, it stays. Of a line that is out already it says why. */
  z.strictObject({ kind: z.literal('exclude'), line_id: lineId, reason: ownReason.nullish() }),
  z.strictObject({ kind: z.literal('include'), line_id: lineId }),
  z.strictObject({ kind: z.literal('add'), line: addedLineSchema }),
  /** Puts a line before another one of its section, or (null) last. */
  z.strictObject({ kind: z.literal('move'), line_id: lineId, before: lineId.nullable() }),
  /** Answers an option question; null: not known, every number stays, whatever the VIN says. */
  z.strictObject({ kind: z.literal('answer'), question: lineId, answer: lineId.nullable() }),
  /** As if it had never been answered by the user. */
  z.strictObject({ kind: z.literal('unanswer'), question: lineId }),
  /** What the user saw of a part, and moves all that hangs on it; null: takes the answer back. */
  z.strictObject({
    kind: z.literal('part'),
    place: partAnswerSchema.pick({ category: true, name: true, side: true, position: true }).strict(),
    answer: partAnswerSchema.shape.answer.nullable(),
    /** A photo of the report, and what was drawn on it: shown with the part's line. */
    photo: partAnswerSchema.shape.photo,
    box: partAnswerSchema.shape.box,
  }),
  /** The number to use; null: none in particular. */
  z.strictObject({ kind: z.literal('choose_number'), line_id: lineId, number: lineId.nullable() }),
  /** Sets switches; null puts one back to the estimate. */
  z.strictObject({ kind: z.literal('scenario'), set: settingsEditSchema }),
]);
export type LineEdit = z.infer<typeof lineEditSchema>;

/**
 * `version` is the version the user looked at (0: never edited). `restore` makes an earlier version the newest again, `step`
 * walks back and forth through the changes.
 */
export const editLinesRequestSchema = z.union([
  z.strictObject({ version: z.number().int().min(0), edits: z.array(lineEditSchema).min(1).max(100) }),
  z.strictObject({ version: z.number().int().min(0), restore: z.number().int().min(0) }),
  z.strictObject({ version: z.number().int().min(0), step: z.enum(['undo', 'redo']) }),
]);
export type EditLinesRequest = z.infer<typeof editLinesRequestSchema>;

/** All edits that stand, whatever their history: estimate + these = the edited estimate. */
export const reportEditsSchema = z.object({
  changed: z.record(z.string(), lineFiguresSchema),
  excluded: z.array(z.string()),
  /** Why, by line, where the user gave a reason. */
  excluded_reasons: z.record(z.string(), z.string()).optional(),
  added: z.array(addedLineSchema.extend({ id: z.string() })),
  /** Ids in the order the user gave; null: as estimated. */
  order: z.array(z.string()).nullable(),
  /** Answers by question; null: the user does not know. */
  answers: z.record(z.string(), z.string().nullable()).optional(),
  /** The number the user chose, by line. */
  numbers: z.record(z.string(), z.string()).optional(),
  scenario: estimateSettingsSchema.optional(),
  /** What the user said of parts: damaged, whole, left, right, … one answer a place. */
  part_answers: z.array(partAnswerSchema).optional(),
  /** The versions that undo and redo lead to from here; null: nothing to undo or redo. */
  history: z.object({ undo: z.number().int().nullable(), redo: z.number().int().nullable() }).optional(),
});
export type ReportEdits = z.infer<typeof reportEditsSchema>;
export const NO_EDITS: ReportEdits = { changed: {}, excluded: [], added: [], order: null };

/** What a report stands on as it was made (`version` 0): the settings of its owner's account, nothing else. */
export const startEdits = ({ scenario }: Pick<Estimate, 'scenario'>): ReportEdits =>
  scenario ? { ...NO_EDITS, scenario: scenario.set } : NO_EDITS;

/** Values whose keys may stand in another order, as a database hands them back. */
const same = (one: unknown, other: unknown): boolean =>
  typeof one === 'object' && typeof other === 'object' && one !== null && other !== null
    ? [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) =>
        same((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
      )
    : one === other;

/** How many answers, chosen numbers and settings stand otherwise than the report started with. */
export function choicesIn(
  { answers, numbers, scenario = {}, part_answers }: ReportEdits,
  { scenario: started = {} }: ReportEdits,
): number {
  const settings = ESTIMATE_SETTINGS.filter((name) => !same(scenario[name], started[name]));
  return [answers, numbers, settings, part_answers].reduce(
    (all, some) => all + Object.keys(some ?? {}).length,
    0,
  );
}

const { headline, seller, total_loss, edit } = reportModelSchema.shape;
/** What an edit changed in a report: the rest stays as it was in the version it was made on. */
export const reportChangesSchema = z.object({
  /** Lines that are new. */
  lines: z.array(estimateLineSchema),
  /** What other lines say otherwise than before, and which of its fields each no longer has; the rest of them stays. */
  changed: z.array(
    z.object({
      id: z.string(),
      set: estimateLineSchema.omit({ id: true }).partial(),
      unset: z.array(z.string()),
    }),
  ),
  /** Ids of lines that are gone. */
  removed: z.array(z.string()),
  /** Ids of all lines, in their order. */
  order: z.array(z.string()),
  /** Everything else the estimate says, totals first. */
  estimate: estimateSchema.omit({ lines: true }),
  headline,
  seller,
  total_loss,
  edit,
});
export type ReportChanges = z.infer<typeof reportChangesSchema>;

/** `changes` unless the request asked for the whole report (`Prefer: return=representation`). */
export const editLinesAnswerSchema = z.object({
  version: z.number().int(),
  changes: reportChangesSchema.optional(),
  report: reportModelSchema.optional(),
});

/** `version` is the version the user looked at: asked twice with the same one, the second answer is the first. */
export const recalculateRequestSchema = z.strictObject({ version: z.number().int().min(0) });
export type RecalculateRequest = z.infer<typeof recalculateRequestSchema>;

/** What came of a report's photos after it was ready, and made its next version by itself. */
export const LATE_PHOTOS = ['examined', 'read', 'given_up'] as const;

/** What making a report anew from today's tables told of it. */
export const recalculationSchema = z.object({
  /** Why it was made anew; absent: its user asked for it. */
  late_photos: z.enum(LATE_PHOTOS).optional(),
  /** Total in US dollars, before and after. */
  likely: z.object({ before: z.number(), after: z.number() }),
  /** What the estimate is made from that reads otherwise than before, one sentence each; empty: nothing moved. */
  moved: z.array(z.string()),
  /** Changes of the user's that the new estimate has no place for, one sentence each; no line: an answer or a switch. */
  not_carried: z.array(z.object({ line_id: z.string().nullable(), what: z.string() })),
  /** What was no longer kept and was taken from the report itself, one sentence each. */
  notes: z.array(z.string()),
});
export type Recalculation = z.infer<typeof recalculationSchema>;

export const recalculateAnswerSchema = recalculationSchema.extend({
  version: z.number().int(),
  report: reportModelSchema,
});
export type RecalculateAnswer = z.infer<typeof recalculateAnswerSchema>;

/** One version of a report; 0 is the report as made, without edits. */
export const reportVersionSchema = z.object({
  version: z.number().int(),
  date: z.string(),
  total_cost: z.number(),
  /** How many lines are changed, excluded and added in this version. */
  changed: z.number().int(),
  excluded: z.number().int(),
  added: z.number().int(),
  /** Answers, chosen numbers and switches. */
  choices: z.number().int().optional(),
});
export type ReportVersion = z.infer<typeof reportVersionSchema>;
