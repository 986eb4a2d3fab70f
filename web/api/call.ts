import type { z } from 'zod';
import type { ErrorBody } from '../../contract/schemas/errors.ts';
import { ApiError } from './api-error.ts';
import { clearSession, keepSession, readSession, readStoredSession, type Session } from './session-store.ts';

const BASE = '/api/v1';
/** No bearer on these (docs/product.md). */
const OPEN_PATHS = [
  'auth/token',
  'auth/register',
  'auth/forgot-password',
  'auth/reset-password',
  'auth/verify-email',
];

export type CallOptions = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  json?: unknown;
  form?: Record<string, string>;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Neither bearer nor refresh (the scrape call). */
  anonymous?: boolean;
};

/** Calls the API and answers the raw response; throws ApiError on any failure. A 401 is refreshed once. */
export async function callRaw(path: string, options: CallOptions = {}): Promise<Response> {
  const open = options.anonymous === true || OPEN_PATHS.some((part) => path.includes(part));
  const session = open ? null : readSession();
  const response = await send(path, options, session);
  if (response.ok) return response;
  if (response.status !== 401 || open) throw await errorOf(response);
  const renewed = await refreshSession(session);
  if (renewed === null) {
    clearSession();
    throw await errorOf(response);
  }
  const again = await send(path, options, renewed);
  if (again.ok) return again;
  const error = await errorOf(again);
  // A wrong password asked for again is no ended session.
  if (error.status === 401 && error.code !== 'authentication_failed') clearSession();
  throw error;
}

/** Calls the API and answers its JSON, checked against the contract. */
export async function call<T>(schema: z.ZodType<T>, path: string, options: CallOptions = {}): Promise<T> {
  const response = await callRaw(path, options);
  const answer = schema.safeParse(await response.json().catch(() => null));
  if (answer.success) return answer.data;
  console.error(`${path} answered in another shape`, answer.error);
  throw new ApiError(response.status, null);
}

async function send(path: string, options: CallOptions, session: Session | null): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json', ...options.headers };
  let body: string | URLSearchParams | null = null;
  if (options.json !== undefined) {
    headers['content-type'] = 'application/json';
    body = JSON.stringify(options.json);
  } else if (options.form !== undefined) body = new URLSearchParams(options.form);
  if (session !== null) headers.authorization = `${session.tokenType} ${session.authToken}`;
  try {
    return await fetch(`${BASE}/${path}`, {
      method: options.method ?? (body === null ? 'GET' : 'POST'),
      headers,
      body,
      credentials: 'same-origin',
      ...(options.signal ? { signal: options.signal } : {}),
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiError(0, null);
  }
}

async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const known = typeof body === 'object' && body !== null ? (body as Partial<ErrorBody>) : null;
  return new ApiError(response.status, known);
}

let refreshing: Promise<Session | null> | null = null;

/** One refresh for all waiting calls, and one across tabs: whoever comes second takes the first one's tokens. */
function refreshSession(used: Session | null): Promise<Session | null> {
  refreshing ??= (
    'locks' in navigator
      ? navigator.locks.request('lotlens-refresh', () => refreshOnce(used))
      : refreshOnce(used)
  ).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

async function refreshOnce(used: Session | null): Promise<Session | null> {
  const stored = readStoredSession();
  if (stored !== null && used !== null && stored.authToken !== used.authToken) return stored;
  // Without a refresh token and email there is nothing to refresh with (docs/product.md).
  if (!stored?.refreshToken || !stored.userEmail) return null;
  const response = await send('auth/refresh', { json: { refresh_token: stored.refreshToken } }, null);
  if (response.status === 401 || response.status === 400) return null;
  if (!response.ok) throw await errorOf(response);
  const { tokenAnswerSchema } = await import('../../contract/schemas/account.ts');
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
