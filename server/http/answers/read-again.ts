import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Whether `If-None-Match` names the tag, by weak comparison (RFC 9110 section 13.1.2). */
const names = (header: string, tag: string): boolean =>
  header.trim() === '*' || header.split(',').some((text) => text.trim().replace(/^W\//, '') === tag);

/**
 * Reads of the API that are asked for again are answered 304 while they are the same: the reader's own browser may keep
 * them, for the one who asked and never without asking here first. Everything else of the API is kept nowhere.
 */
export function answerReadsAgain(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    // Whoever set its own rule, or hands out a file to be saved, is left alone.
    const isOurs = reply.getHeader('cache-control') === 'no-store' && !reply.hasHeader('content-disposition');
    if (!isRead || !isOurs || reply.statusCode !== 200 || request.routeOptions.config.holdsSecret)
      return payload;
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    const tag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, 22)}"`;
    // Weak: the same answer has other bytes in each compression.
    void reply.headers({
      etag: `W/${tag}`,
      'cache-control': 'private, no-cache',
      vary: 'authorization, accept-encoding',
    });
    if (!names(request.headers['if-none-match'] ?? '', tag)) return payload;
    void reply.status(304).removeHeader('content-type').removeHeader('content-length');
    return '';
  });
}
