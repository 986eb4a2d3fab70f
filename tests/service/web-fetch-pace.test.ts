import { describe, expect, it } from 'vitest';
import { Busy, RetryLater } from '../../server/errors.ts';
import { type HostLine, linesInProcess } from '../../server/web-fetch/host-line.ts';
import { DEFAULT_LIMITS } from '../../server/web-fetch/limits.ts';
import { fetchFrom, PAGE, startSite } from './local-site.ts';

const quick = { limits: { ...DEFAULT_LIMITS, backOffMs: 20 } };

/** A site that answers with these statuses in turn, then with 200. */
async function answering(...answers: { status: number; headers?: Record<string, string> }[]) {
  const left = [...answers];
  return startSite((_request, response) => {
    const next = left.shift() ?? { status: 200 };
    response.writeHead(next.status, next.headers).end(`status ${next.status}`);
  });
}

describe('after a refusal', () => {
  it.each([429, 503])('asks again when the answer is %i', async (status) => {
    const site = await answering({ status });
    expect(await fetchFrom(site, quick).fetch({ url: PAGE, kind: 'page' })).toMatchObject({ status: 200 });
    expect(site.requests).toHaveLength(2);
  });

  it('asks three times and then gives the answer back', async () => {
    const site = await answering({ status: 503 }, { status: 503 }, { status: 503 }, { status: 503 });
    expect(await fetchFrom(site, quick).fetch({ url: PAGE, kind: 'page' })).toMatchObject({ status: 503 });
    expect(site.requests).toHaveLength(3);
  });

  it('waits as long as the source asks', async () => {
    const site = await answering({ status: 429, headers: { 'retry-after': '1' } });
    const startedAt = performance.now();
    await fetchFrom(site, quick).fetch({ url: PAGE, kind: 'page' });
    expect(performance.now() - startedAt).toBeGreaterThan(990);
  });

  it('comes back later when the source asks for more than 20 seconds', async () => {
    const site = await answering({ status: 429, headers: { 'retry-after': '21' } });
    const error = await fetchFrom(site, quick)
      .fetch({ url: PAGE, kind: 'page' })
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(RetryLater);
    expect(error).toMatchObject({ ms: 21_000 });
    expect(site.requests).toHaveLength(1);
  });

  it.each([400, 401, 403, 404, 410, 500, 502, 504])(
    'never asks again when the answer is %i',
    async (status) => {
      const site = await answering({ status });
      expect(await fetchFrom(site, quick).fetch({ url: PAGE, kind: 'page' })).toMatchObject({ status });
      expect(site.requests).toHaveLength(1);
    },
  );

  it('never asks again when a wall answers, even with 503', async () => {
    const site = await answering({ status: 503, headers: { 'cf-mitigated': 'challenge' } });
    expect(await fetchFrom(site, quick).fetch({ url: PAGE, kind: 'page' })).toMatchObject({ status: 503 });
    expect(site.requests).toHaveLength(1);
  });

  it('asks once more when the connection broke before an answer, but never sends a POST twice', async () => {
    let broken = 0;
    const site = await startSite((request, response) => {
      if (broken < 1 || request.method === 'POST') {
        broken += 1;
        request.socket.destroy();
      } else response.end('x');
    });
    expect(await fetchFrom(site, quick).fetch({ url: PAGE, kind: 'page' })).toMatchObject({ status: 200 });
    const before = site.requests.length;
    const post = fetchFrom(site, quick).fetch({ url: PAGE, kind: 'json', method: 'POST', body: '{}' });
    await expect(post).rejects.toMatchObject({ fault: 'connection_lost' });
    expect(site.requests.length - before).toBe(1);
  });
});

describe('the pace', () => {
  it('leaves a gap between two lot pages of one host', async () => {
    const times: number[] = [];
    const site = await startSite((_request, response) => {
      times.push(performance.now());
      response.end('x');
    });
    const guarded = fetchFrom(site, { pace: { intervalMs: 200 } });
    const startedAt = performance.now();
    await Promise.all([1, 2, 3, 4].map(() => guarded.fetch({ url: PAGE, kind: 'page' })));
    expect(times.map((time, i) => time - startedAt >= i * 200 - 5)).toEqual([true, true, true, true]);
  });

  it('does not make one host wait for another', async () => {
    const site = await startSite((_request, response) => response.end('x'));
    const guarded = fetchFrom(null, {
      sourceOrigins: { 'https://www.copart.com': site.origin, 'https://www.iaai.com': site.origin },
      pace: { intervalMs: 10_000 },
    });
    const startedAt = performance.now();
    await Promise.all(
      [PAGE, 'https://www.iaai.com/VehicleDetail/90000003~US'].map((url) =>
        guarded.fetch({ url, kind: 'page' }),
      ),
    );
    expect(performance.now() - startedAt).toBeLessThan(9_000);
  });

  it('fetches several photos at once, but no more than it is told', async () => {
    const waiting: (() => void)[] = [];
    let most = 0;
    const site = await startSite((_request, response) => {
      waiting.push(() => response.end('x'));
      most = Math.max(most, waiting.length);
      // Nobody is answered before the fourth is there, nor at once: a fifth would be seen.
      if (waiting.length === 4) setTimeout(() => waiting.splice(0).map((answer) => answer()), 100);
    });
    const guarded = fetchFrom(null, {
      sourceOrigins: { 'https://cs.copart.com': site.origin },
      pace: { photoAtOnce: 4 },
    });
    const urls = Array.from({ length: 16 }, (_, i) => `https://cs.copart.com/${i}.jpg`);
    await Promise.all(urls.map((url) => guarded.fetch({ url, kind: 'image' })));
    expect(most).toBe(4);
  });

  it('has all photos that a lot has as a rule under way at once', async () => {
    const waiting: (() => void)[] = [];
    const site = await startSite((_request, response) => {
      waiting.push(() => response.end('x'));
      // Nobody is answered before the twelfth is there.
      if (waiting.length === 12) for (const answer of waiting) answer();
    });
    const guarded = fetchFrom(null, {
      sourceOrigins: { 'https://cs.copart.com': site.origin },
      pace: {},
    });
    const urls = Array.from({ length: 12 }, (_, i) => `https://cs.copart.com/${i}.jpg`);
    const answers = await Promise.all(urls.map((url) => guarded.fetch({ url, kind: 'image' })));
    expect(answers.map(({ status }) => status)).toEqual(urls.map(() => 200));
  });

  it('can be kept by somebody else for all processes', async () => {
    const site = await startSite((_request, response) => response.end('x'));
    const own = linesInProcess();
    const joined: unknown[] = [];
    const line: HostLine = {
      ...own,
      join: (wait) => {
        joined.push([wait.host, wait.intervalMs, wait.caller]);
        return own.join(wait);
      },
    };
    await fetchFrom(site, { pace: { line, intervalMs: 700 } }).fetch({
      url: PAGE,
      kind: 'page',
      caller: 'user:1',
    });
    expect(joined).toEqual([['www.copart.com', 700, 'user:1']]);
  });

  it('comes back later rather than sit out a long queue', async () => {
    const site = await startSite((_request, response) => response.end('x'));
    const line: HostLine = { ...linesInProcess(), join: async () => ({ ticket: null, waitMs: 60_000 }) };
    const guarded = fetchFrom(site, { pace: { line, intervalMs: 1 } });
    const refused = guarded.fetch({ url: PAGE, kind: 'page' });
    await expect(refused).rejects.toBeInstanceOf(Busy);
    await expect(refused).rejects.toMatchObject({ ms: 60_000 });
    expect(site.requests).toHaveLength(0);
  });

  it('gives up its place when the caller stops waiting', async () => {
    const site = await startSite((_request, response) => setTimeout(() => response.end('x'), 100));
    const guarded = fetchFrom(site, { pace: { lotAtOnce: 1, intervalMs: 0 } });
    const stop = new AbortController();
    const first = guarded.fetch({ url: PAGE, kind: 'page' });
    const second = guarded.fetch({ url: PAGE, kind: 'page', signal: stop.signal });
    const third = guarded.fetch({ url: PAGE, kind: 'page' });
    setTimeout(() => stop.abort(new Error('stopped')), 30);
    await expect(second).rejects.toThrow('stopped');
    await Promise.all([first, third]);
    expect(site.requests).toHaveLength(2);
  });

  it('is not needed for an answer made in this process', async () => {
    const guarded = fetchFrom(null, {
      answerLocally: async (url) =>
        url.pathname === '/lot/90000002'
          ? { status: 200, headers: { 'Content-Type': 'text/html' }, body: 'sample' }
          : null,
      pace: {
        line: { ...linesInProcess(), join: () => Promise.reject(new Error('must not be asked')) },
        intervalMs: 1000,
      },
    });
    expect(await guarded.fetch({ url: PAGE, kind: 'page' })).toMatchObject({
      status: 200,
      contentType: 'text/html',
      url: PAGE,
      redirected: false,
      body: Buffer.from('sample'),
    });
  });

  it('lets at most a hundred requests of one caller wait, whatever the hosts', async () => {
    const site = await startSite((_request, response) => setTimeout(() => response.end('x'), 20));
    const guarded = fetchFrom(null, {
      sourceOrigins: { 'https://cs.copart.com': site.origin, 'https://vis.iaai.com': site.origin },
      pace: { photoAtOnce: 1, mostWaiting: 100 },
    });
    const photo = (host: string, index: number, caller: string) =>
      guarded.fetch({ url: `https://${host}/${index}.jpg`, kind: 'image', caller });
    const many = await Promise.allSettled(
      Array.from({ length: 110 }, (_, i) =>
        photo(i % 2 ? 'cs.copart.com' : 'vis.iaai.com', i, 'user:1'),
      ).concat(photo('cs.copart.com', 200, 'user:2')),
    );
    expect(many.filter(({ status }) => status === 'rejected')).toHaveLength(10);
    expect(many.at(-1)).toMatchObject({ status: 'fulfilled' });
  });

  it('takes a photo of each caller in turn, however many one has waiting', async () => {
    const asked: string[] = [];
    const site = await startSite((request, response) => {
      asked.push(request.url ?? '');
      setTimeout(() => response.end('x'), 5);
    });
    const guarded = fetchFrom(null, {
      sourceOrigins: { 'https://cs.copart.com': site.origin },
      pace: { photoAtOnce: 2 },
    });
    const photo = (name: string, caller: string) =>
      guarded.fetch({ url: `https://cs.copart.com/${name}.jpg`, kind: 'image', caller });
    await Promise.all([
      ...Array.from({ length: 40 }, (_, i) => photo(`burst${i}`, 'user:1')),
      photo('own', 'user:2'),
    ]);
    expect(asked.indexOf('/own.jpg')).toBeLessThan(4);
  });

  it('answers with what a failing line says, and takes turns again after it', async () => {
    const site = await startSite((_request, response) => response.end('x'));
    const own = linesInProcess();
    let failing = true;
    const line: HostLine = {
      ...own,
      next: (...input) => (failing ? Promise.reject(new Error('database away')) : own.next(...input)),
    };
    const guarded = fetchFrom(site, { pace: { line, intervalMs: 1 } });
    await expect(guarded.fetch({ url: PAGE, kind: 'page' })).rejects.toThrow('database away');
    failing = false;
    expect(await guarded.fetch({ url: PAGE, kind: 'page', caller: 'user:2' })).toMatchObject({ status: 200 });
  });

  it('names the product and never pretends to be a browser', async () => {
    const site = await startSite((_request, response) => response.end('x'));
    await fetchFrom(site).fetch({ url: PAGE, kind: 'page' });
    expect(site.requests[0]?.headers['user-agent']).toBe('LotLens/test');
  });
});
