import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { FetchNetwork } from '../../server/web-fetch/fetch-errors.ts';
import { DEFAULT_LIMITS, type FetchLimits } from '../../server/web-fetch/limits.ts';
import { fetchFrom, PAGE, startRawSite, startSite } from './local-site.ts';

const MIB = 1024 * 1024;

/** Only what is named is limited: on a busy machine anything else may take its time. */
const limitedTo = ({
  idleMs = 60_000,
  headersMs = 60_000,
  totalMs = 60_000,
}: {
  idleMs?: number;
  headersMs?: number;
  totalMs?: number;
}): { limits: Partial<FetchLimits> } => ({
  limits: {
    connectMs: 60_000,
    idleMs,
    byKind: { ...DEFAULT_LIMITS.byKind, page: { headersMs, totalMs, maxBytes: 8 * MIB } },
  },
});

async function timed<T>(work: Promise<T>): Promise<{ error: unknown; ms: number }> {
  const startedAt = performance.now();
  const error = await work.then(
    () => null,
    (caught: unknown) => caught,
  );
  return { error, ms: performance.now() - startedAt };
}

/** Bytes that hardly compress, so that only their size is judged. */
function noise(bytes: number): Buffer {
  const data = Buffer.alloc(bytes);
  for (let at = 0, state = 1; at < bytes; at += 1) {
    state = (state * 1103515245 + 12345) % 2147483648;
    data[at] = state >> 16;
  }
  return data;
}

describe('the size of an answer', () => {
  it('may be up to 8 MiB for a page and 15 MiB for a picture', async () => {
    const site = await startSite((_request, response) => response.end(Buffer.alloc(9 * MIB)));
    const guarded = fetchFrom(site, {
      sourceOrigins: { 'https://www.copart.com': site.origin, 'https://cs.copart.com': site.origin },
    });
    await expect(guarded.fetch({ url: PAGE, kind: 'page' })).rejects.toMatchObject({
      name: 'FetchTooLarge',
      what: 'body',
      limit: 8 * MIB,
    });
    const photo = await guarded.fetch({ url: 'https://cs.copart.com/a.jpg', kind: 'image' });
    expect(photo.body.length).toBe(9 * MIB);
  });

  it('is counted when the server does not say it, and reading stops there', async () => {
    let sent = 0;
    const site = await startSite((_request, response) => {
      const send = () => {
        while (sent < 60 * MIB && !response.destroyed) {
          sent += 65536;
          if (!response.write(Buffer.alloc(65536))) return response.once('drain', send);
        }
        return response.end();
      };
      send();
    });
    await expect(fetchFrom(site).fetch({ url: PAGE, kind: 'page' })).rejects.toMatchObject({ what: 'body' });
    expect(sent).toBeLessThan(30 * MIB);
  });

  it('can be limited further by the caller, never less', async () => {
    const site = await startSite((_request, response) => response.end(Buffer.alloc(9 * MIB)));
    const guarded = fetchFrom(site);
    await expect(guarded.fetch({ url: PAGE, kind: 'page', maxBytes: 1000 })).rejects.toMatchObject({
      limit: 1000,
    });
    await expect(guarded.fetch({ url: PAGE, kind: 'page', maxBytes: 99 * MIB })).rejects.toMatchObject({
      limit: 8 * MIB,
    });
  });

  it('is also limited for headers', async () => {
    const site = await startSite((_request, response) => {
      for (let i = 0; i < 50; i += 1) response.setHeader(`x-${i}`, 'y'.repeat(1000));
      response.end('x');
    });
    await expect(fetchFrom(site).fetch({ url: PAGE, kind: 'page' })).rejects.toMatchObject({
      name: 'FetchTooLarge',
      what: 'headers',
    });
  });

  it('is also limited when an answer is made in this process', async () => {
    const answerLocally = async () => ({ status: 200, headers: {}, body: Buffer.alloc(9 * MIB) });
    await expect(fetchFrom(null, { answerLocally }).fetch({ url: PAGE, kind: 'page' })).rejects.toMatchObject(
      { name: 'FetchTooLarge' },
    );
  });
});

describe('a packed answer', () => {
  const text = Buffer.concat([Buffer.from('<title>2019 BMW 5 Series</title>'), noise(300_000)]);

  it.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['identity', text],
  ])('in %s is unpacked', async (encoding, body) => {
    const site = await startSite((_request, response) => {
      response.setHeader('content-encoding', encoding);
      response.end(body);
    });
    const answer = await fetchFrom(site).fetch({ url: PAGE, kind: 'page' });
    expect(answer.body.equals(text)).toBe(true);
    expect(site.requests[0]?.headers['accept-encoding']).toBe('gzip, br, deflate');
  });

  it.each(['gzip, gzip', 'br, gzip', 'zstd', 'compress', 'x', 'gzip;q=1'])(
    'in %s is refused',
    async (encoding) => {
      const site = await startSite((_request, response) => {
        response.setHeader('content-encoding', encoding);
        response.end(gzipSync(gzipSync(text)));
      });
      await expect(fetchFrom(site).fetch({ url: PAGE, kind: 'page' })).rejects.toMatchObject({
        name: 'FetchRefused',
        reason: 'encoding',
      });
    },
  );

  it.each([
    ['gzip', gzipSync(Buffer.alloc(50 * MIB))],
    ['br', brotliCompressSync(Buffer.alloc(50 * MIB))],
    ['deflate', deflateSync(Buffer.alloc(50 * MIB))],
  ])('that is a bomb in %s is dropped early', async (encoding, bomb) => {
    const site = await startSite((_request, response) => {
      response.setHeader('content-encoding', encoding);
      response.end(bomb);
    });
    const before = process.memoryUsage().rss;
    await expect(fetchFrom(site).fetch({ url: PAGE, kind: 'page' })).rejects.toMatchObject({
      name: 'FetchTooLarge',
      what: 'ratio',
      limit: 100,
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * MIB);
  });

  it('that unpacks to more than the limit is dropped', async () => {
    const block = noise(MIB);
    const site = await startSite((_request, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end(gzipSync(Buffer.concat(Array.from({ length: 9 }, () => block)), { level: 1 }));
    });
    await expect(fetchFrom(site).fetch({ url: PAGE, kind: 'page' })).rejects.toMatchObject({ what: 'body' });
  });

  it('that packs nothing into much is dropped as well', async () => {
    const nothing = gzipSync(Buffer.alloc(0));
    const site = await startSite((_request, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.write(Buffer.concat(Array.from({ length: 1000 }, () => nothing)));
      for (let sent = 0; sent < 9 * MIB; sent += nothing.length * 1000) {
        response.write(Buffer.concat(Array.from({ length: 1000 }, () => nothing)));
      }
      response.end();
    });
    await expect(fetchFrom(site).fetch({ url: PAGE, kind: 'page' })).rejects.toMatchObject({ what: 'body' });
  });

  it.each([
    ['cut short', gzipSync(text).subarray(0, 1000)],
    ['not packed at all', Buffer.from('plain text')],
  ])('that is %s is a network failure', async (_name, body) => {
    const site = await startSite((_request, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end(body);
    });
    await expect(fetchFrom(site).fetch({ url: PAGE, kind: 'page' })).rejects.toMatchObject({
      name: 'FetchNetwork',
      fault: 'broken_body',
    });
  });

  it('may be empty', async () => {
    const site = await startSite((_request, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end();
    });
    expect((await fetchFrom(site).fetch({ url: PAGE, kind: 'page' })).body.length).toBe(0);
  });
});

describe('the time of an answer', () => {
  it('is limited until the headers come', async () => {
    const site = await startSite(() => {});
    const { error } = await timed(
      fetchFrom(site, limitedTo({ headersMs: 300 })).fetch({ url: PAGE, kind: 'page' }),
    );
    expect(error).toMatchObject({ name: 'FetchTimeout', phase: 'headers' });
  });

  it('is limited while nothing more of the body comes', async () => {
    const site = await startSite((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('start');
    });
    const { error } = await timed(
      fetchFrom(site, limitedTo({ idleMs: 300 })).fetch({ url: PAGE, kind: 'page' }),
    );
    expect(error).toMatchObject({ name: 'FetchTimeout', phase: 'idle' });
  });

  it('is limited as a whole, however the body drips', async () => {
    const site = await startSite((_request, response) => {
      const drip = setInterval(() => response.write('.'), 50);
      response.on('close', () => clearInterval(drip));
    });
    const { error, ms } = await timed(
      fetchFrom(site, limitedTo({ totalMs: 700 })).fetch({ url: PAGE, kind: 'page' }),
    );
    expect(error).toMatchObject({ name: 'FetchTimeout', phase: 'total' });
    expect(ms).toBeGreaterThan(600);
  });

  it('is limited as a whole, however the headers drip', async () => {
    const site = await startRawSite((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => socket.write('x-a: b\r\n'), 50);
      socket.on('close', () => clearInterval(drip));
    });
    const { error } = await timed(
      fetchFrom(site, limitedTo({ totalMs: 700 })).fetch({ url: PAGE, kind: 'page' }),
    );
    expect(error).toMatchObject({ name: 'FetchTimeout' });
  });

  it('counts redirects together', async () => {
    const site = await startSite((_request, response) => {
      setTimeout(() => response.writeHead(302, { location: '/again' }).end(), 250);
    });
    const { error } = await timed(
      fetchFrom(site, limitedTo({ totalMs: 600 })).fetch({ url: PAGE, kind: 'page' }),
    );
    expect(error).toMatchObject({ name: 'FetchTimeout', phase: 'total' });
  });

  it('ends when the caller stops, with the caller’s reason', async () => {
    const site = await startSite(() => {});
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('report cancelled')), 100);
    const { error } = await timed(fetchFrom(site).fetch({ url: PAGE, kind: 'page', signal: stop.signal }));
    expect(error).toMatchObject({ message: 'report cancelled' });
  });

  it('does not begin when the caller has stopped already', async () => {
    const site = await startSite((_request, response) => response.end('x'));
    const signal = AbortSignal.abort(new Error('too late'));
    await expect(fetchFrom(site).fetch({ url: PAGE, kind: 'page', signal })).rejects.toThrow('too late');
    expect(site.requests).toHaveLength(0);
  });
});

describe('a broken answer', () => {
  it.each([
    ['no HTTP at all', 'SSH-2.0-OpenSSH\r\n\r\n', 'bad_answer'],
    [
      'a body shorter than promised',
      'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort',
      'connection_lost',
    ],
    ['nothing', '', 'connection_lost'],
    ['chunks that are none', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n', 'bad_answer'],
  ])('%s is a network failure', async (_name, bytes, fault) => {
    const site = await startRawSite((socket) => socket.end(bytes));
    const error = await fetchFrom(site)
      .fetch({ url: PAGE, kind: 'page' })
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(FetchNetwork);
    expect(error).toMatchObject({ fault });
  });

  it('from nobody is a network failure', async () => {
    const guarded = fetchFrom({ origin: 'http://127.0.0.1:1' });
    await expect(guarded.fetch({ url: PAGE, kind: 'page' })).rejects.toMatchObject({ fault: 'connect' });
  });
});

describe('what is told about a fetch', () => {
  it('never holds a query, a cookie or a header', async () => {
    const site = await startSite((_request, response) => {
      response.setHeader('set-cookie', 'session=CANARY');
      response.end('x');
    });
    const events: unknown[] = [];
    const guarded = fetchFrom(site, { observe: (event) => events.push(event) });
    const headers = { authorization: 'CANARY' };
    const answer = await guarded.fetch({ url: `${PAGE}?token=CANARY`, kind: 'page', headers });
    const refused = await guarded
      .fetch({ url: 'https://x:CANARY@evil.test/a?token=CANARY', kind: 'page' })
      .catch((error: unknown) => error);
    expect(events).toHaveLength(2);
    expect(JSON.stringify(events) + String(refused) + JSON.stringify(answer.headers)).not.toContain('CANARY');
    expect(answer.setCookies).toEqual(['session=CANARY']);
  });
});
