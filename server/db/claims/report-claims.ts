import { z } from 'zod';
import type { Claim } from '../../../contract/claim/claim-file.ts';
import type { Queryable } from '../client.ts';
import { execute, rows } from '../rows.ts';

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

const numberRow = z.object({ id: z.string(), claim_number: z.string() });

/** The claim numbers that a user noted on these reports, by the report's id. */
export async function findClaimNumbers(
  client: Queryable,
  userId: string,
  reportIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await rows(
    client,
    numberRow,
    `SELECT id, claim ->> 'number' AS claim_number FROM reports
      WHERE user_id = $1 AND id = ANY($2::uuid[]) AND claim ->> 'number' IS NOT NULL`,
    [userId, reportIds],
  );
  return new Map(found.map(({ id, claim_number }) => [id, claim_number]));
}
