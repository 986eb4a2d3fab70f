import { z } from 'zod';
import {
  type CommissionTerms,
  type Partner,
  type PartnerProfile,
  type PartnerState,
  partnerStateSchema,
} from '../../../contract/partners/partner.ts';
import { centsFromDollars, dollarsFromCents } from '../../../contract/schemas/money.ts';
import { makeKeySchema } from '../../../contract/schemas/vehicle.ts';
import type { MakeKey } from '../../../contract/vehicles/makes.ts';
import { emailKeyOf } from '../accounts/users.ts';
import type { Queryable } from '../client.ts';
import { execute, firstRow, int8, onlyRow } from '../rows.ts';

/** Hundredths of a percent in a percent. */
const BASIS_POINTS = 100;

// A make that a later version gave is none of ours.
const makes = z
  .array(z.string())
  .transform((names) => names.filter((name): name is MakeKey => makeKeySchema.safeParse(name).success));

/** A partner as its table has it. */
export const partnerRow = z.object({
  id: z.string(),
  company: z.string(),
  contact_name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  approved_website: z.string().nullable(),
  about: z.string(),
  states: z.array(z.string()),
  makes,
  state: partnerStateSchema,
  terms_dated: z.string(),
  terms_accepted_at: z.date(),
  rate_basis_points: z.int().nullable(),
  lead_cents: int8.nullable(),
  balance_cents: int8,
  applied_at: z.date(),
  decided_at: z.date().nullable(),
  decision_note: z.string().nullable(),
});
export const partnerColumns = `id, company, contact_name, email, phone, website, approved_website, about, states, makes, state, terms_dated::text AS terms_dated,
  terms_accepted_at, rate_basis_points, lead_cents, balance_cents, applied_at, decided_at, decision_note`;

export const partnerOf = (row: z.infer<typeof partnerRow>): Partner => ({
  partner_id: row.id,
  company: row.company,
  contact_name: row.contact_name,
  email: row.email,
  phone: row.phone,
  website: row.website,
  approved_website: row.approved_website,
  about: row.about,
  states: row.states,
  makes: row.makes,
  state: row.state,
  commission: termsOf(row.rate_basis_points, row.lead_cents),
  balance: dollarsFromCents(row.balance_cents),
  terms_dated: row.terms_dated,
  terms_accepted_at: row.terms_accepted_at.toISOString(),
  applied_at: row.applied_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
  decision_note: row.decision_note,
});

/** The partner that this statement answers with; null where it answers with none. */
async function firstPartner(
  client: Queryable,
  statement: string,
  values: unknown[],
): Promise<Partner | null> {
  const row = await firstRow(client, partnerRow, statement, values);
  return row && partnerOf(row);
}

function termsOf(basisPoints: number | null, leadCents: number | null): CommissionTerms | null {
  if (basisPoints !== null) return { model: 'per_sale', rate_percent: basisPoints / BASIS_POINTS };
  if (leadCents !== null) return { model: 'per_lead', per_lead: dollarsFromCents(leadCents) };
  return null;
}

const idRow = z.object({ id: z.string() });

/**
 * Keeps an application; null where this address has one already. `userId`: the account it is made with, whose own address it is;
 * null of a visitor.
 */
export async function insertPartner(
  client: Queryable,
  partner: PartnerProfile & { email: string; about: string; termsDated: string; userId: string | null },
): Promise<string | null> {
  const made = await firstRow(
    client,
    idRow,
    `INSERT INTO partners (user_id, company, contact_name, email, email_key, phone, website, about, states, makes, terms_dated, terms_accepted_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now()) ON CONFLICT DO NOTHING RETURNING id`,
    [
      partner.userId,
      partner.company,
      partner.contact_name,
      partner.email,
      emailKeyOf(partner.email),
      partner.phone,
      partner.website,
      partner.about,
      partner.states,
      partner.makes,
      partner.termsDated,
    ],
  );
  return made?.id ?? null;
}

/** One partner; null where there is none. */
export const findPartner = async (client: Queryable, partnerId: string): Promise<Partner | null> =>
  await firstPartner(client, `SELECT ${partnerColumns} FROM partners WHERE id = $1`, [partnerId]);

/** The partner that this account speaks for: the one bound to it, else the one that applied with its verified address, bound from now on. */
export async function findPartnerOfUser(client: Queryable, userId: string): Promise<Partner | null> {
  const own = await firstPartner(client, `SELECT ${partnerColumns} FROM partners WHERE user_id = $1`, [
    userId,
  ]);
  if (own !== null) return own;
  return await firstPartner(
    client,
    `UPDATE partners SET user_id = $1
      WHERE user_id IS NULL AND email_key = (SELECT email_key FROM users WHERE id = $1 AND verified_at IS NOT NULL)
      RETURNING ${partnerColumns}`,
    [userId],
  );
}

/** Changes what a partner says about itself. */
export async function updatePartner(
  client: Queryable,
  partnerId: string,
  profile: PartnerProfile,
): Promise<Partner> {
  const row = await onlyRow(
    client,
    partnerRow,
    `UPDATE partners SET company = $2, contact_name = $3, phone = $4, website = $5, states = $6, makes = $7 WHERE id = $1
     RETURNING ${partnerColumns}`,
    [
      partnerId,
      profile.company,
      profile.contact_name,
      profile.phone,
      profile.website,
      profile.states,
      profile.makes,
    ],
  );
  return partnerOf(row);
}

/**
 * Sets what an operator decided: state, commission terms (`null`: unchanged), the approved website (left out: unchanged, or the profile's
 * if none was approved) and the words to the partner. Returns `null` if there is no such partner, or its profile has another website by now.
 */
export async function decidePartner(
  client: Queryable,
  partnerId: string,
  decision: {
    state: PartnerState;
    commission: CommissionTerms | null;
    website?: string | null | undefined;
    note: string | null;
  },
): Promise<Partner | null> {
  const { commission } = decision;
  return await firstPartner(
    client,
    `UPDATE partners SET state = $2, decided_at = now(), decision_note = $3,
            commission_model = CASE WHEN $4::text IS NULL THEN commission_model ELSE $4::text END,
            rate_basis_points = CASE WHEN $4::text IS NULL THEN rate_basis_points ELSE $5::int END,
            lead_cents = CASE WHEN $4::text IS NULL THEN lead_cents ELSE $6::bigint END,
            approved_website = CASE WHEN $2 <> 'approved' THEN approved_website WHEN $7 THEN $8 ELSE coalesce(approved_website, website) END
      WHERE id = $1 AND (NOT $7 OR website IS NOT DISTINCT FROM $8) RETURNING ${partnerColumns}`,
    [
      partnerId,
      decision.state,
      decision.note,
      commission?.model ?? null,
      commission?.model === 'per_sale' ? Math.round(commission.rate_percent * BASIS_POINTS) : null,
      commission?.model === 'per_lead' ? centsFromDollars(commission.per_lead) : null,
      decision.website !== undefined,
      decision.website ?? null,
    ],
  );
}

/** Closes the partner of an account that is being erased: who its contact was is forgotten, its company and entries stay. */
export async function closePartnerOf(client: Queryable, userId: string): Promise<void> {
  await execute(
    client,
    `WITH closed AS (
       UPDATE partners SET state = 'closed', user_id = NULL, contact_name = NULL, email = NULL, email_key = NULL, phone = NULL,
              about = '', sealed_secret = NULL, key_version = NULL WHERE user_id = $1 RETURNING id),
     stock AS (DELETE FROM partner_stock s USING closed c WHERE s.partner_id = c.id),
     met AS (DELETE FROM partner_met m USING closed c WHERE m.partner_id = c.id)
     DELETE FROM partner_feeds f USING closed c WHERE f.partner_id = c.id`,
    [userId],
  );
}
