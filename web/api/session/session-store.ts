import { createStore } from '../store.ts';

/** The session as docs/product.md has it stored: authToken, tokenType, refreshToken and userEmail. Other tabs see every change. */
const KEYS = ['authToken', 'tokenType', 'refreshToken', 'userEmail'] as const;

export type Session = {
  authToken: string;
  tokenType: string;
  refreshToken: string | null;
  userEmail: string | null;
};

/** Pages are also drawn ahead, outside any browser: for a visitor without a session. */
const inBrowser = typeof window !== 'undefined';

/** The stored session, or null; follows sign-in and sign-out, in other tabs as well. */
export const sessionStore = createStore(read());

function read(): Session | null {
  if (!inBrowser) return null;
  const [authToken, tokenType, refreshToken, userEmail] = KEYS.map((key) => localStorage.getItem(key));
  if (!authToken) return null;
  return {
    authToken,
    tokenType: tokenType ?? 'bearer',
    refreshToken: refreshToken ?? null,
    userEmail: userEmail ?? null,
  };
}

const publish = (): void => sessionStore.set(read());

if (inBrowser)
  window.addEventListener('storage', (event) => {
    if (event.key === null || (KEYS as readonly string[]).includes(event.key)) publish();
  });

/** Whose session it is, by email; null: nobody's. */
export const ownerOf = (session: Session | null): string | null =>
  session === null ? null : (session.userEmail ?? '');

/** Calls `listener` as soon as somebody else is signed in, or nobody any more: nothing of one is ever shown to another. */
export function onOwnerChange(listener: () => void): void {
  let owner = ownerOf(readSession());
  sessionStore.watch(() => {
    const now = ownerOf(readSession());
    if (now === owner) return;
    owner = now;
    listener();
  });
}

export const readSession = (): Session | null => sessionStore.get();

/** Reads the store itself: another tab may have refreshed before its event reached this one. */
export function readStoredSession(): Session | null {
  publish();
  return readSession();
}

export function keepSession(session: Session): void {
  for (const key of KEYS) {
    const value = session[key];
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  }
  publish();
}

export function clearSession(): void {
  for (const key of KEYS) localStorage.removeItem(key);
  publish();
}

let leaving = false;
/** True once the user has chosen to leave, in this tab: the page that follows is the main page, not sign-in. */
export const isLeaving = (): boolean => leaving;

/** From now on a session that ends was ended by its user: no page leads to sign-in. */
export function startLeaving(): void {
  leaving = true;
}

/**
 * Ends the session at the user's wish and opens the main page: nothing of theirs stays in memory. This page gets no notice: it would
 * ask for its data again without a session while it leaves.
 */
export function leave(): void {
  startLeaving();
  for (const key of ['resumeDraft', ...KEYS]) localStorage.removeItem(key);
  location.assign('/');
}
