import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

const MIB = 1024 * 1024;
/** What is read past of a share's files: cut off earlier, a phone would show an error in place of the page. */
const MOST_BYTES = 128 * MIB;
const LIMITS = { fields: 10, fieldSize: MIB, parts: 100, headerPairs: 20 };
const WORDS: readonly string[] = ['title', 'text', 'url'];

type Shared = { words: URLSearchParams };

/**
 * Takes a share that comes before the browser's worker does (web/worker): answers the page of the share with its words written
 * into it. Files are not kept: the page asks for them once more. `pageWith` makes the page with a line in its head.
 */
export async function addShareTarget(
  app: FastifyInstance,
  pageWith: (line: string) => string,
  escaped: (text: string) => string,
): Promise<void> {
  await app.register(async (shares) => {
    shares.addContentTypeParser('multipart/form-data', (request: FastifyRequest, payload: Readable) =>
      readShare(request.headers['content-type'] ?? '', payload),
    );
    shares.post<{ Body: Shared | undefined }>(
      '/share',
      { schema: { hide: true }, config: { takesForm: 'shared' } },
      async (request, reply) =>
        await reply
          .header('cache-control', 'no-store')
          .type('text/html; charset=utf-8')
          .send(
            pageWith(`<meta name="shared" content="${escaped(request.body?.words.toString() ?? '')}" />`),
          ),
    );
  });
}

async function readShare(contentType: string, payload: Readable): Promise<Shared> {
  const words = new URLSearchParams();
  try {
    const form = new Busboy({ headers: { 'content-type': contentType }, limits: LIMITS });
    form.on('field', (name, value) => {
      if (WORDS.includes(name) && value !== '') words.set(name, value);
    });
    form.on('file', (_name, file) => {
      // A form without a file has an empty one.
      file.on('data', () => words.set('files', 'again'));
    });
    await pipeline(payload, cutOff, form);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('validation_error', 'This share could not be read.');
  }
  return { words };
}

async function* cutOff(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new AppError('body_too_large', 'This share is too large.');
    yield chunk;
  }
}
