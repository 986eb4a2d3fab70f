import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { AccountTools } from '../../server/accounts/account-tools.ts';
import { createAccountService } from '../../server/accounts/create-account-service.ts';
import { refreshSession } from '../../server/accounts/session/refresh-session.ts';
import { newToken, tokenHash } from '../../server/accounts/tokens.ts';
import { endSessions, insertSession } from '../../server/db/accounts/sessions.ts';
import { type Database, openDatabase } from '../../server/db/client.ts';
import { AppError } from '../../server/errors.ts';
import { openQueue, type Queue } from '../../server/queue/queue.ts';
import { createTestDatabase } from './database.ts';
import { addUser } from './seed.ts';
import { runSchedules, seeded } from './seeded.ts';

const LONG = process.env.LOTLENS_LONG === '1';
const SCHEDULES = LONG ? 10_000 : 500;
const GRACE = 10;
const IDLE = 14 * 86_400;

let database: Database;
let queue: Queue;
let tools: AccountTools;
beforeAll(async () => {
  const url = await createTestDatabase(inject('databaseServer'));
  database = openDatabase(url);
  queue = await openQueue(url, pino({ level: 'silent' }));
  tools = await createAccountService({ pool: database.pool, queue, freeReports: 3, now: () => new Date() });
});
afterAll(async () => {
  await queue.stop(0);
  await database.close();
});

/** What the rules of docs/product.md say a session is, in memory: its tokens in order, when each was made and replaced. */
type Family = {
  id: string;
  tokens: { token: string; madeAt: number; replacedAt: number | null }[];
  alive: boolean;
};
type Verdict = 'fresh' | 'same' | 'invalid' | 'reused';

function verdictOf(family: Family, index: number, now: number): Verdict {
  const token = family.tokens[index];
  if (!token || !family.alive || now - token.madeAt >= IDLE) return 'invalid';
  if (token.replacedAt === null) return 'fresh';
  return now - token.replacedAt <= GRACE ? 'same' : 'reused';
}

const present = async (token: string): Promise<string> => {
  try {
    return (await refreshSession(tools, token)).refresh_token;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
};

/** Makes the rows of these sessions older: the clock steps forward for them alone. */
async function step(families: Family[], seconds: number): Promise<void> {
  const ids = families.map((family) => family.id);
  await database.pool.query(
    `UPDATE refresh_tokens SET created_at = created_at - make_interval(secs => $2), expires_at = expires_at - make_interval(secs => $2),
            replaced_at = replaced_at - make_interval(secs => $2) WHERE session_id = ANY($1::uuid[])`,
    [ids, seconds],
  );
  await database.pool.query(
    'UPDATE sessions SET expires_at = expires_at - make_interval(secs => $2) WHERE id = ANY($1::uuid[])',
    [ids, seconds],
  );
}

async function openFamily(userId: string): Promise<Family> {
  const token = newToken();
  const { id } = await insertSession(database.pool, {
    userId,
    userAgent: null,
    address: null,
    refreshHash: tokenHash(token),
  });
  return { id, tokens: [{ token, madeAt: 0, replacedAt: null }], alive: true };
}

async function schedule(seed: number): Promise<void> {
  const random = seeded(seed);
  const userId = await addUser(database.pool, 0);
  const families = [await openFamily(userId), await openFamily(userId)];
  let now = 0;
  let reuses = 0;
  const story: string[] = [];
  const stepBy = async (seconds: number) => {
    now += seconds;
    await step(families, seconds);
  };
  for (let turn = 0; turn < 12; turn += 1) {
    const which = random.below(2);
    const family = families[which];
    if (!family) throw new Error('no such family');
    const kind = random.next();
    if (kind < 0.25) {
      const seconds = random.pick([1, 3, 6, 13, 40, 86_400, 8 * 86_400]);
      story.push(`clock +${seconds}`);
      await stepBy(seconds);
    } else if (kind < 0.29) {
      story.push(`${which}: sign out`);
      await endSessions(database.pool, userId, 'signed out', { only: family.id });
      family.alive = false;
    } else if (kind < 0.31) {
      story.push('reset');
      await endSessions(database.pool, userId, 'password replaced');
      for (const each of families) each.alive = false;
    } else {
      const last = family.tokens.length - 1;
      const index = random.next() < 0.6 ? last : random.below(family.tokens.length);
      const age = now - (family.tokens[index]?.replacedAt ?? Number.NEGATIVE_INFINITY);
      // Real time passes too: the edge of the grace itself is kept clear of.
      if (age > GRACE - 2 && age < GRACE + 1) await stepBy(3);
      const verdict = verdictOf(family, index, now);
      const presented = family.tokens[index]?.token ?? '';
      const together = random.next() < 0.3 ? 3 : 1;
      story.push(`${which}: token ${index} of ${last} ×${together} → ${verdict}`);
      const answers = await Promise.all(Array.from({ length: together }, () => present(presented)));
      const where = story.join('\n');
      if (verdict === 'fresh') {
        expect(new Set(answers).size, where).toBe(1);
        expect(answers[0], where).toMatch(/^[\w-]{43}$/);
        const live = family.tokens[index];
        if (live) live.replacedAt = now;
        family.tokens.push({ token: answers[0] ?? '', madeAt: now, replacedAt: null });
      } else if (verdict === 'same') {
        expect(new Set(answers), where).toEqual(new Set([family.tokens.at(-1)?.token]));
      } else if (verdict === 'reused') {
        expect([...answers].sort(), where).toEqual([
          ...Array(together - 1).fill('invalid_token'),
          'token_reused',
        ]);
        family.alive = false;
        reuses += 1;
      } else {
        expect(new Set(answers), where).toEqual(new Set(['invalid_token']));
      }
    }
  }
  await holdsInvariants(userId, families, reuses, now, story.join('\n'));
}

async function holdsInvariants(
  userId: string,
  families: Family[],
  reuses: number,
  now: number,
  story: string,
): Promise<void> {
  const live = await database.pool.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM refresh_tokens t WHERE session_id = ANY($1::uuid[]) AND replaced_at IS NULL GROUP BY session_id',
    [families.map((family) => family.id)],
  );
  expect(
    live.rows.map((row) => row.n),
    story,
  ).toEqual([1, 1]);
  const mails = await database.pool.query(
    "SELECT 1 FROM mails m JOIN users u ON u.email = m.recipient WHERE u.id = $1 AND m.template = 'session_reused'",
    [userId],
  );
  expect(mails.rowCount, story).toBe(reuses);
  for (const family of families.filter((each) => !each.alive))
    for (const { token } of family.tokens)
      expect(await present(token), `${story}\nafter the end, at ${now}`).toBe('invalid_token');
}

test(
  `${SCHEDULES} random schedules of refresh, replay, sign-out, reset and clock steps go as the rules say`,
  async () => {
    await runSchedules(SCHEDULES, 6, schedule);
  },
  LONG ? 3_600_000 : 120_000,
);
