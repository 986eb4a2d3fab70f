import type { PartnerStatement, StatementFile } from '../../../contract/partners/commission.ts';
import type { Partner } from '../../../contract/partners/partner.ts';
import type { Queryable } from '../../db/client.ts';
import { listEntries, listStatements, readMonth } from '../../db/partners/statements.ts';
import { AppError } from '../../errors.ts';

type Tools = { pool: Queryable; now(): Date };

/** `YYYY-MM` of UTC. */
const periodOf = (moment: Date): string => moment.toISOString().slice(0, 7);

/** What a partner owes, the running month and its issued statements, the newest first. */
export async function readStatements(
  { pool, now }: Tools,
  { partner_id, balance }: Pick<Partner, 'partner_id' | 'balance'>,
): Promise<{ balance: number; statements: PartnerStatement[] }> {
  const issued = await listStatements(pool, partner_id);
  const running = periodOf(now());
  return {
    balance,
    statements: issued.some(({ period }) => period === running)
      ? issued
      : [await readMonth(pool, partner_id, running), ...issued],
  };
}

/** A month of a partner with its lines. Throws not_found before it applied, and for a month to come. */
export async function readStatement(
  { pool, now }: Tools,
  partner: Pick<Partner, 'partner_id' | 'company' | 'applied_at'>,
  period: string,
): Promise<StatementFile> {
  if (period < partner.applied_at.slice(0, 7) || period > periodOf(now()))
    throw new AppError('not_found', 'There is no such month.');
  return {
    ...(await readMonth(pool, partner.partner_id, period)),
    company: partner.company,
    entries: await listEntries(pool, partner.partner_id, period),
  };
}
