import { z } from 'zod';
import { type Dispute, disputeNoteSchema } from '../../../contract/partners/commission.ts';
import type { Queryable } from '../client.ts';
import { execute, firstRow, int8, rows } from '../rows.ts';

const disputeRow = z.object({
  id: z.string(),
  entry_id: int8,
  state: z.enum(['open', 'settled']),
  opened_at: z.date(),
  settled_at: z.date().nullable(),
  correction_id: int8.nullable(),
  notes: z.array(disputeNoteSchema.extend({ at: z.coerce.date() })),
});

/** The disputes of a partner, the newest first, or one of them. */
export async function listDisputes(
  client: Queryable,
  partnerId: string,
  disputeId: string | null = null,
): Promise<Dispute[]> {
  const found = await rows(
    client,
    disputeRow,
    `SELECT d.id, d.entry_id, d.state, d.opened_at, d.settled_at, d.correction_id,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('by', n.by, 'text', n.text, 'at', n.at) ORDER BY n.id), '[]')
               FROM dispute_notes n WHERE n.dispute_id = d.id) AS notes
       FROM commission_disputes d WHERE d.partner_id = $1 AND ($2::uuid IS NULL OR d.id = $2)
      ORDER BY d.opened_at DESC, d.id LIMIT 200`,
    [partnerId, disputeId],
  );
  return found.map(({ id, opened_at, settled_at, notes, ...row }) => ({
    dispute_id: id,
    ...row,
    opened_at: opened_at.toISOString(),
    settled_at: settled_at?.toISOString() ?? null,
    notes: notes.map((note) => ({ ...note, at: note.at.toISOString() })),
  }));
}

const idRow = z.object({ id: z.string() });

/** Opens a dispute over an entry of this partner; null where it has no such entry, or one is open over it. */
export async function insertDispute(
  client: Queryable,
  partnerId: string,
  entryId: number,
): Promise<string | null> {
  const made = await firstRow(
    client,
    idRow,
    `INSERT INTO commission_disputes (partner_id, entry_id)
     SELECT partner_id, id FROM commission_ledger WHERE partner_id = $1 AND id = $2 AND kind <> 'payment'
     ON CONFLICT DO NOTHING RETURNING id`,
    [partnerId, entryId],
  );
  return made?.id ?? null;
}

/** Adds what one side wrote to an open dispute of this partner; false where there is none. */
export async function insertNote(
  client: Queryable,
  note: { partnerId: string; disputeId: string; by: 'partner' | 'operator'; text: string },
): Promise<boolean> {
  const added = await execute(
    client,
    `INSERT INTO dispute_notes (dispute_id, by, text)
     SELECT id, $3, $4 FROM commission_disputes WHERE id = $2 AND partner_id = $1 AND state = 'open'`,
    [note.partnerId, note.disputeId, note.by, note.text],
  );
  return added === 1;
}

const openRow = z.object({ partner_id: z.string(), entry_id: int8 });

/** An open dispute, held until the transaction ends; null where there is none. */
export const lockOpenDispute = (client: Queryable, disputeId: string) =>
  firstRow(
    client,
    openRow,
    `SELECT partner_id, entry_id FROM commission_disputes WHERE id = $1 AND state = 'open' FOR UPDATE`,
    [disputeId],
  );

/** Settles an open dispute, with the entry that was due or none. */
export async function settleDispute(
  client: Queryable,
  disputeId: string,
  correctionId: number | null,
): Promise<void> {
  await execute(
    client,
    `UPDATE commission_disputes SET state = 'settled', settled_at = now(), correction_id = $2 WHERE id = $1 AND state = 'open'`,
    [disputeId, correctionId],
  );
}
