import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { serverSecret, tokenHash } from '../../accounts/tokens.ts';
import { findQuoteByHash, type QuoteRow } from '../../db/partners/quotes.ts';
import { AppError } from '../../errors.ts';

const TOKEN = /^[\w-]{43}$/;

/** The 256-bit token of a partner's link: it follows from the row's salt and the server's secret, and only its hash is stored. */
export const quoteToken = async (pool: Pick<pg.Pool, 'query'>, salt: Buffer): Promise<string> =>
  createHmac('sha256', await serverSecret(pool, 'quote-link'))
    .update(salt)
    .digest('base64url');

/** Where a partner answers, as a path on our origin. */
export const quotePath = async (pool: Pick<pg.Pool, 'query'>, salt: Buffer): Promise<string> =>
  `/quotes/${await quoteToken(pool, salt)}`;

/** What a link leads to. Unknown and malformed links, and those of a partner that was closed, are the same not_found. */
export async function quoteOf(pool: Pick<pg.Pool, 'query'>, token: string): Promise<QuoteRow> {
  const row = TOKEN.test(token) ? await findQuoteByHash(pool, tokenHash(token)) : null;
  if (row === null || row.partner_state === 'closed')
    throw new AppError('not_found', 'There is no such request.');
  return row;
}
