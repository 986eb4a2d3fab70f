import { z } from 'zod';
import { MOST_KEY_NAME, PROGRAM_SCOPES } from '../programs/program-keys.ts';

/** What an access key may be used for; a call that takes keys names one in its row of contract/api.ts. */
export const accessScopeSchema = z.enum([
  'lots:hand_over',
  'reports:create',
  'reports:read_own',
  'board:add',
  ...PROGRAM_SCOPES,
]);
export type AccessScope = z.infer<typeof accessScopeSchema>;

/** Letters and digits of a pairing code: none that is taken for another. */
export const PAIRING_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const PAIRING_CODE_LENGTH = 8;

/** A pairing code as it was made, however it was typed: spaces, dashes and small letters count for nothing, and O, I and L are read as 0 and 1. */
export const pairingCodeOf = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
const CODE = new RegExp(`^[${PAIRING_ALPHABET}]{${PAIRING_CODE_LENGTH}}$`);

/** A code for one extension, once; `expires_at` ISO 8601. */
export const pairingCodeAnswerSchema = z.object({ code: z.string(), expires_at: z.string() });
export type PairingCode = z.infer<typeof pairingCodeAnswerSchema>;

/** A code; or the key that came of one, to hear whether it still lives. */
export const pairRequestSchema = z.union([
  z.strictObject({
    code: z
      .string()
      .max(40)
      .refine((typed) => CODE.test(pairingCodeOf(typed)), 'A code has 8 letters and digits.'),
  }),
  z.strictObject({ access_key: z.string().min(1).max(200) }),
]);

/** The key is told to whoever sent its code, once, or sent the key itself. */
export const pairAnswerSchema = z.object({
  access_key: z.string(),
  key_id: z.string(),
  scopes: z.array(accessScopeSchema),
});
export type PairAnswer = z.infer<typeof pairAnswerSchema>;

/** A key for a program of its owner's. */
export const makeAccessKeyRequestSchema = z.strictObject({
  name: z.string().trim().min(1).max(MOST_KEY_NAME),
  scopes: z.array(z.enum(PROGRAM_SCOPES)).min(1).max(PROGRAM_SCOPES.length),
});
export type MakeAccessKeyRequest = z.infer<typeof makeAccessKeyRequestSchema>;

const accessKeyKindSchema = z.enum(['extension', 'program']);
export type AccessKeyKind = z.infer<typeof accessKeyKindSchema>;

/** A live key as its owner sees it; never the key itself. */
export const accessKeySchema = z.object({
  key_id: z.string(),
  /** What it was made for: an extension that was paired, or a program. */
  kind: accessKeyKindSchema,
  name: z.string(),
  scopes: z.array(accessScopeSchema),
  user_agent: z.string().nullable(),
  created_at: z.string(),
  /** To the minute; null: not used yet. */
  last_used_at: z.string().nullable(),
});
export type AccessKey = z.infer<typeof accessKeySchema>;

export const accessKeyPathSchema = z.strictObject({ key_id: z.string().max(64) });

/** A key that was just made; told this once. */
export const madeAccessKeySchema = accessKeySchema.extend({ access_key: z.string() });
export type MadeAccessKey = z.infer<typeof madeAccessKeySchema>;
