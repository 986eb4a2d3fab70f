import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretsKey } from './secrets-key.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A secret as it is stored: nonce, tag and cipher text, and the version of the key that sealed it. */
export type Sealed = { readonly key_version: number; readonly sealed: Buffer };

/** Seals secrets for the database and opens them again; a sealed one is worth nothing under another name. */
export type Seal = {
  seal(name: string, secret: string): Sealed;
  /** Null where the key that sealed it is gone, or where it is not what was sealed under this name. */
  open(name: string, sealed: Sealed): string | null;
};

/** The seal of these keys (AES-256-GCM); null without any. */
export function createSeal(keys: readonly SecretsKey[] | undefined): Seal | null {
  const [newest] = keys ?? [];
  if (keys === undefined || newest === undefined) return null;
  return {
    seal(name, secret) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, newest.key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(name));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return { key_version: newest.version, sealed: Buffer.concat([nonce, cipher.getAuthTag(), text]) };
    },
    open(name, { key_version, sealed }) {
      const key = keys.find(({ version }) => version === key_version);
      if (key === undefined || sealed.length < NONCE_BYTES + TAG_BYTES) return null;
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv(ALGORITHM, key.key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(name));
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
      try {
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        // Its only fault: the tag does not fit.
        return null;
      }
    },
  };
}
