import { z } from 'zod';
import type { PartnerFile } from '../../../contract/partners/commission.ts';
import type { Partner, PartnerDecision, partnerListSchema } from '../../../contract/partners/partner.ts';
import { inTransaction, type Queryable } from '../../db/client.ts';
import { audit } from '../../db/ops/audit.ts';
import { listDisputes } from '../../db/partners/disputes.ts';
import { listPartners } from '../../db/partners/partner-list.ts';
import { decidePartner, findPartner } from '../../db/partners/partners.ts';
import { AppError } from '../../errors.ts';
import { queueMail } from '../../mail/send-mail.ts';
import { readStatements } from '../commission/read-statements.ts';
import type { JoiningTools } from './apply.ts';

/** Whoever does it, as the audit log names them. */
type Actor = string;

async function partnerOf(client: Queryable, partnerId: string): Promise<Partner> {
  const partner = z.uuid().safeParse(partnerId).success ? await findPartner(client, partnerId) : null;
  if (partner === null) throw new AppError('not_found', 'There is no such partner.');
  return partner;
}

/** Partners of a state or all, the newest first; noted with whom it showed. */
export async function listAllPartners(
  { pool }: Pick<JoiningTools, 'pool'>,
  actor: Actor,
  query: Parameters<typeof listPartners>[1],
): Promise<z.infer<typeof partnerListSchema>> {
  const { shown, next } = await listPartners(pool, query);
  const details = { state: query.state ?? '', partners: shown.map(({ partner_id }) => partner_id) };
  await audit(pool, { actor, action: 'partners_listed', subject: null, details });
  return { partners: shown, next_cursor: next };
}

/** One partner; noted. Throws not_found. */
export async function readPartner(
  { pool, now }: Pick<JoiningTools, 'pool'> & { now(): Date },
  actor: Actor,
  partnerId: string,
): Promise<PartnerFile> {
  const partner = await partnerOf(pool, partnerId);
  await audit(pool, { actor, action: 'partner_read', subject: partner.partner_id, details: {} });
  const { statements } = await readStatements({ pool, now }, partner);
  return { partner, statements, disputes: await listDisputes(pool, partner.partner_id) };
}

/**
 * Sets what becomes of a partner and, with an approval, what its commission is from now on; the retailer hears of it by mail. Noted.
 * Throws not_found, validation_error where it would be approved without a commission or was closed, or version_conflict where its website
 * is no longer the one that was decided on.
 */
export async function decideOnPartner(
  { pool, queue }: JoiningTools,
  actor: Actor,
  partnerId: string,
  { state, commission, website, note }: PartnerDecision,
): Promise<Partner> {
  return await inTransaction(pool, async (client) => {
    const before = await partnerOf(client, partnerId);
    if (before.state === 'closed')
      throw new AppError('validation_error', 'This partner was closed, for good.', {
        details: { field: 'state' },
      });
    if (state === 'approved' && commission === null && before.commission === null)
      throw new AppError('validation_error', 'Please set the commission first.', {
        details: { field: 'commission' },
      });
    const decided = await decidePartner(client, partnerId, { state, commission, website, note });
    if (decided === null)
      throw new AppError('version_conflict', 'This partner has changed its website. Look at it again.');
    await audit(client, {
      actor,
      action: 'partner_decided',
      subject: partnerId,
      details: { state, commission: commission ?? 'as it was', website: decided.approved_website ?? 'none' },
    });
    if (decided.email !== null)
      await queueMail(client, queue, decided.email, 'partner_decided', { partner_id: partnerId });
    return decided;
  });
}
