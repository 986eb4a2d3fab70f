import { commissionWords, decisionWords } from '../../../contract/partners/partner-words.ts';
import { findPartner } from '../../db/partners/partners.ts';
import type { FillMail } from '../../mail/send-mail.ts';

/**
 * Fills an email about a partner when it goes out: to the operator about an application or a new website, to the retailer about a
 * decision. Returns `null` once the partner is gone. Links stand on `publicUrl` alone.
 */
export const fillPartnerEmail =
  (publicUrl: () => string): FillMail =>
  async (client, { template, recipient, parameters }) => {
    const partner = await findPartner(client, parameters.partner_id ?? '');
    if (partner === null || partner.email === null) return null;
    const { company, email, commission, decision_note, state } = partner;
    const operatorPage = `${publicUrl()}/operator/partners/${partner.partner_id}`;
    const contact_name = partner.contact_name ?? company;
    if (template === 'partner_applied')
      return {
        to: recipient,
        parameters: {
          company,
          contact_name,
          email,
          about: partner.about,
          partners_page: operatorPage,
        },
      };
    if (template === 'partner_website')
      return {
        to: recipient,
        parameters: {
          company,
          website: partner.website ?? 'none',
          approved_website: partner.approved_website ?? 'none',
          partners_page: operatorPage,
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
