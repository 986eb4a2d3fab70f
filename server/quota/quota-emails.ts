import { reportsWords } from '../../contract/plans/plan-words.ts';
import { readQuota } from '../db/accounts/quota.ts';
import { findUserByEmail } from '../db/accounts/users.ts';
import { findRequest } from '../db/quota/quota-requests.ts';
import type { FillMail } from '../mail/send-mail.ts';

/**
 * Fills a mail about the quota when it goes out: to the operator of who asks for more, null once that is answered; to a user of what
 * they were given. Links stand on `publicUrl` alone.
 */
export const fillQuotaEmail =
  (publicUrl: () => string): FillMail =>
  async (client, { template, recipient, parameters }) => {
    if (template === 'quota_asked') {
      const request = await findRequest(client, parameters.request_id ?? '');
      if (request === null) return null;
      const { email, name, reason, reports, available_reports: left } = request;
      return {
        to: recipient,
        parameters: { email, name, reason, reports: String(reports), left: String(left) },
      };
    }
    const user = await findUserByEmail(client, recipient);
    if (user === null) return null;
    const { available_reports: left } = await readQuota(client, user.id);
    return {
      to: user.email,
      parameters: {
        first_name: user.first_name,
        reports: reportsWords(Number(parameters.reports)),
        left: String(left),
        reports_page: `${publicUrl()}/reports`,
      },
    };
  };
