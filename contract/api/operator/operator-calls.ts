import type { ApiCall } from '../api-call.ts';
import { operatorCodeRequestSchema, operatorSessionSchema } from './operator-answers.ts';

/** What operators of this installation do; to every other account these calls are not there (404). */

export const operatorSession = {
  method: 'GET',
  path: '/operator/session',
  auth: 'bearer',
  operation: 'readOperatorSession',
  tag: 'operator',
  summary: 'Whether this session has given its one-time code',
  answer: operatorSessionSchema,
  errors: ['not_found'],
} as const satisfies ApiCall;

export const confirmOperator = {
  method: 'POST',
  path: '/operator/confirm',
  auth: 'bearer',
  operation: 'confirmOperator',
  tag: 'operator',
  summary: 'Give a one-time code, once a session',
  description:
    'A code of the authenticator app that was given the secret of `npm run admin -- operator`. Each is good once, for half a minute before and after its own.',
  body: operatorCodeRequestSchema,
  answer: operatorSessionSchema,
  errors: [{ code: 'authentication_failed', status: 400 }, 'not_found', 'setup_read_only', 'rate_limited'],
} as const satisfies ApiCall;
