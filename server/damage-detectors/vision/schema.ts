import { z } from 'zod';
import { PHOTO_CONDITIONS } from '../../../contract/facts/reservation-fact.ts';
import { type AnswerEntries, damageTypeSchema } from '../../../contract/schemas/damage.ts';
import { photoNumber, sameWord, severityNumber, wordOf } from '../answer-words.ts';
import { IMAGE_SIDES, VIEWS } from '../examination/side.ts';

export type DamageType = z.infer<typeof damageTypeSchema>;
export type Severity = 1 | 2 | 3 | 4;

/** What looks like damage and is none; a model that has a word for it does not call it a dent. */
export const NOT_DAMAGE = [
  'reflection',
  'shadow',
  'dirt',
  'water',
  'design_line',
  'sticker_or_tape',
  'other_car',
] as const;
export type NotDamage = (typeof NOT_DAMAGE)[number];

export const AIRBAGS = ['driver', 'passenger', 'knee', 'side', 'curtain'] as const;
export const PHOTO_WARNINGS = PHOTO_CONDITIONS;
/** Zones the second pass is asked about when the first found nothing there. */
export const ASKED_ZONES = ['front', 'rear', 'left', 'right', 'roof'] as const;
export type AskedZone = (typeof ASKED_ZONES)[number];

const photo = z.number().describe('number of the photo: 3 for P3');
const confidence = z.number().describe('0 to 1: how sure you are that this is damage of this part');
const box = z
  .array(z.number())
  .describe('four numbers, tight round the damage, in the box format of the task');
const severity = z
  .number()
  .describe(
    '1 cosmetic (polish or paint) · 2 minor (repair under 4 h, no tear) · 3 major (crease, tear, crack, misaligned: normally replaced) · 4 destroyed, missing or structural',
  );
const imageSide = z
  .enum(IMAGE_SIDES)
  .describe('where in the picture the part is, as the camera sees it; never the vehicle’s own left or right');

const photoItem = z.strictObject({
  i: photo,
  view: z
    .enum(VIEWS)
    .describe(
      'what the photo faces; left and right are the vehicle’s (driver’s side is left); closeup when one can’t tell where on the car it is',
    ),
  usable: z.boolean().describe('false when too dark, blurred or covered to judge damage'),
  notes: z.string().describe('at most 8 words'),
});

const wholeItem = (part: z.ZodType<string>) =>
  z.strictObject({
    part,
    photo,
    image_side: imageSide,
    visible: z
      .number()
      .describe('0 to 1: share of the part’s outer surface that the photo shows clearly enough to judge'),
  });
const unsureItem = (part: z.ZodType<string>) => z.strictObject({ part, photo, image_side: imageSide });
const hiddenItem = (part: z.ZodType<string>) =>
  z.strictObject({
    part,
    trigger_part: part,
    reason: z.string().describe('at most 8 words'),
  });
const airbagItem = z.strictObject({
  bag: z.enum(AIRBAGS),
  photo,
  image_side: imageSide,
  box,
  confidence,
});
const findingItem = (part: z.ZodType<string>) =>
  z.strictObject({
    photo,
    part,
    image_side: imageSide,
    types: z
      .array(z.enum([...damageTypeSchema.options, ...NOT_DAMAGE]))
      .describe('what one sees; name what only looks like damage by its own word (reflection, dirt, …)'),
    severity,
    op_hint: z.enum(['repair', 'replace', 'unsure']),
    extent: z
      .number()
      .nullable()
      .describe(
        '0 to 1: share of the part’s whole outer surface that is damaged; null when the photo does not tell',
      ),
    box,
    confidence,
    evidence: z.string().describe('at most 10 words: what one sees'),
    also_photos: z.array(z.number()).describe('other photos that show the same damage'),
  });

const findSchema = (part: z.ZodType<string>) =>
  z.strictObject({
    photos: z.array(photoItem).describe('one entry for every photo'),
    findings: z
      .array(findingItem(part))
      .describe('one entry per damaged part and photo; only parts one sees on that photo'),
    likely_hidden: z
      .array(hiddenItem(part))
      .describe('parts that no photo shows, each with the visibly damaged part that makes it likely'),
    seen_whole: z
      .array(wholeItem(part))
      .describe(
        'one entry per undamaged part and photo: every part one sees on that photo and finds no damage on',
      ),
    unsure: z
      .array(unsureItem(part))
      .describe('parts of the outside that are in the picture but that the photo does not let you judge'),
    airbags_seen: z.array(airbagItem).describe('airbags one sees deployed'),
    warnings: z.array(z.enum(PHOTO_WARNINGS)),
  });

const verdictItem = z.strictObject({
  item: z.number().describe('number of the item'),
  verdict: z.enum(['confirmed', 'not_damage', 'unsure']),
  reason: z.enum([...NOT_DAMAGE, 'none']).describe('what it is when it is not damage, else none'),
  severity,
});
const zoneItem = z.strictObject({
  zone: z.enum(ASKED_ZONES),
  state: z.enum(['damage_visible', 'intact', 'not_shown']),
  photo: photo.describe('the photo that shows it best; 0 when none does'),
});
const verifySchema = z.strictObject({
  items: z.array(verdictItem).describe('one entry for every item'),
  zones: z.array(zoneItem).describe('one entry for every zone asked about, else empty'),
});

const jsonOf = (schema: z.ZodType): Record<string, unknown> => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema) as Record<string, unknown>;
  return rest;
};

/** Stands for the vocabulary until it is put in once; repeated in full it would be most of the prompt. */
const PART = 'part-of-the-vocabulary';
const partsNamedOnce = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(partsNamedOnce);
  if (typeof node !== 'object' || node === null) return node;
  if ('const' in node && node.const === PART) return { $ref: '#/$defs/part' };
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, partsNamedOnce(value)]));
};
const findTemplate = partsNamedOnce(jsonOf(findSchema(z.literal(PART)))) as Record<string, unknown>;

/** The JSON schema sent with the first pass; `part` takes only the vehicle's categories. */
export const firstPassJsonSchema = (categories: readonly string[]): Record<string, unknown> => ({
  ...findTemplate,
  $defs: { part: { type: 'string', enum: [...categories] } },
});
/** The JSON schema sent with the second pass. */
export const VERIFY_JSON_SCHEMA: Record<string, unknown> = jsonOf(verifySchema);

type Entries<T> = { readonly fitting: T[]; readonly given: number };

/** Every entry that fits; a single bad one (an unknown part, a surplus field) costs itself, not the whole answer. */
function eachFitting<T>(schema: z.ZodType<T>) {
  return z.array(z.unknown()).transform((items): Entries<T> => {
    const fitting = items.flatMap((item) => {
      const parsed = schema.safeParse(item);
      return parsed.success ? [parsed.data] : [];
    });
    return { fitting, given: items.length };
  });
}

/** How many entries the lists held, and how many of them did not fit. */
function countOf(lists: readonly Entries<unknown>[]): AnswerEntries {
  const given = lists.reduce((sum, list) => sum + list.given, 0);
  return { given, unusable: given - lists.reduce((sum, list) => sum + list.fitting.length, 0) };
}

const probability = z.number().min(0).max(1);
const imageSideWord = wordOf(IMAGE_SIDES);
const TYPES = [...damageTypeSchema.options, ...NOT_DAMAGE] as const;
const typeWord = z.enum(TYPES);
/** One strange word among the types costs itself; an entry left without any is of no use. */
const typeWords = z
  .array(z.unknown())
  .transform((words) => words.flatMap((word) => typeWord.safeParse(sameWord(word, TYPES)).data ?? []))
  .refine((words) => words.length > 0);

/** Reads a first-pass answer: the shape must be there, entries that don't fit are left out and counted. */
export const readFound = (categories: readonly string[]) => {
  const part = wordOf(categories);
  const seenOn = { photo: photoNumber, image_side: imageSideWord };
  return z
    .object({
      photos: eachFitting(photoItem.extend({ i: photoNumber, view: wordOf(VIEWS) })),
      findings: eachFitting(
        findingItem(part).extend({
          ...seenOn,
          types: typeWords,
          severity: severityNumber,
          op_hint: wordOf(['repair', 'replace', 'unsure']),
          confidence: probability,
          // It may be left out, and a strange one is as good as none.
          extent: probability.nullish().catch(null),
          also_photos: z.array(photoNumber),
        }),
      ),
      likely_hidden: eachFitting(hiddenItem(part)),
      seen_whole: eachFitting(wholeItem(part).extend({ ...seenOn, visible: probability })),
      // Answers from before it was asked have none.
      unsure: eachFitting(unsureItem(part).extend(seenOn)).prefault([]),
      airbags_seen: eachFitting(
        airbagItem.extend({ ...seenOn, bag: wordOf(AIRBAGS), confidence: probability }),
      ),
      warnings: eachFitting(wordOf(PHOTO_WARNINGS)),
    })
    .transform((lists) => ({
      photos: lists.photos.fitting,
      findings: lists.findings.fitting,
      likely_hidden: lists.likely_hidden.fitting,
      seen_whole: lists.seen_whole.fitting,
      unsure: lists.unsure.fitting,
      airbags_seen: lists.airbags_seen.fitting,
      warnings: lists.warnings.fitting,
      entries: countOf(Object.values(lists)),
    }));
};
export type Found = z.infer<ReturnType<typeof readFound>>;

/** Reads a second-pass answer about these items; entries that don't fit are left out and counted. */
export const readVerified = (items: ReadonlySet<number>) =>
  z
    .object({
      items: eachFitting(
        verdictItem.extend({
          item: z.number().refine((item) => items.has(item)),
          verdict: wordOf(['confirmed', 'not_damage', 'unsure']),
          reason: wordOf([...NOT_DAMAGE, 'none']),
          severity: severityNumber,
        }),
      ),
      zones: eachFitting(
        zoneItem.extend({
          zone: wordOf(ASKED_ZONES),
          state: wordOf(['damage_visible', 'intact', 'not_shown']),
          photo: photoNumber,
        }),
      ),
    })
    .transform((lists) => ({
      items: lists.items.fitting,
      zones: lists.zones.fitting,
      entries: countOf(Object.values(lists)),
    }));
export type Verified = z.infer<ReturnType<typeof readVerified>>;
