import { pause } from '../../concurrency/pause.ts';
import { countCall, readCount, uncountCall } from '../../db/accounts/rate-limits.ts';
import type { Queryable } from '../../db/client.ts';
import { accountKey, addressKey, RateLimited, refusePast } from '../limits.ts';

const WINDOW_SECONDS = 900;
/** Wrong guesses from one address: at one account, and at all of them. */
const PER_PAIR = 10;
const PER_ADDRESS = 50;
/** Past so many wrong guesses at one account from everywhere, each further one waits: 0.1 s, 0.2 s … 2 s. */
const FREE_ATTEMPTS = 10;
const MAX_DELAY_MS = 2_000;
/** Calls that may wait at once in this process; more are told to come back. */
const MAX_WAITING = 200;
let waiting = 0;

const delayMs = (wrong: number): number =>
  wrong < FREE_ATTEMPTS ? 0 : Math.min(MAX_DELAY_MS, 100 * 2 ** Math.min(10, wrong - FREE_ATTEMPTS));

/**
 * Runs one guess at an account's password and counts it when it was wrong. An address that guessed wrong too often is
 * refused (rate_limited) for that account, then for all; the account itself is never locked, only slowed: the right
 * password works from elsewhere during an attack. Known and unknown accounts go the same way.
 */
export async function throttlePassword(
  client: Queryable,
  login: { address: string; account: string },
  check: () => Promise<boolean>,
): Promise<boolean> {
  const address = `guess:address:${addressKey(login.address)}`;
  const account = `guess:account:${accountKey(login.account)}`;
  const pair = `guess:pair:${accountKey(login.account)}:${addressKey(login.address)}`;
  await refusePast(client, address, { name: 'guess_address', quota: PER_ADDRESS, seconds: WINDOW_SECONDS });
  // Counted before the guess, so that guesses sent side by side are not more than allowed either.
  const tried = await countCall(client, pair, WINDOW_SECONDS);
  if (tried.count > PER_PAIR)
    throw new RateLimited({ name: 'guess', quota: PER_PAIR, seconds: WINDOW_SECONDS, ...tried });
  let wrong = false;
  try {
    await slowDown((await readCount(client, account)).count);
    wrong = !(await check());
  } finally {
    if (!wrong) await uncountCall(client, pair);
  }
  if (wrong) {
    await countCall(client, address, WINDOW_SECONDS);
    await countCall(client, account, WINDOW_SECONDS);
  }
  return !wrong;
}

async function slowDown(wrongBefore: number): Promise<void> {
  const ms = delayMs(wrongBefore);
  if (ms === 0) return;
  if (waiting >= MAX_WAITING) {
    const seconds = Math.ceil(MAX_DELAY_MS / 1000);
    throw new RateLimited({
      name: 'guess_waiting',
      quota: MAX_WAITING,
      seconds,
      count: waiting,
      resetsIn: seconds,
    });
  }
  waiting += 1;
  try {
    await pause(ms);
  } finally {
    waiting -= 1;
  }
}

/** Runs one use of a mailed link; only links that are not good are counted against the address. */
export async function throttleLink<T>(
  client: Queryable,
  address: string,
  use: () => Promise<T | null>,
): Promise<T | null> {
  const key = `link:address:${addressKey(address)}`;
  await refusePast(client, key, { name: 'link', quota: LINKS_PER_ADDRESS, seconds: WINDOW_SECONDS });
  const used = await use();
  if (used === null) await countCall(client, key, WINDOW_SECONDS);
  return used;
}
const LINKS_PER_ADDRESS = 10;
