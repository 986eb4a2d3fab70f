import type { ApiCall } from '../api-call.ts';
import {
  keyedSourcePathSchema,
  operatorCodeRequestSchema,
  operatorSessionSchema,
  savedKeysSchema,
  saveKeysRequestSchema,
  setupSchema,
  setupSourcePathSchema,
  setupSourceSchema,
  testedSourceSchema,
  testSourceRequestSchema,
} from './operator-answers.ts';

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
  summary: 'Give a one-time code, which lets this session on for 12 hours',
  description:
    'A code of the authenticator app that was given the secret of `npm run admin -- operator`. Each is good once, for half a minute before and after its own.',
  body: operatorCodeRequestSchema,
  answer: operatorSessionSchema,
  errors: [{ code: 'authentication_failed', status: 400 }, 'not_found', 'setup_read_only', 'rate_limited'],
} as const satisfies ApiCall;

export const setup = {
  method: 'GET',
  path: '/operator/setup',
  auth: 'bearer',
  operation: 'readSetup',
  tag: 'operator',
  summary: 'Every source: on or off, from where its settings come, what was used of its caps',
  description: 'Holds no secret: of a key its last four characters alone.',
  answer: setupSchema,
  errors: ['not_found', 'second_factor_required'],
} as const satisfies ApiCall;

const CHANGES = ['not_found', 'second_factor_required', 'setup_read_only', 'rate_limited'] as const;

export const saveKeys = {
  method: 'PUT',
  path: '/operator/sources/:source/keys',
  auth: 'bearer',
  operation: 'saveKeys',
  tag: 'operator',
  summary: 'Save the keys of a source',
  description:
    'Tried by one small call to the source first: keys that it does not take are not kept (422 `key_refused`, `details.outcome`). Stored sealed. What the environment sets wins, and is not saved over (409 `set_in_environment`).',
  params: keyedSourcePathSchema,
  body: saveKeysRequestSchema,
  answer: savedKeysSchema,
  errors: [...CHANGES, 'key_refused', 'set_in_environment'],
} as const satisfies ApiCall;

export const forgetKeys = {
  method: 'DELETE',
  path: '/operator/sources/:source/keys',
  auth: 'bearer',
  operation: 'forgetKeys',
  tag: 'operator',
  summary: 'Delete the saved keys of a source',
  params: keyedSourcePathSchema,
  answer: setupSourceSchema,
  errors: CHANGES,
} as const satisfies ApiCall;

export const testSource = {
  method: 'POST',
  path: '/operator/sources/:source/test',
  auth: 'bearer',
  operation: 'testSource',
  tag: 'operator',
  summary: 'Test a source on a sample photo, a VIN or a number',
  description: 'Asks as a report would, under the same caps, and keeps nothing of it.',
  params: setupSourcePathSchema,
  body: testSourceRequestSchema,
  answer: testedSourceSchema,
  errors: CHANGES,
} as const satisfies ApiCall;
