import { z } from 'zod';
import { messageAnswerSchema } from '../schemas/account.ts';
import {
  accessKeyPathSchema,
  accessKeySchema,
  madeAccessKeySchema,
  makeAccessKeyRequestSchema,
  pairAnswerSchema,
  pairingCodeAnswerSchema,
  pairRequestSchema,
} from './access-key-answers.ts';
import type { ApiCall } from './api-call.ts';

/** Keys for programs, pairing the browser extension with an account, and the keys that come of it. */

export const makePairingCode = {
  method: 'POST',
  path: '/users/me/pairing_codes',
  auth: 'bearer',
  operation: 'makePairingCode',
  tag: 'keys',
  summary: 'A code that connects the browser extension',
  description: 'Good for one extension, once, for ten minutes; a new one voids the one before.',
  answer: pairingCodeAnswerSchema,
  secret: true,
  errors: ['rate_limited'],
} as const satisfies ApiCall;

export const pairExtension = {
  method: 'POST',
  path: '/auth/pair',
  auth: 'none',
  extensions: 'any',
  operation: 'pairExtension',
  tag: 'keys',
  summary: 'Exchange a code for an access key',
  description:
    'Called by a browser extension: its `Origin` is kept with the key, which is then refused from any other extension; a call without an `Origin` is accepted. The key is told this once. Sent the key in place of a code it answers the same while that lives: an extension whose last key was revoked is answered by no other call, and hears it here (400 `invalid_token`).',
  body: pairRequestSchema,
  answer: pairAnswerSchema,
  secret: true,
  errors: [{ code: 'invalid_token', status: 400 }, 'rate_limited'],
} as const satisfies ApiCall;

export const accessKeys = {
  method: 'GET',
  path: '/users/me/access_keys',
  auth: 'bearer',
  operation: 'listAccessKeys',
  tag: 'keys',
  summary: 'Live access keys',
  answer: z.array(accessKeySchema),
  errors: [],
} as const satisfies ApiCall;

export const makeAccessKey = {
  method: 'POST',
  path: '/users/me/access_keys',
  auth: 'bearer',
  operation: 'makeAccessKey',
  tag: 'keys',
  summary: 'An access key for a program',
  description:
    'Sent as a bearer in place of a session’s token, on the calls that name one of its scopes. The key is told this once. An account has at most ten; it ends when it is revoked, with a new password, or after 180 days unused.',
  body: makeAccessKeyRequestSchema,
  answer: madeAccessKeySchema,
  status: 201,
  secret: true,
  errors: ['rate_limited'],
} as const satisfies ApiCall;

export const revokeAccessKey = {
  method: 'DELETE',
  path: '/users/me/access_keys/:key_id',
  auth: 'bearer',
  key: 'any',
  extensions: 'paired',
  operation: 'revokeAccessKey',
  tag: 'keys',
  summary: 'Revoke an access key',
  description: 'A key may revoke itself, and no other.',
  params: accessKeyPathSchema,
  answer: messageAnswerSchema,
  errors: ['not_found'],
} as const satisfies ApiCall;
