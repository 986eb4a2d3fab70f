import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { LocalServer } from '../../contract/schemas/damage.ts';
import { discoverLocalModels, discoveryWords } from '../../server/damage-detectors/local-models/discovery.ts';
import { createLog } from '../../server/log.ts';
import { logFetch } from '../../server/tools.ts';
import { LOCAL_MODEL_ORIGINS } from '../../server/web-fetch/address/allowed-hosts.ts';
import { FetchRefused } from '../../server/web-fetch/fetch-errors.ts';
import type { FetchEvent } from '../../server/web-fetch/guarded-fetch.ts';
import { guardedBeside, localOrigins, startModelServer } from './local-model-stand-ins.ts';
import { fetchFrom, startSite, startTrap } from './local-site.ts';

const SERVERS = Object.keys(LOCAL_MODEL_ORIGINS) as LocalServer[];

/** A port of this machine at which nothing listens. */
async function closedOrigin(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 1}`;
}

describe.each(SERVERS)('%s', (kind) => {
  it('is found with the models of it that see pictures', async () => {
    const models =
      kind === 'llama_server'
        ? [{ name: '/models/Qwen3VL-8B-Instruct-Q4_K_M.gguf', sees: true }]
        : [
            { name: 'qwen3-vl:8b-instruct', sees: true },
            { name: 'gpt-oss:20b', sees: false },
          ];
    const server = await startModelServer(kind, models);
    const { found, best } = await discoverLocalModels(await guardedBeside({ [kind]: server }));
    expect(found).toMatchObject([{ server: kind, blind: models.length - 1, elsewhere: 0, fault: null }]);
    expect(best).toMatchObject({ server: kind, id: models[0]?.name, billions: 8 });
    expect(best?.name).toBe(kind === 'llama_server' ? 'Qwen3VL-8B-Instruct-Q4_K_M' : 'qwen3-vl:8b-instruct');
  });

  it('with models that see nothing gives none, and the words say so', async () => {
    const server = await startModelServer(kind, [{ name: 'gpt-oss:20b', sees: false }]);
    const discovery = await discoverLocalModels(await guardedBeside({ [kind]: server }));
    expect(discovery.best).toBeNull();
    expect(discoveryWords(discovery)).toContain(
      `${LOCAL_MODEL_ORIGINS[kind]}) has no model that sees pictures`,
    );
  });

  it('is asked at its fixed address only where the operator lets it be looked for', async () => {
    const server = await startModelServer(kind, [{ name: 'qwen3-vl:8b', sees: true }]);
    const guarded = fetchFrom(null, { sourceOrigins: await localOrigins({ [kind]: server }) });
    const { found } = await discoverLocalModels(guarded);
    expect(found).toEqual([]);
    expect(server.calls).toEqual([]);
  });

  it('that redirects is not followed', async () => {
    const trap = await startTrap();
    const site = await startSite((_, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${trap.port}/` }).end(),
    );
    const guarded = await guardedBeside({ [kind]: { site } });
    expect((await discoverLocalModels(guarded)).found).toEqual([]);
    await expect(
      guarded.fetch({ url: `${LOCAL_MODEL_ORIGINS[kind]}/`, kind: 'local_model' }),
    ).rejects.toBeInstanceOf(FetchRefused);
    expect(trap.hits()).toBe(0);
  });
});

it('nothing on the machine is told in words', async () => {
  const closed = await closedOrigin();
  const sourceOrigins = Object.fromEntries(
    Object.values(LOCAL_MODEL_ORIGINS).map((origin) => [origin, closed]),
  );
  const discovery = await discoverLocalModels(fetchFrom(null, { localModels: true, sourceOrigins }));
  expect(discovery).toMatchObject({ found: [], best: null, wanted: null });
  expect(discoveryWords(discovery)).toBe(
    'no model server found on this machine (Ollama, LM Studio, llama.cpp, vLLM)',
  );
});

it('a search that finds no server is in the log for debugging alone', async () => {
  const closed = await closedOrigin();
  const sourceOrigins = Object.fromEntries(
    Object.values(LOCAL_MODEL_ORIGINS).map((origin) => [origin, closed]),
  );
  const search = async (level: string): Promise<string[]> => {
    const lines: string[] = [];
    const log = createLog(level, { write: (line: string) => lines.push(line) });
    const observe = (event: FetchEvent) => logFetch(log, event);
    await discoverLocalModels(fetchFrom(null, { localModels: true, sourceOrigins, observe }));
    return lines;
  };
  expect(await search('info')).toEqual([]);
  expect(await search('debug')).toHaveLength(SERVERS.length);
});

it('a server that answers a search is in the log', async () => {
  const server = await startModelServer('ollama', [{ name: 'qwen3-vl:8b', sees: true }]);
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => lines.push(line) });
  const sourceOrigins = await localOrigins({ ollama: server });
  const observe = (event: FetchEvent) => logFetch(log, event);
  await discoverLocalModels(fetchFrom(null, { localModels: true, sourceOrigins, observe }));
  expect(lines.join('')).toContain('"status":200');
});

it('another program at one of the addresses, even one that says it is well, is no model server', async () => {
  const site = await startSite((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(request.url === '/health' ? '{"status":"ok"}' : '{"hello":"world"}');
  });
  const everywhere = Object.fromEntries(SERVERS.map((server) => [server, { site }]));
  expect((await discoverLocalModels(await guardedBeside(everywhere))).found).toEqual([]);
});

it('a model that Ollama runs in its cloud is never taken nor asked about', async () => {
  const server = await startModelServer('ollama', [
    { name: 'qwen3-vl:235b-cloud', sees: true, remote_host: 'https://ollama.com:443' },
    { name: 'renamed', sees: true, remote_host: 'https://ollama.com:443' },
  ]);
  const discovery = await discoverLocalModels(await guardedBeside({ ollama: server }));
  expect(discovery.best).toBeNull();
  expect(discovery.found).toMatchObject([{ elsewhere: 2, blind: 0 }]);
  expect(discoveryWords(discovery)).toContain('2 models of its cloud left alone');
  expect(server.calls.map(({ path }) => path)).toEqual(['/api/version', '/api/tags']);
});

it('of all models on the machine the best known is taken', async () => {
  const ollama = await startModelServer('ollama', [
    { name: 'llava:34b', sees: true, size: '34B' },
    { name: 'qwen3-vl:8b-thinking', sees: true },
    { name: 'qwen3-vl:2b-instruct', sees: true },
    { name: 'moondream:latest', sees: true, size: '1.8B' },
  ]);
  const lmStudio = await startModelServer('lm_studio', [
    { name: 'qwen/qwen3-vl-8b', sees: true, size: '8B' },
  ]);
  const guarded = await guardedBeside({ ollama, lm_studio: lmStudio });
  expect((await discoverLocalModels(guarded)).best).toMatchObject({
    server: 'lm_studio',
    id: 'qwen/qwen3-vl-8b',
  });
});

it('a model that is wanted by its name is taken, or missed by its name', async () => {
  const ollama = await startModelServer('ollama', [
    { name: 'qwen3-vl:8b', sees: true },
    { name: 'gemma4:e4b', sees: true },
  ]);
  const guarded = await guardedBeside({ ollama });
  const wanted = await discoverLocalModels(guarded, { wanted: 'gemma4:e4b' });
  expect(wanted.best?.id).toBe('gemma4:e4b');
  const missing = await discoverLocalModels(guarded, { wanted: 'gemma4:26b' });
  expect(missing.best).toBeNull();
  expect(discoveryWords(missing)).toContain('no gemma4:26b (VISION_MODEL) found on this machine');
  expect(discoveryWords(missing)).toContain('has qwen3-vl:8b, gemma4:e4b');
});

it('an LM Studio before 0.4 is asked by its older list', async () => {
  const site = await startSite((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url !== '/api/v0/models')
      return response.end(JSON.stringify({ error: `Unexpected endpoint or method. (GET ${request.url})` }));
    const common = { object: 'model', publisher: 'x', state: 'not-loaded', max_context_length: 32_768 };
    response.end(
      JSON.stringify({
        object: 'list',
        data: [
          { id: 'qwen2.5-vl-7b-instruct', type: 'vlm', ...common },
          { id: 'llama-3.1-8b', type: 'llm', ...common },
          { id: 'nomic-embed', type: 'embeddings', ...common },
        ],
      }),
    );
  });
  const { best, found } = await discoverLocalModels(await guardedBeside({ lm_studio: { site } }));
  expect(best).toMatchObject({ id: 'qwen2.5-vl-7b-instruct', billions: 7 });
  expect(found).toMatchObject([{ blind: 1 }]);
});

it('a llama-server that still loads its model, or asks for a key, is told of', async () => {
  let state: 'loading' | 'key' = 'loading';
  const site = await startSite((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (state === 'loading')
      return response
        .writeHead(503)
        .end('{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}');
    if (request.url === '/health') return response.end('{"status":"ok"}');
    response.writeHead(401).end('{"error":{"code":401,"message":"Invalid API Key"}}');
  });
  const guarded = await guardedBeside({ llama_server: { site } });
  const loading = await discoverLocalModels(guarded);
  expect(loading.found).toMatchObject([{ fault: 'loading' }]);
  expect(discoveryWords(loading)).toContain('is still loading its model');
  state = 'key';
  const locked = await discoverLocalModels(guarded);
  expect(locked.found).toMatchObject([{ fault: 'key' }]);
  expect(discoveryWords(locked)).toContain('VISION_PROVIDER=openai_compatible');
});

it('one server’s fault costs the others nothing', async () => {
  const site = await startSite((request, response) =>
    response.end(request.url === '/api/version' ? '{"version":"0.30.7"}' : 'no JSON'),
  );
  const vllm = await startModelServer('vllm', [{ name: 'Qwen/Qwen3-VL-8B-Instruct', sees: true }]);
  const discovery = await discoverLocalModels(await guardedBeside({ ollama: { site }, vllm }));
  expect(discovery.found).toMatchObject([{ server: 'ollama', fault: 'unreadable' }, { server: 'vllm' }]);
  expect(discoveryWords(discovery)).toBe('Qwen/Qwen3-VL-8B-Instruct of vLLM 0.12.0 at http://127.0.0.1:8000');
});

it('a server that is there and says nothing is told of, and the others are taken', async () => {
  const site = await startSite(() => {});
  const vllm = await startModelServer('vllm', [{ name: 'Qwen/Qwen3-VL-8B-Instruct', sees: true }]);
  const { found, best } = await discoverLocalModels(await guardedBeside({ lm_studio: { site }, vllm }));
  expect(found).toMatchObject([{ server: 'lm_studio', fault: 'slow' }, { server: 'vllm' }]);
  expect(best?.server).toBe('vllm');
});

it('a model that was started with too little context is told of', async () => {
  const server = await startModelServer('lm_studio', [{ name: 'qwen/qwen3-vl-8b', sees: true }]);
  const discovery = await discoverLocalModels(await guardedBeside({ lm_studio: server }));
  expect(discoveryWords(discovery)).toContain('it holds 4096 tokens, too few for a photo');
});
