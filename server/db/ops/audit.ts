import type { Queryable } from '../client.ts';
import { execute } from '../rows.ts';

/** Notes what an operator did. */
export async function audit(
  client: Queryable,
  entry: { actor: string; action: string; subject: string | null; details: Record<string, unknown> },
): Promise<void> {
  await execute(client, 'INSERT INTO audit_log (actor, action, subject, details) VALUES ($1, $2, $3, $4)', [
    entry.actor,
    entry.action,
    entry.subject,
    JSON.stringify(entry.details),
  ]);
}
