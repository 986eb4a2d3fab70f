import type { z } from 'zod';
import {
  type AddressInput,
  type ApiAddress,
  type ApiCall,
  addressOf,
  type InputOf,
} from '../../contract/api/api-call.ts';
import { ApiError } from './api-error.ts';
import { type AnswerOf, checkAnswer, startChecks } from './check/check-answer.ts';
import { errorOf, type Sent, send } from './send.ts';
import { readSession, type Session } from './session/session-store.ts';

/** What a call takes: its path's parameters, its query and its body, as its row of contract/api.ts says. */
type CallOptions<Call extends ApiAddress> = AddressInput<Call> &
  BodyOf<Call> & { signal?: AbortSignal; headers?: Record<string, string>; keepalive?: boolean };
type BodyOf<Call> = Call extends { body: infer Body extends z.ZodType }
  ? Call extends { form: true }
    ? { form: z.input<Body> }
    : { json: z.input<Body> }
  : Record<never, never>;

declare global {
  interface Window {
    /** By public/returning.js, before any other script was here; each is taken once. `token`: undefined where none goes along. */
    askedAhead?: Map<string, { token: string | undefined; answer: Promise<Response> }>;
  }
}

/** The answer to a call that was asked for ahead, by the same session; throws ApiError (status 0) where none comes. */
function takeAhead({ method, address }: Sent, session: Session | null): Promise<Response> | null {
  const ahead = window.askedAhead?.get(address);
  window.askedAhead?.delete(address);
  if (method !== 'GET' || ahead === undefined || ahead.token !== session?.authToken) return null;
  return ahead.answer.catch(() => {
    throw new ApiError(0, null);
  });
}

/**
 * Calls the API and answers the raw response; throws ApiError on any failure. A bearer goes along where the call takes one; a 401
 * for it, or where the call needs one, is refreshed once.
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
  const session = address.auth === 'none' || address.plain ? null : readSession();
  // Without a session the service can only refuse: nothing is sent.
  if (address.auth === 'bearer' && session === null)
    throw new ApiError(401, { code: 'invalid_token', message: 'Sign in to continue.' });
  const response = await (takeAhead(sent, session) ?? send(sent, session));
  if (response.ok) return response;
  if (response.status !== 401 || session === null) throw await errorOf(response);
  const { sendRenewed } = await import('./session/refresh-session.ts');
  return await sendRenewed(sent, session, response, address.auth === 'optional');
}

/** Calls the API and answers its JSON, checked against the contract. */
export async function call<Call extends ApiCall & { answer: z.ZodType }>(
  row: Call,
  ...input: InputOf<CallOptions<Call>>
): Promise<AnswerOf<Call>> {
  // On their way together.
  startChecks();
  return await checkAnswer(row, await callRaw(row, ...input));
}
