import { token } from '../../../contract/api/account-calls.ts';
import { tokenAnswerSchema } from '../../../contract/schemas/account.ts';
import { ApiError } from '../api-error.ts';
import { callRaw } from '../call.ts';
import { keepSession } from './session-store.ts';

/** Signs in and keeps the session; the answer may lack a token, which is an error of its own (docs/product.md). */
export async function signIn(email: string, password: string): Promise<void> {
  const response = await callRaw(token, { form: { username: email, password } });
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
