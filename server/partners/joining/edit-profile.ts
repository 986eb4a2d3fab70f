import type { Partner, PartnerProfile } from '../../../contract/partners/partner.ts';
import { inTransaction } from '../../db/client.ts';
import { updatePartner } from '../../db/partners/partners.ts';
import { keepsStock } from '../../db/partners/stock.ts';
import { queueMail } from '../../mail/send-mail.ts';
import type { JoiningTools } from './apply.ts';

/**
 * Saves what a partner says about itself. Links of its stock still lead to the approved website only, so a new one is emailed to the
 * operator to approve.
 */
export async function editProfile(
  { pool, queue, operatorEmail }: JoiningTools,
  { partner_id, website }: Partner,
  profile: PartnerProfile,
): Promise<Partner> {
  return await inTransaction(pool, async (client) => {
    const partner = await updatePartner(client, partner_id, profile);
    const isNew = ![null, website, partner.approved_website].includes(partner.website);
    if (isNew && keepsStock(partner))
      await queueMail(client, queue, operatorEmail, 'partner_website', { partner_id });
    return partner;
  });
}
