import { commissionWords, decisionWords } from '../../../contract/partners/partner-words.ts';
import { findPartner } from '../../db/partners/partners.ts';
import type { FillMail } from '../../mail/send-mail.ts';

/**
 * Fills a mail about a partner when it goes out: to the operator that somebody applied, to the retailer what was decided; null once
 * the partner is gone. Links stand on `publicUrl` alone.
 */
export const fillPartnerEmail =
  (publicUrl: () => string): FillMail =>
  async (client, { template, recipient, parameters }) => {
    const partner = await findPartner(client, parameters.partner_id ?? '');
    if (partner === null || partner.email === null) return null;
    const { company, email, commission, decision_note, state } = partner;
    const contact_name = partner.contact_name ?? company;
    if (template === 'partner_applied')
      return {
        to: recipient,
        parameters: {
          company,
          contact_name,
          email,
          about: partner.about,
          partners_page: `${publicUrl()}/operator/partners/${partner.partner_id}`,
        },
      };
    return {
      to: email,
      parameters: {
        company,
        contact_name,
        decision: decisionWords(state),
        commission: state === 'approved' && commission ? commissionWords(commission) : '',
        note: decision_note ?? '',
        partners_page: `${publicUrl()}/partners`,
      },
    };
  };
