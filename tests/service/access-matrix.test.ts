import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  type AccessKeyKind,
  type AccessScope,
  accessScopeSchema,
} from '../../contract/api/access-key-answers.ts';
import { issueAccessToken } from '../../server/accounts/session/access-token.ts';
import { hashPassword } from '../../server/accounts/session/passwords.ts';
import { newToken, tokenHash } from '../../server/accounts/tokens.ts';
import { SERVICE } from '../../server/concurrency/work-caller.ts';
import { insertAccessKey } from '../../server/db/accounts/access-keys.ts';
import { insertSession } from '../../server/db/accounts/sessions.ts';
import { setPasswordHash } from '../../server/db/accounts/users.ts';
import { keepEstimate } from '../../server/db/catalogue/kept-estimates.ts';
import { makeOperator } from '../../server/operator/second-factor.ts';
import { makeWebhook } from '../../server/webhooks/own-webhooks.ts';
import { SECRETS_KEY } from '../secrets-key.ts';
import { lastingHeaders } from './lasting-headers.ts';
import { isSoonRight } from './operator-service.ts';
import { readZip } from './read-zip.ts';
import { addReport, addUser } from './seed.ts';
import { startService, type TestService } from './service.ts';

/**
 * Every route of the OpenAPI file × {no token, expired, ended session, unverified, another user, own}.
 * A route without a row fails, and so does a row without a route.
 */
type Row = {
  /** `open`: anybody; `self`: whatever the token's user has; `object`: one thing that has an owner. */
  access: 'open' | 'self' | 'object';
  /** Status for the rightful caller. */
  own: number;
  json?: unknown;
  form?: Record<string, string>;
  /** Fills `{…}` of the path, and the body's id, for a given object. */
  object?: 'report' | 'session' | 'key' | 'estimate' | 'webhook';
  inBody?: 'report_id' | 'report_ids';
  /** What the path names where it is no object's id: a source, a switch. */
  named?: string;
  /** Where a call is refused for its query before it is asked who calls. */
  query?: string;
};

const open = (own: number, more: Partial<Row> = {}): Row => ({ access: 'open', own, ...more });
const self = (own: number, more: Partial<Row> = {}): Row => ({ access: 'self', own, ...more });
const object = (own: number, of: NonNullable<Row['object']>, more: Partial<Row> = {}): Row => ({
  access: 'object',
  own,
  object: of,
  ...more,
});

const ANY_CODE = '123456';
const nobody = { email: 'nobody@example.test' };
const ROWS: Record<string, Row> = {
  'POST /api/v1/auth/token': open(401, { form: { username: nobody.email, password: 'not a password' } }),
  'POST /api/v1/auth/refresh': open(401, { json: { refresh_token: 'unknown' } }),
  'POST /api/v1/auth/register': open(201, {
    json: { email: 'new@example.test', password: 'tangerine velvet 81', first_name: 'A', last_name: 'B' },
  }),
  'POST /api/v1/auth/verify-email': open(400, { json: { code: 'unknown' } }),
  'POST /api/v1/auth/resend-verification': open(200, { json: nobody }),
  'POST /api/v1/auth/forgot-password': open(200, { json: nobody }),
  'POST /api/v1/auth/reset-password': open(400, {
    json: { token: 'unknown', new_password: 'tangerine velvet 81' },
  }),
  'POST /api/v1/auth/change-password': self(400, {
    json: { old_password: 'wrong password', new_password: 'tangerine velvet 81' },
  }),
  'POST /api/v1/auth/logout': self(200),
  'GET /api/v1/users/me': self(200),
  'PATCH /api/v1/users/me': self(200, { json: { first_name: 'Ana' } }),
  'DELETE /api/v1/users/me': self(400, { json: { password: 'wrong password' } }),
  'GET /api/v1/users/me/export': self(200),
  'GET /api/v1/users/me/preferences': self(200),
  'PATCH /api/v1/users/me/preferences': self(200, { json: { state: 'TX' } }),
  'GET /api/v1/users/me/logo': self(404),
  'GET /api/v1/users/me/estimates': self(200),
  // Of no format.
  'POST /api/v1/users/me/estimates': self(400, {
    json: { files: [{ name: 'estimate.jpg', content: 'PGEvPg==' }] },
  }),
  'DELETE /api/v1/users/me/estimates/{estimate_id}': object(200, 'estimate'),
  // Of no store.
  'POST /api/v1/users/me/dealer_pages': self(400, {
    json: { link: 'https://parts.example/a', page: '<p>A part</p>' },
  }),
  'GET /api/v1/users/me/sessions': self(200),
  'DELETE /api/v1/users/me/sessions': self(200),
  'DELETE /api/v1/users/me/sessions/{session_id}': object(200, 'session'),
  'POST /api/v1/users/me/pairing_codes': self(200),
  'GET /api/v1/users/me/access_keys': self(200),
  'POST /api/v1/users/me/access_keys': self(201, { json: { name: 'Desk', scopes: ['reports:read'] } }),
  'DELETE /api/v1/users/me/access_keys/{key_id}': object(200, 'key'),
  // From no extension; tests/service/access-keys.test.ts pairs one.
  'POST /api/v1/auth/pair': open(403, { json: { code: '0000-0000' } }),
  'GET /api/v1/users/me/webhooks': self(200),
  'POST /api/v1/users/me/webhooks': self(201, {
    json: { url: 'https://hooks.example.com/x', events: ['report.finished'] },
  }),
  'PATCH /api/v1/users/me/webhooks/{webhook_id}': object(200, 'webhook', { json: { state: 'off' } }),
  'DELETE /api/v1/users/me/webhooks/{webhook_id}': object(200, 'webhook'),
  'POST /api/v1/users/me/webhooks/{webhook_id}/test': object(200, 'webhook'),
  'GET /api/v1/users/me/webhooks/{webhook_id}/messages': object(200, 'webhook'),
  // Of the webhook's id in place of a message's; tests/service/webhooks.test.ts replays one.
  'POST /api/v1/users/me/webhooks/{webhook_id}/messages/{message_id}/replay': object(404, 'webhook'),
  'GET /api/v1/users/me/push': self(200),
  'POST /api/v1/users/me/push': self(400, {
    // Of a service that nobody knows.
    json: {
      endpoint: 'https://push.example/x',
      keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
    },
  }),
  'DELETE /api/v1/users/me/push': self(200),
  // Plain accounts; what operators get stands further down.
  'GET /api/v1/operator/session': self(404),
  'POST /api/v1/operator/confirm': self(404, { json: { code: ANY_CODE } }),
  'GET /api/v1/operator/setup': self(404),
  'PUT /api/v1/operator/sources/{source}/keys': self(404, { json: { values: {} }, named: 'ebay' }),
  'DELETE /api/v1/operator/sources/{source}/keys': self(404, { named: 'ebay' }),
  'POST /api/v1/operator/sources/{source}/test': self(404, { json: { text: '5' }, named: 'ebay' }),
  'GET /api/v1/operator/quota_requests': self(404),
  'POST /api/v1/operator/quota_requests/{request_id}/grant': self(404, { json: {} }),
  'GET /api/v1/operator/overview': self(404),
  'GET /api/v1/operator/users': self(404),
  'GET /api/v1/operator/users/{user_id}': self(404),
  'POST /api/v1/operator/users/{user_id}/grant': self(404, { json: { reports: 1, reason: 'x' } }),
  'POST /api/v1/operator/users/{user_id}/end_sessions': self(404),
  'GET /api/v1/operator/reports': self(404),
  'GET /api/v1/operator/reports/{report_id}': self(404),
  'POST /api/v1/operator/reports/{report_id}/retry': self(404),
  'GET /api/v1/operator/use': self(404),
  'GET /api/v1/operator/queue': self(404),
  'POST /api/v1/operator/mails/{mail_id}/send_again': self(404),
  'GET /api/v1/operator/switches': self(404),
  'PUT /api/v1/operator/switches/{name}': self(404, { json: { on: true }, named: 'sign_ups' }),
  'GET /api/v1/operator/audit': self(404),
  // Of accounts that are no partner's; tests/service/partners/ walks those that are.
  'GET /api/v1/partners/me/statements': self(404),
  'GET /api/v1/partners/me/statements/{period}': self(404, { named: '2026-01' }),
  'GET /api/v1/partners/me/statements/{period}/csv': self(404, { named: '2026-01' }),
  'GET /api/v1/partners/me/statements/{period}/pdf': self(404, { named: '2026-01' }),
  'GET /api/v1/partners/me/quotes': self(404),
  // By its link alone; tests/service/partners/quotes.test.ts has one.
  'GET /api/v1/quotes/{token}': open(404, { named: 'nothing' }),
  'POST /api/v1/quotes/{token}': open(404, { named: 'nothing', json: { answer: 'decline' } }),
  // Of no request; tests/service/partners/quotes.test.ts has those of others.
  'POST /api/v1/quote_requests/{request_id}/withdraw': self(404),
  'POST /api/v1/partner_quotes/{quote_id}/accept': self(404),
  'POST /api/v1/partners/me/sales_secret': self(404),
  'POST /api/v1/partners/me/sales': self(404, { json: { file_name: 'a.csv', content: 'a' } }),
  'GET /api/v1/partners/me/disputes': self(404),
  'POST /api/v1/partners/me/disputes': self(404, { json: { entry_id: 1, text: 'x' } }),
  'POST /api/v1/partners/me/disputes/{dispute_id}/notes': self(404, { json: { text: 'x' } }),
  'POST /api/v1/partners/applications': open(400, { json: {} }),
  'GET /api/v1/partners/me': self(404),
  'PUT /api/v1/partners/me': self(404, {
    json: { company: 'A', contact_name: 'B', phone: null, website: null, states: ['TX'], makes: ['bmw'] },
  }),
  'GET /api/v1/partners/me/feed': self(404),
  'GET /api/v1/partners/me/feed/rejected_rows/csv': self(404),
  'POST /api/v1/partners/me/feed': self(404, { json: { file_name: 'a.csv', content: 'YQ==' } }),
  'PUT /api/v1/partners/me/feed/address': self(404, { json: { url: null } }),
  'POST /api/v1/partners/me/feed/read': self(404),
  'GET /api/v1/partners/me/stock': self(404),
  'DELETE /api/v1/partners/me/stock': self(404),
  'GET /api/v1/operator/partners': self(404),
  'GET /api/v1/operator/partners/{partner_id}': self(404),
  'POST /api/v1/operator/partners/{partner_id}/decide': self(404, {
    json: { state: 'declined', commission: null, note: null },
  }),
  'GET /api/v1/operator/partners/{partner_id}/statements/{period}': self(404, { named: '2026-01' }),
  'POST /api/v1/operator/statements/{statement_id}/paid': self(404, { json: { note: '' } }),
  'POST /api/v1/operator/commission_entries/{entry_id}/correct': self(404, {
    json: { correction: 1, text: 'x' },
    named: '1',
  }),
  'POST /api/v1/operator/partners/{partner_id}/disputes/{dispute_id}/notes': self(404, {
    json: { text: 'x' },
  }),
  'POST /api/v1/operator/disputes/{dispute_id}/settle': self(404, { json: { correction: 0, text: 'x' } }),
  // Without a signature.
  'POST /api/v1/hooks/partners/{partner_id}/sales': open(401, { json: {} }),
  'GET /api/v1/quota/offer': self(200),
  // Nothing is on sale.
  'POST /api/v1/quota/checkout': self(404, { json: { plan_id: 'none' } }),
  'POST /api/v1/quota/billing': self(404),
  'POST /api/v1/quota/requests': self(200, { json: { reports: 5, reason: 'A sale' } }),
  // Without keys of Stripe; tests/service/quota/payments.test.ts sends events.
  'POST /api/v1/payments/stripe_events': open(404, { json: {} }),
  'GET /api/v1/users/quota': self(200),
  'GET /api/v1/users/get_reports': self(200),
  'POST /api/v1/ws/ticket': self(200),
  // Without an upgrade there is no such page; tests/service/live-updates.test.ts walks the socket itself.
  'GET /api/v1/ws': open(404),
  'POST /api/v1/auction/scrape': open(422, { json: { auction_link: 'https://example.com/lot/1' } }),
  'POST /api/v1/auction/scrape_list': open(200, { json: { links: ['https://example.com/lot/1'] } }),
  // A page that shows no lot; tests/service/board/watch.test.ts compares one.
  'POST /api/v1/auction/compare_lot': self(422, {
    json: { auction_link: 'https://www.copart.com/lot/12345678', page: '<p>none</p>' },
  }),
  'POST /api/v1/auction/lot_photo': self(422, {
    json: { lot_key: 'own_page:none', url: 'https://cs.copart.com/1.jpg', photo: 'AAAA' },
  }),
  'POST /api/v1/auction/enter_lot': open(400, { json: {} }),
  'GET /api/v1/auction/preflight': open(400),
  'GET /api/v1/auction/lot_report': self(422, { query: '?auction_link=x' }),
  'POST /api/v1/auction/process_report': self(422, { json: { auction_url: 'https://example.com/lot/1' } }),
  'POST /api/v1/auction/generate_report': object(409, 'report', { inBody: 'report_id' }),
  'POST /api/v1/reports/batch': self(200, { json: { lots: [{ link: 'https://example.com/lot/1' }] } }),
  'GET /api/v1/waiting_lots': self(200),
  'DELETE /api/v1/waiting_lots': self(200, { json: { lot_ids: [randomUUID()] } }),
  'GET /api/v1/reports/{report_id}': object(200, 'report'),
  'PATCH /api/v1/selected_reports': object(200, 'report', { inBody: 'report_ids', json: { archived: true } }),
  'DELETE /api/v1/selected_reports': object(409, 'report', { inBody: 'report_ids' }),
  'POST /api/v1/selected_reports/export': object(200, 'report', { inBody: 'report_ids' }),
  'POST /api/v1/reports/{report_id}/cancel': object(200, 'report'),
  'POST /api/v1/reports/{report_id}/retry': object(409, 'report'),
  'PATCH /api/v1/reports/{report_id}/lines': object(409, 'report', {
    json: { version: 0, edits: [{ kind: 'reset', line_id: 'any' }] },
  }),
  'POST /api/v1/reports/{report_id}/recalculate': object(409, 'report', { json: { version: 0 } }),
  'POST /api/v1/reports/{report_id}/numbers': object(409, 'report', { json: { version: 0, text: 'x' } }),
  'GET /api/v1/reports/{report_id}/car_parts': object(409, 'report'),
  'GET /api/v1/reports/{report_id}/deal': object(409, 'report'),
  'PUT /api/v1/reports/{report_id}/deal': object(409, 'report', { json: {} }),
  'GET /api/v1/reports/{report_id}/claim': object(409, 'report'),
  'PUT /api/v1/reports/{report_id}/claim': object(409, 'report', {
    json: { number: 'A 1', deductible: 500 },
  }),
  'GET /api/v1/reports/{report_id}/claim/pdf': object(409, 'report'),
  'GET /api/v1/reports/{report_id}/audit_trail': object(409, 'report'),
  'GET /api/v1/reports/{report_id}/audit_trail/csv': object(409, 'report'),
  'POST /api/v1/reports/{report_id}/approval': object(409, 'report', { json: { version: 0 } }),
  'GET /api/v1/reports/{report_id}/approvals': object(200, 'report'),
  // Of the report's id in place of an approval's; tests/service/approvals.test.ts reads one.
  'GET /api/v1/reports/{report_id}/approvals/{approval_id}': object(404, 'report'),
  'GET /api/v1/reports/{report_id}/approvals/{approval_id}/pdf': object(404, 'report'),
  'GET /api/v1/reports/{report_id}/versions': object(200, 'report'),
  'GET /api/v1/reports/{report_id}/export': object(409, 'report'),
  'POST /api/v1/reports/{report_id}/compare_estimate': object(409, 'report', {
    json: { files: [{ name: 'estimate.xml', content: 'PGEvPg==' }] },
  }),
  'GET /api/v1/reports/{report_id}/offers': object(409, 'report'),
  'GET /api/v1/reports/{report_id}/partner_offers': object(409, 'report'),
  'GET /api/v1/reports/{report_id}/quotes': object(409, 'report'),
  'POST /api/v1/reports/{report_id}/quotes': object(409, 'report', {
    json: {
      partner_ids: ['0a4b2f5e-9d1c-4e6a-8b3f-1c2d3e4f5a6b'],
      parts: [{ line_id: 'hood:none', side: 'none' }],
      ship_to: 'TX',
      contact: { name: 'A', email: 'a@example.test', phone: null },
      consent: true,
    },
  }),
  'GET /api/v1/reports/{report_id}/supplier_links': object(409, 'report'),
  'POST /api/v1/reports/{report_id}/offers': object(409, 'report'),
  'GET /api/v1/reports/{report_id}/share': object(200, 'report'),
  'POST /api/v1/reports/{report_id}/share': object(409, 'report'),
  'DELETE /api/v1/reports/{report_id}/share': object(200, 'report'),
  'GET /api/v1/shared/{token}': open(404),
  'GET /api/v1/shared/{token}/deal': open(404),
  'GET /api/v1/shared/{token}/pdf': open(404),
  'GET /api/v1/shared/{token}/photos/{photo}/{file}': open(404),
  'GET /api/v1/photos/{photo_id}/{file}': open(404),
  'GET /api/v1/suppliers/out/{id}': open(404),
  'GET /api/v1/partners/out/{offer_id}': open(404),
  'POST /api/v1/mails/unsubscribe': open(400),
  'GET /api/v1/mails/unsubscribe': open(400),
  'GET /api/v1/sample_report': open(200),
  'GET /api/v1/sample_report/pdf': open(200),
  'GET /api/v1/sample_report/photos/{photo}/{file}': open(404),
  'GET /api/v1/site_info': open(200),
  'GET /health/live': open(200),
  'GET /health/ready': open(200),
};

let service: TestService;
let routes: string[];
/** Of the one password of everybody here: to hash it for each of a thousand people takes longer than all their calls. */
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword('tangerine velvet 81', SERVICE);
  service = await startService(inject('databaseServer'), {
    worker: false,
    environment: { TRUST_PROXY: 'true', SECRETS_KEY },
  });
  const { paths } = service.app.swagger() as { paths: Record<string, Record<string, unknown>> };
  routes = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.keys(verbs).map((verb) => `${verb.toUpperCase()} ${path}`),
  );
});
afterAll(() => service.close());

type Person = {
  userId: string;
  sessionId: string;
  token: string;
  other: string;
  report: string;
  key: string;
  estimate: string;
  webhook: string;
};
const unused = async (userId: string) =>
  (
    await insertSession(service.tools.pool, {
      userId,
      userAgent: null,
      address: null,
      refreshHash: tokenHash(newToken()),
    })
  ).id;
const tokenOf = (userId: string, sessionId: string, at = new Date()) =>
  issueAccessToken(service.tools.accessSecret, { userId, sessionId }, at);

async function addKey(
  userId: string,
  scopes: readonly AccessScope[] = accessScopeSchema.options,
  kind: AccessKeyKind = 'extension',
) {
  const key = `llk_${newToken()}`;
  const { id } = await insertAccessKey(service.tools.pool, {
    userId,
    kind,
    name: 'Browser extension',
    hash: tokenHash(key),
    scopes,
    origin: null,
    userAgent: null,
  });
  return { key, id };
}

const objectOf = (
  { other: session, report, key, estimate, webhook }: Person,
  { object = 'report', named }: Row,
): string => named ?? { session, report, key, estimate, webhook }[object];

async function addEstimate(userId: string): Promise<string> {
  const [vin, make] = ['WBA3A5C58EF900001', 'bmw'];
  const car = { vin, make, model: null, modelKey: null, year: 2014 };
  const file = { fileName: 'estimate.xml', sha256: 'a', format: 'bms', system: null, dated: null } as const;
  const id = await keepEstimate(service.tools.pool, { userId, ...file, ...car, parts: [] }, 10);
  if (id === null) throw new Error('no estimate was kept');
  return id;
}

async function addWebhook(userId: string): Promise<string> {
  const asked = { url: 'https://hooks.example.com/x', events: ['report.finished' as const] };
  return (await makeWebhook(service.tools.webhooks, userId, asked)).webhook_id;
}

async function person(): Promise<Person> {
  const userId = await addUser(service.tools.pool, 3);
  await setPasswordHash(service.tools.pool, userId, passwordHash);
  const sessionId = await unused(userId);
  return {
    userId,
    sessionId,
    token: await tokenOf(userId, sessionId),
    other: await unused(userId),
    report: await addReport(service.tools.pool, userId),
    key: (await addKey(userId)).id,
    estimate: await addEstimate(userId),
    webhook: await addWebhook(userId),
  };
}

let address = 0;
async function send(
  route: string,
  row: Row,
  token: string | null,
  objectId: string = row.named ?? randomUUID(),
) {
  const [method = 'GET', path = ''] = route.split(' ');
  const url = path.replace('{file}', 'full.jpg').replaceAll(/\{\w+\}/g, objectId) + (row.query ?? '');
  const json = row.inBody
    ? { ...(row.json ?? {}), [row.inBody]: row.inBody === 'report_ids' ? [objectId] : objectId }
    : row.json;
  address += 1;
  const answer = await service.app.inject({
    method: method as 'GET',
    url,
    headers: {
      'x-forwarded-for': `100.64.${address >> 8}.${address & 255}`,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(row.form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(row.form ? { payload: new URLSearchParams(row.form).toString() } : {}),
    ...(json === undefined ? {} : { payload: json as object }),
  });
  return {
    status: answer.statusCode,
    text: answer.body,
    bytes: answer.rawPayload,
    headers: lastingHeaders(answer.headers),
  };
}

describe('the OpenAPI file', () => {
  test('has a row here for each of its routes, and each row a route', () => {
    expect([...routes].sort()).toEqual(Object.keys(ROWS).sort());
  });

  test('names exactly the routes that are registered', () => {
    const documented = new Set(routes);
    const parents: string[] = [];
    const registered = new Set<string>();
    for (const line of service.app.printRoutes({ commonPrefix: false }).split('\n')) {
      const found = /^(.*?)(?:└── |├── )(\S*) \(([^)]+)\)$/.exec(line);
      if (!found) continue;
      const [, indent = '', part = '', verbs = ''] = found;
      const depth = indent.length / 4;
      parents[depth] = depth === 0 ? part : `${parents[depth - 1]}${part}`;
      const path = (parents[depth] ?? '').replace('//', '/').replaceAll(/:(\w+)/g, '{$1}');
      for (const verb of verbs.split(', ')) if (verb !== 'HEAD') registered.add(`${verb} ${path}`);
    }
    const pages = /^GET \/($|\*|\.well-known\/security\.txt|api\/openapi\.json|api\/docs)/;
    expect([...registered].filter((route) => !pages.test(route)).sort()).toEqual([...documented].sort());
  });

  test('says of each route that needs a session that it does', () => {
    const { paths } = service.app.swagger() as {
      paths: Record<string, Record<string, { security?: object[] }>>;
    };
    for (const [route, row] of Object.entries(ROWS)) {
      const [method = '', path = ''] = route.split(' ');
      const ways = paths[path]?.[method.toLowerCase()]?.security ?? [];
      // An empty way beside the bearer: a session may be told, and is not asked for.
      const secured = ways.length > 0 && ways.every((way) => 'bearer' in way || 'access_key' in way);
      expect([route, secured]).toEqual([route, row.access !== 'open']);
    }
  });
});

const closed = Object.entries(ROWS).filter(([, row]) => row.access !== 'open');
describe.each(closed)('%s', (route, row) => {
  test('refuses expired, ended, unverified and foreign sessions with the same bytes', async () => {
    const someone = await person();
    const ended = await unused(someone.userId);
    await service.tools.pool.query('UPDATE sessions SET ended_at = now() WHERE id = $1', [ended]);
    const unverified = await addUser(service.tools.pool, 0);
    await service.tools.pool.query('UPDATE users SET verified_at = NULL WHERE id = $1', [unverified]);
    const stranger = await person();
    const objectId = objectOf(someone, row);
    const tokens: Record<string, string> = {
      expired: await tokenOf(someone.userId, someone.sessionId, new Date(Date.now() - 601_000)),
      'ended session': await tokenOf(someone.userId, ended),
      unverified: await tokenOf(unverified, await unused(unverified)),
      "somebody else's session": await tokenOf(someone.userId, stranger.sessionId),
    };
    const none = await send(route, row, null, objectId);
    const told = await send(route, row, 'a.b.c', objectId);
    expect([none.status, told.status]).toEqual([401, 401]);
    // A caller without a token learns that none was sent, one with a token that it is not valid (RFC 6750), and never why.
    expect(told.headers['www-authenticate']).toBe(
      `${none.headers['www-authenticate']}, error="invalid_token", error_description="Your session has ended. Please sign in again."`,
    );
    expect([none.text, told.text]).toEqual([
      expect.stringContaining('No valid access key or token was sent.'),
      expect.stringContaining('Your session has ended.'),
    ]);
    for (const [kind, token] of Object.entries(tokens))
      expect([kind, await send(route, row, token, objectId)]).toEqual([kind, told]);
  });

  test('serves its own user', async () => {
    const someone = await person();
    const objectId = objectOf(someone, row);
    expect((await send(route, row, someone.token, objectId)).status).toBe(row.own);
  });
});

/** What an access key may be used for, by scope; everything else in ROWS is closed to keys. */
const SCOPED: Record<string, readonly AccessScope[] | 'any'> = {
  'POST /api/v1/auction/scrape': ['lots:hand_over', 'lots:read'],
  'POST /api/v1/auction/scrape_list': ['lots:read'],
  'POST /api/v1/auction/enter_lot': ['lots:read'],
  'POST /api/v1/auction/compare_lot': ['lots:hand_over'],
  'POST /api/v1/auction/lot_photo': ['lots:hand_over', 'lots:read'],
  'GET /api/v1/auction/preflight': ['lots:hand_over', 'lots:read'],
  'POST /api/v1/users/me/dealer_pages': ['lots:hand_over'],
  'GET /api/v1/auction/lot_report': ['reports:read_own', 'reports:read'],
  'POST /api/v1/auction/process_report': ['reports:create', 'reports:write'],
  'POST /api/v1/auction/generate_report': ['reports:read'],
  'GET /api/v1/users/quota': ['reports:create', 'reports:write', 'reports:read'],
  'GET /api/v1/users/get_reports': ['reports:read'],
  'POST /api/v1/reports/batch': ['board:add', 'reports:write'],
  'GET /api/v1/waiting_lots': ['reports:read'],
  'DELETE /api/v1/waiting_lots': ['reports:write'],
  'GET /api/v1/reports/{report_id}': ['reports:read_own', 'reports:read'],
  'GET /api/v1/reports/{report_id}/versions': ['reports:read'],
  'GET /api/v1/reports/{report_id}/supplier_links': ['reports:read'],
  'GET /api/v1/reports/{report_id}/export': ['reports:read'],
  'POST /api/v1/selected_reports/export': ['reports:read'],
  'POST /api/v1/reports/{report_id}/cancel': ['reports:write'],
  'POST /api/v1/reports/{report_id}/retry': ['reports:write'],
  'DELETE /api/v1/users/me/access_keys/{key_id}': 'any',
};

describe('an access key of all scopes', () => {
  test.each(closed.filter(([route]) => !(route in SCOPED)))('is refused by %s', async (route, row) => {
    const someone = await person();
    const { key } = await addKey(someone.userId);
    const { status, text } = await send(route, row, key, objectOf(someone, row));
    expect([status, JSON.parse(text).code]).toEqual([403, 'insufficient_scope']);
  });

  test('that reads its own reports does not read one that its user started', async () => {
    const someone = await person();
    const { key } = await addKey(someone.userId, ['reports:read_own']);
    const route = 'GET /api/v1/reports/{report_id}';
    expect((await send(route, object(200, 'report'), key, someone.report)).status).toBe(404);
  });

  test('that reads its user’s reports reads one that its user started', async () => {
    const someone = await person();
    const { key } = await addKey(someone.userId, ['reports:read'], 'program');
    const route = 'GET /api/v1/reports/{report_id}';
    expect((await send(route, object(200, 'report'), key, someone.report)).status).toBe(200);
  });

  test('does not revoke another key of its user', async () => {
    const someone = await person();
    const { key } = await addKey(someone.userId);
    const route = 'DELETE /api/v1/users/me/access_keys/{key_id}';
    expect((await send(route, object(200, 'key'), key, someone.key)).status).toBe(404);
  });
});

/** Rows whose one scope opens them, for each scope that does. */
const OPENING = Object.entries(SCOPED).flatMap(([route, scopes]) =>
  scopes === 'any'
    ? []
    : scopes.map((scope): [string, AccessScope, readonly AccessScope[]] => [route, scope, scopes]),
);
describe.each(OPENING)('%s with an access key of %s', (route, scope, scopes) => {
  test('needs it, or another that opens it', async () => {
    const row = ROWS[route];
    if (!row) throw new Error(`no row ${route}`);
    const someone = await person();
    const without = await addKey(
      someone.userId,
      accessScopeSchema.options.filter((other) => !scopes.includes(other)),
    );
    const refused = await send(
      route,
      { ...row, query: row.query ?? (route.endsWith('preflight') ? '?lot_key=x' : '') },
      without.key,
    );
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([403, 'insufficient_scope']);
    const whole = await addKey(someone.userId, [scope]);
    const { status } = await send(route, row, whole.key, objectOf(someone, row));
    // Of reports the narrower scope opens those alone that its key asked for.
    const owned = row.access === 'object' && scope === 'reports:read_own';
    expect([401, 403, ...(owned || row.access !== 'object' ? [] : [404])]).not.toContain(status);
  });
});

describe.each(closed.filter(([, row]) => row.access === 'object'))('%s of another user', (route, row) => {
  test('is the same 404 as an unknown one, and nothing changes', async () => {
    const [owner, stranger] = [await person(), await person()];
    const objectId = objectOf(owner, row);
    const before = await everythingOf(owner);
    const foreign = await send(route, row, stranger.token, objectId);
    const unknown = await send(route, row, stranger.token, randomUUID());
    expect(foreign.status).toBe(404);
    expect(foreign).toEqual(unknown);
    for (const id of [
      '00000000-0000-0000-0000-000000000000',
      '-1',
      '1e308',
      'Infinity',
      "x' OR '1'='1",
      '%00',
      'é',
    ])
      expect([
        id,
        (await send(route, row, stranger.token, row.inBody ? id : encodeURIComponent(id))).text,
      ]).toEqual([id, unknown.text]);
    expect(await everythingOf(owner)).toEqual(before);
  });
});

async function everythingOf({ userId }: Person) {
  const reports = await service.tools.pool.query('SELECT * FROM reports WHERE user_id = $1 ORDER BY id', [
    userId,
  ]);
  const sessions = await service.tools.pool.query('SELECT * FROM sessions WHERE user_id = $1 ORDER BY id', [
    userId,
  ]);
  const keys = await service.tools.pool.query('SELECT * FROM access_keys WHERE user_id = $1 ORDER BY id', [
    userId,
  ]);
  const webhooks = await service.tools.pool.query('SELECT * FROM webhooks WHERE user_id = $1 ORDER BY id', [
    userId,
  ]);
  const messages = await service.tools.pool.query(
    'SELECT m.* FROM webhook_messages m JOIN webhooks w ON w.id = m.webhook_id WHERE w.user_id = $1 ORDER BY m.id',
    [userId],
  );
  return {
    reports: reports.rows,
    sessions: sessions.rows,
    keys: keys.rows,
    webhooks: webhooks.rows,
    messages: messages.rows,
  };
}

/** What operators' calls answer: without a code of this session, and with one. */
const OPERATED: Record<string, { asked: number; confirmed: number }> = {
  'GET /api/v1/operator/session': { asked: 200, confirmed: 200 },
  'POST /api/v1/operator/confirm': { asked: 400, confirmed: 400 },
  'GET /api/v1/operator/setup': { asked: 403, confirmed: 200 },
  // No values, no saved keys, a source that is off.
  'PUT /api/v1/operator/sources/{source}/keys': { asked: 403, confirmed: 400 },
  'DELETE /api/v1/operator/sources/{source}/keys': { asked: 403, confirmed: 404 },
  'POST /api/v1/operator/sources/{source}/test': { asked: 403, confirmed: 400 },
  'GET /api/v1/operator/quota_requests': { asked: 403, confirmed: 200 },
  // Nobody asked.
  'POST /api/v1/operator/quota_requests/{request_id}/grant': { asked: 403, confirmed: 404 },
  'GET /api/v1/operator/overview': { asked: 403, confirmed: 200 },
  'GET /api/v1/operator/users': { asked: 403, confirmed: 200 },
  // Nobody, no report and no mail of these ids.
  'GET /api/v1/operator/users/{user_id}': { asked: 403, confirmed: 404 },
  'POST /api/v1/operator/users/{user_id}/grant': { asked: 403, confirmed: 404 },
  'POST /api/v1/operator/users/{user_id}/end_sessions': { asked: 403, confirmed: 404 },
  'GET /api/v1/operator/reports': { asked: 403, confirmed: 200 },
  'GET /api/v1/operator/reports/{report_id}': { asked: 403, confirmed: 404 },
  'POST /api/v1/operator/reports/{report_id}/retry': { asked: 403, confirmed: 404 },
  'GET /api/v1/operator/use': { asked: 403, confirmed: 200 },
  'GET /api/v1/operator/queue': { asked: 403, confirmed: 200 },
  'POST /api/v1/operator/mails/{mail_id}/send_again': { asked: 403, confirmed: 404 },
  'GET /api/v1/operator/switches': { asked: 403, confirmed: 200 },
  'PUT /api/v1/operator/switches/{name}': { asked: 403, confirmed: 200 },
  'GET /api/v1/operator/audit': { asked: 403, confirmed: 200 },
  'GET /api/v1/operator/partners': { asked: 403, confirmed: 200 },
  // No partner, statement, entry and dispute of these ids.
  'GET /api/v1/operator/partners/{partner_id}': { asked: 403, confirmed: 404 },
  'POST /api/v1/operator/partners/{partner_id}/decide': { asked: 403, confirmed: 404 },
  'GET /api/v1/operator/partners/{partner_id}/statements/{period}': { asked: 403, confirmed: 404 },
  'POST /api/v1/operator/statements/{statement_id}/paid': { asked: 403, confirmed: 404 },
  'POST /api/v1/operator/commission_entries/{entry_id}/correct': { asked: 403, confirmed: 404 },
  'POST /api/v1/operator/partners/{partner_id}/disputes/{dispute_id}/notes': { asked: 403, confirmed: 404 },
  'POST /api/v1/operator/disputes/{dispute_id}/settle': { asked: 403, confirmed: 404 },
};

describe('an operator’s calls', () => {
  test('have a row each', () => {
    const rows = Object.keys(ROWS).filter((route) => route.includes('/operator/'));
    expect(Object.keys(OPERATED).sort()).toEqual(rows.sort());
  });

  test.each(Object.entries(OPERATED))(
    '%s: a code of this session first',
    async (route, { asked, confirmed }) => {
      const row = ROWS[route];
      if (!row) throw new Error(`no row ${route}`);
      const someone = await person();
      const user = { id: someone.userId, email: 'operator@example.test' };
      let secret: string | null = null;
      do secret = (await makeOperator(service.tools.setup, user))?.secret ?? null;
      while (await isSoonRight(secret, ANY_CODE));
      expect((await send(route, row, someone.token)).status).toBe(asked);
      await service.tools.pool.query('UPDATE sessions SET operator_since = now() WHERE id = $1', [
        someone.sessionId,
      ]);
      expect((await send(route, row, someone.token)).status).toBe(confirmed);
      const other = await tokenOf(someone.userId, someone.other);
      expect((await send(route, row, other)).status).toBe(asked);
    },
  );
});

describe.each(Object.entries(ROWS).filter(([, row]) => row.access === 'open'))('%s', (route, row) => {
  test('answers anybody', async () => {
    expect((await send(route, row, null)).status).toBe(row.own);
  });
});

test("lists, quota and export of one user hold nothing of another's", async () => {
  const [owner, stranger] = [await person(), await person()];
  for (const path of [
    'users/get_reports',
    'users/me/export',
    'users/me/sessions',
    'users/me/access_keys',
    'users/me/webhooks',
    'users/quota',
  ]) {
    const route = `GET /api/v1/${path}`;
    const row = ROWS[route];
    if (!row) throw new Error(`no row ${route}`);
    const { text, bytes } = await send(route, row, stranger.token);
    const files = path.endsWith('export') ? await readZip(bytes) : new Map([[path, Buffer.from(text)]]);
    const all = Buffer.concat([...files.values()]).toString();
    expect(all).not.toBe('');
    for (const secret of [owner.report, owner.sessionId, owner.userId, owner.key, owner.webhook])
      expect(all).not.toContain(secret);
  }
});
