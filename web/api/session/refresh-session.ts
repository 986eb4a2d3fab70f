import { refresh } from '../../../contract/api/account-calls.ts';
import { addressOf } from '../../../contract/api/api-call.ts';
import { tokenAnswerSchema } from '../../../contract/schemas/account.ts';
import { errorOf, type Sent, send } from '../send.ts';
import { clearSession, keepSession, readStoredSession, type Session } from './session-store.ts';

/**
 * Sends a call again that `refused` its session, with a renewed one. Without one the session has ended: a call that visitors may make
 * is made as theirs, else the refusal stands.
 */
export async function sendRenewed(
  sent: Sent,
  used: Session | null,
  refused: Response,
  isVisitors: boolean,
): Promise<Response> {
  const renewed = await refreshSession(used);
  if (renewed === null) {
    clearSession();
    if (!isVisitors) throw await errorOf(refused);
  }
  const again = await send(sent, renewed);
  if (again.ok) return again;
  const error = await errorOf(again);
  // A wrong password asked for again is no ended session.
  if (error.status === 401 && error.code !== 'authentication_failed') clearSession();
  throw error;
}

let refreshing: Promise<Session | null> | null = null;

/** What one tab stores is not in the store of another's process at once: who waits for the lock looks when it is. */
const SPREAD_MS = 300;

/** One refresh for all waiting calls, and one across tabs: whoever comes second takes the first one's tokens. */
function refreshSession(used: Session | null): Promise<Session | null> {
  refreshing ??= ('locks' in navigator ? refreshLocked(used) : refreshOnce(used)).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

const refreshLocked = (used: Session | null): Promise<Session | null> =>
  new Promise((resolve, reject) => {
    navigator.locks
      .request('lotlens-refresh', async () => {
        resolve(await refreshOnce(used));
        await new Promise((spread) => setTimeout(spread, SPREAD_MS));
      })
      .catch(reject);
  });

async function refreshOnce(used: Session | null): Promise<Session | null> {
  const stored = readStoredSession();
  if (stored !== null && used !== null && stored.authToken !== used.authToken) return stored;
  // Without a refresh token and email there is nothing to refresh with (docs/product.md).
  if (!stored?.refreshToken || !stored.userEmail) return null;
  const json = { refresh_token: stored.refreshToken };
  const response = await send({ method: refresh.method, address: addressOf(refresh), json }, null);
  if (response.status === 401 || response.status === 400) return null;
  if (!response.ok) throw await errorOf(response);
  // Here and now: tokens that were lost on the way would end the session.
  const answer = tokenAnswerSchema.parse(await response.json());
  const session: Session = {
    authToken: answer.access_token,
    tokenType: answer.token_type,
    refreshToken: answer.refresh_token,
    userEmail: stored.userEmail,
  };
  keepSession(session);
  return session;
}
