import type { z } from 'zod';
import {
  type AddressInput,
  type ApiAddress,
  type ApiCall,
  addressOf,
  type InputOf,
} from '../../contract/api-call.ts';
import type { ErrorBody } from '../../contract/schemas/errors.ts';
import { ApiError } from './api-error.ts';
import { clearSession, keepSession, readSession, readStoredSession, type Session } from './session-store.ts';

/** What a call takes: its path's parameters, its query and its body, as its row of contract/api.ts says. */
type CallOptions<Call extends ApiAddress> = AddressInput<Call> &
  BodyOf<Call> & { signal?: AbortSignal; headers?: Record<string, string> };
type BodyOf<Call> = Call extends { body: infer Body extends z.ZodType }
  ? Call extends { form: true }
    ? { form: z.input<Body> }
    : { json: z.input<Body> }
  : Record<never, never>;
type Answer<Call extends ApiCall> = Call['answer'] extends z.ZodType ? z.output<Call['answer']> : never;

type Sent = {
  method: ApiAddress['method'];
  /** On our origin. */
  address: string;
  json?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

/**
 * Calls the API and answers the raw response; throws ApiError on any failure. A bearer goes along where the call needs one; a 401
 * is then refreshed once.
 */
export async function callRaw<Call extends ApiAddress>(
  address: Call,
  ...[options]: InputOf<CallOptions<Call>>
): Promise<Response> {
  const sent: Sent = {
    ...options,
    method: address.method,
    address: addressOf(address, ...([options] as InputOf<AddressInput<Call>>)),
  };
  const session = address.auth === 'bearer' ? readSession() : null;
  const response = await send(sent, session);
  if (response.ok) return response;
  if (response.status !== 401 || address.auth !== 'bearer') throw await errorOf(response);
  const renewed = await refreshSession(session);
  if (renewed === null) {
    clearSession();
    throw await errorOf(response);
  }
  const again = await send(sent, renewed);
  if (again.ok) return again;
  const error = await errorOf(again);
  // A wrong password asked for again is no ended session.
  if (error.status === 401 && error.code !== 'authentication_failed') clearSession();
  throw error;
}

/** Calls the API and answers its JSON, checked against the contract. */
export async function call<Call extends ApiCall & { answer: z.ZodType }>(
  row: Call,
  ...input: InputOf<CallOptions<Call>>
): Promise<Answer<Call>> {
  const response = await callRaw(row, ...input);
  const answer = row.answer.safeParse(await response.json().catch(() => null));
  if (answer.success) return answer.data as Answer<Call>;
  console.error(`${row.path} answered in another shape`, answer.error);
  throw new ApiError(response.status, null);
}

async function send(sent: Sent, session: Session | null): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json', ...sent.headers };
  let body: string | URLSearchParams | null = null;
  if (sent.json !== undefined) {
    headers['content-type'] = 'application/json';
    body = JSON.stringify(sent.json);
  } else if (sent.form !== undefined) body = new URLSearchParams(sent.form);
  if (session !== null) headers.authorization = `${session.tokenType} ${session.authToken}`;
  try {
    return await fetch(sent.address, {
      method: sent.method,
      headers,
      body,
      credentials: 'same-origin',
      ...(sent.signal ? { signal: sent.signal } : {}),
    });
  } catch (error) {
    if (sent.signal?.aborted) throw error;
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
  // Without a refresh token and email there is nothing to refresh with (SPEC section 4).
  if (!stored?.refreshToken || !stored.userEmail) return null;
  const { refresh } = await import('../../contract/api.ts');
  const json = { refresh_token: stored.refreshToken };
  const response = await send({ method: refresh.method, address: addressOf(refresh), json }, null);
  if (response.status === 401 || response.status === 400) return null;
  if (!response.ok) throw await errorOf(response);
  const answer = refresh.answer.parse(await response.json());
  const session: Session = {
    authToken: answer.access_token,
    tokenType: answer.token_type,
    refreshToken: answer.refresh_token,
    userEmail: stored.userEmail,
  };
  keepSession(session);
  return session;
}
