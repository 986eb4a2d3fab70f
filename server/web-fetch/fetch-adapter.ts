import type { GuardedFetch } from './guarded-fetch.ts';

/**
 * The guarded fetch in the shape of the standard one, for client libraries that take a `fetch` (model APIs).
 * It asks configured API origins only, with text bodies, and answers when the body is complete.
 */
export function fetchAdapter(guarded: Pick<GuardedFetch, 'fetch'>): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const method = request.method === 'POST' ? 'POST' : 'GET';
    if (request.method !== method) throw new TypeError(`${request.method} is not sent`);
    const body = method === 'POST' ? Buffer.from(await request.arrayBuffer()) : undefined;
    const answer = await guarded.fetch({
      url: request.url,
      kind: 'api',
      method,
      headers: Object.fromEntries(request.headers),
      signal: request.signal,
      ...(body && { body }),
    });
    const { 'content-encoding': _unpacked, 'content-length': _packedLength, ...headers } = answer.headers;
    const empty = answer.status === 204 || answer.status === 304;
    return new Response(empty ? null : new Uint8Array(answer.body), { status: answer.status, headers });
  };
}
