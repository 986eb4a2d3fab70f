import * as api from '../../contract/api/account-calls.ts';
import type {
  ChangePasswordRequest,
  RegisterRequest,
  ResetPasswordRequest,
} from '../../contract/schemas/account.ts';
import { call, callRaw } from './call.ts';

export const signUp = (account: RegisterRequest) => call(api.register, { json: account });
export const forgotPassword = (email: string) => call(api.forgotPassword, { json: { email } });
export const resendVerification = (email: string) => call(api.resendVerification, { json: { email } });
export const unsubscribe = (token: string) => call(api.unsubscribe, { query: { token } });
export const verifyEmail = (code: string) => call(api.verifyEmail, { json: { code } });
export const resetPassword = (request: ResetPasswordRequest) => callRaw(api.resetPassword, { json: request });
export const changePassword = (request: ChangePasswordRequest) => call(api.changePassword, { json: request });
