import { afterAll, beforeAll, expect, test } from 'vitest';
import { madeAccessKeySchema } from '../../../contract/api/access-key-answers.ts';
import { madeWebhookSchema } from '../../../contract/programs/webhook.ts';
import { type OperatorService, startOperatorService } from '../operator-service.ts';
import { SAMPLE_ACCOUNT } from '../service.ts';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(() => service.close());

/** Every row of every table, as text. */
async function wholeDatabase(): Promise<string> {
  const { pool } = service.tools;
  const { rows: tables } = await pool.query<{ name: string }>(
    "SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}

test('no password, token, key or secret stands in the database as it was told', async () => {
  const secret = await service.makeOperator();
  const { token } = service;
  const key = madeAccessKeySchema.parse(
    (
      await service.call('POST', 'users/me/access_keys', {
        token,
        json: { name: 'Buying desk', scopes: ['reports:read'] },
      })
    ).json,
  ).access_key;
  const hook = await service.call('POST', 'users/me/webhooks', {
    token,
    json: { url: 'https://hooks.example.com/x', events: ['report.finished'] },
  });
  const { secret: signing } = madeWebhookSchema.parse(hook.json);
  const all = await wholeDatabase();
  // What is looked through is what was written: both stand there, by their names.
  expect(all).toContain('Buying desk');
  expect(all).toContain('https://hooks.example.com/x');
  const told = { password: SAMPLE_ACCOUNT.password, token, secret: String(secret), key, signing };
  for (const [name, text] of Object.entries(told)) {
    const bytes = Buffer.from(text).toString('hex');
    expect([name, all.includes(text), all.includes(bytes)]).toEqual([name, false, false]);
  }
});
