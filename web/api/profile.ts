import { z } from 'zod';
import {
  type EditProfileRequest,
  messageAnswerSchema,
  sessionSchema,
  userSchema,
} from '../../contract/schemas/account.ts';
import { call, callRaw } from './call.ts';
import { saveAnswer } from './save-file.ts';
import { leave } from './session-store.ts';

export const editProfile = (changes: EditProfileRequest) =>
  call(userSchema, 'users/me', { method: 'PATCH', json: changes });

const sessionsSchema = z.array(sessionSchema);
export const listSessions = () => call(sessionsSchema, 'users/me/sessions');
export const endSession = (sessionId: string) =>
  call(messageAnswerSchema, `users/me/sessions/${encodeURIComponent(sessionId)}`, { method: 'DELETE' });

/** Everything the service holds about the user, as a zip. */
export async function exportData(): Promise<void> {
  await saveAnswer(await callRaw('users/me/export'), 'lotlens-export.zip');
}

/** Deletes the account and leaves. */
export async function deleteAccount(password: string): Promise<void> {
  await callRaw('users/me', { method: 'DELETE', json: { password } });
  leave();
}
