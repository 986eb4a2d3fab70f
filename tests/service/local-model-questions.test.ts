import { describe, expect, it } from 'vitest';
import type { LocalServer } from '../../contract/schemas/damage.ts';
import { discoverLocalModels } from '../../server/damage-detectors/local-models/discovery.ts';
import { createLocalClient } from '../../server/damage-detectors/local-models/local-client.ts';
import type { VisionClient, VisionQuestion } from '../../server/damage-detectors/vision/client.ts';
import { createVisionDetector } from '../../server/damage-detectors/vision/model.ts';
import { firstPassJsonSchema } from '../../server/damage-detectors/vision/schema.ts';
import { LOCAL_MODEL_ORIGINS } from '../../server/web-fetch/address/allowed-hosts.ts';
import { guardedBeside, type ModelServer, startModelServer } from './local-model-stand-ins.ts';
import { inputFor, madePhotos } from './vision-photos.ts';
import { isFind, photosAsked, scripted } from './vision-script.ts';
import type { Asked, Reply } from './vision-stand-in.ts';

const SERVERS = Object.keys(LOCAL_MODEL_ORIGINS) as LocalServer[];
const MODEL = { name: 'qwen3-vl:8b-instruct', sees: true };
/** Of one question: time that other tests of the file took is none of it. */
const soon = (): AbortSignal => AbortSignal.timeout(60_000);

const question: VisionQuestion = {
  pass: 'find',
  instructions: 'the rules',
  images: [{ label: 'Photo P1', sha256: 'a', jpeg: Buffer.from('jpeg'), width: 1216, height: 896 }],
  text: 'look',
  schema: firstPassJsonSchema(['hood', 'headlamp']),
  max_output_tokens: 900,
};

/** A model server and a client of the model that is found on it. */
async function found(
  kind: LocalServer,
  reply: (asked: Asked, count: number) => Reply | Promise<Reply>,
  options: Parameters<typeof startModelServer>[3] & {
    model?: Parameters<typeof startModelServer>[1][number];
  } = {},
): Promise<ModelServer & { client: VisionClient }> {
  const server = await startModelServer(kind, [options.model ?? MODEL], reply, options);
  const guarded = await guardedBeside({ [kind]: server });
  const { best } = await discoverLocalModels(guarded);
  if (!best) throw new Error('no model was found');
  return { ...server, client: createLocalClient(best, guarded) };
}

async function ask(client: VisionClient, asked = question) {
  const met = (await client.open?.(soon())) ?? client;
  return await met.ask(asked, soon());
}

describe.each(SERVERS)('%s', (kind) => {
  it('is asked with rules, picture, schema and an end to the answer, and tells its tokens', async () => {
    const { client, asked } = await found(kind, () => ({ json: { ok: true } }));
    expect(await ask(client)).toEqual({
      text: '{"ok":true}',
      cut: false,
      usage: { tokens_in: 1200, tokens_out: 300 },
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      path: kind === 'ollama' ? '/api/chat' : '/v1/chat/completions',
      system: 'the rules',
      images: [Buffer.from('jpeg').toString('base64')],
      schema: { type: 'object', required: expect.arrayContaining(['findings']) },
    });
    expect(asked[0]?.text).toContain('Photo P1 (1216×896 px)');
    expect(asked[0]?.text).toContain('JSON schema:');
  });

  it('that knows no form of answers is asked in words, and the next time at once', async () => {
    const { client, asked } = await found(kind, ({ body }) => {
      const { response_format, format } = body as { response_format?: unknown; format?: unknown };
      if (response_format === undefined && format === undefined) return { json: { ok: true } };
      return { status: 400, body: { error: { message: 'the form of the answer is not known', code: 400 } } };
    });
    expect((await ask(client)).text).toBe('{"ok":true}');
    const tries = kind === 'lm_studio' ? 2 : 3;
    expect(asked).toHaveLength(tries);
    await ask(client);
    expect(asked).toHaveLength(tries + 1);
  });

  it('is asked by several reports in turn where it would only queue them', async () => {
    let running = 0;
    let most = 0;
    const together = Promise.withResolvers<void>();
    const { client } = await found(kind, async () => {
      running += 1;
      most = Math.max(most, running);
      if (running > 1) together.resolve();
      // One that works on several has two before the first is answered.
      if (kind === 'vllm') await together.promise;
      running -= 1;
      return { json: {} };
    });
    await Promise.all([1, 2, 3, 4].map((text) => ask(client, { ...question, text: String(text) })));
    if (kind === 'vllm') expect(most).toBeGreaterThan(1);
    else expect(most).toBe(1);
  });

  it('whose report is cancelled is let go at once, also while it waits for its turn', async () => {
    const { client } = await found(kind, () => ({ hang: true }));
    const met = (await client.open?.(soon())) ?? client;
    const stop = new AbortController();
    const asking = [1, 2, 3, 4, 5, 6].map(() => met.ask(question, stop.signal));
    const outcomes = Promise.allSettled(asking);
    stop.abort(new Error('cancelled'));
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'cancelled' } });
  });
});

it('Ollama is told the context the question needs, and a model that thinks not to', async () => {
  const model = { name: 'qwen3.5:9b', sees: true, thinks: true };
  const { client, asked } = await found('ollama', () => ({ json: {} }), { model });
  await ask(client);
  expect(asked[0]?.body).toMatchObject({
    think: false,
    options: { num_ctx: 12_288, num_predict: 900, temperature: 0 },
  });
  await ask(client, { ...question, text: 'x'.repeat(60_000) });
  expect(asked[1]?.body).toMatchObject({ options: { num_ctx: 24_576 } });
});

it('LM Studio is never asked for an object without a schema, which it refuses', async () => {
  const forms: unknown[] = [];
  const refuse = ({ body }: Asked): Reply => {
    const { response_format } = body as { response_format?: { type: string } };
    forms.push(response_format?.type);
    if (response_format === undefined) return { json: { box: [583, 125, 833, 375] } };
    return { status: 400, body: { error: "'response_format.type' must be 'json_schema' or 'text'" } };
  };
  const { client } = await found('lm_studio', refuse, { probe: refuse });
  await ask(client);
  expect(forms).toEqual(['json_schema', undefined, undefined]);
});

describe('a model that LM Studio has not loaded', () => {
  const loads = ({ calls }: ModelServer) => calls.filter(({ path }) => path === '/api/v1/models/load');

  it('is loaded with room for photos before it is asked, once for all reports', async () => {
    const model = { ...MODEL, context: null };
    const server = await found('lm_studio', () => ({ json: {} }), { model });
    await Promise.all([ask(server.client), ask(server.client.forCaller?.('user:1') ?? server.client)]);
    expect(loads(server).map(({ body }) => body)).toEqual([{ model: MODEL.name, context_length: 12_288 }]);
    const paths = server.calls.map(({ path }) => path);
    expect(paths.indexOf('/api/v1/models/load')).toBeLessThan(paths.indexOf('/v1/chat/completions'));
  });

  it('because somebody took it out meanwhile is loaded again for the next report', async () => {
    const model: Parameters<typeof startModelServer>[1][number] = { ...MODEL, context: null };
    const server = await found('lm_studio', () => ({ json: {} }), { model });
    await ask(server.client);
    model.context = null;
    await ask(server.client);
    expect(loads(server)).toHaveLength(2);
  });

  it('is left alone once somebody loaded it, however little it holds', async () => {
    const server = await found('lm_studio', () => ({ json: {} }), { model: { ...MODEL, context: 4096 } });
    await ask(server.client);
    expect(loads(server)).toEqual([]);
  });
});

it.each(['llama_server', 'vllm'] as const)('%s is told to leave out thinking', async (kind) => {
  const { client, asked } = await found(kind, () => ({ json: {} }));
  await ask(client);
  expect(asked[0]?.body).toMatchObject({ chat_template_kwargs: { enable_thinking: false } });
});

it('JSON that a model put where it thinks is read', async () => {
  const { client } = await found('ollama', () => ({
    status: 200,
    body: { message: { role: 'assistant', content: '', thinking: '{"ok":1}' }, done: true },
  }));
  expect((await ask(client)).text).toBe('{"ok":1}');
});

const TOO_LONG = 'request (4165 tokens) exceeds the available context size (4096 tokens), try increasing it';
it.each<[string, LocalServer, number, unknown, object]>([
  [
    'a projector that is not loaded',
    'llama_server',
    500,
    {
      error: {
        code: 500,
        message: 'image input is not supported - hint: you may need to provide the mmproj',
      },
    },
    { kind: 'rejected', again: false, split: false },
  ],
  [
    'a model that sees nothing',
    'vllm',
    400,
    { error: { message: 'qwen3 is not a multimodal model', code: 400 } },
    { kind: 'rejected', split: false },
  ],
  [
    'more pictures than it takes',
    'vllm',
    400,
    { error: { message: 'At most 1 image(s) may be provided in one prompt.', code: 400 } },
    { kind: 'rejected', split: true },
  ],
  [
    'a question longer than the context',
    'llama_server',
    400,
    { error: { code: 400, message: TOO_LONG, type: 'exceed_context_size_error' } },
    { split: true },
  ],
  [
    'a model that was removed',
    'ollama',
    404,
    { error: 'model "qwen3-vl:8b-instruct" not found, try pulling it first' },
    { kind: 'gone', split: false },
  ],
  ['a full queue', 'lm_studio', 500, { error: 'internal' }, { kind: 'unavailable', again: true }],
])('%s is told apart', async (_, kind, status, body, failure) => {
  const { client, asked } = await found(kind, () => ({ status, body }));
  await expect(ask(client)).rejects.toMatchObject({ name: 'VisionFailure', ...failure });
  expect(asked).toHaveLength(1);
});

describe('the probe', () => {
  it.each<[string, number[], string]>([
    ['0 to 1000', [583, 125, 833, 375], 'norm1000_xyxy'],
    ['0 to 1000, heights first', [125, 583, 375, 833], 'norm1000_yxyx'],
    ['pixels', [560, 80, 800, 240], 'pixel_sent'],
    ['pixels, heights first', [80, 560, 240, 800], 'pixel_yxyx'],
    ['0 to 1', [0.583, 0.125, 0.833, 0.375], 'norm1_xyxy'],
    ['0 to 1, heights first', [0.125, 0.583, 0.375, 0.833], 'norm1_yxyx'],
    ['nothing of the kind', [10, 10, 400, 600], 'none'],
  ])('sees that a model counts in %s', async (_, box, format) => {
    const { client } = await found('ollama', () => ({ json: {} }), { probe: () => ({ json: { box } }) });
    expect((await client.open?.(soon()))?.profile.box_format).toBe(format);
  });

  it('is made once for all reports', async () => {
    let probes = 0;
    const { client } = await found('ollama', () => ({ json: {} }), {
      probe: () => {
        probes += 1;
        return { json: { box: [583, 125, 833, 375] } };
      },
    });
    await Promise.all([ask(client), ask(client.forCaller?.('user:1') ?? client)]);
    await ask(client);
    expect(probes).toBe(1);
  });

  it('that fails is made again for the next report', async () => {
    let up = false;
    const { client } = await found('ollama', () => ({ json: {} }), {
      probe: () => (up ? { json: { box: [583, 125, 833, 375] } } : { status: 500 }),
    });
    await expect(client.open?.(soon())).rejects.toMatchObject({ kind: 'unavailable' });
    up = true;
    expect((await client.open?.(soon()))?.profile.box_format).toBe('norm1000_xyxy');
  });
});

describe('photos', () => {
  const examine = async (client: VisionClient, count: number) =>
    await createVisionDetector({ client, price: { in: 0, out: 0 }, retry_ms: 5 }).detect(
      inputFor(await madePhotos(count)),
    );
  const torn = scripted({ findings: [{ photo: 1, part: 'hood', types: ['torn'], confidence: 0.9 }] });

  it('are sent as many at once as the model’s size allows, and the report says what looked', async () => {
    const { client, asked } = await found('ollama', torn);
    const { engine, findings } = await examine(client, 6);
    expect(asked.filter(isFind).map((one) => photosAsked(one).length)).toEqual([3, 3]);
    expect(engine).toMatchObject({ served_by: 'ollama', model: MODEL.name, examined_photos: 6, usd: 0 });
    expect(findings).toContainEqual(expect.objectContaining({ category: 'hood', status: 'visible' }));
  });

  it('of a question that is too long are asked about in halves', async () => {
    const { client, asked } = await found('vllm', (one) =>
      one.images.length > 1 && isFind(one)
        ? { status: 400, body: { error: { message: 'At most 1 image(s) may be provided in one prompt.' } } }
        : torn(one),
    );
    const { engine } = await examine(client, 4);
    expect(engine.examined_photos).toBe(4);
    expect(asked.filter((one) => isFind(one) && one.images.length === 1)).toHaveLength(4);
  });

  /** Tokens of a question as a real model counts them: four characters of text, a tile of a Qwen. */
  const tokensOf = ({ text, system, images }: Asked, each = 1064) =>
    Math.round((text.length + (system ?? '').length) / 4) + each * images.length;
  const old = { ...MODEL, server_version: '0.9.2' };

  it('of a question that an old Ollama cut without a word are asked about in halves', async () => {
    const { client, asked } = await found('ollama', torn, {
      model: old,
      read: (one) => (tokensOf(one) > 4_096 ? 2_050 : tokensOf(one)),
    });
    const { engine } = await examine(client, 3);
    expect(engine.examined_photos).toBe(3);
    expect(asked.filter(isFind).map((one) => photosAsked(one).length)).toEqual([3, 2, 1, 1, 1]);
  });

  it('that an old Ollama has no room for, even one by one, stay unexamined, and the report says why', async () => {
    const { client, asked } = await found('ollama', torn, { model: old, read: () => 2_050 });
    const { engine, warnings } = await examine(client, 2);
    expect(asked.map((one) => photosAsked(one).length)).toEqual([2, 1, 1]);
    expect(engine.id).toBe('declared');
    expect(warnings).toContainEqual({ code: 'not_examined', why: 'cut' });
  });

  it('count as many tokens as their model likes where nobody tells how many that is', async () => {
    const { client } = await found('ollama', torn, {
      model: { ...old, name: 'gemma3:12b' },
      read: (one) => tokensOf(one, 1),
    });
    expect((await examine(client, 3)).engine.examined_photos).toBe(3);
  });

  it('that a newer Ollama still knew are no sign of a cut, which it refuses as it is told', async () => {
    const { client, asked } = await found('ollama', torn, {
      model: { ...MODEL, server_version: '0.33.2' },
      read: () => 1,
    });
    expect((await examine(client, 3)).engine.examined_photos).toBe(3);
    expect(asked[0]?.body).toMatchObject({ truncate: false, shift: false });
  });

  it('by a model of the smallest size are seen one by one and once', async () => {
    const model = { name: 'qwen3-vl:2b-instruct', sees: true };
    const { client, asked } = await found('ollama', torn, { model });
    const { engine, warnings } = await examine(client, 2);
    expect(asked.map((one) => photosAsked(one).length)).toEqual([1, 1]);
    expect(engine.examined_photos).toBe(2);
    expect(warnings).toContainEqual({ code: 'no_second_look' });
  });

  it('by a model that can’t tell places bring damage without a box', async () => {
    const { client } = await found('ollama', torn, { probe: () => ({ json: { box: [1, 2, 3, 4] } }) });
    const { findings } = await examine(client, 1);
    const hood = findings.find((finding) => finding.category === 'hood');
    expect(hood?.evidence).toMatchObject([{ photo: 1, box: null }]);
  });

  it('keep the place of a box that slips over the edge, once the probe saw how the model counts', async () => {
    const slips = scripted({
      findings: [{ photo: 1, part: 'hood', types: ['torn'], confidence: 0.9, box: [500, 100, 1010, 400] }],
    });
    const { client } = await found('ollama', slips);
    const { findings } = await examine(client, 1);
    const hood = findings.find((finding) => finding.category === 'hood');
    expect(hood?.evidence).toMatchObject([{ photo: 1, box: [0.5, 0.1, 1, 0.4] }]);
  });

  it('stay unexamined where the model can’t be met, and the report says why', async () => {
    const { client } = await found('ollama', torn, { probe: () => ({ status: 404, body: { error: 'x' } }) });
    const { engine, warnings } = await examine(client, 2);
    expect(engine.id).toBe('declared');
    expect(warnings).toContainEqual({ code: 'not_examined', why: 'gone' });
  });
});
