import { z } from 'zod';
import type { EditProfileRequest, RegisterRequest } from '../../../contract/schemas/account.ts';
import type { Queryable } from '../client.ts';
import { deleteOwnLots } from '../lots/lots.ts';
import { execute, firstRow, onlyRow, rows } from '../rows.ts';

const userRowSchema = z.object({
  id: z.string(),
  email: z.string(),
  password_hash: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  phone: z.string().nullable(),
  verified: z.boolean(),
  operator: z.boolean(),
  partner: z.boolean(),
});
export type UserRow = z.infer<typeof userRowSchema>;

const COLUMNS = `id, email, password_hash, first_name, last_name, phone, verified_at IS NOT NULL AS verified,
  EXISTS (SELECT 1 FROM operators WHERE operators.user_id = users.id) AS operator,
  EXISTS (SELECT 1 FROM partners p WHERE p.user_id = users.id
             OR (p.user_id IS NULL AND p.email_key = users.email_key AND users.verified_at IS NOT NULL)) AS partner`;

/** What makes two spellings of an address the same account: letter case only. */
export const emailKeyOf = (email: string): string => email.trim().normalize('NFKC').toLowerCase();

/**
 * What makes two addresses the same mailbox: no plus-tag, and no dots at Gmail, whose two domains are one. Used for free
 * starts alone; accounts go by emailKeyOf.
 */
export function mailboxKeyOf(email: string): string {
  const key = emailKeyOf(email);
  const at = key.lastIndexOf('@');
  const local = key.slice(0, at);
  const domain = key.slice(at + 1);
  const gmail = domain === 'gmail.com' || domain === 'googlemail.com';
  const untagged = local.split('+', 1)[0] ?? '';
  const name = untagged === '' ? local : gmail ? untagged.replaceAll('.', '') : untagged;
  return `${name}@${gmail ? 'gmail.com' : domain}`;
}

export async function findUserByEmail(client: Queryable, email: string): Promise<UserRow | null> {
  return await firstRow(client, userRowSchema, `SELECT ${COLUMNS} FROM users WHERE email_key = $1`, [
    emailKeyOf(email),
  ]);
}

export async function findUser(client: Queryable, id: string): Promise<UserRow | null> {
  return await firstRow(client, userRowSchema, `SELECT ${COLUMNS} FROM users WHERE id = $1`, [id]);
}

const madeRow = z.object({ id: z.string(), made: z.boolean() });

/** Inserts an unverified account; null when the address is taken. Both cases write one row version: they take the same time. */
export async function insertUser(
  client: Queryable,
  user: Omit<RegisterRequest, 'password'> & { passwordHash: string },
): Promise<string | null> {
  const { id, made } = await onlyRow(
    client,
    madeRow,
    `INSERT INTO users (email, email_key, password_hash, first_name, last_name, phone) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (email_key) DO UPDATE SET email_key = users.email_key RETURNING id, (xmax = 0) AS made`,
    [
      user.email,
      emailKeyOf(user.email),
      user.passwordHash,
      user.first_name,
      user.last_name,
      user.phone ?? null,
    ],
  );
  return made ? id : null;
}

/** Marks the address as verified; false when it already was. */
export async function markVerified(client: Queryable, userId: string): Promise<boolean> {
  const marked = await execute(
    client,
    'UPDATE users SET verified_at = now() WHERE id = $1 AND verified_at IS NULL',
    [userId],
  );
  return marked === 1;
}

export async function setPasswordHash(
  client: Queryable,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await execute(client, 'UPDATE users SET password_hash = $2 WHERE id = $1', [userId, passwordHash]);
}

/** Changes the given fields only; a null phone is taken away. */
export async function editUser(client: Queryable, userId: string, edit: EditProfileRequest): Promise<void> {
  await execute(
    client,
    `UPDATE users SET first_name = coalesce($2, first_name), last_name = coalesce($3, last_name),
            phone = CASE WHEN $4 THEN $5 ELSE phone END WHERE id = $1`,
    [userId, edit.first_name ?? null, edit.last_name ?? null, edit.phone !== undefined, edit.phone ?? null],
  );
}

/** Mails to the account `u`, written under its key, by earlier versions as the address was typed; and to operators of what it asks for. */
export const MAILS_OF_USER = `(m.recipient = u.email_key OR lower(m.recipient) = u.email_key
  OR m.parameters->>'request_id' IN (SELECT q.id::text FROM quota_requests q WHERE q.user_id = u.id))`;

const idRow = z.object({ id: z.string() });
const reportRow = z.object({ id: z.string(), lot_key: z.string() });

/**
 * Erases an account with its reports, sessions, links, mails and the lots of its own pages; the ledger and what operators did to it
 * stay without its name.
 * Answers the reports, lots and mails that went.
 */
export async function deleteUser(
  client: Queryable,
  userId: string,
): Promise<{ reportIds: string[]; lotKeys: string[]; mailIds: string[] }> {
  const reports = await rows(client, reportRow, 'SELECT id, lot_key FROM reports WHERE user_id = $1', [
    userId,
  ]);
  const mails = await rows(
    client,
    idRow,
    `DELETE FROM mails m USING users u WHERE u.id = $1 AND ${MAILS_OF_USER} RETURNING m.id`,
    [userId],
  );
  await forgetInAuditLog(client, userId);
  await execute(client, 'DELETE FROM users WHERE id = $1', [userId]);
  return {
    reportIds: reports.map((row) => row.id),
    lotKeys: await deleteOwnLots(
      client,
      reports.map((row) => row.lot_key),
    ),
    mailIds: mails.map((row) => row.id),
  };
}

/** Entries about an account keep its id alone: not its address, nor what it was found by. */
async function forgetInAuditLog(client: Queryable, userId: string): Promise<void> {
  await execute(
    client,
    `UPDATE audit_log a SET subject = u.id::text FROM users u WHERE u.id = $1 AND lower(a.subject) = u.email_key`,
    [userId],
  );
  await execute(
    client,
    `UPDATE audit_log a SET details = a.details - 'text' - 'about' FROM users u
      WHERE u.id = $1 AND (a.details->'users' ? u.id::text
         OR lower(a.details->>'text') = u.email_key OR lower(a.details->>'about') = u.email_key)`,
    [userId],
  );
}
