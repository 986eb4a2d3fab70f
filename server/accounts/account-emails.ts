import { insertLink } from '../db/accounts/link-tokens.ts';
import { findUserByEmail } from '../db/accounts/users.ts';
import type { Queryable } from '../db/client.ts';
import type { AddressedMail, FillMail } from '../mail/send-mail.ts';
import {
  type AccountMail,
  isPartnerMail,
  isQuotaMail,
  isQuoteMail,
  isReportMail,
} from '../mail/templates.ts';
import { newToken, tokenHash } from './tokens.ts';

/**
 * Fills a queued mail when it goes out: the account is looked up and its link made only here, so that the call that
 * asked took the same way for known and unknown addresses, and no usable link is ever stored. Null: nobody to write to.
 * Links stand on `publicUrl` alone.
 */
export const fillAccountEmail =
  (publicUrl: () => string): FillMail =>
  async (client, { template, recipient, parameters: told }) => {
    const user = await findUserByEmail(client, recipient);
    if (user === null) return null;
    const person = { first_name: user.first_name };
    const forgot = `${publicUrl()}/login?forgot=true`;
    const letters: Record<AccountMail, () => Promise<AddressedMail['parameters'] | null>> = {
      verify_email: async () =>
        user.verified
          ? null
          : { ...person, link: `${publicUrl()}/verify?code=${await newLink(client, user.id, 'verify')}` },
      reset_password: async () => ({
        ...person,
        link: `${publicUrl()}/reset-password?token=${await newLink(client, user.id, 'reset')}`,
      }),
      account_exists: async () => ({ ...person, login_link: `${publicUrl()}/login`, reset_link: forgot }),
      password_changed: async () => ({ ...person, reset_link: forgot }),
      session_reused: async () => ({ ...person, reset_link: forgot }),
      webhook_failing: async () => ({
        ...person,
        host: told.host ?? '',
        reports_link: `${publicUrl()}/reports`,
      }),
    };
    const isOther =
      template === 'batch_ready' ||
      isReportMail(template) ||
      isQuotaMail(template) ||
      isPartnerMail(template) ||
      isQuoteMail(template);
    const parameters = isOther ? null : await letters[template]();
    return parameters === null ? null : { to: user.email, parameters };
  };

/** A fresh link of this kind; older ones stop working. */
async function newLink(client: Queryable, userId: string, kind: 'verify' | 'reset'): Promise<string> {
  const token = newToken();
  await insertLink(client, userId, kind, tokenHash(token));
  return token;
}
