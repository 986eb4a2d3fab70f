import { z } from 'zod';
import type { Queryable } from '../../db/client.ts';
import { findSalesSecret, keepSalesSecret } from '../../db/partners/sales-secrets.ts';
import { AppError } from '../../errors.ts';
import type { Seal } from '../../secrets/seal.ts';
import { isSignedBy, newWebhookSecret } from '../../webhooks/sign-message.ts';

type Tools = { pool: Queryable; seal: Seal | null; now(): Date };

const nameOf = (partnerId: string): string => `partner sales:${partnerId}`;

/** A new secret that a partner signs its sales with; the one before is worth nothing from now on. Throws setup_read_only. */
export async function makeSalesSecret({ pool, seal }: Tools, partnerId: string): Promise<string> {
  if (seal === null)
    throw new AppError(
      'setup_read_only',
      'Sales cannot be told by a program here: whoever runs this LotLens has set no SECRETS_KEY to seal secrets with. Send them as a list.',
    );
  const secret = newWebhookSecret();
  await keepSalesSecret(pool, partnerId, seal.seal(nameOf(partnerId), secret));
  return secret;
}

/** Whether this partner signed these bytes just now; false for an unknown partner, too. */
export async function isSignedSale(
  { pool, seal, now }: Tools,
  partnerId: string,
  headers: Readonly<Record<string, unknown>>,
  body: string,
): Promise<boolean> {
  const sealed = z.uuid().safeParse(partnerId).success ? await findSalesSecret(pool, partnerId) : null;
  const secret = seal && sealed && seal.open(nameOf(partnerId), sealed);
  return secret ? isSignedBy(secret, headers, body, now()) : false;
}
