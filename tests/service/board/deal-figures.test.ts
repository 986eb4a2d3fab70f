import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type ReportListItem, reportListItemSchema } from '../../../contract/calls.ts';
import { dealSheetSchema } from '../../../contract/deal/deal-sheet.ts';
import { DEAL_STAMP } from '../../../server/db/reports/deal-settings.ts';
import { SAMPLE_ACCOUNT, startService, type TestService, until } from '../service.ts';

let service: TestService;
let token: string;
let id: string;
beforeAll(async () => {
  service = await startService(inject('databaseServer'));
  token = await service.signIn(SAMPLE_ACCOUNT.email, SAMPLE_ACCOUNT.password);
  const started = await service.call('POST', 'auction/process_report', {
    token,
    json: { auction_url: 'https://www.copart.com/lot/90000002' },
  });
  id = String(started.json.report_id);
});
afterAll(() => service.close());

async function listed(): Promise<ReportListItem | undefined> {
  const answer = await service.call('GET', 'users/get_reports', { token });
  return reportListItemSchema
    .array()
    .parse(JSON.parse(answer.text))
    .find(({ report_id }) => report_id === id);
}
const current = (what: string) =>
  until(what, 90_000, async () => {
    // As if it was last calculated longer ago than the two seconds that the list leaves between two times.
    await service.tools.pool.query(
      "UPDATE pgboss.job SET singleton_on = NULL WHERE name = 'calculate-deals' AND state = 'completed'",
    );
    const item = await listed();
    return item?.deal?.current === true ? item.deal : null;
  });
const sheet = async () =>
  dealSheetSchema.parse((await service.call('GET', `reports/${id}/deal`, { token })).json);

test('a finished report is listed with the verdict and the max bid of its deal', async () => {
  const deal = await current('the deal of a finished report');
  const { verdict, highest_bid, price, answer } = await sheet();
  expect(deal).toMatchObject({ verdict, ceiling: highest_bid, price, answer });
  expect(verdict).not.toBeNull();
});

test('settings of the report change what is listed', async () => {
  await current('the deal before');
  const set = await service.call('PUT', `reports/${id}/deal`, { token, json: { rows: { resale: 90_000 } } });
  expect(set.status).toBe(200);
  const deal = await current('the deal anew');
  const { verdict, highest_bid, price, answer } = await sheet();
  expect(deal).toMatchObject({ verdict, ceiling: highest_bid, price, answer });
  expect(deal.ceiling).toBeGreaterThan(30_000);
});

test('settings of the account change what is listed', async () => {
  const before = await current('the deal before');
  const saved = await service.call('PATCH', 'users/me/preferences', {
    token,
    json: { deal: { margin: { kind: 'amount', usd: 20_000 } } },
  });
  expect(saved.status).toBe(200);
  const after = await current('the deal anew');
  expect(after.ceiling).not.toEqual(before.ceiling);
  expect(after).toMatchObject({ ceiling: (await sheet()).highest_bid });
});

test('the list is exported as CSV and as a workbook, with the deal', async () => {
  const deal = await current('the deal');
  const csv = await service.call('POST', 'selected_reports/export', { token, json: { report_ids: [id] } });
  expect(csv.text).toContain('max_bid');
  expect(csv.text).toContain(String(deal.ceiling));
  const xlsx = await service.call('POST', 'selected_reports/export', {
    token,
    json: { report_ids: [id], format: 'xlsx' },
  });
  expect(xlsx.headers['content-disposition']).toBe('attachment; filename="lotlens-reports.xlsx"');
  expect(xlsx.bytes.subarray(0, 2).toString()).toBe('PK');
});

test('a ceiling of other tables is calculated anew when it is listed', async () => {
  const before = await current('the deal before');
  await service.tools.pool.query(
    `UPDATE reports r SET deal_ceiling_cents = 100, deal_stamp = md5(concat_ws(' ', 'other tables', r.version, r.deal_settings::text,
       (SELECT concat_ws(' ', p.deal::text, p.state) FROM account_preferences p WHERE p.user_id = r.user_id))) WHERE id = $1`,
    [id],
  );
  expect((await current('the deal anew')).ceiling).toBe(before.ceiling);
});

test('a ceiling of another year, by which customs count the age of a car, is calculated anew', async () => {
  const before = await current('the deal before');
  const lastYear = DEAL_STAMP.replace('now()', "(now() - interval '1 year')");
  expect(lastYear).not.toBe(DEAL_STAMP);
  await service.tools.pool.query(
    `UPDATE reports SET deal_ceiling_cents = 100, deal_stamp = ${lastYear} WHERE id = $1`,
    [id],
  );
  expect((await listed())?.deal?.current).toBe(false);
  expect((await current('the deal anew')).ceiling).toBe(before.ceiling);
});
