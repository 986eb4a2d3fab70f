import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { LocalServer } from '../../contract/schemas/damage.ts';
import { LOCAL_MODEL_ORIGINS } from '../../server/web-fetch/address/allowed-hosts.ts';
import type { GuardedFetch } from '../../server/web-fetch/guarded-fetch.ts';
import { fetchFrom, type LocalSite, startSite } from './local-site.ts';
import { type Asked, PROTOCOLS, type Reply } from './vision-stand-in.ts';

export type ModelOnServer = {
  name: string;
  sees: boolean;
  /** Ollama's mark of one that thinks aloud first. */
  thinks?: boolean;
  /** Ollama's mark of a model of its cloud. */
  remote_host?: string;
  /** As Ollama and LM Studio write it. */
  size?: string;
  /** Of the Ollama that has it. */
  server_version?: string;
  /** Tokens an LM Studio holds it with; null: it is not loaded. */
  context?: number | null;
};

export type ModelServer = {
  site: LocalSite;
  /** Every request: method, path and body as sent. */
  calls: { method: string; path: string; body: unknown }[];
  /** Questions to a model. */
  asked: Asked[];
};

type Answer = { status: number; body: unknown };
const ok = (body: unknown): Answer => ({ status: 200, body });

/** What each server answers before a model is asked, after its documentation (LM Studio 0.4, vLLM 0.12, Ollama 0.30). */
const TELLS: Record<
  LocalServer,
  (models: readonly ModelOnServer[], path: string, body: unknown) => Answer | null
> = {
  ollama(models, path, body) {
    if (path === '/api/version') return ok({ version: models[0]?.server_version ?? '0.30.7' });
    if (path === '/api/tags')
      return ok({
        models: models.map(({ name, size = '4.4B', remote_host }) => ({
          name,
          model: name,
          modified_at: '2026-08-21T10:00:00Z',
          size: 3_300_000_000,
          digest: 'b1d3',
          ...(remote_host && { remote_host, remote_model: name }),
          details: { format: 'gguf', family: 'x', families: ['x'], parameter_size: size },
        })),
      });
    const shown = models.find(({ name }) => name === (body as { model?: string } | undefined)?.model);
    if (path === '/api/show' && shown)
      return ok({
        capabilities: [
          'completion',
          ...(shown.sees ? ['vision'] : []),
          ...(shown.thinks ? ['thinking'] : []),
        ],
        details: { parameter_size: shown.size ?? '4.4B' },
        model_info: { 'general.architecture': 'x', 'x.context_length': 262_144 },
      });
    if (path === '/api/show') return { status: 404, body: { error: 'model not found' } };
    return null;
  },
  lm_studio(models, path, body) {
    if (path === '/api/v1/models/load') {
      const { model: key, context_length = 4096 } = body as { model: string; context_length?: number };
      const model = models.find(({ name }) => name === key);
      if (model) model.context = context_length;
      return ok({ type: 'llm', instance_id: key, load_time_seconds: 2.5, status: 'loaded' });
    }
    if (path !== '/api/v1/models') return null;
    return ok({
      models: [
        ...models.map(({ name, sees, size = '4B', context = 4096 }) => ({
          type: 'llm',
          publisher: 'x',
          key: name,
          display_name: name,
          params_string: size,
          loaded_instances: context === null ? [] : [{ id: name, config: { context_length: context } }],
          max_context_length: 262_144,
          capabilities: { vision: sees, trained_for_tool_use: false },
        })),
        { type: 'embedding', publisher: 'x', key: 'text-embedding', display_name: 'x', loaded_instances: [] },
      ],
    });
  },
  llama_server(models, path) {
    if (path === '/health') return ok({ status: 'ok' });
    if (path === '/props')
      return ok({
        default_generation_settings: { n_ctx: 8192 },
        total_slots: 1,
        build_info: 'b7000',
        modalities: { vision: models.every(({ sees }) => sees), audio: false },
      });
    if (path === '/v1/models')
      return ok({
        object: 'list',
        data: models.map(({ name }) => ({
          id: name,
          object: 'model',
          owned_by: 'llamacpp',
          meta: { n_params: 8_190_735_360 },
        })),
      });
    return null;
  },
  vllm(models, path, body) {
    if (path === '/health') return ok('');
    if (path === '/version') return ok({ version: '0.12.0' });
    if (path === '/v1/models')
      return ok({
        object: 'list',
        data: models.map(({ name }) => ({
          id: name,
          object: 'model',
          owned_by: 'vllm',
          root: name,
          parent: null,
          max_model_len: 32_768,
        })),
      });
    const { model, max_tokens } = (body ?? {}) as { model?: string; max_tokens?: number };
    if (path !== '/v1/chat/completions' || max_tokens !== 1) return null;
    if (models.find(({ name }) => name === model)?.sees)
      return ok(PROTOCOLS.openai_compatible.answer('R', 'cut'));
    const message = `${model} is not a multimodal model`;
    return { status: 400, body: { error: { message, type: 'BadRequestError', code: 400 } } };
  },
};

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}

const textItem = z.object({ type: z.literal('text'), text: z.string() });
const imageItem = z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string() }) });
const openaiBody = z.object({
  messages: z.tuple([
    z.object({ role: z.literal('system'), content: z.string() }),
    z.object({ role: z.literal('user'), content: z.array(z.union([textItem, imageItem])) }),
  ]),
  response_format: z
    .object({ type: z.string(), json_schema: z.object({ schema: z.unknown() }).optional() })
    .optional(),
});
const ollamaBody = z.object({
  messages: z.tuple([
    z.object({ role: z.literal('system'), content: z.string() }),
    z.object({ role: z.literal('user'), content: z.string(), images: z.array(z.string()).optional() }),
  ]),
  stream: z.literal(false),
  format: z.union([z.literal('json'), z.record(z.string(), z.unknown())]).optional(),
  options: z.object({ num_ctx: z.number(), num_predict: z.number(), temperature: z.number() }),
});

/** A question by its server's protocol; null: the path is none of it. */
function questionIn(kind: LocalServer, path: string, body: unknown): Omit<Asked, 'headers'> | null {
  if (kind === 'ollama' && path === '/api/chat') {
    const { messages, format } = ollamaBody.parse(body);
    const [system, { content, images = [] }] = messages;
    const schema = format === 'json' ? undefined : format;
    return { path, body, system: system.content, text: content, images, schema };
  }
  if (kind === 'ollama' || path !== '/v1/chat/completions') return null;
  const { messages, response_format } = openaiBody.parse(body);
  const [system, { content }] = messages;
  return {
    path,
    body,
    system: system.content,
    text: content.flatMap((item) => (item.type === 'text' ? item.text : [])).join('\n'),
    images: content.flatMap((item) =>
      item.type === 'image_url' ? item.image_url.url.replace('data:image/jpeg;base64,', '') : [],
    ),
    schema: response_format?.json_schema?.schema,
  };
}

const answerOf = (kind: LocalServer, text: string, end: 'stop' | 'cut' | 'refused', read = 1200): unknown =>
  kind === 'ollama'
    ? {
        model: 'x',
        created_at: '2026-08-21T10:00:00Z',
        message: { role: 'assistant', content: text },
        done: true,
        done_reason: end === 'cut' ? 'length' : 'stop',
        total_duration: 41_000_000,
        load_duration: 1_000_000,
        prompt_eval_count: read,
        prompt_eval_duration: 10_000_000,
        eval_count: 300,
        eval_duration: 30_000_000,
      }
    : PROTOCOLS.openai_compatible.answer(text, end);

export const isProbe = (asked: Asked): boolean => asked.text.includes('one red rectangle');
/** The probe's rectangle as Qwen3-VL tells it. */
export const PROBE_BOX = [583, 125, 833, 375];

/** A model server as its documentation describes it, until the test ends; it knows the probe's rectangle unless told otherwise. */
export async function startModelServer(
  kind: LocalServer,
  models: readonly ModelOnServer[],
  reply: (asked: Asked, count: number) => Reply | Promise<Reply> = () => ({ status: 500 }),
  options: {
    probe?: (asked: Asked) => Reply;
    /** Tokens of a question that an Ollama says it read. */
    read?: (asked: Asked) => number;
    /** What it tells of itself comes after this. */
    held?: () => Promise<void>;
  } = {},
): Promise<ModelServer> {
  const calls: ModelServer['calls'] = [];
  const asked: Asked[] = [];
  const probe = options.probe ?? (() => ({ json: { box: PROBE_BOX } }));
  async function answerTo(
    path: string,
    headers: IncomingMessage['headers'],
    body: unknown,
  ): Promise<Answer | null> {
    const told = TELLS[kind](models, path, body);
    if (told) await options.held?.();
    if (told) return told;
    const read = questionIn(kind, path, body);
    if (!read) return { status: 404, body: { error: 'no such path' } };
    const question = { ...read, headers };
    if (!isProbe(question)) asked.push(question);
    const answer = isProbe(question) ? probe(question) : await reply(question, asked.length);
    if ('hang' in answer) return null;
    if ('status' in answer)
      return { status: answer.status, body: answer.body ?? PROTOCOLS.openai_compatible.error(answer.status) };
    const tokens = options.read?.(question);
    if ('json' in answer) return ok(answerOf(kind, JSON.stringify(answer.json), 'stop', tokens));
    return ok(answerOf(kind, answer.text, answer.end ?? 'stop', tokens));
  }
  const site = await startSite((request, response) => {
    const serve = async () => {
      const body = await bodyOf(request);
      const { method = '', url: path = '' } = request;
      calls.push({ method, path, body });
      const answer = await answerTo(path, request.headers, body);
      if (!answer) return;
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer.body));
    };
    serve().catch((error: unknown) => response.writeHead(418).end(String(error)));
  });
  return { site, calls, asked };
}

/** Where the guard finds the fixed addresses: these servers, elsewhere a program that is none of them. */
export async function localOrigins(
  servers: Partial<Record<LocalServer, { site: LocalSite }>>,
): Promise<Record<string, string>> {
  const other = await startSite((_, response) => response.writeHead(404).end('<h1>Not found</h1>'));
  return Object.fromEntries(
    Object.entries(LOCAL_MODEL_ORIGINS).map(([server, origin]) => [
      origin,
      (servers[server as LocalServer]?.site ?? other).origin,
    ]),
  );
}

/** A guarded fetch that meets these servers at the fixed addresses. */
export async function guardedBeside(
  servers: Partial<Record<LocalServer, { site: LocalSite }>>,
): Promise<GuardedFetch> {
  return fetchFrom(null, { localModels: true, sourceOrigins: await localOrigins(servers) });
}

/** Settings of a fresh installation: what is set is only where the fixed addresses are answered. */
export const freshBeside = async (
  servers: Partial<Record<LocalServer, { site: LocalSite }>>,
): Promise<Record<string, string>> => ({
  NODE_ENV: 'development',
  VISION_PROVIDER: '',
  VISION_MODEL: '',
  VISION_BASE_URL: '',
  VISION_PRICE_IN: '',
  VISION_PRICE_OUT: '',
  SOURCE_ORIGINS: JSON.stringify(await localOrigins(servers)),
});
