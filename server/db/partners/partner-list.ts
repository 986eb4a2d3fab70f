import { z } from 'zod';
import type { Partner, PartnerState } from '../../../contract/partners/partner.ts';
import type { Queryable } from '../client.ts';
import { MOMENT, pageOf, readCursor } from '../page-cursor.ts';
import { rows } from '../rows.ts';
import { partnerColumns, partnerOf, partnerRow } from './partners.ts';

/** Partners a page of the operator's list shows. */
const PAGE_SIZE = 50;

const sortedRow = partnerRow.extend({ sorted_by: z.string() });

/** Partners and who applied, newest first, of one state or all. */
export async function listPartners(
  client: Queryable,
  { state, cursor }: { state?: PartnerState | undefined; cursor?: string | undefined },
): Promise<{ shown: Partner[]; next: string | null }> {
  const values: unknown[] = [PAGE_SIZE + 1, state ?? null];
  const position = cursor === undefined ? null : readCursor(cursor, MOMENT);
  if (position) values.push(position.at, position.id);
  const found = await rows(
    client,
    sortedRow,
    `SELECT ${partnerColumns}, applied_at::text AS sorted_by FROM partners
      WHERE ($2::text IS NULL OR state = $2)${position ? ' AND (applied_at, id) < ($3::timestamptz, $4::uuid)' : ''}
      ORDER BY applied_at DESC, id DESC LIMIT $1`,
    values,
  );
  const { shown, next } = pageOf(found, PAGE_SIZE);
  return { shown: shown.map(partnerOf), next };
}
