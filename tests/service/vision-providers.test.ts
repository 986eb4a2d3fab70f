import { describe, expect, it } from 'vitest';
import { createBudget, OPEN_GATE } from '../../server/damage-detectors/vision/budget.ts';
import { NO_CACHE } from '../../server/damage-detectors/vision/cache.ts';
import type { VisionClient, VisionQuestion } from '../../server/damage-detectors/vision/client.ts';
import { VISION_PROVIDERS, type VisionProvider } from '../../server/damage-detectors/vision/profiles.ts';
import { createVisionClient } from '../../server/damage-detectors/vision/provider.ts';
import { type RequestTools, requestAnswer } from '../../server/damage-detectors/vision/request.ts';
import { firstPassJsonSchema, readFound } from '../../server/damage-detectors/vision/schema.ts';
import { startStandIn } from './vision-stand-in.ts';

const CATEGORIES = ['front_bumper_cover', 'headlamp', 'hood'];
const EMPTY = {
  photos: [],
  findings: [],
  likely_hidden: [],
  seen_whole: [],
  unsure: [],
  airbags_seen: [],
  warnings: [],
};
/** As read: nothing in it, nothing lost. */
const READ = { ...EMPTY, entries: { given: 0, unusable: 0 } };
const JPEG = Buffer.from('/9j/4AAQSkZJRg==', 'base64');

const question: VisionQuestion = {
  pass: 'find',
  instructions: 'the rules',
  images: [{ label: 'Photo P1', sha256: 'a', jpeg: JPEG, width: 1008, height: 756 }],
  text: 'look',
  schema: firstPassJsonSchema(CATEGORIES),
  max_output_tokens: 900,
};

const toolsFor = (client: VisionClient, signal = AbortSignal.timeout(60_000)): RequestTools => ({
  client,
  budget: createBudget({ max_usd: 1, price: { in: 1, out: 2 }, gate: OPEN_GATE }),
  cache: NO_CACHE,
  report: null,
  signal,
  deadline: AbortSignal.timeout(60_000),
  retry_ms: 5,
});
const ask = async (tools: RequestTools) =>
  (await requestAnswer(tools, question, readFound(CATEGORIES))).value;

describe.each(VISION_PROVIDERS)('%s', (provider) => {
  it('sends rules, labelled picture and the whole schema, and reads the answer and its tokens', async () => {
    const { client, asked } = await startStandIn(provider, () => ({ json: EMPTY }));
    const tools = toolsFor(client);
    expect(await ask(tools)).toEqual(READ);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.system).toContain('the rules');
    expect(asked[0]?.text).toContain('Photo P1 (1008×756 px)');
    expect(asked[0]?.images).toEqual([JPEG.toString('base64')]);
    expect(asked[0]?.schema).toMatchObject({
      type: 'object',
      additionalProperties: false,
      required: Object.keys(EMPTY),
      $defs: { part: { enum: CATEGORIES } },
    });
    expect(tools.budget.spent()).toEqual({ tokens_in: 1200, tokens_out: 300, usd: 0.0018 });
  });

  it('carries the key the provider’s way', async () => {
    const { client, asked } = await startStandIn(provider, () => ({ json: EMPTY }));
    await ask(toolsFor(client));
    const headers: Record<string, unknown> = asked[0]?.headers ?? {};
    const key = { anthropic: headers['x-api-key'], google: headers['x-goog-api-key'] }[provider as string];
    expect(key ?? headers.authorization).toMatch(/key-1$/);
  });

  it('waits out a 429 that names its time, without the library’s own retries', async () => {
    const { client, asked } = await startStandIn(provider, (_, count) =>
      count === 1 ? { status: 429, headers: { 'retry-after': '0' } } : { json: EMPTY },
    );
    expect(await ask(toolsFor(client))).toEqual(READ);
    expect(asked).toHaveLength(2);
  });

  it('gives up as busy on a 429 that asks for a long wait', async () => {
    const { client, asked } = await startStandIn(provider, () => ({
      status: 429,
      headers: { 'retry-after': '120' },
    }));
    await expect(ask(toolsFor(client))).rejects.toMatchObject({ name: 'VisionFailure', kind: 'busy' });
    expect(asked).toHaveLength(1);
  });

  it.each([
    [500, 'unavailable'],
    [529, 'busy'],
  ])('tries once more after a %d, then fails as %s', async (status, kind) => {
    const { client, asked } = await startStandIn(provider, () => ({ status }));
    await expect(ask(toolsFor(client))).rejects.toMatchObject({ kind });
    expect(asked).toHaveLength(2);
  });

  it('does not ask again after a 401', async () => {
    const { client, asked } = await startStandIn(provider, () => ({ status: 401 }));
    await expect(ask(toolsFor(client))).rejects.toMatchObject({ kind: 'rejected' });
    expect(asked).toHaveLength(1);
  });

  it('stops waiting for a server that hangs, and books what was sent', async () => {
    const { client, asked } = await startStandIn(provider, () => ({ hang: true }), { answer_ms: 1_500 });
    const tools = toolsFor(client);
    await expect(ask(tools)).rejects.toMatchObject({ kind: 'timeout' });
    expect(asked).toHaveLength(1);
    expect(tools.budget.spent().tokens_in).toBeGreaterThan(500);
  });

  it('stops at once when the report is cancelled', async () => {
    const { client } = await startStandIn(provider, () => ({ hang: true }));
    const stop = new AbortController();
    const asking = ask(toolsFor(client, stop.signal));
    setTimeout(() => stop.abort(new Error('cancelled')), 50);
    await expect(asking).rejects.toThrow('cancelled');
  });

  it('has a cut answer mended by one further request without pictures', async () => {
    const cut = JSON.stringify({ ...EMPTY, photos: [{ i: 1, view: 'front' }] }).slice(0, 60);
    const { client, asked } = await startStandIn(provider, (_, count) =>
      count === 1 ? { text: cut, end: 'cut' } : { json: EMPTY },
    );
    expect(await ask(toolsFor(client))).toEqual(READ);
    expect(asked).toHaveLength(2);
    expect(asked[1]?.images).toEqual([]);
    expect(asked[1]?.text).toContain(cut);
  });

  it('fails as unreadable when the mended answer has the wrong shape too', async () => {
    const { client, asked } = await startStandIn(provider, () => ({ json: { damages: [] } }));
    await expect(ask(toolsFor(client))).rejects.toMatchObject({ kind: 'unreadable' });
    expect(asked).toHaveLength(2);
  });

  it('takes a refusal as a refusal and asks no more', async () => {
    const { client, asked } = await startStandIn(provider, () => ({ text: 'I can’t help.', end: 'refused' }));
    await expect(ask(toolsFor(client))).rejects.toMatchObject({ kind: 'refused' });
    expect(asked).toHaveLength(1);
  });

  it('fails as unreadable on a success that is not of the protocol', async () => {
    const { client } = await startStandIn(provider, () => ({ status: 200, body: '<html>' }));
    await expect(ask(toolsFor(client))).rejects.toMatchObject({ kind: 'unreadable' });
  });
});

/** Refusals that come in another form than the usual one. */
const REFUSALS: [string, VisionProvider, unknown][] = [
  [
    'a prompt blocked by Google',
    'google',
    {
      promptFeedback: { blockReason: 'SAFETY' },
      usageMetadata: { promptTokenCount: 1200, totalTokenCount: 1200 },
      modelVersion: 'eye',
    },
  ],
  [
    'an empty refusal of Anthropic’s',
    'anthropic',
    {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'eye',
      content: [],
      stop_reason: 'refusal',
      stop_sequence: null,
      usage: { input_tokens: 1200, output_tokens: 1 },
    },
  ],
  [
    'a content filter before a server of one’s own',
    'openai_compatible',
    {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1_700_000_000,
      model: 'eye',
      choices: [{ index: 0, message: { role: 'assistant', content: '' }, finish_reason: 'content_filter' }],
      usage: { prompt_tokens: 1200, completion_tokens: 0, total_tokens: 1200 },
    },
  ],
  [
    'a content filter of OpenAI’s',
    'openai',
    {
      id: 'resp_1',
      object: 'response',
      created_at: 1_700_000_000,
      status: 'incomplete',
      incomplete_details: { reason: 'content_filter' },
      error: null,
      model: 'eye',
      output: [],
      usage: {
        input_tokens: 1200,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: 0,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 1200,
      },
    },
  ],
];

it.each(REFUSALS)('%s is a refusal, and what it cost is booked', async (_, provider, body) => {
  const { client, asked } = await startStandIn(provider, () => ({ status: 200, body }));
  const tools = toolsFor(client);
  await expect(ask(tools)).rejects.toMatchObject({ kind: 'refused' });
  expect(asked).toHaveLength(1);
  expect(tools.budget.spent().tokens_in).toBe(1200);
});

it('a server that counts no tokens is booked with what the request may have used', async () => {
  const { client } = await startStandIn('openai_compatible', () => ({
    status: 200,
    body: {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1_700_000_000,
      model: 'eye',
      choices: [
        { index: 0, message: { role: 'assistant', content: JSON.stringify(EMPTY) }, finish_reason: 'stop' },
      ],
    },
  }));
  const tools = toolsFor(client);
  expect(await ask(tools)).toEqual(READ);
  expect(tools.budget.spent().tokens_in).toBeGreaterThan(900);
  expect(tools.budget.spent().tokens_out).toBeGreaterThan(20);
});

it.each(['http://127.0.0.1:11434/v1', 'http://localhost:8000/v1', 'https://models.example.test/openai/v1'])(
  'a server of one’s own at %s is asked there',
  async (base_url) => {
    const asked: string[] = [];
    const client = createVisionClient({
      provider: 'openai_compatible',
      model: 'qwen3-vl',
      base_url,
      fetch: async (url) => {
        asked.push(String(url));
        return new Response('{}', { status: 401 });
      },
    });
    await expect(ask(toolsFor(client))).rejects.toMatchObject({ kind: 'rejected' });
    expect(asked).toEqual([`${base_url}/chat/completions`]);
  },
);

describe('what each protocol is told beyond the question', () => {
  const bodyOf = async (provider: VisionProvider) => {
    const { client, asked } = await startStandIn(provider, () => ({ json: EMPTY }));
    await ask(toolsFor(client));
    return { body: asked[0]?.body, text: asked[0]?.text ?? '' };
  };

  it('a server of one’s own: strict schema, also in words, temperature 0, an end to the answer', async () => {
    const { body, text } = await bodyOf('openai_compatible');
    expect(body).toMatchObject({
      temperature: 0,
      max_tokens: 900,
      response_format: { type: 'json_schema', json_schema: { strict: true } },
    });
    expect(text).toContain('JSON schema:');
  });

  it('OpenAI: strict schema, high detail, nothing stored', async () => {
    const { body } = await bodyOf('openai');
    expect(body).toMatchObject({
      store: false,
      max_output_tokens: 900,
      text: { format: { type: 'json_schema', strict: true } },
    });
    expect(JSON.stringify(body)).toContain('"detail":"high"');
  });

  it('Anthropic: its own structured output, pictures before the text', async () => {
    const { body } = await bodyOf('anthropic');
    expect(body).toMatchObject({
      max_tokens: 900,
      output_config: { format: { type: 'json_schema' } },
      messages: [{ content: [{ type: 'text' }, { type: 'image' }, { type: 'text', text: 'look' }] }],
    });
  });

  it('Google: its JSON schema and mime type', async () => {
    const { body } = await bodyOf('google');
    expect(body).toMatchObject({
      generationConfig: { temperature: 0, maxOutputTokens: 900, responseMimeType: 'application/json' },
    });
  });
});
