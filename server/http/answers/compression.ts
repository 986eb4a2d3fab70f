import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer holds a secret: never compressed (BREACH) and kept nowhere. */
    holdsSecret?: boolean;
  }
}

/** From here on compressing costs others more than a turn of the event loop: it goes to the thread pool, as a stream. */
const SMALL = 16 * 1024;

/**
 * Compresses answers from 1 KiB, as the caller takes it; those that hold a secret are left as they are (docs/operations.md).
 * Bodies of requests are not unpacked: their limits are those of the bytes sent.
 */
export async function addCompression(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => {
    if (route.config?.holdsSecret) route.compress = false;
  });
  await app.register(compress, {
    globalDecompression: false,
    encodings: ['zstd', 'br', 'gzip'],
    threshold: 1024,
    syncThreshold: SMALL,
  });
}
