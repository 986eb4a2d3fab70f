import { pushStateSchema, pushSubscriptionSchema } from '../push/push-subscription.ts';
import type { ApiCall } from './api-call.ts';

/** Notifications on a device when a report has ended: each session has its own, and they end with it. */

export const push = {
  method: 'GET',
  path: '/users/me/push',
  auth: 'bearer',
  operation: 'readPush',
  tag: 'push',
  summary: 'Whether the device of this session gets notifications',
  answer: pushStateSchema,
  errors: [],
} as const satisfies ApiCall;

export const turnPushOn = {
  method: 'POST',
  path: '/users/me/push',
  auth: 'bearer',
  operation: 'turnPushOn',
  tag: 'push',
  summary: 'Send notifications to the device of this session',
  description:
    'Takes the push subscription of its browser, made with `public_key`; one a session, in place of the one before. It ends with the session.',
  body: pushSubscriptionSchema,
  answer: pushStateSchema,
  errors: ['rate_limited'],
} as const satisfies ApiCall;

export const turnPushOff = {
  method: 'DELETE',
  path: '/users/me/push',
  auth: 'bearer',
  operation: 'turnPushOff',
  tag: 'push',
  summary: 'Send no more notifications to the device of this session',
  answer: pushStateSchema,
  errors: [],
} as const satisfies ApiCall;
