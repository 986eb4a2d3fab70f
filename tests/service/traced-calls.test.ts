import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { SAMPLE_LOTS } from '../../samples/sample-lots.ts';
import { buildApp } from '../../server/app.ts';
import { createLog } from '../../server/log.ts';
import { SAMPLE_ACCOUNT, startService, type TestService, until } from './service.ts';

/** Every request has a name and a place in a trace, which its log lines, its answer and its report carry. */

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE}-00f067aa0ba902b7-01`;
const OWN = /^00-([0-9a-f]{32})-([0-9a-f]{16})-00$/;

let service: TestService;
let lines: string[] = [];
beforeAll(async () => {
  service = await startService(inject('databaseServer'), {
    environment: { PREFETCH_PHOTOS: 'false' },
    log: createLog('debug', { write: (line: string) => lines.push(line) }),
  });
  // What its worker says at its start is of no request.
  await until('it has tidied up', 60_000, async () => logged().some(({ msg }) => msg === 'tidied up'));
});
afterAll(() => service.close());

const logged = (): Record<string, unknown>[] => lines.map((line) => JSON.parse(line));

describe('a request', () => {
  it('is called as its caller says, and its lines and answer say so', async () => {
    lines = [];
    const answer = await service.call('GET', 'site_info', {
      headers: { 'x-request-id': 'proxy-7f.A~1_b', traceparent: TRACEPARENT },
    });
    expect(answer.headers['x-request-id']).toBe('proxy-7f.A~1_b');
    expect(answer.headers.traceparent).toMatch(
      new RegExp(`^00-${TRACE}-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$`),
    );
    expect(logged().filter(({ msg }) => msg === 'request')).toMatchObject([
      { request_id: 'proxy-7f.A~1_b', trace_id: TRACE, path: '/api/v1/site_info', status: 200 },
    ]);
  });

  it.each([
    ['none', {}],
    ['a line break', { 'x-request-id': 'a\nb' }],
    ['a long one', { 'x-request-id': 'a'.repeat(65) }],
    ['quotes', { 'x-request-id': '"},{"level":60' }],
    ['nothing', { 'x-request-id': '' }],
    ['a trace of zeros', { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` }],
    ['a long trace', { traceparent: `${TRACEPARENT}${'0'.repeat(9_000)}` }],
  ])('with %s gets names of ours', async (_, headers) => {
    const { headers: told } = await service.call('GET', 'site_info', { headers });
    expect(told['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(told.traceparent).toMatch(OWN);
    expect(String(told.traceparent)).not.toContain('0'.repeat(32));
  });

  it.each([
    ['unknown', 'GET', 'nothing', undefined],
    ['of a method that is not taken', 'PUT', 'site_info', undefined],
    ['without a session', 'GET', 'users/me', undefined],
    ['with a wrong body', 'POST', 'auth/register', {}],
  ] as const)('that is refused (%s) is named too', async (_, method, url, json) => {
    lines = [];
    const answer = await service.call(method, url, {
      ...(json === undefined ? {} : { json }),
      headers: { 'x-request-id': 'refused-1' },
    });
    expect(answer.status).toBeGreaterThan(399);
    expect(answer.headers['x-request-id']).toBe('refused-1');
    expect(logged().filter(({ request_id }) => request_id !== 'refused-1')).toEqual([]);
    expect(logged().length).toBeGreaterThan(0);
  });

  it('names each key of a line once', async () => {
    lines = [];
    await service.call('POST', 'auth/register', { json: {} });
    await service.call('POST', 'auction/scrape', { json: { auction_url: SAMPLE_LOTS[0]?.link } });
    for (const line of lines)
      for (const key of ['request_id', 'trace_id', 'report_id'])
        expect(line.split(`"${key}":`).length).toBeLessThan(3);
  });

  it('is told outside production how long it took, and how much of it the database', async () => {
    const token = await service.signIn(SAMPLE_ACCOUNT.email, SAMPLE_ACCOUNT.password);
    const { headers } = await service.call('GET', 'users/me', { token });
    const [, statements] =
      /^total;dur=\d+\.\d, db;dur=\d+\.\d;desc="(\d+) statements"$/.exec(String(headers['server-timing'])) ??
      [];
    expect(Number(statements)).toBeGreaterThan(0);
  });
});

it('in production nobody is told how long a request took', async () => {
  const config = { ...service.config, production: true };
  const app = await buildApp({ ...service.tools, config, webFolder: `${service.dataDir}/no-web` });
  const { headers } = await app.inject({ url: '/api/v1/site_info' });
  expect(headers['x-request-id']).toBeDefined();
  expect(headers['server-timing']).toBeUndefined();
});

it('a report’s lines carry the trace of the request that asked for it', async () => {
  const token = await service.signIn(SAMPLE_ACCOUNT.email, SAMPLE_ACCOUNT.password);
  const link = SAMPLE_LOTS[0]?.link;
  await service.call('POST', 'auction/scrape', { token, json: { auction_url: link } });
  lines = [];
  const started = await service.call('POST', 'auction/process_report', {
    token,
    json: { auction_url: link },
    headers: { traceparent: TRACEPARENT },
  });
  expect([started.status, started.text]).toEqual([200, expect.stringContaining('report_id')]);
  const id = started.json.report_id;
  // What a step asks for is told as the report's, whoever writes the line.
  await until('the report’s photos are fetched', 60_000, async () =>
    logged().some(({ msg, report_id }) => msg === 'fetch' && report_id === id),
  );
  const own = logged().filter(({ report_id, msg }) => report_id === id && msg !== 'report claimed');
  expect(new Set(own.map(({ trace_id }) => trace_id))).toEqual(new Set([TRACE]));
});
