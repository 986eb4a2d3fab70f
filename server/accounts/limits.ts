import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { Queryable } from '../db/client.ts';
import { countCall } from '../db/rate-limits.ts';
import { AppError } from '../errors.ts';

/** Calls allowed per window, per address of the caller and per account named in the call. */
export const LIMITS = {
  sign_in: { perAddress: 50, perAccount: 10, seconds: 900 },
  mail_link: { perAddress: 20, perAccount: 3, seconds: 3600 },
  register: { perAddress: 10, perAccount: 10, seconds: 3600 },
  use_link: { perAddress: 10, perAccount: 10, seconds: 900 },
  scrape: { perAddress: 20, perAccount: 60, seconds: 60 },
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

/** Counts the call and throws `rate_limited` with `details.retry_after` (seconds) past the limit. */
export async function limitCalls(
  client: Queryable,
  name: LimitName,
  who: { address: string; account?: string | undefined },
): Promise<void> {
  const limit = LIMITS[name];
  await within(client, `${name}:address:${addressKey(who.address)}`, limit.perAddress, limit.seconds);
  if (who.account !== undefined) {
    // Hashed: the table must not be a list of addresses people tried.
    const account = createHash('sha256').update(who.account).digest('hex').slice(0, 32);
    await within(client, `${name}:account:${account}`, limit.perAccount, limit.seconds);
  }
}

async function within(client: Queryable, key: string, allowed: number, seconds: number): Promise<void> {
  const { count, resetsIn } = await countCall(client, key, seconds);
  if (count > allowed) {
    throw new AppError('rate_limited', `Too many attempts. Please try again in ${resetsIn} seconds.`, {
      details: { retry_after: resetsIn },
    });
  }
}
