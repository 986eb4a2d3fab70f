import type pg from 'pg';
import { inTransaction } from '../../db/client.ts';
import { issueStatement } from '../../db/partners/commission.ts';
import { listDueMonths } from '../../db/partners/statements.ts';

/** Months issued in one go; the next hour goes on. */
const AT_ONCE = 500;

/** Issues the statements of all months that are over, each once; answers how many. */
export async function issueStatements({ pool, now }: { pool: pg.Pool; now(): Date }): Promise<number> {
  let issued = 0;
  for (const { partner_id, period } of await listDueMonths(pool, now(), AT_ONCE))
    if ((await inTransaction(pool, (client) => issueStatement(client, partner_id, period))) !== null)
      issued += 1;
  return issued;
}
