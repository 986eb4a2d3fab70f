import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { userCaller, type WorkCaller } from '../concurrency/work-caller.ts';
import { type Counted, countCall, readCount } from '../db/accounts/rate-limits.ts';
import type { Queryable } from '../db/client.ts';
import { AppError } from '../errors.ts';

type Limit = {
  /** Calls of one account, and of one address that is not signed in; without a figure there are no such calls. */
  user?: number;
  visitor?: number;
  seconds: number;
};

/**
 * Calls allowed per window. Who is signed in counts by account, wherever they are, so that an office behind one address is not
 * one user; everybody else by address. Kept in the database: replicas share them and a restart forgets nothing.
 * Figures: what OWASP ASVS 5.0, 6.3.1, asks for; those of costly calls of one's own: judgement.
 */
export const LIMITS = {
  mail_link: { visitor: 20, seconds: 3600 },
  register: { visitor: 10, seconds: 3600 },
  scrape: { user: 30, visitor: 20, seconds: 60 },
  scrape_list: { user: 10, visitor: 5, seconds: 60 },
  photo: { user: 240, seconds: 60 },
  preflight: { user: 120, visitor: 120, seconds: 60 },
  start: { user: 30, seconds: 60 },
  batch: { user: 30, seconds: 60 },
  pdf: { user: 30, visitor: 30, seconds: 60 },
  export: { user: 60, seconds: 60 },
  edit: { user: 120, seconds: 60 },
  share: { user: 30, seconds: 60 },
  offers: { user: 10, seconds: 60 },
  own_data: { user: 6, seconds: 3600 },
  pairing_code: { user: 20, seconds: 3600 },
  setup: { user: 60, seconds: 600 },
  console: { user: 600, seconds: 600 },
  operator_code: { user: 10, seconds: 900 },
  checkout: { user: 20, seconds: 600 },
  quota_ask: { user: 10, seconds: 3600 },
  live_ticket: { user: 60, seconds: 60 },
  access_key: { user: 30, seconds: 3600 },
  webhook: { user: 60, seconds: 3600 },
  partner_application: { user: 10, visitor: 5, seconds: 3600 },
  partner: { user: 120, seconds: 600 },
  partner_feed: { user: 20, seconds: 3600 },
  quote: { user: 30, visitor: 300, seconds: 3600 },
  sales: { visitor: 600, seconds: 60 },
  /** Calls of one program's key that need an account, besides the limits of costly calls. */
  program: { user: 600, seconds: 60 },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof LIMITS;

/** Mails of one kind asked for to one account: from one address, and from everywhere; an hour. */
const MAILS_PER_PAIR = 3;
const MAILS_PER_ACCOUNT = 6;
const MAIL_SECONDS = 3600;

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

/** A limit as callers are told it: its name, calls per window, the window in seconds, and where this caller stands. */
export type LimitState = { name: string; quota: number; seconds: number } & Counted;

/** Refused for now; `limit` is what the RateLimit headers tell of it. */
export class RateLimited extends AppError {
  readonly limit: LimitState;
  constructor(limit: LimitState) {
    super('rate_limited', `Too many attempts. Please try again in ${limit.resetsIn} seconds.`, {
      details: { retry_after: limit.resetsIn },
    });
    this.limit = limit;
  }
}

/**
 * Who a call counts for: the account it is signed in to, else the address it comes from. `programKey`: the key of the program that
 * calls, which has limits of its own, lest it use up those of the people beside it.
 */
export type CountedFor = { userId: string | null; address: string; programKey?: string | null };

/** A visitor as shared lines know them: the same address that the limits count. */
export const visitorCaller = (address: string): WorkCaller => `address:${addressKey(address)}`;

/** Whom the limits count a call for; the same in shared lines. */
export const countedKey = ({ userId, address }: CountedFor): WorkCaller =>
  userId === null ? visitorCaller(address) : userCaller(userId);

const limitKey = (who: CountedFor): string => (who.programKey ? `key:${who.programKey}` : countedKey(who));

/** Counts one call; throws nothing. */
export async function countLimited(client: Queryable, name: LimitName, who: CountedFor): Promise<LimitState> {
  const limit: Limit = LIMITS[name];
  const quota = (who.userId === null ? limit.visitor : limit.user) ?? 0;
  const { seconds } = limit;
  return { name, quota, seconds, ...(await countCall(client, `${name}:${limitKey(who)}`, seconds)) };
}

/** Counts a call that has a mail sent to an account somebody named, from this address; throws nothing. */
export async function countMailAsked(
  client: Queryable,
  who: { address: string; account: string },
): Promise<LimitState> {
  const key = `mail_link:pair:${accountKey(who.account)}:${addressKey(who.address)}`;
  const counted = await countCall(client, key, MAIL_SECONDS);
  return { name: 'mail_link_account', quota: MAILS_PER_PAIR, seconds: MAIL_SECONDS, ...counted };
}

/**
 * Counts a mail to an account whoever asked for it; false past the limit. Never an error: what strangers do must not lock
 * the owner out, and the answer must not say that the account is known.
 */
export async function accountMayHave(
  client: Queryable,
  name: 'register' | 'mail_link',
  account: string,
): Promise<boolean> {
  const { count } = await countCall(client, `${name}:account:${accountKey(account)}`, MAIL_SECONDS);
  return count <= MAILS_PER_ACCOUNT;
}

/** Throws RateLimited when the limit's quota was reached under `key`; counts nothing. */
export async function refusePast(
  client: Queryable,
  key: string,
  limit: Omit<LimitState, keyof Counted>,
): Promise<void> {
  const counted = await readCount(client, key);
  if (counted.count >= limit.quota) throw new RateLimited({ ...limit, ...counted });
}
