import { createECDH } from 'node:crypto';
import { keepServerSecret } from '../db/accounts/server-secrets.ts';
import type { Queryable } from '../db/client.ts';

/** How this installation signs what it sends to push services (RFC 8292); keys as base64url. */
export type Vapid = { subject: string; publicKey: string; privateKey: string };

const CURVE = 'prime256v1';
const KEY_BYTES = 32;

/** The pair of a private key of P-256. Throws when it is none. */
export function vapidOf(privateKey: Buffer, subject: string): Vapid {
  const pair = createECDH(CURVE);
  pair.setPrivateKey(privateKey);
  return {
    subject,
    publicKey: pair.getPublicKey('base64url'),
    privateKey: privateKey.toString('base64url'),
  };
}

/** The key of the configuration, else the one made by whichever process asked first. */
export async function openVapid(
  client: Queryable,
  { privateKey, subject }: { privateKey: Buffer | null; subject: string },
): Promise<Vapid> {
  return vapidOf(privateKey ?? (await keepServerSecret(client, 'push', newPrivateKey())), subject);
}

function newPrivateKey(): Buffer {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  const key = pair.getPrivateKey();
  // A small number comes without its leading zeros.
  return Buffer.concat([Buffer.alloc(KEY_BYTES - key.length), key]);
}
