/** What is kept under a key. */
export type StoredFile = { bytes: Buffer; contentType: string };

/**
 * Where files live: a folder by default, S3 when configured. Keys look like `lots/1-90000001/front.jpg`;
 * their extension is the content type, so that files can be opened where they lie. A wrong key or content
 * type throws StoreKeyError.
 */
export type Store = {
  /** Keep bytes under a key; a reader sees the old bytes or the new ones, never a mixture. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  get(key: string): Promise<StoredFile | null>;
  has(key: string): Promise<boolean>;
  /** Remove a key; no error when there is none. */
  delete(key: string): Promise<void>;
  /** Remove every key below a folder, e.g. `lots/1-90000001/`; how many there were. */
  deletePrefix(prefix: string): Promise<number>;
  /** Every key below a folder, in order; `''` for all. What somebody else put there under a name that is no key is not told. */
  list(prefix: string): Promise<string[]>;
};

/** A key, prefix or content type that no store takes: a mistake of the caller. */
export class StoreKeyError extends Error {
  override readonly name = 'StoreKeyError';
}

/** Extension → content type, the files this product keeps. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  bin: 'application/octet-stream',
  csv: 'text/csv',
  gz: 'application/gzip',
  html: 'text/html',
  jpg: 'image/jpeg',
  json: 'application/json',
  jsonl: 'application/jsonl',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  webp: 'image/webp',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

const MAX_KEY_LENGTH = 512;
/** Folders hold no dot and the name always does, so no key can be a folder of another, nor leave its root. */
const FOLDER = '[A-Za-z0-9_~-]+';
const KEY = new RegExp(`^(?:${FOLDER}/)*[A-Za-z0-9_~-][A-Za-z0-9_~.-]*\\.([a-z]+)$`);
const PREFIX = new RegExp(`^(?:${FOLDER}/)+$`);

/** The content type of a key. Throws StoreKeyError for a key no store takes. */
export function contentTypeOfKey(key: string): string {
  const extension = key.length <= MAX_KEY_LENGTH ? KEY.exec(key)?.[1] : undefined;
  const contentType = extension === undefined ? undefined : CONTENT_TYPES[extension];
  if (contentType === undefined) throw new StoreKeyError(`not a key: ${JSON.stringify(key.slice(0, 80))}`);
  return contentType;
}

/** Whether a store takes files under this name. */
export function isKey(name: string): boolean {
  try {
    contentTypeOfKey(name);
    return true;
  } catch (error) {
    if (error instanceof StoreKeyError) return false;
    throw error;
  }
}

/** The content type to keep a key under; throws StoreKeyError when the given one says otherwise. */
export function agreedContentType(key: string, contentType: string): string {
  const expected = contentTypeOfKey(key);
  const given = contentType.split(';')[0]?.trim().toLowerCase();
  if (given !== expected) throw new StoreKeyError(`${key} is ${expected}, not ${contentType}`);
  return expected;
}

/** Check a prefix: a folder ending in `/`, or `''` where that is allowed. */
export function checkPrefix(prefix: string, options: { mayBeEmpty: boolean }): void {
  if (prefix === '' && options.mayBeEmpty) return;
  if (!PREFIX.test(prefix) || prefix.length > MAX_KEY_LENGTH) {
    throw new StoreKeyError(`not a folder of keys: ${JSON.stringify(prefix.slice(0, 80))}`);
  }
}
