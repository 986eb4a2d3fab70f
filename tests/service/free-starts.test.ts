import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { grantReports, HAD_BEFORE } from '../../server/db/accounts/quota.ts';
import { verifyLedger } from '../../server/db/quota/ledger-check.ts';
import {
  type AccountsService,
  anyEmail,
  linkOf,
  register,
  signedIn,
  startAccounts,
} from './accounts-service.ts';
import { createTestDatabase } from './database.ts';
import { addUser } from './seed.ts';

let service: AccountsService;
beforeAll(async () => {
  service = await startAccounts(await createTestDatabase(inject('databaseServer')));
});
afterAll(() => service.close());

const local = (): string => anyEmail().split('@')[0] ?? '';
async function codeFor(email: string): Promise<string> {
  await register(service, email);
  return linkOf(await service.mailTo(email, 'Confirm'));
}
const verify = (code: string) => service.call('POST', 'auth/verify-email', { json: { code } });
const quotaOf = async (email: string) =>
  (await service.call('GET', 'users/quota', { token: (await signedIn(service, email)).access_token })).body;

const seq = expect.any(Number);
const given = { seq, available_reports: 3, in_progress_reports: 0 };
const none = { seq, available_reports: 0, in_progress_reports: 0, notice: HAD_BEFORE };

test('the second account of a mailbox starts with none and says why', async () => {
  const name = local();
  for (const [email, quota] of [
    [`${name}@example.test`, given],
    [`${name}+cars@example.test`, none],
  ] as const) {
    expect((await verify(await codeFor(email))).status).toBe(200);
    expect(await quotaOf(email)).toEqual(quota);
  }
  expect(await verifyLedger(service.pool)).toEqual([]);
});

test('dots and both domains of Gmail are one mailbox', async () => {
  const name = local();
  await verify(await codeFor(`${name}@gmail.com`));
  const dotted = `${name.slice(0, 2)}.${name.slice(2)}+x@googlemail.com`;
  await verify(await codeFor(dotted));
  expect(await quotaOf(dotted)).toEqual(none);
});

test('of accounts of one mailbox that verify side by side one gets the free reports', async () => {
  const name = local();
  const emails = Array.from({ length: 6 }, (_, n) => `${name}+${n}@example.test`);
  const codes: string[] = [];
  for (const email of emails) codes.push(await codeFor(email));
  await Promise.all(codes.map(verify));
  const quotas = await Promise.all(emails.map(quotaOf));
  expect(quotas.filter(({ available_reports }) => available_reports === 3)).toHaveLength(1);
  expect(quotas.filter(({ notice }) => notice === HAD_BEFORE)).toHaveLength(5);
  expect(await verifyLedger(service.pool)).toEqual([]);
});

test('an account that was deleted and opened anew has no second free start', async () => {
  const email = anyEmail();
  await verify(await codeFor(email));
  await service.pool.query('DELETE FROM users WHERE email = $1', [email]);
  await register(service, email);
  await verify(linkOf(await service.mailTo(email, 'Confirm', 2)));
  expect(await quotaOf(email)).toEqual(none);
});

test('reports an operator gives end the notice', async () => {
  const name = local();
  await verify(await codeFor(`${name}@example.test`));
  const second = `${name}+2@example.test`;
  await verify(await codeFor(second));
  const [row] = (await service.pool.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [second]))
    .rows;
  await grantReports(service.pool, row?.id ?? '', 2, 'a gift');
  expect(await quotaOf(second)).toEqual({ seq, available_reports: 2, in_progress_reports: 0 });
});

test('the migration remembers the mailboxes that had their free reports, as the server names them', async () => {
  const folder = path.join(import.meta.dirname, '../../server/db/migrations');
  const file = fs.readdirSync(folder).find((name) => name.endsWith('free-starts.sql')) ?? '';
  const fill = fs.readFileSync(path.join(folder, file), 'utf8').split('--> statement-breakpoint').slice(-2);
  const names = [local(), local(), local()];
  const before = [
    `${names[0]}+a@example.test`,
    `${names[1]?.slice(0, 3)}.${names[1]?.slice(3)}@googlemail.com`,
    `+${names[2]}@example.test`,
  ];
  for (const email of before)
    await grantReports(
      service.pool,
      await addUser(service.pool, 0, email),
      3,
      'free reports of a new account',
    );
  await service.pool.query('DELETE FROM free_starts');
  for (const statement of fill) await service.pool.query(statement);
  for (const email of [`${names[0]}@example.test`, `${names[1]}+b@gmail.com`]) {
    await verify(await codeFor(email));
    expect(await quotaOf(email)).toEqual(none);
  }
});
