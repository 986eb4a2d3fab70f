import { copyReport } from '../copied-report.ts';
import type { User } from './fresh-user.ts';
import { inDatabase } from './test-database.ts';

/** Gives an account a finished report as another has it. Answers its id. */
export async function copyReportTo(user: User, from: string): Promise<string> {
  return await inDatabase(async (client) => {
    const owner = await client.query<{ id: string }>('SELECT id FROM users WHERE email_key = $1', [
      user.email,
    ]);
    const userId = owner.rows[0]?.id;
    if (userId === undefined) throw new Error(`no account ${user.email}`);
    return await copyReport(client, { from, userId, at: new Date().toISOString() });
  });
}
