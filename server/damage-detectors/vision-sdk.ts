import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  APICallError,
  generateText,
  jsonSchema,
  type LanguageModel,
  type LanguageModelUsage,
  NoObjectGeneratedError,
  NoOutputGeneratedError,
  Output,
  RetryError,
} from 'ai';
import { RetryLater } from '../errors.ts';
import { FetchError, FetchTimeout } from '../web-fetch/fetch-errors.ts';
import type { BoxFormat } from './examination/boxes.ts';
import {
  type FailureKind,
  type VisionAnswer,
  VisionFailure,
  type VisionQuestion,
  type VisionUsage,
} from './vision/client.ts';
import { type VisionProvider, visionBaseUrl } from './vision/profiles.ts';

// The library writes what a model does not support to the console; logs are ours to write.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

export type VisionSettings = {
  readonly provider: VisionProvider;
  readonly model: string;
  readonly base_url?: string | undefined;
  readonly api_key?: string | undefined;
  readonly box_format?: BoxFormat | undefined;
  /** The guarded fetch in the standard shape; its API origins must name the base address. */
  readonly fetch: typeof globalThis.fetch;
  /** Longest time for one answer, ms. */
  readonly answer_ms?: number;
};

function languageModel(settings: VisionSettings): LanguageModel {
  const { provider, model, fetch, api_key: apiKey } = settings;
  const baseURL = visionBaseUrl(provider, settings.base_url);
  const key = apiKey === undefined ? {} : { apiKey };
  if (provider === 'anthropic') return createAnthropic({ baseURL, fetch, ...key })(model);
  if (provider === 'google') return createGoogle({ baseURL, fetch, ...key })(model);
  if (provider === 'openai') return createOpenAI({ baseURL, fetch, ...key })(model);
  const compatible = { name: 'vision', baseURL, fetch, supportsStructuredOutputs: true, ...key };
  return createOpenAICompatible(compatible)(model);
}

/** One question to the model. Throws VisionFailure, or what `failureOf` makes one of. */
export async function askModel(
  settings: VisionSettings,
  question: VisionQuestion,
  abortSignal: AbortSignal,
): Promise<VisionAnswer> {
  const { provider } = settings;
  const images = question.images.flatMap((image) => [
    { type: 'text' as const, text: `${image.label} (${image.width}×${image.height} px)` },
    {
      type: 'file' as const,
      mediaType: 'image/jpeg',
      data: image.jpeg,
      // Left out, newer models take the original size and its price.
      providerOptions: { openai: { imageDetail: 'high' } },
    },
  ]);
  // Servers of one's own may take the schema as a mere wish, so the model is told it as well.
  const told = provider === 'openai_compatible' ? `\n\nJSON schema:\n${JSON.stringify(question.schema)}` : '';
  try {
    const result = await generateText({
      model: languageModel(settings),
      instructions: question.instructions,
      messages: [{ role: 'user', content: [...images, { type: 'text', text: question.text + told }] }],
      output: Output.object({
        schema: jsonSchema<unknown>(question.schema),
        name: `${question.pass}_damage`,
      }),
      maxRetries: 0,
      maxOutputTokens: question.max_output_tokens,
      abortSignal,
      ...(provider === 'openai_compatible' || provider === 'google' ? { temperature: 0 } : {}),
      providerOptions: { openai: { store: false } },
    });
    const usage = usageOf(result.usage);
    if (result.finishReason === 'content-filter') {
      throw new VisionFailure('refused', 'the model declined to answer', { usage });
    }
    return { text: JSON.stringify(result.output), cut: result.finishReason === 'length', usage };
  } catch (error) {
    if (!NoObjectGeneratedError.isInstance(error)) throw error;
    const usage = usageOf(error.usage);
    if (error.finishReason === 'content-filter') {
      throw new VisionFailure('refused', 'the model declined to answer', { usage, cause: error });
    }
    return { text: error.text ?? '', cut: error.finishReason === 'length', usage };
  }
}

const usageOf = (usage: LanguageModelUsage | undefined): VisionUsage => ({
  tokens_in: usage?.inputTokens ?? 0,
  tokens_out: usage?.outputTokens ?? 0,
});

/** Whatever went wrong while the model was asked, in our kinds. */
export function failureOf(error: unknown): VisionFailure {
  if (error instanceof VisionFailure) return error;
  if (RetryError.isInstance(error)) return failureOf(error.lastError);
  const fail = (kind: FailureKind, message: string, again = false) =>
    new VisionFailure(kind, message, { again, cause: error });
  const inner = innermost(error, (entry) => entry instanceof RetryLater || entry instanceof FetchError);
  if (inner instanceof RetryLater) return fail('busy', 'the model asks to wait');
  if (inner instanceof FetchTimeout) return fail('timeout', 'no answer in time');
  if (inner instanceof FetchError) return fail('unreachable', inner.message);
  if (NoOutputGeneratedError.isInstance(error)) return fail('refused', 'the model gave no answer');
  if (APICallError.isInstance(error)) {
    const status = error.statusCode ?? 0;
    // 529 is Anthropic's word for overloaded.
    if (status === 429 || status === 503 || status === 529)
      return fail('busy', `the model answered ${status}`, true);
    if (status >= 500) return fail('unavailable', `the model answered ${status}`, true);
    if (status >= 400) return fail('rejected', `the model answered ${status}`);
    // A success whose body is not of the provider's protocol.
    if (status >= 200) return fail('unreadable', 'the answer is not of the provider’s form');
  }
  return fail('unreachable', 'the model could not be asked');
}

/** The first cause that is what is looked for; client libraries wrap what their fetch throws. */
function innermost(error: unknown, wanted: (entry: unknown) => boolean): unknown {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth += 1) {
    if (wanted(at)) return at;
  }
  return null;
}
