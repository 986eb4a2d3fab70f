import { beforeAll, expect, inject, test } from 'vitest';
import { measuredPool } from '../../bench/growth/measured-pool.ts';
import { openDatabase } from '../../server/db/client.ts';
import { listAudit } from '../../server/db/ops/console-day.ts';
import { createTestDatabase } from './database.ts';

const USERS = 20_000;
const ENTRIES = 20_000;
/** Of 8 kB, for each entry that is read: itself, who did it and to whom, each along an index. */
const BUFFERS_AN_ENTRY = 7;
/** Where the first lies, and who is asked about. */
const BEFORE_IT = 20;

let url: string;
let operator: { id: string; email: string };
beforeAll(async () => {
  url = await createTestDatabase(inject('databaseServer'));
  const database = openDatabase(url);
  const { rows } = await database.pool.query<{ id: string; email: string }>(
    `INSERT INTO users (email, email_key, first_name, last_name, password_hash)
       SELECT 'user' || n || '@example.test', 'user' || n || '@example.test', 'A', 'B', 'none' FROM generate_series(1, $1::int) n
       RETURNING id, email`,
    [USERS],
  );
  const [first, ...others] = rows;
  if (first === undefined) throw new Error('there are no users');
  operator = first;
  // What the operator did lies far back, behind all that others did.
  await database.pool.query(
    `INSERT INTO audit_log (actor, action, subject, details) SELECT 'operator:' || $1, 'user_read', $2::text, '{}' FROM generate_series(1, 3)`,
    [first.id, others[0]?.id],
  );
  await database.pool.query(
    `INSERT INTO audit_log (actor, action, subject, details)
       SELECT 'operator:' || id, 'user_read', id::text, '{}' FROM users WHERE id <> $1 LIMIT $2`,
    [first.id, ENTRIES],
  );
  await database.pool.query('VACUUM (ANALYZE)');
  await database.close();
});

test.each([
  ['by their id', () => `operator:${operator.id}`],
  ['by their address', () => operator.email],
])('what one operator did is found %s without a look at what all others did', async (_, actor) => {
  const database = openDatabase(url);
  const { pool, measure } = measuredPool(database.pool);
  let found: Awaited<ReturnType<typeof listAudit>> | undefined;
  const { buffers } = await measure(async () => {
    found = await listAudit(pool, { actor: actor() });
  });
  await database.close();
  expect(found?.shown.map(({ actor_email, subject_email }) => [actor_email, subject_email !== null])).toEqual(
    Array.from({ length: 3 }, () => [operator.email, true]),
  );
  expect(buffers).toBeLessThan(BEFORE_IT + 3 * BUFFERS_AN_ENTRY);
});

test('the newest entries are read with their people without a look at all people', async () => {
  const database = openDatabase(url);
  const { pool, measure } = measuredPool(database.pool);
  let shown = 0;
  const { buffers } = await measure(async () => {
    shown = (await listAudit(pool, {})).shown.length;
  });
  await database.close();
  expect(buffers).toBeLessThan(BEFORE_IT + (shown + 1) * BUFFERS_AN_ENTRY);
});
