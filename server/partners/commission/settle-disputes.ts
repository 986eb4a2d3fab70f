import type pg from 'pg';
import { z } from 'zod';
import type { Dispute } from '../../../contract/partners/commission.ts';
import { centsFromDollars } from '../../../contract/schemas/money.ts';
import { inTransaction } from '../../db/client.ts';
import { audit } from '../../db/ops/audit.ts';
import { enterCorrection, payStatement } from '../../db/partners/commission.ts';
import {
  insertDispute,
  insertNote,
  listDisputes,
  lockOpenDispute,
  settleDispute,
} from '../../db/partners/disputes.ts';
import { AppError } from '../../errors.ts';

type Tools = { pool: pg.Pool; now(): Date };
const noDispute = (): AppError => new AppError('not_found', 'There is no such open dispute.');
const isId = (id: string): boolean => z.uuid().safeParse(id).success;

async function disputeOf(
  client: Parameters<typeof listDisputes>[0],
  partnerId: string,
  id: string,
): Promise<Dispute> {
  const [dispute] = await listDisputes(client, partnerId, id);
  if (dispute === undefined) throw noDispute();
  return dispute;
}

/** Opens a dispute over an entry of this partner, with what it says. Throws not_found, or version_conflict where one is open. */
export async function openDispute(
  { pool }: Pick<Tools, 'pool'>,
  partnerId: string,
  { entry_id, text }: { entry_id: number; text: string },
): Promise<Dispute> {
  return await inTransaction(pool, async (client) => {
    const id = await insertDispute(client, partnerId, entry_id);
    if (id === null) {
      const open = (await listDisputes(client, partnerId)).some(
        (dispute) => dispute.entry_id === entry_id && dispute.state === 'open',
      );
      throw open
        ? new AppError('version_conflict', 'A dispute over this line is open. Add a note to it.')
        : new AppError('not_found', 'There is no such line.');
    }
    await insertNote(client, { partnerId, disputeId: id, by: 'partner', text });
    return await disputeOf(client, partnerId, id);
  });
}

/** Adds what one side wrote. Throws not_found where this partner has no such open dispute. */
export async function noteDispute(
  { pool }: Pick<Tools, 'pool'>,
  note: { partnerId: string; disputeId: string; by: 'partner' | 'operator'; text: string },
): Promise<Dispute> {
  if (!isId(note.disputeId) || !(await insertNote(pool, note))) throw noDispute();
  return await disputeOf(pool, note.partnerId, note.disputeId);
}

const tooMuch = (): AppError =>
  new AppError('validation_error', 'Less than nothing would be left of this line.', {
    details: { field: 'correction' },
  });

/**
 * Settles an open dispute with a last note and the correction that is due (US dollars, negative: goes back to the partner; 0: none).
 * Noted. Throws not_found, validation_error.
 */
export async function settle(
  { pool, now }: Tools,
  actor: string,
  disputeId: string,
  { correction, text }: { correction: number; text: string },
): Promise<Dispute> {
  if (!isId(disputeId)) throw noDispute();
  return await inTransaction(pool, async (client) => {
    const open = await lockOpenDispute(client, disputeId);
    if (open === null) throw noDispute();
    const cents = centsFromDollars(correction);
    const entered =
      cents === 0
        ? null
        : await enterCorrection(client, {
            entryId: open.entry_id,
            commissionCents: cents,
            note: text,
            now: now(),
          });
    if (entered === 'too_much') throw tooMuch();
    if (cents !== 0 && entered === null)
      throw new AppError('validation_error', 'Only a lead or a sale is corrected.', {
        details: { field: 'correction' },
      });
    await insertNote(client, { partnerId: open.partner_id, disputeId, by: 'operator', text });
    await settleDispute(client, disputeId, entered);
    await audit(client, {
      actor,
      action: 'dispute_settled',
      subject: disputeId,
      details: { correction, entry: open.entry_id },
    });
    return await disputeOf(client, open.partner_id, disputeId);
  });
}

/** Corrects a lead or a sale without a dispute; noted. Throws not_found, validation_error. */
export async function correctEntry(
  { pool, now }: Tools,
  actor: string,
  entryId: number,
  { correction, text }: { correction: number; text: string },
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const entered = await enterCorrection(client, {
      entryId,
      commissionCents: centsFromDollars(correction),
      note: text,
      now: now(),
    });
    if (entered === null) throw new AppError('not_found', 'There is no such lead or sale.');
    if (entered === 'too_much') throw tooMuch();
    await audit(client, {
      actor,
      action: 'commission_corrected',
      subject: String(entryId),
      details: { correction, text },
    });
  });
}

/** Marks a statement as paid, once; noted. Throws not_found, or version_conflict where it was. */
export async function markPaid(
  { pool, now }: Tools,
  actor: string,
  statementId: string,
  note: string,
): Promise<void> {
  const outcome = isId(statementId)
    ? await inTransaction(pool, async (client) => {
        const paid = await payStatement(client, statementId, { note, now: now() });
        if (paid === 'paid')
          await audit(client, { actor, action: 'statement_paid', subject: statementId, details: { note } });
        return paid;
      })
    : null;
  if (outcome === null) throw new AppError('not_found', 'There is no such statement.');
  if (outcome === 'known')
    throw new AppError('version_conflict', 'This statement was marked as paid before.');
}
