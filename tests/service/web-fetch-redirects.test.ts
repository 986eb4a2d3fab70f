import { describe, expect, it } from 'vitest';
import { fetchFrom, PAGE, startSite } from './local-site.ts';

/** A site whose every path redirects as told. */
const redirecting = (location: string, status = 302) =>
  startSite((_request, response) => response.writeHead(status, { location }).end('moved'));

describe('a redirect', () => {
  it('is followed to another page of the site, and the answer keeps the site’s own address', async () => {
    const site = await startSite((request, response) => {
      if (request.url === '/lot/90000002') response.writeHead(301, { location: '/lot/90000002/slug' }).end();
      else response.end('the lot');
    });
    const answer = await fetchFrom(site).fetch({ url: PAGE, kind: 'page' });
    expect(answer).toMatchObject({ url: `${PAGE}/slug`, status: 200, redirected: true });
    expect(answer.body.toString()).toBe('the lot');
  });

  it('is followed three times and not a fourth', async () => {
    const site = await startSite((request, response) => {
      const hop = Number(request.url?.split('/').at(-1));
      if (hop === 0) response.end('end');
      else response.writeHead(302, { location: `/hop/${hop - 1}` }).end();
    });
    const guarded = fetchFrom(site);
    const ask = (hops: number) => guarded.fetch({ url: `https://www.copart.com/hop/${hops}`, kind: 'page' });
    expect((await ask(3)).body.toString()).toBe('end');
    await expect(ask(4)).rejects.toMatchObject({ name: 'FetchRefused', reason: 'redirect_limit' });
  });

  it('to itself ends at the limit', async () => {
    const site = await redirecting('/lot/90000002');
    await expect(fetchFrom(site).fetch({ url: PAGE, kind: 'page' })).rejects.toMatchObject({
      reason: 'redirect_limit',
    });
    expect(site.requests).toHaveLength(4);
  });

  it.each([
    ['from https to http', 'http://www.copart.com/lot/1', 'redirect_downgrade'],
    ['to this machine', 'https://127.0.0.1/', 'host'],
    ['to this machine in plain http', 'http://127.0.0.1/', 'redirect_downgrade'],
    ['to another host', 'https://evil.test/', 'host'],
    ['to a photo host, for a page', 'https://cs.copart.com/a.jpg', 'host'],
    ['to another port', 'https://www.copart.com:8443/', 'port'],
    ['with a user name', 'https://x@www.copart.com/', 'userinfo'],
    ['to a file', 'file:///etc/passwd', 'scheme'],
    ['to data', 'data:text/html,x', 'scheme'],
    ['to no address', 'https://[', 'not_a_url'],
    ['to the metadata service', '//169.254.169.254/latest', 'host'],
  ])('%s is refused', async (_name, location, reason) => {
    const site = await redirecting(location);
    await expect(fetchFrom(site).fetch({ url: PAGE, kind: 'page' })).rejects.toMatchObject({
      name: 'FetchRefused',
      reason,
    });
    expect(site.requests).toHaveLength(1);
  });

  it('without an address is an answer like any other', async () => {
    const site = await startSite((_request, response) => response.writeHead(302).end('nowhere'));
    expect(await fetchFrom(site).fetch({ url: PAGE, kind: 'page' })).toMatchObject({ status: 302 });
  });

  it('carries the caller’s headers on the same host and not to another', async () => {
    const other = await startSite((_request, response) => response.end('there'));
    const site = await startSite((request, response) => {
      const location = request.url === '/lot/90000002' ? '/second' : 'https://www.iaai.com/third';
      response.writeHead(302, { location }).end();
    });
    const guarded = fetchFrom(null, {
      sourceOrigins: { 'https://www.copart.com': site.origin, 'https://www.iaai.com': other.origin },
    });
    const headers = { authorization: 'Bearer secret', cookie: 'a=b', 'x-own': '1' };
    await guarded.fetch({ url: PAGE, kind: 'page', headers });
    expect(site.requests[1]?.headers).toMatchObject(headers);
    expect(other.requests[0]?.headers).not.toHaveProperty('authorization');
    expect(other.requests[0]?.headers).not.toHaveProperty('cookie');
    expect(other.requests[0]?.headers).not.toHaveProperty('x-own');
    expect(other.requests[0]?.headers['user-agent']).toBe('LotLens/test');
  });

  it('turns a POST into a GET on 303, keeps it on 307, and never carries a body to another host', async () => {
    const other = await startSite((_request, response) => response.end('there'));
    const site = await startSite((request, response) => {
      const [, status, to] = request.url?.split('/') ?? [];
      const location = to === 'elsewhere' ? 'https://www.iaai.com/x' : '/end';
      if (request.url === '/end') response.end(request.method);
      else response.writeHead(Number(status), { location }).end();
    });
    const guarded = fetchFrom(null, {
      sourceOrigins: { 'https://www.copart.com': site.origin, 'https://www.iaai.com': other.origin },
    });
    const post = (path: string) =>
      guarded.fetch({ url: `https://www.copart.com${path}`, kind: 'json', method: 'POST', body: 'secret' });
    expect((await post('/303/here')).body.toString()).toBe('GET');
    expect((await post('/307/here')).body.toString()).toBe('POST');
    await expect(post('/307/elsewhere')).rejects.toMatchObject({ reason: 'redirect_with_body' });
    expect(other.requests).toHaveLength(0);
  });
});

describe('a mapped origin', () => {
  it('is asked in the site’s place, and told which site was meant', async () => {
    const site = await startSite((request, response) => response.end(request.url));
    const answer = await fetchFrom(site).fetch({ url: `${PAGE}?a=1#x`, kind: 'page' });
    expect(answer.url).toBe(`${PAGE}?a=1`);
    expect(answer.body.toString()).toBe('/lot/90000002?a=1');
    expect(site.requests[0]?.headers['x-forwarded-host']).toBe('www.copart.com');
  });

  it('keeps a path that starts with two slashes on its own server', async () => {
    const site = await startSite((request, response) => response.end(request.url));
    const answer = await fetchFrom(site).fetch({ url: 'https://www.copart.com//127.0.0.1/x', kind: 'page' });
    expect(answer.body.toString()).toBe('//127.0.0.1/x');
  });

  it('does not put a host on the allow-list', async () => {
    const site = await startSite((_request, response) => response.end('x'));
    const guarded = fetchFrom(null, { sourceOrigins: { 'https://evil.test': site.origin } });
    await expect(guarded.fetch({ url: 'https://evil.test/', kind: 'page' })).rejects.toMatchObject({
      reason: 'host',
    });
  });
});

describe('an API origin from the configuration', () => {
  it('may be private and plain http, for API calls only', async () => {
    const site = await startSite((request, response) => response.end(request.method));
    const guarded = fetchFrom(null, { apiOrigins: [`${site.origin}/v1`] });
    const url = `${site.origin}/v1/chat`;
    expect((await guarded.fetch({ url, kind: 'api', method: 'POST', body: '{}' })).body.toString()).toBe(
      'POST',
    );
    for (const kind of ['page', 'json', 'image'] as const) {
      await expect(guarded.fetch({ url, kind })).rejects.toMatchObject({ name: 'FetchRefused' });
    }
    expect(site.requests).toHaveLength(1);
  });
});
