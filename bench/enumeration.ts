import { randomUUID } from 'node:crypto';
import { hashPassword } from '../server/accounts/session/passwords.ts';
import { pause } from '../server/concurrency/pause.ts';
import { SERVICE } from '../server/concurrency/work-caller.ts';
import { type AccountsService, startAccounts } from '../tests/service/accounts-service.ts';
import type { Bench, BenchRow } from './bench.ts';
import { type OwnDatabase, onOwnDatabase } from './measuring/own-database.ts';

const CALLS = 1_000;
const CONTROL_CALLS = 200;
const PLANTED_MS = 5;
/** ASVS 6.3.8 as we read it: a classifier by time alone may not do better than this. */
const BAR = 0.55;
const PASSWORD = 'tangerine velvet 81';

/**
 * How well time alone tells the two groups apart (Mann-Whitney U over n·m): 0.5 is a coin, 1 is always. Ties count half.
 */
export function auc(first: number[], second: number[]): number {
  const ranked = [
    ...first.map((ms) => ({ ms, first: true })),
    ...second.map((ms) => ({ ms, first: false })),
  ].sort((a, b) => a.ms - b.ms);
  let rankSum = 0;
  for (let start = 0; start < ranked.length; ) {
    let end = start;
    while (end < ranked.length && ranked[end]?.ms === ranked[start]?.ms) end += 1;
    for (let at = start; at < end; at += 1) if (ranked[at]?.first) rankSum += (start + end + 1) / 2;
    start = end;
  }
  const above = (rankSum - (first.length * (first.length + 1)) / 2) / (first.length * second.length);
  return Math.max(above, 1 - above);
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

type Call = (service: AccountsService, email: string) => Promise<unknown>;
const calls: Record<string, { known: 'verified' | 'unverified'; call: Call }> = {
  'sign-in': {
    known: 'verified',
    call: (service, email) =>
      service.call('POST', 'auth/token', { form: { username: email, password: 'not the password' } }),
  },
  forgot: {
    known: 'verified',
    call: (service, email) => service.call('POST', 'auth/forgot-password', { json: { email } }),
  },
  resend: {
    known: 'unverified',
    call: (service, email) => service.call('POST', 'auth/resend-verification', { json: { email } }),
  },
  register: {
    known: 'verified',
    call: (service, email) =>
      service.call('POST', 'auth/register', {
        json: { email, password: PASSWORD, first_name: 'Nadia', last_name: 'Ilves' },
      }),
  },
};

/** So many accounts that each is asked about a few times only: no account's own limit is reached. */
async function addAccounts(service: AccountsService, kind: string, count: number): Promise<string[]> {
  const hash = await hashPassword(PASSWORD, SERVICE);
  const made = await service.pool.query<{ email: string }>(
    `INSERT INTO users (email, email_key, password_hash, first_name, last_name, verified_at)
     SELECT e, e, $2, 'Nadia', 'Ilves', CASE WHEN $3 THEN now() END
       FROM (SELECT gen_random_uuid() || '@known.example.test' AS e FROM generate_series(1, $1)) made RETURNING email`,
    [count, hash, kind === 'verified'],
  );
  return made.rows.map((row) => row.email);
}

/** Times the call for known and unknown addresses in random order; `planted` is added to the known ones. */
async function timeBoth(
  service: AccountsService,
  { known, call }: { known: string; call: Call },
  count: number,
  planted: number,
): Promise<{ known: number[]; unknown: number[] }> {
  const accounts = await addAccounts(service, known, count);
  const order = [
    ...accounts.map((email) => ({ email, known: true })),
    ...accounts.map(() => ({ email: `${randomUUID()}@known.example.test`, known: false })),
  ]
    .map((turn) => ({ turn, at: Math.random() }))
    .sort((a, b) => a.at - b.at);
  const times = { known: [] as number[], unknown: [] as number[] };
  for (const { turn } of order) {
    const start = performance.now();
    if (turn.known && planted > 0) await pause(planted);
    await call(service, turn.email);
    times[turn.known ? 'known' : 'unknown'].push(performance.now() - start);
  }
  return times;
}

async function measure({ url }: OwnDatabase): Promise<BenchRow[]> {
  const service = await startAccounts(url);
  const rows: BenchRow[] = [];
  try {
    for (const [name, kind] of Object.entries(calls)) {
      await timeBoth(service, kind, 20, 0);
      const real = await timeBoth(service, kind, CALLS, 0);
      const control = await timeBoth(service, kind, CONTROL_CALLS, PLANTED_MS);
      const found = auc(real.known, real.unknown);
      const planted = auc(control.known, control.unknown);
      rows.push({
        call: name,
        calls: `2 × ${CALLS}`,
        'known ms': Number(median(real.known).toFixed(2)),
        'unknown ms': Number(median(real.unknown).toFixed(2)),
        AUC: Number(found.toFixed(3)),
        [`AUC with ${PLANTED_MS} ms planted`]: Number(planted.toFixed(3)),
        verdict: found > BAR ? 'TELLS' : planted > BAR ? 'alike' : 'machine too noisy to say',
      });
    }
  } finally {
    await service.close();
  }
  return rows;
}

export const bench: Bench = {
  name: 'enumeration',
  about: `does time tell known accounts from unknown ones? AUC ≤ ${BAR} is alike; a planted ${PLANTED_MS} ms must be seen`,
  run: () => onOwnDatabase(measure),
};
