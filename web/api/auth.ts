import { z } from 'zod';
import {
  type ChangePasswordRequest,
  messageAnswerSchema,
  type RegisterRequest,
  type ResetPasswordRequest,
  tokenAnswerSchema,
} from '../../contract/schemas/account.ts';
import { ApiError } from './api-error.ts';
import { call, callRaw } from './call.ts';
import { keepSession, leave } from './session-store.ts';

/** Signs in and keeps the session; the answer may lack a token, which is an error of its own (docs/product.md). */
export async function signIn(email: string, password: string): Promise<void> {
  const response = await callRaw('auth/token', { form: { username: email, password } });
  const answer = tokenAnswerSchema.partial({ refresh_token: true }).safeParse(await response.json());
  if (!answer.success)
    throw new ApiError(response.status, { message: 'Login response did not include token.' });
  keepSession({
    authToken: answer.data.access_token,
    tokenType: answer.data.token_type,
    refreshToken: answer.data.refresh_token ?? null,
    userEmail: email,
  });
}

const registeredSchema = z.object({ email: z.string(), message: z.string().optional() });
export const signUp = (account: RegisterRequest) =>
  call(registeredSchema, 'auth/register', { json: account });
export const forgotPassword = (email: string) =>
  call(messageAnswerSchema, 'auth/forgot-password', { json: { email } });
export const resendVerification = (email: string) =>
  call(messageAnswerSchema, 'auth/resend-verification', { json: { email } });
export const verifyEmail = (code: string) =>
  call(messageAnswerSchema, 'auth/verify-email', { json: { code } });
export const resetPassword = (request: ResetPasswordRequest) =>
  callRaw('auth/reset-password', { json: request });
export const changePassword = (request: ChangePasswordRequest) =>
  call(messageAnswerSchema, 'auth/change-password', { json: request });

/** Signs out and leaves; the server is told, whether or not it answers. */
export async function signOut(): Promise<void> {
  await callRaw('auth/logout', { method: 'POST' }).catch(() => undefined);
  leave();
}
