import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { CommissionTerms, Partner, PartnerProfile } from '../../../contract/partners/partner.ts';
import { PARTNER_TERMS_DATED } from '../../../contract/partners/partner-terms.ts';
import { decidePartner, insertPartner } from '../../../server/db/partners/partners.ts';

/** An approved partner of these terms, which speaks by `userId` where that is told. */
export async function addPartner(
  pool: pg.Pool,
  commission: CommissionTerms = { model: 'per_sale', rate_percent: 8 },
  more: Partial<PartnerProfile> & { userId?: string; email?: string } = {},
): Promise<Partner> {
  const { userId = null, email = `${randomUUID()}@parts.example.test`, ...profile } = more;
  const id = await insertPartner(pool, {
    company: 'Made-up Parts Co.',
    contact_name: 'Pat Example',
    phone: null,
    website: 'https://parts.example.test',
    states: ['TX', 'OK'],
    makes: ['infiniti', 'bmw', 'toyota'],
    ...profile,
    email,
    about: '',
    termsDated: PARTNER_TERMS_DATED,
    userId,
  });
  const partner =
    id === null ? null : await decidePartner(pool, id, { state: 'approved', commission, note: null });
  if (partner === null) throw new Error(`${email} applied before`);
  return partner;
}
