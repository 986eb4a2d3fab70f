import { z } from 'zod';

/** Passwords: 8 to 256 code points, taken as typed (docs/product.md). */
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 256;

const codePoints = (text: string) => [...text].length;

export const emailSchema = z.string().trim().max(254).pipe(z.email());
export const newPasswordSchema = z
  .string()
  // Half of a character has no bytes of its own: it could not be typed again elsewhere.
  .refine((text) => text.isWellFormed(), 'Password must be valid text.')
  .refine((text) => codePoints(text) >= MIN_PASSWORD_LENGTH, 'Password must be at least 8 characters long.')
  .refine((text) => codePoints(text) <= MAX_PASSWORD_LENGTH, 'Password must be at most 256 characters long.');
/** Neither line breaks, which could start a mail header, nor marks that turn the reading direction. */
const oneLine = (text: string) =>
  text.isWellFormed() && !/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(text);
const personNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(100, 'A name has at most 100 characters.')
  .refine(oneLine, 'Control characters are not allowed.');
const phoneSchema = z
  .string()
  .trim()
  .min(3, 'A phone number has at least 3 characters.')
  .max(40, 'A phone number has at most 40 characters.')
  .refine(oneLine, 'Control characters are not allowed.');

export const registerRequestSchema = z.strictObject({
  email: emailSchema,
  password: newPasswordSchema,
  first_name: personNameSchema,
  last_name: personNameSchema,
  phone: phoneSchema.optional(),
});
export type RegisterRequest = z.infer<typeof registerRequestSchema>;

export const registerAnswerSchema = z.object({ email: z.string(), message: z.string() });

/** Form-encoded, as the specification says. */
export const tokenRequestSchema = z.strictObject({
  username: z.string().min(1).max(254),
  password: z.string().min(1).max(4096),
  grant_type: z.literal('password', 'The only grant_type here is password.').optional(),
});
export const refreshRequestSchema = z.strictObject({ refresh_token: z.string().min(1).max(512).optional() });
export const verifyEmailRequestSchema = z.strictObject({ code: z.string().min(1).max(512) });
export const emailOnlyRequestSchema = z.strictObject({ email: emailSchema });
export const resetPasswordRequestSchema = z.strictObject({
  token: z.string().min(1).max(512),
  new_password: newPasswordSchema,
});
export type ResetPasswordRequest = z.infer<typeof resetPasswordRequestSchema>;
export const changePasswordRequestSchema = z.strictObject({
  old_password: z.string().min(1).max(4096),
  new_password: newPasswordSchema,
});
export type ChangePasswordRequest = z.infer<typeof changePasswordRequestSchema>;

export const tokenAnswerSchema = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  refresh_token: z.string(),
});
export type TokenAnswer = z.infer<typeof tokenAnswerSchema>;
export const messageAnswerSchema = z.object({ message: z.string() });

export const userSchema = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
});
export type User = z.infer<typeof userSchema>;

export const quotaSchema = z.object({
  available_reports: z.number().int(),
  in_progress_reports: z.number().int(),
  /** Why there are none, where an account starts without. */
  notice: z.string().optional(),
});
export type Quota = z.infer<typeof quotaSchema>;

export const editProfileRequestSchema = z.strictObject({
  first_name: personNameSchema.optional(),
  last_name: personNameSchema.optional(),
  /** null takes the phone number away. */
  phone: phoneSchema.nullable().optional(),
});
export type EditProfileRequest = z.infer<typeof editProfileRequestSchema>;

export const deleteAccountRequestSchema = z.strictObject({ password: z.string().min(1).max(4096) });

/** A live session as its owner sees it. */
export const sessionSchema = z.object({
  session_id: z.string(),
  current: z.boolean(),
  user_agent: z.string().nullable(),
  address: z.string().nullable(),
  created_at: z.string(),
  last_used_at: z.string(),
});
