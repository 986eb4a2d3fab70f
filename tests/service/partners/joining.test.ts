import { afterAll, beforeAll, expect, test } from 'vitest';
import { PARTNER_TERMS_DATED } from '../../../contract/partners/partner-terms.ts';
import { emailKeyOf, findUserByEmail } from '../../../server/db/accounts/users.ts';
import { editProfile } from '../../../server/partners/joining/edit-profile.ts';
import { type OperatorService, startOperatorService } from '../operator-service.ts';
import { addUser } from '../seed.ts';
import { SAMPLE_ACCOUNT } from '../service.ts';
import { addPartner } from './add-partner.ts';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
  await service.enter();
});
afterAll(() => service.close());

const application = (email: string, company = 'Hill Country Parts') => ({
  company,
  contact_name: 'Pat Ortiz',
  phone: null,
  website: 'https://parts.example',
  states: ['TX'],
  makes: ['infiniti'],
  email,
  about: 'Dealer stock.',
  terms_dated: PARTNER_TERMS_DATED,
});
const apply = (email: string, more: object = {}, token?: string) =>
  service.call('POST', 'partners/applications', {
    json: { ...application(email), ...more },
    ...(token ? { token } : {}),
  });
async function appliedWith(email: string): Promise<string> {
  const { rows } = await service.tools.pool.query<{ id: string }>(
    'SELECT id FROM partners WHERE email_key = $1',
    [emailKeyOf(email)],
  );
  return rows[0]?.id ?? '';
}
const decide = (id: string, json: object) =>
  service.call('POST', `operator/partners/${id}/decide`, { token: service.token, json });

test('a visitor applies, and the answer does not tell whether the address applied before', async () => {
  const first = await apply('pat@hill.example');
  expect(first.status).toBe(201);
  const again = await apply('PAT@hill.example', { company: 'Another' });
  expect([again.status, again.text]).toEqual([first.status, first.text]);
  const { rows } = await service.tools.pool.query('SELECT company FROM partners WHERE email_key = $1', [
    'pat@hill.example',
  ]);
  expect(rows).toEqual([{ company: 'Hill Country Parts' }]);
  const { rows: mails } = await service.tools.pool.query(
    "SELECT 1 FROM mails WHERE template = 'partner_applied'",
  );
  expect(mails).toHaveLength(1);
});

test('older terms, no make and an unknown state are refused in words', async () => {
  for (const more of [{ terms_dated: '2020-01-01' }, { makes: [] }, { states: ['ZZ'] }]) {
    const answer = await apply('bad@hill.example', more);
    expect(answer.status).toBe(400);
    expect(String(answer.json.message)).toMatch(/Please/);
  }
});

test('a profile belongs to the account whose verified address it is, and to no other', async () => {
  await apply('owner@hill.example');
  const partnerId = await appliedWith('owner@hill.example');
  expect((await service.call('GET', 'partners/me', { token: service.token })).status).toBe(404);
  await addUser(service.tools.pool, 0, 'owner@hill.example');
  const owner = await findUserByEmail(service.tools.pool, 'owner@hill.example');
  await service.tools.pool.query('UPDATE users SET verified_at = NULL WHERE id = $1', [owner?.id]);
  const { findPartnerOfUser } = await import('../../../server/db/partners/partners.ts');
  expect(await findPartnerOfUser(service.tools.pool, owner?.id ?? '')).toBeNull();
  await service.tools.pool.query('UPDATE users SET verified_at = now() WHERE id = $1', [owner?.id]);
  expect(await findPartnerOfUser(service.tools.pool, owner?.id ?? '')).toMatchObject({
    partner_id: partnerId,
  });
});

test('whoever is signed in applies with the address of their account, whatever was sent', async () => {
  expect((await apply('someone@else.example', {}, service.token)).status).toBe(201);
  expect(await appliedWith('someone@else.example')).toBe('');
  const own = await service.call('GET', 'partners/me', { token: service.token });
  expect(own.json).toMatchObject({ email: SAMPLE_ACCOUNT.email, state: 'applied', commission: null });
  const { company: _, ...rest } = application('x@x.example');
  const {
    email: _email,
    about: _about,
    terms_dated: _terms,
    ...profile
  } = { ...rest, company: 'Renamed Parts' };
  const edited = await service.call('PUT', 'partners/me', { token: service.token, json: profile });
  expect(edited.json).toMatchObject({ company: 'Renamed Parts', state: 'applied' });
});

test('an operator approves with a commission, which the retailer hears of; all of it is noted', async () => {
  await apply('deal@hill.example');
  const id = await appliedWith('deal@hill.example');
  const without = await decide(id, { state: 'approved', commission: null, note: null });
  expect([without.status, without.json.details]).toEqual([400, { field: 'commission' }]);
  const approved = await decide(id, {
    state: 'approved',
    commission: { model: 'per_sale', rate_percent: 7.5 },
    note: 'Welcome.',
  });
  expect(approved.json).toMatchObject({
    state: 'approved',
    commission: { model: 'per_sale', rate_percent: 7.5 },
  });
  // Paused it keeps its rate, and comes back with it.
  await decide(id, { state: 'paused', commission: null, note: null });
  const back = await decide(id, { state: 'approved', commission: null, note: null });
  expect(back.json).toMatchObject({ commission: { rate_percent: 7.5 } });
  await decide(id, { state: 'closed', commission: null, note: null });
  expect((await decide(id, { state: 'approved', commission: null, note: null })).status).toBe(400);

  const list = await service.call('GET', 'operator/partners?state=closed', { token: service.token });
  expect(list.json.partners).toEqual([expect.objectContaining({ partner_id: id })]);
  const file = await service.call('GET', `operator/partners/${id}`, { token: service.token });
  expect(file.json).toMatchObject({ partner: { partner_id: id }, disputes: [] });
  const { rows } = await service.tools.pool.query<{ action: string }>(
    'SELECT DISTINCT action FROM audit_log WHERE subject = $1 ORDER BY action',
    [id],
  );
  expect(rows.map(({ action }) => action)).toEqual(['partner_decided', 'partner_read']);
  const { rows: mails } = await service.tools.pool.query(
    "SELECT 1 FROM mails WHERE template = 'partner_decided' AND recipient = 'deal@hill.example'",
  );
  expect(mails).toHaveLength(4);
});

/** An approved partner whose profile can be changed. */
async function approvedPartner() {
  const { pool, queue } = service.tools;
  const partner = await addPartner(pool, undefined, { website: 'https://parts.example' });
  const { partner_id: id, company, phone, states, makes } = partner;
  const change = async (website: string | null) =>
    await editProfile({ pool, queue, operatorEmail: 'operator@lotlens.example' }, partner, {
      company,
      contact_name: 'Pat Example',
      phone,
      states,
      makes,
      website,
    });
  return { id, change };
}
const websiteMails = async (id: string) =>
  (
    await service.tools.pool.query(
      "SELECT 1 FROM mails WHERE template = 'partner_website' AND parameters ->> 'partner_id' = $1",
      [id],
    )
  ).rowCount;

test('the first approval approves the website of the profile', async () => {
  const { id } = await approvedPartner();
  const file = await service.call('GET', `operator/partners/${id}`, { token: service.token });
  expect(file.json).toMatchObject({ partner: { approved_website: 'https://parts.example' } });
});

test('a new website is emailed to the operator and waits for approval', async () => {
  const { id, change } = await approvedPartner();
  expect(await change('https://new.example')).toMatchObject({
    website: 'https://new.example',
    approved_website: 'https://parts.example',
  });
  expect(await websiteMails(id)).toBe(1);
  const rate = await decide(id, {
    state: 'approved',
    commission: { model: 'per_sale', rate_percent: 9 },
    note: null,
  });
  expect(rate.json).toMatchObject({ approved_website: 'https://parts.example' });
  const site = await decide(id, {
    state: 'approved',
    commission: null,
    note: null,
    website: 'https://new.example',
  });
  expect(site.json).toMatchObject({ approved_website: 'https://new.example' });
});

test('the approved website, or none, is not emailed', async () => {
  const { id, change } = await approvedPartner();
  await change('https://parts.example');
  await change(null);
  expect(await websiteMails(id)).toBe(0);
});

test('a website that was changed while an operator decided is not approved', async () => {
  const { id, change } = await approvedPartner();
  await change('https://evil.example');
  const late = await decide(id, {
    state: 'approved',
    commission: null,
    note: null,
    website: 'https://parts.example',
  });
  expect([late.status, late.json.code]).toEqual([409, 'version_conflict']);
});

test.each([
  'https://user@parts.example',
  'https://parts.example:8443',
  'http://parts.example',
  'javascript:alert(1)',
])('the website %s is refused', async (website) => {
  const answer = await apply('odd@hill.example', { website });
  expect([answer.status, answer.json.details]).toEqual([400, { field: 'website' }]);
});
