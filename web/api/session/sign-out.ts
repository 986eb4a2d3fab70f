import { logout } from '../../../contract/api/account-calls.ts';
import { callRaw } from '../call.ts';
import { leave, startLeaving } from './session-store.ts';

/** Signs out and leaves; the server is told, whether or not it answers. */
export async function signOut(): Promise<void> {
  startLeaving();
  await callRaw(logout, { keepalive: true }).catch(() => undefined);
  leave();
}
