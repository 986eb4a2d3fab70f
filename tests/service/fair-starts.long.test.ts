import fs from 'node:fs';
import path from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createServer } from '../../server/http/create-server.ts';
import { createLog } from '../../server/log.ts';
import { FetchTimeout } from '../../server/web-fetch/fetch-errors.ts';
import { startSite } from './local-site.ts';
import { SAMPLE_ACCOUNT, startService } from './service.ts';

/** One account against everybody else, on the real service over HTTP, with an auction site of its own. */

const PAGE = fs.readFileSync(
  path.join(import.meta.dirname, '../../server/auction-sites/fixtures/iaai-page/page.html'),
  'utf8',
);
const link = (id: number): string => `https://www.iaai.com/VehicleDetail/${id}~US`;

async function attacked() {
  const site = await startSite((request, response) => {
    const id = /VehicleDetail\/(\d+)/.exec(request.url ?? '')?.[1] ?? '';
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(PAGE.replaceAll('46111222', id).replaceAll('45600111', id));
  });
  const service = await startService(inject('databaseServer'), {
    worker: false,
    environment: {
      SOURCE_ORIGINS: JSON.stringify({ 'https://www.iaai.com': site.origin }),
      PREFETCH_PHOTOS: 'false',
      TRUST_PROXY: 'true',
    },
  });
  onTestFinished(() => service.close());
  const url = await service.app.listen({ port: 0, host: '127.0.0.1' });
  const post = async (name: string, json: unknown, headers: Record<string, string>) => {
    const answer = await fetch(`${url}/api/v1/auction/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(json),
    });
    const body = (await answer.json()) as Record<string, unknown>;
    return { status: answer.status, headers: answer.headers, body };
  };
  const token = await service.signIn(SAMPLE_ACCOUNT.email, SAMPLE_ACCOUNT.password);
  return { service, site, post, token };
}

test('sixty starts of one account delay the scrape of a visitor by at most two turns, and none ends in 500', async () => {
  const { service, site, post, token } = await attacked();
  // Who joins a line and who leaves it, in order: a wait is counted in turns, however busy the machine is.
  await service.tools.pool.query(`
    CREATE TABLE line_log (id bigserial PRIMARY KEY, what text, ticket bigint, caller text);
    CREATE FUNCTION log_line() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO line_log (what, ticket, caller)
      SELECT TG_OP, seen.id, seen.caller FROM (SELECT (coalesce(NEW, OLD)).*) AS seen;
      RETURN NULL;
    END $$;
    CREATE TRIGGER log_line AFTER INSERT OR DELETE ON host_waits FOR EACH ROW EXECUTE FUNCTION log_line();`);
  const unanswered = new Set<number>();
  const start = async (id: number) => {
    unanswered.add(id);
    const answer = await post(
      'process_report',
      { auction_url: link(id) },
      { authorization: `Bearer ${token}` },
    );
    unanswered.delete(id);
    return answer;
  };
  const burst = Array.from({ length: 60 }, (_, n) => start(47_000_000 + n));
  const stillWaited = (): number[] =>
    [...unanswered].filter((id) => !site.requests.some(({ url }) => url?.includes(String(id))));
  await expect.poll(() => site.requests.length).toBeGreaterThan(1);

  /** Turns that others took between a visitor's joining the line and the visitor's own turn, by the line's own order. */
  const turnsBefore = async (lot: number, address: string): Promise<number> => {
    const known = (await service.tools.pool.query('SELECT max(id) AS last FROM line_log')).rows[0].last;
    const answer = await post('scrape', { auction_link: link(lot) }, { 'x-forwarded-for': address });
    expect(answer.status).toBe(200);
    const { rows } = await service.tools.pool.query(
      `SELECT (SELECT count(*)::int FROM line_log other WHERE other.what = 'DELETE' AND other.id > joined.id AND other.id < own.id) AS turns
         FROM line_log joined JOIN line_log own ON own.ticket = joined.ticket AND own.what = 'DELETE'
        WHERE joined.what = 'INSERT' AND joined.id > $1 AND joined.caller NOT LIKE 'user:%'`,
      [known],
    );
    expect(rows).toHaveLength(1);
    return rows[0].turns;
  };
  expect(await turnsBefore(48_000_000, '203.0.113.9')).toBeLessThanOrEqual(2);

  // The same for a lot that the account has asked for too, and still waits for.
  await expect.poll(() => stillWaited().length).toBeGreaterThan(0);
  const shared = stillWaited().at(-1) ?? 0;
  expect(await turnsBefore(shared, '203.0.113.10')).toBeLessThanOrEqual(2);

  const answers = await Promise.all(burst);
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect(
    [...new Set(answers.map(({ status }) => status))].filter((status) => ![200, 429, 503].includes(status)),
  ).toEqual([]);
  expect(count(429)).toBe(30);
  expect(count(200)).toBeGreaterThan(10);
  for (const { status, headers, body } of answers)
    if (status !== 200) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(body.code).toBe(status === 429 ? 'rate_limited' : 'unavailable');
    }
  // A lot two have asked for is read once.
  expect(site.requests.filter(({ url }) => url?.includes(String(shared)))).toHaveLength(1);
}, 240_000);

test.each([
  ['a time limit of our own', () => AbortSignal.timeout(0)],
  ['a stopped wait', () => AbortSignal.abort()],
])('%s that ends a call is 503 with a sentence and Retry-After', async (_, make) => {
  const app = await createServer({ log: createLog('silent'), trustProxy: false, publicUrl: null });
  onTestFinished(() => app.close());
  app.get('/slow', async () => {
    const signal = make();
    await new Promise((_resolve, reject) => {
      if (signal.aborted) reject(signal.reason as Error);
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  });
  app.get('/silent', async () => {
    throw new FetchTimeout('total', 'https://www.iaai.com/');
  });
  for (const url of ['/slow', '/silent']) {
    const answer = await app.inject({ url });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '60']);
    expect(answer.json()).toMatchObject({ code: 'unavailable', message: expect.stringMatching(/try again/) });
  }
});
