import { queryOptions } from '@tanstack/react-query';
import type { MakeAccessKeyRequest } from '../../contract/api/access-key-answers.ts';
import * as keys from '../../contract/api/access-key-calls.ts';
import * as api from '../../contract/api/account-calls.ts';
import * as push from '../../contract/api/push-calls.ts';
import type { OpenedPage } from '../../contract/dealer-page/opened-page.ts';
import type { SentEstimate } from '../../contract/estimate-exchange/sent-estimate.ts';
import type { PushSubscriptionRequest } from '../../contract/push/push-subscription.ts';
import type { EditProfileRequest } from '../../contract/schemas/account.ts';
import { call, callRaw } from './call.ts';
import { saveAnswer } from './save-file.ts';
import { leave } from './session/session-store.ts';

export const editProfile = (changes: EditProfileRequest) => call(api.editMe, { json: changes });

export const listSessions = () => call(api.sessions);
export const endSession = (sessionId: string) => call(api.endSession, { params: { session_id: sessionId } });

/** The browser extensions that are connected and the keys of programs, and what makes another one. */
export const accessKeysQuery = queryOptions({
  queryKey: ['access-keys'],
  queryFn: () => call(keys.accessKeys),
});
export const revokeAccessKey = (keyId: string) => call(keys.revokeAccessKey, { params: { key_id: keyId } });
export const makeAccessKey = (key: MakeAccessKeyRequest) => call(keys.makeAccessKey, { json: key });
export const makePairingCode = () => call(keys.makePairingCode);

/** Notifications on the device of this session. */
export const readPush = () => call(push.push);
export const turnPushOn = (subscription: PushSubscriptionRequest) =>
  call(push.turnPushOn, { json: subscription });
export const turnPushOff = () => call(push.turnPushOff);

/** The estimates whose OEM numbers and prices the user's reports make use of. */
export const listKeptEstimates = () => call(api.keptEstimates);
export const keepEstimate = (files: SentEstimate['files']) => call(api.keepEstimate, { json: { files } });
/** Keeps the part of a dealer's page for the user's reports of its VIN. */
export const keepDealerPage = (opened: OpenedPage) => call(api.keepDealerPage, { json: opened });
export const removeEstimate = (estimateId: string) =>
  call(api.removeEstimate, { params: { estimate_id: estimateId } });

/** Everything the service holds about the user, as a zip. */
export async function exportData(): Promise<void> {
  await saveAnswer(await callRaw(api.exportMe), 'lotlens-export.zip');
}

/** Deletes the account and leaves. */
export async function deleteAccount(password: string): Promise<void> {
  await callRaw(api.deleteMe, { json: { password } });
  leave();
}
