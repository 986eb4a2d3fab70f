import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const PREFIX = 'whsec_';
/** Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 32;

/** A secret as its owner is told it. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** The headers of a message by Standard Webhooks 1.0: who made it, when, and what shows that it was us. */
export function signMessage(
  secret: string,
  { id, at, payload }: { id: string; at: Date; payload: string },
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${payload}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

/** Seconds that a message's time may be off, as Standard Webhooks 1.0 has it. */
const TOLERANCE = 300;
const ID = /^[\w.-]{1,120}$/;

/** Whether a message by Standard Webhooks was signed with this secret at about this time. */
export function isSignedBy(
  secret: string,
  headers: Readonly<Record<string, unknown>>,
  payload: string,
  now: Date,
): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false;
  const seconds = Number(timestamp);
  if (!ID.test(id) || !Number.isSafeInteger(seconds)) return false;
  if (Math.abs(now.getTime() / 1000 - seconds) > TOLERANCE) return false;
  const right = Buffer.from(
    signMessage(secret, { id, at: new Date(seconds * 1000), payload })['webhook-signature'],
  );
  // Several may stand there while a sender changes its secret.
  return signatures.split(' ').some((given) => {
    const bytes = Buffer.from(given);
    return bytes.length === right.length && timingSafeEqual(bytes, right);
  });
}
