import { z } from 'zod';
import * as calls from '../calls.ts';
import { keptDealerPartSchema, openedPageSchema } from '../dealer-page/opened-page.ts';
import { keptEstimatePathSchema, keptEstimateSchema } from '../estimate-exchange/kept-estimate.ts';
import { sentEstimateSchema } from '../estimate-exchange/sent-estimate.ts';
import * as account from '../schemas/account.ts';
import type { ApiCall } from './api-call.ts';

/** Signing in, and what belongs to an account. */

export const token = {
  method: 'POST',
  path: '/auth/token',
  auth: 'none',
  operation: 'signIn',
  tag: 'auth',
  summary: 'Sign in',
  body: account.tokenRequestSchema,
  form: true,
  answer: account.tokenAnswerSchema,
  secret: true,
  errors: ['authentication_failed', 'verification_required', 'rate_limited'],
} as const satisfies ApiCall;

export const refresh = {
  method: 'POST',
  path: '/auth/refresh',
  auth: 'none',
  operation: 'refreshSession',
  tag: 'auth',
  summary: 'Rotate the refresh token',
  description: 'Takes the refresh token of the body or, over https, of the cookie that signing in set.',
  body: account.refreshRequestSchema.nullish(),
  answer: account.tokenAnswerSchema,
  secret: true,
  errors: ['invalid_token', 'token_reused'],
} as const satisfies ApiCall;

export const logout = {
  method: 'POST',
  path: '/auth/logout',
  auth: 'bearer',
  operation: 'signOut',
  tag: 'auth',
  summary: 'Sign out',
  answer: account.messageAnswerSchema,
  errors: [],
} as const satisfies ApiCall;

export const register = {
  method: 'POST',
  path: '/auth/register',
  auth: 'none',
  operation: 'register',
  tag: 'auth',
  summary: 'Open an account',
  body: account.registerRequestSchema,
  answer: account.registerAnswerSchema,
  status: 201,
  errors: ['idempotency_conflict', 'rate_limited'],
} as const satisfies ApiCall;

export const verifyEmail = {
  method: 'POST',
  path: '/auth/verify-email',
  auth: 'none',
  operation: 'verifyEmail',
  tag: 'auth',
  summary: 'Confirm an address',
  body: account.verifyEmailRequestSchema,
  answer: account.verifyEmailAnswerSchema,
  errors: [{ code: 'invalid_token', status: 400 }, 'rate_limited'],
} as const satisfies ApiCall;

export const resendVerification = {
  method: 'POST',
  path: '/auth/resend-verification',
  auth: 'none',
  operation: 'resendVerification',
  tag: 'auth',
  summary: 'Send the verification mail again',
  body: account.emailOnlyRequestSchema,
  answer: account.messageAnswerSchema,
  errors: ['rate_limited'],
} as const satisfies ApiCall;

export const forgotPassword = {
  method: 'POST',
  path: '/auth/forgot-password',
  auth: 'none',
  operation: 'forgotPassword',
  tag: 'auth',
  summary: 'Ask for a reset link',
  body: account.emailOnlyRequestSchema,
  answer: account.messageAnswerSchema,
  errors: ['rate_limited'],
} as const satisfies ApiCall;

export const resetPassword = {
  method: 'POST',
  path: '/auth/reset-password',
  auth: 'none',
  operation: 'resetPassword',
  tag: 'auth',
  summary: 'Set a new password by link',
  body: account.resetPasswordRequestSchema,
  answer: account.messageAnswerSchema,
  errors: [{ code: 'invalid_token', status: 400 }, 'rate_limited'],
} as const satisfies ApiCall;

export const changePassword = {
  method: 'POST',
  path: '/auth/change-password',
  auth: 'bearer',
  operation: 'changePassword',
  tag: 'auth',
  summary: 'Change the password',
  body: account.changePasswordRequestSchema,
  answer: account.messageAnswerSchema,
  errors: [{ code: 'authentication_failed', status: 400 }, 'rate_limited'],
} as const satisfies ApiCall;

export const me = {
  method: 'GET',
  path: '/users/me',
  auth: 'bearer',
  operation: 'readMe',
  tag: 'users',
  summary: 'The signed-in user',
  answer: account.userSchema,
  errors: [],
} as const satisfies ApiCall;

export const editMe = {
  method: 'PATCH',
  path: '/users/me',
  auth: 'bearer',
  operation: 'editMe',
  tag: 'users',
  summary: 'Edit names and phone',
  body: account.editProfileRequestSchema,
  answer: account.userSchema,
  errors: [],
} as const satisfies ApiCall;

export const deleteMe = {
  method: 'DELETE',
  path: '/users/me',
  auth: 'bearer',
  operation: 'deleteMe',
  tag: 'users',
  summary: 'Delete the account',
  body: account.deleteAccountRequestSchema,
  answer: account.messageAnswerSchema,
  errors: [{ code: 'authentication_failed', status: 400 }, 'rate_limited'],
} as const satisfies ApiCall;

export const exportMe = {
  method: 'GET',
  path: '/users/me/export',
  auth: 'bearer',
  operation: 'exportMe',
  tag: 'users',
  summary: 'Everything we hold about the user, as a zip',
  answer: ['application/zip'],
  errors: ['rate_limited'],
} as const satisfies ApiCall;

export const preferences = {
  method: 'GET',
  path: '/users/me/preferences',
  auth: 'bearer',
  operation: 'readPreferences',
  tag: 'users',
  summary: 'What new reports start with, and which mails are sent',
  answer: account.preferencesSchema,
  errors: [],
} as const satisfies ApiCall;

export const editPreferences = {
  method: 'PATCH',
  path: '/users/me/preferences',
  auth: 'bearer',
  operation: 'editPreferences',
  tag: 'users',
  summary: 'Edit labor rates, parts policy, state, shop name, logo and mails',
  description:
    'Changes what is given; null takes it away. Reports that are made stay as they are: those made from then on start with it.',
  body: account.editPreferencesRequestSchema,
  body_limit: 300 * 1024,
  answer: account.preferencesSchema,
  errors: ['rate_limited'],
} as const satisfies ApiCall;

export const logo = {
  method: 'GET',
  path: '/users/me/logo',
  auth: 'bearer',
  operation: 'readLogo',
  tag: 'users',
  summary: 'The logo on the PDFs of the user',
  answer: ['image/png', 'image/jpeg'],
  errors: ['not_found'],
} as const satisfies ApiCall;

export const keptEstimates = {
  method: 'GET',
  path: '/users/me/estimates',
  auth: 'bearer',
  operation: 'listKeptEstimates',
  tag: 'users',
  summary:
    'The estimates and dealers’ pages whose OEM numbers and prices the reports of the user make use of, newest first',
  answer: z.array(keptEstimateSchema),
  errors: [],
} as const satisfies ApiCall;

export const keepEstimate = {
  method: 'POST',
  path: '/users/me/estimates',
  auth: 'bearer',
  operation: 'keepEstimate',
  tag: 'users',
  summary:
    'Keep the OEM numbers, prices and hours of an estimate for reports made or recalculated from then on',
  description:
    'Takes what `compare_estimate` takes. Kept are the lines with an OEM number in the form of the make, nothing of people, and not the files. Reports of the same VIN have them as that car’s own numbers; reports of the same make and model, of a year in which a number was seen, as seen on a similar car. The same files kept again are kept once. An estimate without a whole VIN, without such numbers, or made by LotLens is validation_error with `details.reason`.',
  body: sentEstimateSchema,
  body_limit: 12 * 1024 * 1024,
  answer: keptEstimateSchema,
  errors: ['rate_limited', 'unavailable'],
} as const satisfies ApiCall;

export const keepDealerPage = {
  method: 'POST',
  path: '/users/me/dealer_pages',
  auth: 'bearer',
  key: ['lots:hand_over'],
  extensions: 'paired',
  operation: 'keepDealerPage',
  tag: 'users',
  summary:
    'Keep the OEM number and price of a part whose page at a dealer’s store the user has open for a VIN',
  description:
    'Kept beside the user’s estimates, listed and removed with them, for reports of that VIN, and for those of the same model and year as seen on a similar car; the page is not kept. The VIN is the one the page names, else `vin`. A number of the same store, VIN and day is kept once, as it was seen last. A page of another site, of no one part, whose number has not the form of the make, or that says the part does not fit is validation_error with `details.reason`; `no_vin` asks for a VIN.',
  body: openedPageSchema,
  body_limit: 12 * 1024 * 1024,
  answer: keptDealerPartSchema,
  errors: ['rate_limited', 'unavailable'],
} as const satisfies ApiCall;

export const removeEstimate = {
  method: 'DELETE',
  path: '/users/me/estimates/:estimate_id',
  auth: 'bearer',
  operation: 'removeEstimate',
  tag: 'users',
  summary:
    'Remove a kept estimate, or kept dealer’s pages; reports already made stay as they are until they are recalculated',
  params: keptEstimatePathSchema,
  answer: account.messageAnswerSchema,
  errors: ['not_found', 'rate_limited'],
} as const satisfies ApiCall;

export const sessions = {
  method: 'GET',
  path: '/users/me/sessions',
  auth: 'bearer',
  operation: 'listSessions',
  tag: 'users',
  summary: 'Live sessions',
  answer: z.array(account.sessionSchema),
  errors: [],
} as const satisfies ApiCall;

export const endOtherSessions = {
  method: 'DELETE',
  path: '/users/me/sessions',
  auth: 'bearer',
  operation: 'endOtherSessions',
  tag: 'users',
  summary: 'End all other sessions',
  answer: account.messageAnswerSchema,
  errors: [],
} as const satisfies ApiCall;

export const endSession = {
  method: 'DELETE',
  path: '/users/me/sessions/:session_id',
  auth: 'bearer',
  operation: 'endSession',
  tag: 'users',
  summary: 'End one session',
  params: calls.sessionPathSchema,
  answer: account.messageAnswerSchema,
  errors: ['not_found'],
} as const satisfies ApiCall;

export const quota = {
  method: 'GET',
  path: '/users/quota',
  auth: 'bearer',
  key: ['reports:create', 'reports:read', 'reports:write'],
  extensions: 'paired',
  operation: 'readQuota',
  tag: 'users',
  summary: 'Reports left and in progress',
  answer: account.quotaSchema,
  errors: [],
} as const satisfies ApiCall;

export const unsubscribe = {
  method: 'POST',
  path: '/mails/unsubscribe',
  auth: 'none',
  operation: 'unsubscribe',
  tag: 'mails',
  summary: 'Stop one kind of mail by the link of such a mail',
  description: 'As mail programs do it (RFC 8058): no session, and whatever stands in the body is not read.',
  query: account.unsubscribeQuerySchema,
  form: 'unread',
  answer: account.unsubscribeAnswerSchema,
  errors: [{ code: 'invalid_token', status: 400 }],
} as const satisfies ApiCall;

/** The same address opened in a browser, as programs without the one press do. */
export const unsubscribePage = {
  method: 'GET',
  path: '/mails/unsubscribe',
  auth: 'none',
  operation: 'openUnsubscribePage',
  tag: 'mails',
  summary: 'Go to the page that stops one kind of mail',
  query: account.unsubscribeQuerySchema,
  answer: null,
  status: 302,
  errors: [],
} as const satisfies ApiCall;
