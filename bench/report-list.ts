import { insertUser } from '../server/db/accounts/users.ts';
import { openDatabase } from '../server/db/client.ts';
import { listReports } from '../server/db/reports/report-list.ts';
import type { Bench, BenchRow } from './bench.ts';
import { type OwnDatabase, onOwnDatabase } from './measuring/own-database.ts';

const MANY = 100_000;
const FEW = 10;
const ROUNDS = 60;
const PAGE = { limit: 60, cursor: null };

const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function measure({ url }: OwnDatabase): Promise<BenchRow[]> {
  const database = openDatabase(url);
  const { pool } = database;
  const user = async (email: string, reports: number): Promise<string> => {
    const id = await insertUser(pool, { email, first_name: 'B', last_name: 'E', passwordHash: 'none' });
    if (id === null) throw new Error(`${email} exists`);
    await pool.query(
      `INSERT INTO reports (user_id, lot_key, url, model_name, make_name, status, finished_at, created_at)
       SELECT $1, 'copart:' || n, 'https://www.copart.com/lot/' || n, '2018 TOYOTA CAMRY', 'Toyota', 'finished', now(), now() - n * interval '1 minute'
         FROM generate_series(1, $2::int) AS n`,
      [id, reports],
    );
    return id;
  };
  const many = await user('many@example.test', MANY);
  const few = await user('few@example.test', FEW);
  await pool.query('ANALYZE reports');

  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const from = performance.now();
    await work();
    return performance.now() - from;
  };
  // Ten rows against ten rows: what grows with the account must not show; the page of 60 is given beside it.
  const ten = { limit: FEW, cursor: null };
  const [small, large, page]: number[][] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    small?.push(await timed(() => listReports(pool, few, ten)));
    large?.push(await timed(() => listReports(pool, many, ten)));
    page?.push(await timed(() => listReports(pool, many, PAGE)));
  }
  const base = median(small ?? []);
  const row = (what: string, times: number[] | undefined): BenchRow => ({
    what,
    'median ms': Number(median(times ?? []).toFixed(2)),
    '÷ ten reports': Number((median(times ?? []) / base).toFixed(2)),
  });
  const rows = [
    row(`${FEW} reports: first ${FEW}`, small),
    row(`${MANY} reports: first ${FEW}`, large),
    row(`${MANY} reports: first page of 60`, page),
  ];
  await database.close();
  return rows;
}

export const bench: Bench = {
  name: 'report-list',
  about: `first page of an account with ${MANY} reports against one with ${FEW}; goal: at most twice`,
  run: () => onOwnDatabase(measure, { fast: true }),
};
