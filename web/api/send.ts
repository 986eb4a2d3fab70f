import type { ApiAddress } from '../../contract/api/api-call.ts';
import type { ErrorBody } from '../../contract/schemas/errors.ts';
import { ApiError } from './api-error.ts';
import type { Session } from './session/session-store.ts';

/** A call as it is sent. */
export type Sent = {
  method: ApiAddress['method'];
  /** On our origin. */
  address: string;
  json?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Goes on when the page that sent it is left. */
  keepalive?: boolean;
};

/** Sends a call, with the bearer of `session`; throws ApiError (status 0) where no answer comes. */
export async function send(sent: Sent, session: Session | null): Promise<Response> {
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
      keepalive: sent.keepalive ?? false,
      ...(sent.signal ? { signal: sent.signal } : {}),
    });
  } catch (error) {
    if (sent.signal?.aborted) throw error;
    throw new ApiError(0, null);
  }
}

/** The error that a refusal tells. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const known = typeof body === 'object' && body !== null ? (body as Partial<ErrorBody>) : null;
  return new ApiError(response.status, known);
}
