import { z } from 'zod';
import { dealDefaultsSchema } from '../deal/deal-settings.ts';
import { ownRatesSchema, partsSettingSchema } from '../estimate-settings.ts';
import { shownUnitsSchema, unitsSettingSchema } from '../units/shown-units.ts';
import { US_STATES } from '../us-states.ts';

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
/** `email`: whose address it was, so that sign-in need not ask for it again. */
export const verifyEmailAnswerSchema = z.object({ email: z.string(), message: z.string() });
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
  /** The account runs this installation; left out of every other. */
  operator: z.literal(true).optional(),
  /** The account speaks for a retailer of the partner network, or for one that applied; left out of every other. */
  partner: z.literal(true).optional(),
  /** What its figures are shown in on pages; left out for US dollars and miles. */
  units: shownUnitsSchema.optional(),
});
export type User = z.infer<typeof userSchema>;

export const quotaSchema = z.object({
  /** The number of the user's last event it takes account of. */
  seq: z.number().int(),
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

/** A shop's logo: a PNG or JPEG of at most so many bytes, and pixels a side. */
export const LOGO_LIMITS = { bytes: 200_000, side: 1_200 } as const;

/** Mails that can be switched off, each by itself. */
export const mailSettingsSchema = z.object({
  report_ready: z.boolean(),
  report_failed: z.boolean(),
  report_shared: z.boolean(),
  /** A lot on the board was read again and is not as it was. */
  lot_changed: z.boolean(),
  /** A lot on the board is sold within a day. */
  sale_soon: z.boolean(),
});
const mailSettingSchema = mailSettingsSchema.keyof();
export const MAIL_SETTINGS = mailSettingSchema.options;
export type MailSetting = z.infer<typeof mailSettingSchema>;

const keptDays = z
  .int('Please enter whole days.')
  .min(1, 'At least one day.')
  .max(3_650, 'At most 3,650 days.');
/** How long reports stay; days null: until their owner deletes them, and with no rule for approved ones. */
export const keepingSchema = z.strictObject({
  /** After a report was made or last changed. */
  reports_days: keptDays.nullable(),
  /** A report is not deleted for so long after its last approval, by nobody. */
  approved_days: keptDays.nullable(),
});
export type Keeping = z.infer<typeof keepingSchema>;

/** What new reports start with, what their PDF carries, and which mails are sent; null: nothing of one's own. */
export const preferencesSchema = z.object({
  rates: ownRatesSchema.nullable(),
  parts: partsSettingSchema.nullable(),
  /** For rates, tax and the total-loss rule of lots that name no state. */
  state: z.string().nullable(),
  shop_name: z.string().nullable(),
  /** What the deals of reports are calculated with. */
  deal: dealDefaultsSchema.nullable(),
  /** What figures are shown in; null: US dollars and miles. */
  units: unitsSettingSchema.nullable(),
  /** How long reports stay; null: until their owner deletes them. */
  keeping: keepingSchema.nullable(),
  /** Pixels; the picture is another call. */
  logo: z.object({ width: z.number().int(), height: z.number().int() }).nullable(),
  mails: mailSettingsSchema,
});
export type Preferences = z.infer<typeof preferencesSchema>;

/** Changes what is given; null takes it away. */
export const editPreferencesRequestSchema = z.strictObject({
  rates: ownRatesSchema.nullish(),
  parts: partsSettingSchema.nullish(),
  state: z
    .string()
    .refine((code) => Object.hasOwn(US_STATES, code), 'There is no such state.')
    .nullish(),
  shop_name: z
    .string()
    .trim()
    .min(1)
    .max(80, 'A shop name has at most 80 characters.')
    .refine(oneLine, 'Control characters are not allowed.')
    .nullish(),
  deal: dealDefaultsSchema.nullish(),
  units: unitsSettingSchema.nullish(),
  keeping: keepingSchema.nullish(),
  /** Base64 of a PNG or JPEG file. */
  logo: z
    .base64()
    .max(Math.ceil(LOGO_LIMITS.bytes / 3) * 4, 'A logo has at most 200 kB.')
    .nullish(),
  mails: mailSettingsSchema.partial().strict().optional(),
});
export type EditPreferencesRequest = z.infer<typeof editPreferencesRequestSchema>;

export const unsubscribeQuerySchema = z.strictObject({ token: z.string().min(1).max(200) });
export const unsubscribeAnswerSchema = z.object({ mail: mailSettingSchema, message: z.string() });
