import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { VisionProvider } from '../../server/damage-detectors/vision/profiles.ts';
import { createVisionClient, type VisionSettings } from '../../server/damage-detectors/vision/provider.ts';
import { fetchAdapter } from '../../server/web-fetch/fetch-adapter.ts';
import { fetchFrom, type LocalSite, startSite } from './local-site.ts';

/** One request of a model, as its provider's protocol carried it. */
export type Asked = {
  path: string;
  headers: IncomingMessage['headers'];
  body: unknown;
  /** All text of the user's message. */
  text: string;
  system: string;
  /** Base64 of each picture, in order. */
  images: string[];
  schema: unknown;
};

export type Reply =
  | { json: unknown }
  | { text: string; end?: 'cut' | 'refused' }
  | { status: number; headers?: Record<string, string>; body?: unknown }
  | { hang: true };

const USAGE = { in: 1200, out: 300 };

const openaiContent = z.array(z.looseObject({ type: z.string(), text: z.string().optional() }));
const chatSchema = z.looseObject({
  messages: z.array(z.looseObject({ role: z.string(), content: z.union([z.string(), openaiContent]) })),
  response_format: z.looseObject({ type: z.string(), json_schema: z.looseObject({ schema: z.unknown() }) }),
});
const responsesSchema = z.looseObject({
  input: z.array(z.looseObject({ role: z.string(), content: z.union([z.string(), openaiContent]) })),
  text: z.looseObject({ format: z.looseObject({ type: z.string(), schema: z.unknown() }) }),
});
const messagesSchema = z.looseObject({
  system: z.array(z.looseObject({ text: z.string() })),
  messages: z.array(
    z.looseObject({
      role: z.string(),
      content: z.array(
        z.looseObject({
          type: z.string(),
          text: z.string().optional(),
          source: z.looseObject({ data: z.string(), media_type: z.string() }).optional(),
        }),
      ),
    }),
  ),
  output_config: z.looseObject({ format: z.looseObject({ schema: z.unknown() }) }).optional(),
  tools: z.array(z.looseObject({ input_schema: z.unknown() })).optional(),
});
const googleSchema = z.looseObject({
  systemInstruction: z.looseObject({ parts: z.array(z.looseObject({ text: z.string() })) }),
  contents: z.array(
    z.looseObject({
      parts: z.array(
        z.looseObject({
          text: z.string().optional(),
          inlineData: z.looseObject({ mimeType: z.string(), data: z.string() }).optional(),
        }),
      ),
    }),
  ),
  generationConfig: z.looseObject({ responseJsonSchema: z.unknown(), responseMimeType: z.string() }),
});

const dataUrl = (url: unknown): string => String(url).replace(/^data:image\/jpeg;base64,/, '');

type Protocol = {
  path: RegExp;
  read(body: unknown): Pick<Asked, 'text' | 'system' | 'images' | 'schema'>;
  answer(text: string, end: 'stop' | 'cut' | 'refused'): unknown;
  error(status: number): unknown;
};

/** The real shapes of the four protocols: paths, requests, answers, errors. */
export const PROTOCOLS: Record<VisionProvider, Protocol> = {
  openai_compatible: {
    path: /^\/v1\/chat\/completions$/,
    read(body) {
      const { messages, response_format } = chatSchema.parse(body);
      const user = messages.find((message) => message.role === 'user');
      const content =
        typeof user?.content === 'string' ? [{ type: 'text', text: user.content }] : (user?.content ?? []);
      return {
        system: String(messages.find((message) => message.role === 'system')?.content),
        text: content.flatMap((entry) => entry.text ?? []).join('\n'),
        images: content.flatMap((entry) =>
          entry.type === 'image_url'
            ? [dataUrl(z.object({ url: z.string() }).loose().parse(entry.image_url).url)]
            : [],
        ),
        schema: response_format.json_schema.schema,
      };
    },
    answer: (text, end) => ({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1_700_000_000,
      model: 'eye',
      choices: [
        {
          index: 0,
          message:
            end === 'refused'
              ? { role: 'assistant', content: null, refusal: text }
              : { role: 'assistant', content: text, refusal: null },
          finish_reason: end === 'cut' ? 'length' : 'stop',
        },
      ],
      usage: { prompt_tokens: USAGE.in, completion_tokens: USAGE.out, total_tokens: USAGE.in + USAGE.out },
    }),
    error: (status) => ({ error: { message: 'no', type: 'server_error', param: null, code: status } }),
  },
  openai: {
    path: /^\/v1\/responses$/,
    read(body) {
      const { input, text } = responsesSchema.parse(body);
      const user = input.find((entry) => entry.role === 'user');
      const content = Array.isArray(user?.content) ? user.content : [];
      return {
        system: String(input.find((entry) => entry.role !== 'user')?.content),
        text: content.flatMap((entry) => entry.text ?? []).join('\n'),
        images: content.flatMap((entry) => (entry.type === 'input_image' ? [dataUrl(entry.image_url)] : [])),
        schema: text.format.schema,
      };
    },
    answer: (text, end) => ({
      id: 'resp_1',
      object: 'response',
      created_at: 1_700_000_000,
      status: end === 'cut' ? 'incomplete' : 'completed',
      incomplete_details: end === 'cut' ? { reason: 'max_output_tokens' } : null,
      error: null,
      model: 'eye',
      output: [
        {
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          status: 'completed',
          content: [
            end === 'refused'
              ? { type: 'refusal', refusal: text }
              : { type: 'output_text', text, annotations: [] },
          ],
        },
      ],
      usage: {
        input_tokens: USAGE.in,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: USAGE.out,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: USAGE.in + USAGE.out,
      },
    }),
    error: (status) => ({
      error: { message: 'no', type: 'server_error', param: null, code: String(status) },
    }),
  },
  anthropic: {
    path: /^\/v1\/messages$/,
    read(body) {
      const { system, messages, output_config, tools } = messagesSchema.parse(body);
      const content = messages.find((message) => message.role === 'user')?.content ?? [];
      return {
        system: system.map((entry) => entry.text).join('\n'),
        text: content.flatMap((entry) => entry.text ?? []).join('\n'),
        images: content.flatMap((entry) => entry.source?.data ?? []),
        schema: output_config?.format.schema ?? tools?.[0]?.input_schema,
      };
    },
    answer: (text, end) => ({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'eye',
      content: [{ type: 'text', text }],
      stop_reason: { stop: 'end_turn', cut: 'max_tokens', refused: 'refusal' }[end],
      stop_sequence: null,
      usage: { input_tokens: USAGE.in, output_tokens: USAGE.out },
    }),
    error: (status) => ({
      type: 'error',
      error: { type: status === 529 ? 'overloaded_error' : 'api_error', message: 'no' },
    }),
  },
  google: {
    path: /^\/v1beta\/models\/[\w.-]+:generateContent$/,
    read(body) {
      const { systemInstruction, contents, generationConfig } = googleSchema.parse(body);
      const parts = contents[0]?.parts ?? [];
      return {
        system: systemInstruction.parts.map((part) => part.text).join('\n'),
        text: parts.flatMap((part) => part.text ?? []).join('\n'),
        images: parts.flatMap((part) => part.inlineData?.data ?? []),
        schema: generationConfig.responseJsonSchema,
      };
    },
    answer: (text, end) => ({
      candidates: [
        {
          ...(end === 'refused' ? {} : { content: { role: 'model', parts: [{ text }] } }),
          finishReason: { stop: 'STOP', cut: 'MAX_TOKENS', refused: 'SAFETY' }[end],
          index: 0,
        },
      ],
      usageMetadata: {
        promptTokenCount: USAGE.in,
        candidatesTokenCount: USAGE.out,
        totalTokenCount: USAGE.in + USAGE.out,
      },
      modelVersion: 'eye',
    }),
    error: (status) => ({ error: { code: status, message: 'no', status: 'UNAVAILABLE' } }),
  },
};

export const MODELS: Record<VisionProvider, string> = {
  openai_compatible: 'eye',
  openai: 'gpt-5.5',
  anthropic: 'claude-sonnet-4-6',
  google: 'gemini-3.1-pro',
};
const BASE_PATHS: Record<VisionProvider, string> = {
  openai_compatible: '/v1',
  openai: '/v1',
  anthropic: '/v1',
  google: '/v1beta',
};

export type StandIn = {
  site: LocalSite;
  asked: Asked[];
  client: ReturnType<typeof createVisionClient>;
};

/** A server that speaks one provider's protocol until the test ends, and a client of ours that asks it through the guard. */
export async function startStandIn(
  provider: VisionProvider,
  reply: (asked: Asked, count: number) => Reply | Promise<Reply>,
  settings: Partial<VisionSettings> = {},
): Promise<StandIn> {
  const protocol = PROTOCOLS[provider];
  const asked: Asked[] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = (request.url ?? '').split('?')[0] ?? '';
    const send = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    };
    if (request.method !== 'POST' || !protocol.path.test(path)) return send(404, { error: 'no such path' });
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const question = { path, headers: request.headers, body, ...protocol.read(body) };
    asked.push(question);
    const answer = await reply(question, asked.length);
    if ('hang' in answer) return;
    if ('status' in answer)
      return send(answer.status, answer.body ?? protocol.error(answer.status), answer.headers);
    if ('json' in answer) return send(200, protocol.answer(JSON.stringify(answer.json), 'stop'));
    send(200, protocol.answer(answer.text, answer.end ?? 'stop'));
  };
  const site = await startSite((request, response) => {
    serve(request, response).catch((error: unknown) => {
      response.writeHead(400, { 'content-type': 'text/plain' });
      response.end(String(error));
    });
  });
  const guarded = fetchFrom(null, { apiOrigins: [site.origin], limits: { backOffMs: 5 } });
  const client = createVisionClient({
    provider,
    model: MODELS[provider],
    base_url: `${site.origin}${BASE_PATHS[provider]}`,
    api_key: 'key-1',
    fetch: fetchAdapter(guarded),
    answer_ms: 5_000,
    ...settings,
  });
  return { site, asked, client };
}
