import { quoteLines } from '../../../contract/partners/quotes/quote-words.ts';
import { dayInUtc, usDollarsAndCents } from '../../../contract/report-view/figures.ts';
import { dollarsFromCents } from '../../../contract/schemas/money.ts';
import { findQuote, findQuotesOf } from '../../db/partners/quotes.ts';
import type { FillMail } from '../../mail/send-mail.ts';
import { quotePath } from './quote-link.ts';
import { asAsked } from './quote-views.ts';

/**
 * Fills a mail about a quote when it goes out; null once the request is gone. A partner gets its own link, the owner the report's;
 * contacts stand in the mails of an accepted quote alone. Links stand on `publicUrl`.
 */
export const fillQuoteEmail =
  (publicUrl: () => string): FillMail =>
  async (client, { template, parameters }) => {
    const row = await findQuote(client, parameters.quote_id ?? '');
    if (row === null) return null;
    const { vehicle, ship_to, parts } = row.shared;
    const facts = {
      company: row.company,
      vehicle,
      ship_to,
      parts: parts.length === 1 ? 'one part' : `${parts.length} parts`,
      until: dayInUtc(row.expires_at.getTime()),
    };
    const quoteLink = `${publicUrl()}${await quotePath(client, row.salt)}`;
    const reportLink = `${publicUrl()}/reports/${row.report_id}`;
    const total = row.total_cents === null ? '' : usDollarsAndCents(dollarsFromCents(row.total_cents));
    const order = asAsked(row).order;
    switch (template) {
      case 'quote_asked':
      case 'quote_reminder':
      case 'quote_closed':
        if (row.email === null) return null;
        return {
          to: row.email,
          parameters: { ...facts, contact_name: row.contact_name ?? row.company, quote_link: quoteLink },
        };
      case 'quote_answered':
        return {
          to: row.owner_email,
          parameters: {
            ...facts,
            name: row.contact.name,
            total,
            valid_until: row.valid_until === null ? '' : dayInUtc(row.valid_until.getTime()),
            report_link: reportLink,
          },
        };
      case 'quote_expired': {
        const answered = (await findQuotesOf(client, row.request_id)).filter(({ quote }) => quote !== null);
        return {
          to: row.owner_email,
          parameters: {
            ...facts,
            name: row.contact.name,
            answers: String(answered.length),
            report_link: reportLink,
          },
        };
      }
      default:
        if (order === null || row.email === null) return null;
        return {
          to: template === 'quote_accepted' ? row.email : row.owner_email,
          parameters: {
            ...facts,
            voucher: order.voucher,
            total,
            lines: quoteLines(parts, row.quote).join('; '),
            buyer: [order.buyer.name, order.buyer.email, order.buyer.phone].filter(Boolean).join(', '),
            seller: [
              order.seller.company,
              order.seller.contact_name,
              order.seller.email,
              order.seller.phone,
              order.seller.website,
            ]
              .filter(Boolean)
              .join(', '),
            name: template === 'quote_accepted' ? order.seller.contact_name : order.buyer.name,
            link: template === 'quote_accepted' ? quoteLink : reportLink,
          },
        };
    }
  };
