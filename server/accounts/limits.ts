import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { Queryable } from '../db/client.ts';
import { type Counted, countCall, readCount } from '../db/rate-limits.ts';
import { AppError } from '../errors.ts';

/**
 * Calls allowed per window from one address, for one account named in the call from one address, and for one account
 * from everywhere. Kept in the database: replicas share them and a restart forgets nothing.
 * Figures: reliability.md 1.1 (row 6.3.1).
 */
export const LIMITS = {
  mail_link: { perAddress: 20, perPair: 3, perAccount: 6, seconds: 3600 },
  register: { perAddress: 10, perPair: 10, perAccount: 6, seconds: 3600 },
  scrape: { perAddress: 20, perPair: 60, perAccount: 60, seconds: 60 },
  offers: { perAddress: 30, perPair: 10, perAccount: 10, seconds: 60 },
  own_data: { perAddress: 60, perPair: 6, perAccount: 6, seconds: 3600 },
  live_ticket: { perAddress: 300, perPair: 30, perAccount: 60, seconds: 60 },
} as const;
export type LimitName = keyof typeof LIMITS;

/** IPv6 callers own a whole /64: they are counted by it. */
export function addressKey(address: string): string {
  try {
    const parsed = ipaddr.process(address);
    if (parsed.kind() === 'ipv4') return parsed.toString();
    return `${(parsed as ipaddr.IPv6).parts
      .slice(0, 4)
      .map((part) => part.toString(16))
      .join(':')}::/64`;
  } catch {
    return 'unknown';
  }
}

/** Hashed: the table must not be a list of accounts people tried. */
export const accountKey = (account: string): string =>
  createHash('sha256').update(account).digest('hex').slice(0, 32);

export const rateLimited = ({ resetsIn }: Pick<Counted, 'resetsIn'>): AppError =>
  new AppError('rate_limited', `Too many attempts. Please try again in ${resetsIn} seconds.`, {
    details: { retry_after: resetsIn },
  });

/** Counts the call and throws `rate_limited` with `details.retry_after` (seconds) past the limits of its address. */
export async function limitCalls(
  client: Queryable,
  name: LimitName,
  who: { address: string; account?: string | undefined },
): Promise<void> {
  const limit = LIMITS[name];
  const address = addressKey(who.address);
  await within(client, `${name}:address:${address}`, limit.perAddress, limit.seconds);
  if (who.account !== undefined)
    await within(client, `${name}:pair:${accountKey(who.account)}:${address}`, limit.perPair, limit.seconds);
}

/**
 * Counts something done to an account whoever asked for it; false past the limit. Never an error: what strangers do
 * must not lock the owner out, and the answer must not say that the account is known.
 */
export async function accountMayHave(client: Queryable, name: LimitName, account: string): Promise<boolean> {
  const limit = LIMITS[name];
  const { count } = await countCall(client, `${name}:account:${accountKey(account)}`, limit.seconds);
  return count <= limit.perAccount;
}

async function within(client: Queryable, key: string, allowed: number, seconds: number): Promise<void> {
  const counted = await countCall(client, key, seconds);
  if (counted.count > allowed) throw rateLimited(counted);
}

/** Throws rate_limited when `allowed` was reached under `key`; counts nothing. */
export async function refusePast(client: Queryable, key: string, allowed: number): Promise<void> {
  const counted = await readCount(client, key);
  if (counted.count >= allowed) throw rateLimited(counted);
}
