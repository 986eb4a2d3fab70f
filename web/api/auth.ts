import * as api from '../../contract/api/account-calls.ts';
import type {
  ChangePasswordRequest,
  RegisterRequest,
  ResetPasswordRequest,
} from '../../contract/schemas/account.ts';
import { ApiError } from './api-error.ts';
import { call, callRaw } from './call.ts';
import { keepSession, leave } from './session/session-store.ts';

/** Signs in and keeps the session; the answer may lack a token, which is an error of its own (docs/product.md). */
export async function signIn(email: string, password: string): Promise<void> {
  const response = await callRaw(api.token, { form: { username: email, password } });
  const answer = api.token.answer.partial({ refresh_token: true }).safeParse(await response.json());
  if (!answer.success)
    throw new ApiError(response.status, { message: 'Login response did not include token.' });
  keepSession({
    authToken: answer.data.access_token,
    tokenType: answer.data.token_type,
    refreshToken: answer.data.refresh_token ?? null,
    userEmail: email,
  });
}

export const signUp = (account: RegisterRequest) => call(api.register, { json: account });
export const forgotPassword = (email: string) => call(api.forgotPassword, { json: { email } });
export const resendVerification = (email: string) => call(api.resendVerification, { json: { email } });
export const unsubscribe = (token: string) => call(api.unsubscribe, { query: { token } });
export const verifyEmail = (code: string) => call(api.verifyEmail, { json: { code } });
export const resetPassword = (request: ResetPasswordRequest) => callRaw(api.resetPassword, { json: request });
export const changePassword = (request: ChangePasswordRequest) => call(api.changePassword, { json: request });

/** Signs out and leaves; the server is told, whether or not it answers. */
export async function signOut(): Promise<void> {
  await callRaw(api.logout, { keepalive: true }).catch(() => undefined);
  leave();
}
