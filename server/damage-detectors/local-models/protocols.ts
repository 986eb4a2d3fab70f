import { z } from 'zod';
import type { LocalServer } from '../../../contract/schemas/damage.ts';
import { type VisionAnswer, VisionFailure, type VisionQuestion } from '../vision/client.ts';
import { loadInLmStudio } from './lm-studio.ts';
import type { AskServer, LocalModel } from './model-server.ts';

/** How an answer is held to its form: by the schema, as some JSON, or by the words of the question alone. */
export type Rung = 'schema' | 'object' | 'plain';

/** What a server says a request took, ms; null: it does not tell. */
export type Timing = { readonly prompt: number; readonly answer: number; readonly load: number };
export type LocalAnswer = VisionAnswer & { readonly timing: Timing | null };

export type Protocol = {
  readonly path: string;
  /** The forms the server knows, strictest first. */
  readonly rungs: readonly Rung[];
  /** `context`: tokens the model is to hold. */
  body(model: LocalModel, question: VisionQuestion, how: { rung: Rung; context: number }): unknown;
  /** Null: the answer is not of the protocol. */
  read(json: unknown): LocalAnswer | null;
  /** Makes the model ready to hold so many tokens, where its server has to be told beforehand. */
  prepare?(ask: AskServer, model: LocalModel, context: number): Promise<void>;
};

const withSchema = ({ text, schema }: VisionQuestion): string =>
  `${text}\n\nJSON schema:\n${JSON.stringify(schema)}`;
const labelOf = ({ label, width, height }: VisionQuestion['images'][number]): string =>
  `${label} (${width}×${height} px)`;

const count = z.number().int().nonnegative().default(0);
const NANOSECONDS = 1e6;

const ollamaAnswerSchema = z.object({
  message: z.object({ content: z.string().default(''), thinking: z.string().optional() }),
  done_reason: z.string().optional(),
  prompt_eval_count: count,
  eval_count: count,
  prompt_eval_duration: count,
  eval_duration: count,
  load_duration: count,
});

/** Ollama's own protocol: its OpenAI one can't set the context, which is 4,096 tokens where it is not. */
const OLLAMA: Protocol = {
  path: '/api/chat',
  rungs: ['schema', 'object', 'plain'],
  body: (model, question, { rung, context }) => ({
    model: model.id,
    stream: false,
    // What is too long is to be refused, not cut (known from 0.12.6 on).
    truncate: false,
    shift: false,
    ...(model.thinks && { think: false }),
    ...(rung !== 'plain' && { format: rung === 'schema' ? question.schema : 'json' }),
    options: { num_ctx: context, num_predict: question.max_output_tokens, temperature: 0 },
    messages: [
      { role: 'system', content: question.instructions },
      {
        role: 'user',
        content: [
          ...(question.images.length > 0
            ? [`The pictures, in this order: ${question.images.map(labelOf).join(', ')}.`]
            : []),
          withSchema(question),
        ].join('\n'),
        ...(question.images.length > 0 && {
          images: question.images.map(({ jpeg }) => Buffer.from(jpeg).toString('base64')),
        }),
      },
    ],
  }),
  read(json) {
    const answer = ollamaAnswerSchema.safeParse(json).data;
    if (!answer) return null;
    const { content, thinking = '' } = answer.message;
    return {
      // Some models put their JSON where they think (qwen3-vl).
      text: content.trim() === '' ? thinking : content,
      cut: answer.done_reason === 'length',
      usage: { tokens_in: answer.prompt_eval_count, tokens_out: answer.eval_count },
      timing: {
        prompt: answer.prompt_eval_duration / NANOSECONDS,
        answer: answer.eval_duration / NANOSECONDS,
        load: answer.load_duration / NANOSECONDS,
      },
    };
  },
};

const openaiAnswerSchema = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.string().nullish(),
          reasoning_content: z.string().nullish(),
          reasoning: z.string().nullish(),
        }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).nullish(),
  timings: z.object({ prompt_ms: z.number(), predicted_ms: z.number() }).nullish(),
});

const responseFormat = (rung: Rung, question: VisionQuestion): object => {
  if (rung === 'plain') return {};
  if (rung === 'object') return { response_format: { type: 'json_object' } };
  const json_schema = { name: `${question.pass}_damage`, strict: true, schema: question.schema };
  return { response_format: { type: 'json_schema', json_schema } };
};

/** What the others share. `template`: thinking is turned off where the model's own template reads it. */
const openai = (rungs: readonly Rung[], template: boolean): Protocol => ({
  path: '/v1/chat/completions',
  rungs,
  body: (model, question, { rung }) => ({
    model: model.id,
    temperature: 0,
    max_tokens: question.max_output_tokens,
    ...(template && { chat_template_kwargs: { enable_thinking: false } }),
    ...responseFormat(rung, question),
    messages: [
      { role: 'system', content: question.instructions },
      {
        role: 'user',
        content: [
          ...question.images.flatMap((image) => [
            { type: 'text', text: labelOf(image) },
            {
              type: 'image_url',
              image_url: { url: `data:image/jpeg;base64,${Buffer.from(image.jpeg).toString('base64')}` },
            },
          ]),
          { type: 'text', text: withSchema(question) },
        ],
      },
    ],
  }),
  read(json) {
    const answer = openaiAnswerSchema.safeParse(json).data;
    const [choice] = answer?.choices ?? [];
    if (!answer || !choice) return null;
    const { content, reasoning_content, reasoning } = choice.message;
    return {
      text: content?.trim() ? content : (reasoning_content ?? reasoning ?? ''),
      cut: choice.finish_reason === 'length',
      usage: {
        tokens_in: answer.usage?.prompt_tokens ?? 0,
        tokens_out: answer.usage?.completion_tokens ?? 0,
      },
      timing: answer.timings
        ? { prompt: answer.timings.prompt_ms, answer: answer.timings.predicted_ms, load: 0 }
        : null,
    };
  },
});

export const PROTOCOLS: Readonly<Record<LocalServer, Protocol>> = {
  ollama: OLLAMA,
  // It knows a schema, or nothing.
  lm_studio: { ...openai(['schema', 'plain'], false), prepare: loadInLmStudio },
  llama_server: openai(['schema', 'object', 'plain'], true),
  vllm: openai(['schema', 'object', 'plain'], true),
};

const errorSchema = z.union([
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ message: z.string() }).transform(({ message }) => message),
]);

/** Words of refusals, as the servers' makers write them; an answer's status alone does not tell them apart. */
const BLIND =
  /not a multimodal model|image input is not supported|mmproj|does not support (image|vision)|at most 0 image/i;
const TOO_MUCH =
  /exceeds? the (available|model'?s?|maximum) context|maximum context length|prompt too long|context (length|size)|at most \d+ image/i;
const NO_MODEL = /model .*not found|no such model|model_not_found/i;

/** Why a server answered with an error; null: perhaps only the form the answer was to have is not known to it. */
export function refusalOf(status: number, json: unknown): VisionFailure | null {
  const refusal = errorSchema.safeParse(json).data ?? '';
  if (BLIND.test(refusal)) return new VisionFailure('rejected', 'the model sees no pictures');
  if (TOO_MUCH.test(refusal))
    return new VisionFailure('rejected', 'the question is longer than the model holds', { split: true });
  if (status === 404 || NO_MODEL.test(refusal))
    return new VisionFailure('gone', 'the model is no longer there');
  if (status === 429 || status === 503)
    return new VisionFailure('busy', `the model answered ${status}`, { again: true });
  if (status >= 500) return new VisionFailure('unavailable', `the model answered ${status}`, { again: true });
  if (status === 400 || status === 422) return null;
  return new VisionFailure('rejected', `the model answered ${status}`);
}
