import zlib from 'node:zlib';
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

/** A report is a tenth smaller than at the default of 3, for a millisecond or two of the thread pool. */
const ZSTD = { params: { [zlib.constants.ZSTD_c_compressionLevel]: 7 } };

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
    // Named by none of its options: the level of `zstd`.
    zlib: { ...zlib, createZstdCompress: () => zlib.createZstdCompress(ZSTD) },
  });
}
