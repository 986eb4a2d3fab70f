import { createHmac, timingSafeEqual } from 'node:crypto';
import { MAIL_SETTINGS, type MailSetting } from '../../contract/schemas/account.ts';
import { savePreferences } from '../db/accounts/preferences.ts';
import { findUser } from '../db/accounts/users.ts';
import type { Queryable } from '../db/client.ts';
import { AppError } from '../errors.ts';
import { serverSecret } from './tokens.ts';

/** What a link to stop one kind of mail proves: it came from us, to whoever got that mail. It opens nothing and never ends. */
export async function unsubscribeToken(
  client: Queryable,
  userId: string,
  mail: MailSetting,
): Promise<string> {
  const of = `${userId}.${mail}`;
  const mac = createHmac('sha256', await serverSecret(client, 'unsubscribe'))
    .update(of)
    .digest('base64url');
  return `${of}.${mac}`;
}

/** Switches the mails of a link off, signed in or not; again is the same. Throws invalid_token. */
export async function unsubscribe(client: Queryable, token: string): Promise<MailSetting> {
  const [userId = '', name] = token.split('.');
  const mail = MAIL_SETTINGS.find((setting) => setting === name);
  const wanted = mail && Buffer.from(await unsubscribeToken(client, userId, mail));
  const given = Buffer.from(token);
  const genuine = wanted?.length === given.length && timingSafeEqual(wanted, given);
  if (!mail || !genuine || (await findUser(client, userId)) === null)
    throw new AppError('invalid_token', 'This link is not complete, or its account is gone.', {
      status: 400,
    });
  await savePreferences(client, userId, { mails: { [mail]: false } }, undefined);
  return mail;
}
