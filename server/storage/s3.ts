import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { agreedContentType, checkPrefix, contentTypeOfKey, isKey, type Store } from './store.ts';

export type S3Options = {
  bucket: string;
  region: string;
  /** The server's address; leave out for Amazon. */
  endpoint?: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Folder inside the bucket, ending in `/`, when it is shared. */
  prefix?: string;
};

/** Keys that one delete request may name (limit of the S3 API). */
const DELETE_AT_ONCE = 1000;

/** A store in a bucket of any S3-compatible server, so that several machines share files. */
export function createS3Store(options: S3Options): Store & { close(): void } {
  const { bucket: Bucket, prefix: shared = '' } = options;
  const client = new S3Client({
    region: options.region,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    forcePathStyle: true,
    // Other servers than Amazon's may store the SDK's checksum framing as part of the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(options.endpoint !== undefined && { endpoint: options.endpoint }),
  });
  // The SDK learns the server's time from a refusal, but asks again only where our clock went wrong, not where it was set right.
  client.middlewareStack.add(
    (next) => (args) =>
      next(args).catch((error: unknown) => {
        if (error instanceof Error && error.name === 'RequestTimeTooSkewed') return next(args);
        throw error;
      }),
    { step: 'initialize', priority: 'high', name: 'askAgainWithServerTime' },
  );

  async function namesBelow(prefix: string): Promise<string[]> {
    checkPrefix(prefix, { mayBeEmpty: true });
    const keys: string[] = [];
    for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: shared + prefix })) {
      for (const { Key } of page.Contents ?? []) if (Key) keys.push(Key.slice(shared.length));
    }
    return keys;
  }

  return {
    list: async (prefix) => (await namesBelow(prefix)).filter(isKey).sort(),
    async put(key, bytes, contentType) {
      const ContentType = agreedContentType(key, contentType);
      await client.send(
        new PutObjectCommand({ Bucket, Key: shared + key, Body: Buffer.from(bytes), ContentType }),
      );
    },
    async get(key) {
      const contentType = contentTypeOfKey(key);
      const answer = await orIfMissing(client.send(new GetObjectCommand({ Bucket, Key: shared + key })));
      if (!answer?.Body) return null;
      return { bytes: Buffer.from(await answer.Body.transformToByteArray()), contentType };
    },
    async has(key) {
      contentTypeOfKey(key);
      return (await orIfMissing(client.send(new HeadObjectCommand({ Bucket, Key: shared + key })))) !== null;
    },
    async delete(key) {
      contentTypeOfKey(key);
      await client.send(new DeleteObjectCommand({ Bucket, Key: shared + key }));
    },
    async deletePrefix(prefix) {
      checkPrefix(prefix, { mayBeEmpty: false });
      const keys = await namesBelow(prefix);
      for (let from = 0; from < keys.length; from += DELETE_AT_ONCE) {
        const Objects = keys.slice(from, from + DELETE_AT_ONCE).map((key) => ({ Key: shared + key }));
        const answer = await client.send(
          new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
        );
        const [failed] = answer.Errors ?? [];
        if (failed) throw new Error(`could not delete ${failed.Key}: ${failed.Code}`);
      }
      return keys.length;
    },
    close: () => client.destroy(),
  };
}

async function orIfMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')) return null;
    throw error;
  }
}
