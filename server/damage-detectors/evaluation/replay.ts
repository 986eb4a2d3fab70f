import { z } from 'zod';
import { BOX_FORMATS } from '../examination/boxes.ts';
import { IMAGE_SIDES, VIEWS } from '../examination/side.ts';
import { type VisionClient, VisionFailure, type VisionQuestion } from '../vision/client.ts';
import { VISION_PROFILES } from '../vision/profiles.ts';
import { NOT_DAMAGE } from '../vision/schema.ts';

const imageSide = z.enum(IMAGE_SIDES).default('center');
const findingSchema = z.object({
  part: z.string(),
  image_side: imageSide,
  types: z.array(z.string()),
  severity: z.number(),
  op_hint: z.enum(['repair', 'replace', 'unsure']).default('unsure'),
  extent: z.number().nullable().default(null),
  box: z.array(z.number()).default([100, 100, 400, 400]),
  confidence: z.number(),
  evidence: z.string().default(''),
  /** What the second pass answers. */
  verdict: z.enum(['confirmed', 'not_damage', 'unsure']).default('confirmed'),
  reason: z.enum([...NOT_DAMAGE, 'none']).default('none'),
});

/** Answers of a model as recorded, by the SHA-256 of the photo they are about. */
export const recordingSchema = z.object({
  model: z.string(),
  box_format: z.enum(BOX_FORMATS).default('norm1000_xyxy'),
  /** Tokens booked for each photo of a request. */
  tokens: z.object({ in: z.number().int(), out: z.number().int() }).default({ in: 1000, out: 100 }),
  photos: z.record(
    z.string().regex(/^[0-9a-f]{64}$/),
    z.object({
      view: z.enum(VIEWS),
      usable: z.boolean().default(true),
      findings: z.array(findingSchema).default([]),
      seen_whole: z
        .array(z.object({ part: z.string(), image_side: imageSide, visible: z.number().default(1) }))
        .default([]),
    }),
  ),
});
export type Recording = z.input<typeof recordingSchema>;

/**
 * A client that answers from a recording, for tests of what comes after the model; no configuration can choose it. A photo
 * it does not know fails as a real model would, and its figures say nothing about any model's accuracy.
 */
export function createReplayClient(recording: Recording): VisionClient {
  const { model, photos, tokens, box_format } = recordingSchema.parse(recording);
  const recorded = (sha256: string) => {
    const photo = photos[sha256];
    if (!photo) throw new VisionFailure('unreadable', 'this photo is not in the recording');
    return photo;
  };

  function find({ images }: VisionQuestion): unknown {
    const numbered = images.map((image) => ({
      i: Number(/\d+$/.exec(image.label)?.[0]),
      photo: recorded(image.sha256),
    }));
    return {
      photos: numbered.map(({ i, photo }) => ({ i, view: photo.view, usable: photo.usable, notes: '' })),
      findings: numbered.flatMap(({ i, photo }) =>
        photo.findings.map(({ verdict: _, reason: __, ...finding }) => ({
          photo: i,
          ...finding,
          also_photos: [],
        })),
      ),
      likely_hidden: [],
      seen_whole: numbered.flatMap(({ i, photo }) =>
        photo.seen_whole.map((entry) => ({ ...entry, photo: i })),
      ),
      unsure: [],
      airbags_seen: [],
      warnings: [],
    };
  }

  function verify({ images, text }: VisionQuestion): unknown {
    const byLabel = new Map(images.map((image) => [image.label, image.sha256]));
    const items = [...text.matchAll(/^Item (\d+): ([\w ]+), possible .*, photo (P\d+)/gm)].map((match) => {
      const part = (match[2] ?? '').replaceAll(' ', '_');
      const sha256 = byLabel.get(`Photo ${match[3]}`) ?? '';
      const said = recorded(sha256).findings.find(
        (entry) => part === entry.part || part.endsWith(`_${entry.part}`),
      );
      return {
        item: Number(match[1]),
        verdict: said?.verdict ?? 'unsure',
        reason: said?.reason ?? 'none',
        severity: said?.severity ?? 1,
      };
    });
    return { items, zones: [] };
  }

  return {
    provider: 'replay',
    model,
    profile: { ...VISION_PROFILES.openai_compatible, box_format },
    async ask(question, signal) {
      signal.throwIfAborted();
      if (question.pass === 'mend') throw new VisionFailure('unreadable', 'a recording is never mended');
      const answer = question.pass === 'find' ? find(question) : verify(question);
      const count = question.images.length;
      return {
        text: JSON.stringify(answer),
        cut: false,
        usage: { tokens_in: tokens.in * count, tokens_out: tokens.out * count },
      };
    },
  };
}
