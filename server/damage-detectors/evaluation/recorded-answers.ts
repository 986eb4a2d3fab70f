import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import { z } from 'zod';
import { BOX_FORMATS } from '../examination/boxes.ts';
import type { VisionPrice } from '../vision/budget.ts';
import {
  FAILURES,
  type VisionAnswer,
  type VisionClient,
  VisionFailure,
  type VisionProfile,
  type VisionQuestion,
} from '../vision/client.ts';
import { PROMPT_VERSION } from '../vision/prompt.ts';

const count = z.number().int().positive();
const answerSchema = z.union([
  z.object({ text: z.string(), cut: z.boolean(), tokens_in: z.number(), tokens_out: z.number() }),
  z.object({ failed: z.enum(FAILURES) }),
]);

/** All that a model answered in one run, by what it was asked about: the same run again needs no model. */
const recordedAnswersSchema = z.object({
  version: z.literal(1),
  provider: z.string(),
  model: z.string(),
  prompt_version: z.string(),
  dated: z.iso.date(),
  /** US dollars per million tokens; null: not known. */
  price: z.object({ in: z.number(), out: z.number() }).nullable(),
  /** What decides how photos were batched. */
  profile: z.object({
    box_format: z.enum(BOX_FORMATS),
    tile: count,
    longest_side: count,
    photos_per_request: count,
    images_per_request: count,
    second_pass: z.boolean().exactOptional(),
  }),
  answers: z.record(z.string(), answerSchema),
});
export type RecordedAnswers = z.infer<typeof recordedAnswersSchema>;

/** A file of kept answers that can't be used; the message says why. */
export class RecordedAnswersError extends Error {}

/** Reads and checks what `--record` wrote. Throws RecordedAnswersError. */
export async function readRecordedAnswers(file: string): Promise<RecordedAnswers> {
  const text = await fs.readFile(file, 'utf8').catch((error: unknown) => {
    throw new RecordedAnswersError(`${file} can't be read.`, { cause: error });
  });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new RecordedAnswersError(`${file} is not JSON.`, { cause: error });
  }
  const recorded = recordedAnswersSchema.safeParse(json);
  if (recorded.success) return recorded.data;
  const [fault] = recorded.error.issues;
  throw new RecordedAnswersError(`${file}: ${fault?.path.join('.') ?? ''}: ${fault?.message ?? ''}`);
}

/** What a question is about: photos, and beyond the first pass its words; not how the rules are worded. */
const keyOf = ({ pass, images, text }: VisionQuestion): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        pass,
        images.map(({ label, sha256 }) => [label, sha256]),
        ...(pass === 'find' ? [] : [text]),
      ]),
    )
    .digest('hex');

export type Recorder = {
  /** The same client, its answers kept. */
  through(client: VisionClient, price: VisionPrice | null): VisionClient;
  /** What was kept; null where nothing was asked. */
  recorded(dated: string): RecordedAnswers | null;
};

/** Keeps what a model answers. */
export function createRecorder(): Recorder {
  const answers: RecordedAnswers['answers'] = {};
  let asked: { client: VisionClient; price: VisionPrice | null } | null = null;

  function through(client: VisionClient, price: VisionPrice | null): VisionClient {
    const { open, forCaller } = client;
    return {
      ...client,
      async ask(question, signal) {
        asked = { client, price };
        try {
          const answer = await client.ask(question, signal);
          const { text, cut, usage } = answer;
          answers[keyOf(question)] = { text, cut, ...usage };
          return answer;
        } catch (error) {
          if (error instanceof VisionFailure) answers[keyOf(question)] ??= { failed: error.kind };
          throw error;
        }
      },
      ...(open && { open: async (signal: AbortSignal) => through(await open(signal), price) }),
      ...(forCaller && {
        forCaller: (caller: Parameters<typeof forCaller>[0]) => through(forCaller(caller), price),
      }),
    };
  }

  return {
    through,
    recorded(dated) {
      if (asked === null) return null;
      const { provider, model, profile } = asked.client;
      const { box_format, tile, longest_side, photos_per_request, images_per_request, second_pass } = profile;
      return {
        version: 1,
        provider,
        model,
        prompt_version: PROMPT_VERSION,
        dated,
        price: asked.price && { ...asked.price },
        profile: {
          box_format,
          tile,
          longest_side,
          photos_per_request,
          images_per_request,
          ...(second_pass === undefined ? {} : { second_pass }),
        },
        answers,
      };
    },
  };
}

/** The recorded model: what it was not asked fails as unreadable. For the measuring command alone. */
export function recordedClient({ provider, model, profile, answers }: RecordedAnswers): VisionClient {
  const limits: VisionProfile = { ...profile, requests_at_once: 1, imageTokens: () => 0 };
  return {
    provider,
    model,
    in_house: true,
    profile: limits,
    async ask(question, signal): Promise<VisionAnswer> {
      signal.throwIfAborted();
      const answer = answers[keyOf(question)];
      if (!answer) throw new VisionFailure('unreadable', 'this was not asked when the answers were recorded');
      if ('failed' in answer)
        throw new VisionFailure(answer.failed, 'it failed when the answers were recorded');
      const { text, cut, tokens_in, tokens_out } = answer;
      return { text, cut, usage: { tokens_in, tokens_out } };
    },
  };
}
