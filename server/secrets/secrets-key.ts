import { z } from 'zod';

/** A key that secrets are sealed with before they are stored; `version` says which one sealed what. */
export type SecretsKey = { readonly version: number; readonly key: Buffer };

/** 32 bytes as base64 or base64url, with or without its version before it. */
const ENTRY = /^(?:([1-9]\d{0,3}):)?([A-Za-z0-9+/_-]{43}=?)$/;

function keyOf(entry: string): SecretsKey | null {
  const [, version = '1', text = ''] = ENTRY.exec(entry.trim()) ?? [];
  const key = Buffer.from(text, 'base64');
  return key.length === 32 ? { version: Number(version), key } : null;
}

/** `KEY`, or `2:KEY,1:EARLIER KEY`: the first seals, all open. */
export const secretsKeysSchema = z.string().transform((text, context): readonly SecretsKey[] => {
  const keys = text.split(',').map(keyOf);
  const good = keys.filter((key) => key !== null);
  if (good.length === keys.length && new Set(good.map(({ version }) => version)).size === good.length)
    return good;
  // Never the text itself: most of it may be a good key.
  context.addIssue({
    code: 'custom',
    message: 'must be 32 bytes as base64, or several of different versions as 2:NEW,1:OLD',
  });
  return z.NEVER;
});
