import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FetchError, FetchNetwork, FetchRefused } from '../../server/web-fetch/fetch-errors.ts';
import { createHttpTransport } from '../../server/web-fetch/http-transport.ts';
import { HOSTILE_URLS } from './hostile-urls.ts';
import { fetchFrom, PAGE, startSite, startTlsSite, startTrap } from './local-site.ts';
import { makeCertificate } from './make-certificate.ts';

const toLoopback = async () => ['127.0.0.1'];

/** Count the sockets this process opens, whoever opens them. */
function countSockets(): () => number {
  let count = 0;
  const onSocket = () => {
    count += 1;
  };
  subscribe('net.client.socket', onSocket);
  onTestFinished(() => {
    unsubscribe('net.client.socket', onSocket);
  });
  return () => count;
}

describe('over the hostile addresses, with a resolver that answers 127.0.0.1 to everything', () => {
  it.each(['page', 'json', 'image', 'api', 'local_model'] as const)(
    'a %s fetch reaches nothing',
    async (kind) => {
      const trap = await startTrap();
      const guarded = fetchFrom(null, { network: { resolve: toLoopback, connectPort: trap.port } });
      for (const url of HOSTILE_URLS) {
        const outcome = await guarded.fetch({ url, kind }).catch((error: unknown) => error);
        expect(outcome, url).toBeInstanceOf(FetchRefused);
      }
      expect(trap.hits()).toBe(0);
    },
  );

  it('a redirect to one of them reaches nothing', async () => {
    const trap = await startTrap();
    const site = await startSite((request, response) => {
      const at = Number(new URL(request.url ?? '', 'http://x').searchParams.get('at'));
      const wanted = HOSTILE_URLS[at] ?? '';
      if (request.url?.startsWith('/start')) response.setHeader('location', encodeURI(wanted));
      response.writeHead(request.url?.startsWith('/start') ? 302 : 404).end();
    });
    const guarded = fetchFrom(site, { network: { resolve: toLoopback, connectPort: trap.port } });
    for (const [index, wanted] of HOSTILE_URLS.entries()) {
      const url = `https://www.copart.com/start?at=${index}`;
      const outcome = await guarded.fetch({ url, kind: 'page' }).catch((error: unknown) => error);
      // A path without a host, or the site's own name, leads back to the site itself.
      if (!(outcome instanceof FetchRefused)) expect(outcome, wanted).toMatchObject({ status: 404 });
    }
    expect(trap.hits()).toBe(0);
  });

  it('the same requests without the guard do reach the trap', async () => {
    const trap = await startTrap();
    const send = createHttpTransport(
      { resolve: toLoopback, isAllowedAddress: () => true, connectPort: trap.port, ca: undefined },
      { connectMs: 2000, maxHeaderBytes: 32768 },
    );
    onTestFinished(() => send.close());
    const limits = {
      connectMs: 2000,
      headersMs: 2000,
      idleMs: 2000,
      maxHeaderBytes: 32768,
      maxBytes: 1,
      maxRatio: 1,
    };
    const webUrls = HOSTILE_URLS.filter(
      (url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol),
    );
    let reached = 0;
    for (const raw of webUrls) {
      const url = new URL(raw);
      // Addresses written as numbers need no resolver, so only those that mean this machine can reach it.
      if (/^[\d.]+$|^\[/.test(url.hostname) && url.hostname !== '127.0.0.1') continue;
      reached += 1;
      const checked = { url, target: url, trusted: false, photoHost: false };
      const outgoing = { method: 'GET' as const, headers: {}, signal: undefined, totalMs: 2000 };
      await send(checked, outgoing, limits).catch(() => {});
    }
    expect(reached).toBeGreaterThan(40);
    expect(trap.hits()).toBeGreaterThanOrEqual(reached * 0.9);
  });
});

describe('the addresses of an allowed host', () => {
  it.each([
    ['private', ['10.0.0.8']],
    ['loopback', ['127.0.0.1']],
    ['IPv6 loopback', ['::1']],
    ['IPv4 in IPv6', ['::ffff:127.0.0.1']],
    ['NAT64', ['64:ff9b::7f00:1']],
    ['6to4', ['2002:7f00:1::']],
    ['link-local metadata', ['169.254.169.254']],
    ['carrier-grade NAT', ['100.64.1.1']],
    ['unspecified', ['0.0.0.0']],
    ['one private among public', ['93.184.216.34', '192.168.1.1']],
    ['one private IPv6 among public', ['93.184.216.34', 'fd00::1']],
    ['not an address', ['localhost']],
  ])('are refused when %s, before any socket is opened', async (_name, addresses) => {
    const sockets = countSockets();
    const trap = await startTrap();
    const guarded = fetchFrom(null, { network: { resolve: async () => addresses, connectPort: trap.port } });
    await expect(guarded.fetch({ url: PAGE, kind: 'page' })).rejects.toMatchObject({
      name: 'FetchRefused',
      reason: 'address',
    });
    expect(trap.hits()).toBe(0);
    // The socket object exists to look the name up; what counts is that it never connected.
    expect(sockets()).toBeLessThanOrEqual(1);
  });

  it('reaches the trap once the check of addresses is off', async () => {
    const trap = await startTrap();
    const network = { resolve: toLoopback, connectPort: trap.port, isAllowedAddress: () => true };
    await expect(fetchFrom(null, { network }).fetch({ url: PAGE, kind: 'page' })).rejects.toThrow(FetchError);
    expect(trap.hits()).toBeGreaterThan(0);
  });

  it('are checked again for each connection, so a name that changes its address gains nothing', async () => {
    const keys = makeCertificate('www.copart.com');
    const site = await startTlsSite(keys, (_request, response) => {
      response.setHeader('connection', 'close');
      response.end('first');
    });
    const trap = await startTrap('127.0.0.2', site.port);
    const answers = [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.1', '127.0.0.2']];
    const asked: string[] = [];
    const guarded = fetchFrom(null, {
      network: {
        resolve: async (host) => {
          asked.push(host);
          return answers[asked.length - 1] ?? [];
        },
        // In this test 127.0.0.1 plays the public address and 127.0.0.2 the private one.
        isAllowedAddress: (address) => address === '127.0.0.1',
        connectPort: site.port,
        ca: keys.cert,
      },
    });
    expect((await guarded.fetch({ url: PAGE, kind: 'page' })).body.toString()).toBe('first');
    await expect(guarded.fetch({ url: PAGE, kind: 'page' })).rejects.toMatchObject({ reason: 'address' });
    await expect(guarded.fetch({ url: PAGE, kind: 'page' })).rejects.toMatchObject({ reason: 'address' });
    expect(asked).toEqual(['www.copart.com', 'www.copart.com', 'www.copart.com']);
    expect(trap.hits()).toBe(0);
  });

  it('are looked at once more when the connection stands', async () => {
    const keys = makeCertificate('www.copart.com');
    const site = await startTlsSite(keys, (_request, response) => response.end('x'));
    let checks = 0;
    const network = {
      resolve: toLoopback,
      isAllowedAddress: () => {
        checks += 1;
        return checks === 1;
      },
      connectPort: site.port,
      ca: keys.cert,
    };
    await expect(fetchFrom(null, { network }).fetch({ url: PAGE, kind: 'page' })).rejects.toMatchObject({
      reason: 'address',
    });
    expect(site.requests).toHaveLength(0);
  });

  it.each(['127.0.0.1', '[::1]', '10.0.0.8'])(
    'are checked too when the host is the address %s',
    async (host) => {
      const sockets = countSockets();
      const guarded = fetchFrom(null, { extraHosts: [host] });
      await expect(guarded.fetch({ url: `https://${host}/`, kind: 'json' })).rejects.toMatchObject({
        name: 'FetchRefused',
        reason: 'address',
      });
      expect(sockets()).toBe(0);
    },
  );

  it('say so when there are none', async () => {
    const network = { resolve: () => Promise.reject(new Error('ENOTFOUND')) };
    await expect(fetchFrom(null, { network }).fetch({ url: PAGE, kind: 'page' })).rejects.toMatchObject({
      name: 'FetchNetwork',
      fault: 'dns',
    });
  });
});

describe('the certificate', () => {
  const network = (site: { port: number }, ca: string | undefined) => ({
    resolve: toLoopback,
    isAllowedAddress: () => true,
    connectPort: site.port,
    ca,
  });

  it('is asked for and checked by name, not by address', async () => {
    const keys = makeCertificate('www.copart.com');
    const site = await startTlsSite(keys, (_request, response) => response.end('lot'));
    const guarded = fetchFrom(null, { network: network(site, keys.cert) });
    expect((await guarded.fetch({ url: PAGE, kind: 'page' })).body.toString()).toBe('lot');
    expect(site.servernames).toEqual(['www.copart.com']);
    expect(site.requests[0]?.headers.host).toBe('www.copart.com');
  });

  it('is refused when nobody we trust signed it', async () => {
    const site = await startTlsSite(makeCertificate('www.copart.com'), (_request, response) =>
      response.end('x'),
    );
    const error = await fetchFrom(null, { network: network(site, undefined) })
      .fetch({ url: PAGE, kind: 'page' })
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(FetchNetwork);
    expect(error).toMatchObject({ fault: 'certificate' });
    expect(site.requests).toHaveLength(0);
  });

  it('is refused when it is for another name', async () => {
    const keys = makeCertificate('www.evil.test');
    const site = await startTlsSite(keys, (_request, response) => response.end('x'));
    await expect(
      fetchFrom(null, { network: network(site, keys.cert) }).fetch({ url: PAGE, kind: 'page' }),
    ).rejects.toMatchObject({ fault: 'certificate' });
  });
});
