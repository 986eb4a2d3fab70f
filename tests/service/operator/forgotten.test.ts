import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteUser } from '../../../server/db/accounts/users.ts';
import { inTransaction } from '../../../server/db/client.ts';
import { audit } from '../../../server/db/ops/audit.ts';
import { type OperatorService, startOperatorService } from '../operator-service.ts';
import { addUser } from '../seed.ts';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
  await service.enter();
});
afterAll(() => service.close());

const call = (method: 'GET' | 'POST', path: string, json?: unknown) =>
  service.call(method, `operator/${path}`, {
    token: service.token,
    ...(json === undefined ? {} : { json }),
  });

/** The tables of which a row holds this text. */
async function tablesThatHold(text: string): Promise<string[]> {
  const { pool } = service.tools;
  const { rows: tables } = await pool.query<{ name: string }>(
    "SELECT schemaname || '.' || quote_ident(tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const held = await pool.query(
      `SELECT 1 FROM ${name} t WHERE position(lower($1) IN lower(t::text)) > 0 LIMIT 1`,
      [text],
    );
    if (held.rowCount === 1) found.push(name);
  }
  return found;
}

test('of an account that is deleted nothing is left but what operators did to its id', async () => {
  const { pool } = service.tools;
  const email = `leaving-${randomUUID()}@garage.test`;
  const id = await addUser(pool, 1, email);
  await call('GET', `users?text=${encodeURIComponent(email)}`);
  await call('GET', `users/${id}`);
  await call('GET', `audit?about=${encodeURIComponent(email)}`);
  expect((await call('POST', `users/${id}/grant`, { reports: 2, reason: 'a try' })).status).toBe(200);
  // As earlier versions noted it.
  await audit(pool, { actor: 'cli:root', action: 'user', subject: email.toUpperCase(), details: {} });
  expect(await tablesThatHold(email)).toEqual(
    expect.arrayContaining(['public.audit_log', 'public.mails', 'public.users']),
  );

  await inTransaction(pool, (client) => deleteUser(client, id));
  expect(await tablesThatHold(email)).toEqual([]);
  const { rows } = await pool.query(
    'SELECT action, details FROM audit_log WHERE subject = $1 OR details->$2 ? $1 ORDER BY id',
    [id, 'users'],
  );
  expect(rows).toEqual([
    { action: 'users_listed', details: { users: [id] } },
    { action: 'user_read', details: {} },
    { action: 'grant', details: { amount: 2, reason: 'a try' } },
    { action: 'user', details: {} },
  ]);
});
