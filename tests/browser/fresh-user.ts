import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { APIRequestContext, APIResponse, Page } from '@playwright/test';
import PostalMime from 'postal-mime';
import { hashPassword, setHashCost } from '../../server/accounts/session/passwords.ts';
import { SERVICE } from '../../server/concurrency/work-caller.ts';
import { giveFreeStart } from '../../server/db/accounts/quota.ts';
import { insertUser, markVerified } from '../../server/db/accounts/users.ts';
import { inDatabase } from './test-database.ts';

export type Tokens = { access_token: string; refresh_token: string; token_type: string };
export type User = { email: string; password: string; first_name: string; last_name: string };

// On a busy machine either takes many times what it does on a quiet one.
const MAIL_MS = 60_000;
const REPORT_MS = 120_000;

// As the service under test hashes: a hash at another cost would be renewed at each first sign-in.
setHashCost('test');

/** Reports that a service gives a new account where FREE_REPORTS is not set. */
const FREE_REPORTS = 3;

/** Where the service under test keeps what it has. */
const sharedData = (): string => process.env.LOTLENS_TEST_DATA ?? '';

/** Who nobody was before: each test has a person of its own. */
export const newPerson = (): User => ({
  email: `nadia-${randomUUID().slice(0, 13)}@example.test`,
  password: 'tangerine velvet 81',
  first_name: 'Nadia',
  last_name: 'Ilves',
});

/** What `find` finds in the newest mail to `email` whose subject has `subject`; waits until it is there. */
async function inMail(
  email: string,
  subject: string,
  find: (text: string) => string | undefined,
): Promise<string> {
  const end = Date.now() + MAIL_MS;
  // A mail does not change: one that was read in vain is not read again.
  const inVain = new Set<string>();
  while (Date.now() < end) {
    for (const file of await newestFirst(path.join(sharedData(), 'outbox'), inVain)) {
      const bytes = await unlessGone(fs.readFile(file));
      inVain.add(file);
      // The outbox holds the mails of all tests: another's is not worth reading.
      if (!bytes?.includes(email)) continue;
      const mail = await PostalMime.parse(bytes);
      if (mail.to?.some((to) => to.address === email) && mail.subject?.includes(subject)) {
        const found = find(mail.text ?? '');
        if (found !== undefined) return found;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no mail "${subject}" to ${email} within ${MAIL_MS / 1000} s`);
}

/** The first link of such a mail that has `part`. */
export const mailedLink = (email: string, subject: string, part = '') =>
  inMail(email, subject, (text) => text.match(/https?:\/\/\S+/g)?.find((one) => one.includes(part)));

/** The text of such a mail. */
export const mailedText = (email: string, subject: string) => inMail(email, subject, (text) => text);

/** Who deletes an account beside us takes its mails along. */
const unlessGone = <Value>(reading: Promise<Value>): Promise<Value | null> =>
  reading.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });

/** The mails of an outbox but those in `without`, newest first. */
async function newestFirst(outbox: string, without: ReadonlySet<string>): Promise<string[]> {
  const names = await fs.readdir(outbox).catch(() => []);
  const files = await Promise.all(
    names
      .filter((name) => name.endsWith('.eml'))
      .map((name) => path.join(outbox, name))
      .filter((file) => !without.has(file))
      .map(async (file) => ({ file, stat: await unlessGone(fs.stat(file)) })),
  );
  return files
    .flatMap(({ file, stat }) => (stat === null ? [] : [{ file, at: stat.mtimeMs }]))
    .sort((a, b) => b.at - a.at)
    .map(({ file }) => file);
}

/** Sends what the test needs; again where the service was too busy to take it. */
async function sent(
  request: APIRequestContext,
  call: string,
  options: Parameters<APIRequestContext['post']>[1],
): Promise<APIResponse> {
  for (let times = 1; ; times += 1) {
    const answer = await request.post(`/api/v1/${call}`, options);
    if (answer.ok()) return answer;
    if (answer.status() !== 503 || times === 5)
      throw new Error(`${call} answered ${answer.status()}: ${await answer.text()}`);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
}

/** Registers by the API; the address is not confirmed yet. */
export async function register(request: APIRequestContext, person: User): Promise<void> {
  await sent(request, 'auth/register', { data: person });
}

let passwordHash: Promise<string> | undefined;

/**
 * An account with a confirmed address and its free reports, entered as sign-up and its mailed link leave it. Every account has
 * the same password, hashed once per worker. `databaseUrl` is another service's database, `freeReports` what that service gives.
 */
export async function newUser({
  databaseUrl,
  freeReports = FREE_REPORTS,
}: {
  databaseUrl?: string;
  freeReports?: number;
} = {}): Promise<User> {
  const { password, ...person } = newPerson();
  passwordHash ??= hashPassword(password, SERVICE);
  const account = { ...person, passwordHash: await passwordHash };
  await inDatabase(async (client) => {
    await client.query('BEGIN');
    const id = await insertUser(client, account);
    if (id === null) throw new Error(`${person.email} is taken`);
    await markVerified(client, id);
    await giveFreeStart(client, id, freeReports);
    await client.query('COMMIT');
  }, databaseUrl);
  return { ...person, password };
}

export async function tokensOf(request: APIRequestContext, user: User): Promise<Tokens> {
  const answer = await sent(request, 'auth/token', {
    form: { username: user.email, password: user.password },
  });
  return (await answer.json()) as Tokens;
}

/** Puts a session into the browser's store, as sign-in leaves it (docs/product.md). */
export async function keepTokens(page: Page, user: Pick<User, 'email'>, tokens: Tokens): Promise<void> {
  await page.goto('/icon.svg');
  await page.evaluate(
    ([email, access, refresh, type]) => {
      localStorage.setItem('authToken', access);
      localStorage.setItem('tokenType', type);
      localStorage.setItem('refreshToken', refresh);
      localStorage.setItem('userEmail', email);
    },
    [user.email, tokens.access_token, tokens.refresh_token, tokens.token_type] as const,
  );
}

/** Starts a report by the API; answers its id. */
export async function startReport(request: APIRequestContext, tokens: Tokens, link: string): Promise<string> {
  const scraped = await sent(request, 'auction/scrape', { data: { auction_link: link } });
  const lot = (await scraped.json()) as Record<string, unknown>;
  const answer = await sent(request, 'auction/process_report', {
    headers: { authorization: `Bearer ${tokens.access_token}` },
    data: {
      auction_url: lot.url,
      lot_number: lot.lot_number,
      vin: lot.vin,
      make: lot.make,
      lot_key: lot.lot_key,
    },
  });
  return ((await answer.json()) as { report_id: string }).report_id;
}

/** Waits until a report has ended; answers its last status. */
export async function endOfReport(
  request: APIRequestContext,
  tokens: Tokens,
  reportId: string,
): Promise<string> {
  const end = Date.now() + REPORT_MS;
  while (Date.now() < end) {
    const answer = await request.get(`/api/v1/reports/${reportId}`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    // A service whose connections are all in use says so, and is asked again.
    const { task_status: status = '' } = (answer.status() === 503 ? {} : await answer.json()) as {
      task_status?: string;
    };
    if (!answer.ok() && answer.status() !== 503) throw new Error(`the report answered ${answer.status()}`);
    if (status === 'finished' || status.endsWith('_failed')) return status;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`report ${reportId} did not end within ${REPORT_MS / 1000} s`);
}
