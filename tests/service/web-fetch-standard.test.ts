import { describe, expect, it } from 'vitest';
import { fetchAdapter } from '../../server/web-fetch/fetch-adapter.ts';
import { fetchFrom, startSite } from './local-site.ts';

describe('fetchAdapter', () => {
  it('sends a client library’s call to a configured API and answers as fetch does', async () => {
    const site = await startSite(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      response.writeHead(201, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ got: JSON.parse(body), key: request.headers.authorization }));
    });
    const fetch = fetchAdapter(fetchFrom(null, { apiOrigins: [site.origin] }));
    const response = await fetch(`${site.origin}/v1/chat`, {
      method: 'POST',
      headers: { authorization: 'Bearer k', 'content-type': 'application/json' },
      body: '{"a":1}',
    });
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ got: { a: 1 }, key: 'Bearer k' });
  });

  it('goes nowhere else', async () => {
    const site = await startSite((_request, response) => response.end('x'));
    const fetch = fetchAdapter(fetchFrom(null, { apiOrigins: ['https://api.example.com'] }));
    await expect(fetch(`${site.origin}/`)).rejects.toMatchObject({ name: 'FetchRefused' });
    expect(site.requests).toHaveLength(0);
  });
});
