import { z } from 'zod';
import { messageAnswerSchema, tokenAnswerSchema } from '../../contract/account.ts';
import { call, callRaw } from './call.ts';
import { clearSession, keepSession } from './session-store.ts';

/** Signs in and keeps the session; the answer may lack a token, which is an error of its own (SPEC section 8). */
export async function signIn(email: string, password: string): Promise<void> {
  const response = await callRaw('auth/token', { form: { username: email, password } });
  const answer = tokenAnswerSchema.partial({ refresh_token: true }).safeParse(await response.json());
  if (!answer.success) throw new Error('Login response did not include token.');
  keepSession({
    authToken: answer.data.access_token,
    tokenType: answer.data.token_type,
    refreshToken: answer.data.refresh_token ?? null,
    userEmail: email,
  });
}

export type NewAccount = {
  email: string;
  password: string;
  first_name: string;
  last_name: string;
  phone?: string;
};

const registeredSchema = z.object({ email: z.string(), message: z.string().optional() });
export const signUp = (account: NewAccount) => call(registeredSchema, 'auth/register', { json: account });
export const forgotPassword = (email: string) =>
  call(messageAnswerSchema, 'auth/forgot-password', { json: { email } });
export const resendVerification = (email: string) =>
  call(messageAnswerSchema, 'auth/resend-verification', { json: { email } });
export const verifyEmail = (code: string) =>
  call(messageAnswerSchema, 'auth/verify-email', { json: { code } });
export const resetPassword = (token: string, password: string) =>
  callRaw('auth/reset-password', { json: { token, new_password: password } });
export const changePassword = (oldPassword: string, newPassword: string) =>
  call(messageAnswerSchema, 'auth/change-password', {
    json: { old_password: oldPassword, new_password: newPassword },
  });

/** Ends the session here at once; the server is told, whether or not it answers. */
export async function signOut(): Promise<void> {
  await callRaw('auth/logout', { method: 'POST' }).catch(() => undefined);
  clearSession();
}
