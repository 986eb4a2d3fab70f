import type { Claim } from '../../../contract/claim/claim-file.ts';
import type { Queryable } from '../client.ts';
import { execute } from '../rows.ts';

export const NO_CLAIM: Claim = { number: null, deductible: null };

/** What the owner of a report notes of its claim, in place of what was noted. */
export async function setClaim(
  client: Queryable,
  { userId, reportId, claim }: { userId: string; reportId: string; claim: Claim },
): Promise<void> {
  const nothing = claim.number === null && claim.deductible === null;
  await execute(client, 'UPDATE reports SET claim = $3 WHERE id = $1 AND user_id = $2', [
    reportId,
    userId,
    nothing ? null : JSON.stringify(claim),
  ]);
}
