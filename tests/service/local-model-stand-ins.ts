import type { IncomingMessage } from 'node:http';
import type { LocalServer } from '../../contract/schemas/damage.ts';
import { LOCAL_MODEL_ORIGINS } from '../../server/web-fetch/address/allowed-hosts.ts';
import type { GuardedFetch } from '../../server/web-fetch/guarded-fetch.ts';
import { fetchFrom, type LocalSite, startSite } from './local-site.ts';
import { type Asked, PROTOCOLS, type Reply } from './vision-stand-in.ts';

export type ModelOnServer = {
  name: string;
  sees: boolean;
  /** Ollama's mark of a model of its cloud. */
  remote_host?: string;
  /** As Ollama and LM Studio write it. */
  size?: string;
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
    if (path === '/api/version') return ok({ version: '0.30.7' });
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
        capabilities: ['completion', ...(shown.sees ? ['vision'] : [])],
        details: { parameter_size: shown.size ?? '4.4B' },
        model_info: { 'general.architecture': 'x', 'x.context_length': 262_144 },
      });
    if (path === '/api/show') return { status: 404, body: { error: 'model not found' } };
    return null;
  },
  lm_studio(models, path) {
    if (path !== '/api/v1/models') return null;
    return ok({
      models: [
        ...models.map(({ name, sees, size = '4B' }) => ({
          type: 'llm',
          publisher: 'x',
          key: name,
          display_name: name,
          params_string: size,
          loaded_instances: [{ id: name, config: { context_length: 4096 } }],
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

/** A model server as its documentation describes it, until the test ends. */
export async function startModelServer(
  kind: LocalServer,
  models: readonly ModelOnServer[],
  reply: (asked: Asked, count: number) => Reply = () => ({ status: 500 }),
): Promise<ModelServer> {
  const calls: ModelServer['calls'] = [];
  const asked: Asked[] = [];
  const protocol = PROTOCOLS.openai_compatible;
  const answerTo = (path: string, headers: IncomingMessage['headers'], body: unknown): Answer | null => {
    const told = TELLS[kind](models, path, body);
    if (told) return told;
    if (!protocol.path.test(path)) return { status: 404, body: { error: 'no such path' } };
    const question = { path, headers, body, ...protocol.read(body) };
    asked.push(question);
    const answer = reply(question, asked.length);
    if ('hang' in answer) return null;
    if ('status' in answer)
      return { status: answer.status, body: answer.body ?? protocol.error(answer.status) };
    return ok(
      protocol.answer(
        'json' in answer ? JSON.stringify(answer.json) : answer.text,
        'json' in answer ? 'stop' : (answer.end ?? 'stop'),
      ),
    );
  };
  const site = await startSite(async (request, response) => {
    const body = await bodyOf(request);
    const { method = '', url: path = '' } = request;
    calls.push({ method, path, body });
    const answer = answerTo(path, request.headers, body);
    if (!answer) return;
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer.body));
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
