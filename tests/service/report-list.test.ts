import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { ReportListItem } from '../../contract/calls.ts';
import { valueShare } from '../../contract/report-view/head/decision.ts';
import { listedMarketSchema, type Market, NO_MARKET } from '../../contract/schemas/market.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { addFinishedReport, addSignedIn } from './finished-report.ts';
import { readZip } from './read-zip.ts';
import { addReport, madeUpLot } from './seed.ts';
import { startService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
});
afterAll(() => service.close());

let user: { userId: string; token: string };
beforeEach(async () => {
  user = await addSignedIn(service, 20);
});

/** The sample's report with another cost; its value stays. */
const costing = (likely: number) => (model: ReportModel) => ({
  ...model,
  headline: {
    ...model.headline,
    repair: { low: likely / 2, likely, high: likely * 2 },
    repair_to_value: { low: likely / 20_000, likely: likely / 10_000, high: likely / 5_000 },
  },
});

type Listed = { items: ReportListItem[]; next: string | null };
async function list(query = ''): Promise<Listed> {
  const answer = await service.call('GET', `users/get_reports${query}`, { token: user.token });
  expect(answer.status, answer.text).toBe(200);
  const next = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1];
  return {
    items: JSON.parse(answer.text) as ReportListItem[],
    next: next === undefined ? null : next.slice(next.indexOf('?')),
  };
}
/** Every page of the list, two rows at a time. */
async function walk(query: string): Promise<ReportListItem[]> {
  const all: ReportListItem[] = [];
  for (let next: string | null = `?limit=2&${query}`; next !== null; ) {
    const page: Listed = await list(next);
    all.push(...page.items);
    next = page.next;
  }
  return all;
}
const selected = (method: 'PATCH' | 'DELETE', json: object, token = user.token) =>
  service.call(method, 'selected_reports', { token, json });

const MARKET: Market = {
  ...NO_MARKET,
  currency: 'CAD',
  current_bid: 1900,
  has_bids: true,
  sale_state: 'upcoming',
  sale_at: '2027-01-14T15:00:00Z',
  sale_history: [
    { date: '2026-11-05', auction: 'Copart', lot_number: '1-90000001', bid: 1225, status: 'not_sold' },
  ],
};
const withMarket = (model: ReportModel): ReportModel => ({ ...model, lot: { ...model.lot, market: MARKET } });

describe('a row', () => {
  test('carries the figures of its report', async () => {
    const id = await addFinishedReport(service, user.userId);
    const detail = await service.call('GET', `reports/${id}`, { token: user.token });
    const model = detail.json.report as unknown as ReportModel;
    const [row] = (await list()).items;
    expect(row?.figures).toEqual({
      low: model.headline.repair.low,
      high: model.headline.repair.high,
      value_share: valueShare(model)?.share,
      verdict: model.total_loss?.verdict,
      sale_date: model.lot.sale_date,
      listing_state: model.lot.listing_state,
      market: listedMarketSchema.parse(model.lot.market),
      photo: model.photos[0]?.thumbnail,
      photos_total: 8,
      photos_examined: 0,
      parts_confirmed: 0,
    });
  });

  test('gives the share of the value as the report does, whoever told the value', async () => {
    const of = (source: 'listed' | 'model' | 'user', listed: boolean) => (model: ReportModel) => ({
      ...model,
      headline: { ...model.headline, repair_to_value: listed ? model.headline.repair_to_value : null },
      estimate: {
        ...model.estimate,
        cost_to_value: model.estimate.cost_to_value && {
          ...model.estimate.cost_to_value,
          value: 9000,
          source,
        },
      },
    });
    const none = (model: ReportModel) => ({
      ...model,
      headline: { ...model.headline, repair_to_value: null },
      estimate: { ...model.estimate, cost_to_value: null },
    });
    for (const change of [of('listed', true), of('model', false), of('user', true), none]) {
      const id = await addFinishedReport(service, user.userId, change);
      const detail = await service.call('GET', `reports/${id}`, { token: user.token });
      const share = valueShare(detail.json.report as unknown as ReportModel)?.share ?? null;
      const row = (await list()).items.find(({ report_id }) => report_id === id);
      expect(row?.figures?.value_share).toEqual(share === null ? null : expect.closeTo(share, 9));
    }
  });

  test('carries the market of its lot without its lists', async () => {
    const {
      sale_history: _,
      similar_lots: __,
      site_price_band: ___,
      site_fees: ____,
      page_rates: _____,
      ...listed
    } = MARKET;
    await addFinishedReport(service, user.userId, withMarket);
    expect((await list()).items[0]?.figures?.market).toEqual(listed);
  });

  test('has none while its report is being made', async () => {
    await addReport(service.tools.pool, user.userId);
    expect((await list()).items[0]?.figures).toBeNull();
  });
});

describe('sorted', () => {
  test('every page goes on where the last one ended, what is not known last, in both directions', async () => {
    for (const likely of [900, 300, 300, 1200])
      await addFinishedReport(service, user.userId, costing(likely));
    await addReport(service.tools.pool, user.userId);
    const costs = async (query: string) => (await walk(query)).map(({ total_cost }) => total_cost);
    expect(await costs('sort=repair&order=asc')).toEqual([300, 300, 900, 1200, null]);
    expect(await costs('sort=repair&order=desc')).toEqual([1200, 900, 300, 300, null]);
    expect(await costs('sort=value_share&order=desc')).toEqual([1200, 900, 300, 300, null]);
  });

  test.each(['date', 'vehicle', 'lot', 'sale_date', 'repair', 'value_share', 'verdict', 'status'])(
    'by %s no report is lost and none comes twice',
    async (sort) => {
      for (const likely of [500, 700]) await addFinishedReport(service, user.userId, costing(likely));
      for (let n = 0; n < 3; n++) await addReport(service.tools.pool, user.userId);
      for (const order of ['asc', 'desc']) {
        const ids = (await walk(`sort=${sort}&order=${order}`)).map(({ report_id }) => report_id);
        expect(ids).toHaveLength(5);
        expect(new Set(ids).size).toBe(5);
      }
    },
  );

  test('by vehicle goes on past names of 200 characters that take three bytes each', async () => {
    const { pool } = service.tools;
    const ids = await Promise.all([1, 2, 3, 4, 5].map(() => addReport(pool, user.userId)));
    for (const [n, id] of ids.entries())
      await pool.query('UPDATE reports SET model_name = $2 WHERE id = $1', [id, `${'車'.repeat(200)} ${n}`]);
    expect((await walk('sort=vehicle')).map(({ report_id }) => report_id)).toEqual(ids);
  });

  test('a cursor of another sort, or of nobody’s making, begins the list anew', async () => {
    await addFinishedReport(service, user.userId);
    const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const made of [
      ['x', randomUUID()],
      ['1e999', randomUUID()],
      ['\0', randomUUID()],
      ['1', 'x'],
      'x',
      null,
    ])
      for (const sort of ['repair', 'value_share', 'vehicle', 'date', 'status'])
        expect((await list(`?sort=${sort}&cursor=${cursor(made)}`)).items.length).toBeLessThanOrEqual(1);
  });
});

describe('archive, tag and note', () => {
  test('an archived report leaves the list and is found among the archived', async () => {
    const [kept, gone] = [
      await addFinishedReport(service, user.userId),
      await addFinishedReport(service, user.userId),
    ];
    await selected('PATCH', { report_ids: [gone], archived: true });
    expect((await list()).items.map(({ report_id }) => report_id)).toEqual([kept]);
    expect((await list('?archived=only')).items).toMatchObject([{ report_id: gone, archived: true }]);
    await selected('PATCH', { report_ids: [gone], archived: false });
    expect((await list()).items).toHaveLength(2);
  });

  test('a tag and a note stay until they are taken away, and the tag is searched', async () => {
    const id = await addFinishedReport(service, user.userId);
    await selected('PATCH', { report_ids: [id], tag: 'Monday sale', note: 'Ask for the second key' });
    await selected('PATCH', { report_ids: [id], archived: false });
    expect((await list('?text=monday')).items).toMatchObject([
      { tag: 'Monday sale', note: 'Ask for the second key' },
    ]);
    await selected('PATCH', { report_ids: [id], tag: null });
    expect((await list()).items).toMatchObject([{ tag: null, note: 'Ask for the second key' }]);
    const own = await service.call('GET', 'users/me/export', { token: user.token });
    const files = await readZip(own.bytes);
    expect(files.get(`reports/${id}/report.json`)?.toString()).toContain('Ask for the second key');
  });

  test('one report that is not one’s own leaves all of them as they were', async () => {
    const id = await addFinishedReport(service, user.userId);
    const answer = await selected('PATCH', { report_ids: [id, randomUUID()], tag: 'x' });
    expect(answer.status).toBe(404);
    expect((await list()).items).toMatchObject([{ tag: null }]);
  });
});

describe('searched', () => {
  const numbered = async (lot_number: string, vin = madeUpLot().vin) =>
    await addReport(service.tools.pool, user.userId, { ...madeUpLot(), lot_number, vin });
  const named = async (name: string, vin = madeUpLot().vin, lot_number = madeUpLot().lot_number) =>
    await addReport(service.tools.pool, user.userId, { ...madeUpLot(), name, vin, lot_number });
  const found = async (query: string) => (await walk(query)).map(({ report_id }) => report_id);

  test('by the whole number of a lot there are its reports, each sort and page', async () => {
    const [first] = [await numbered('41234567'), await numbered('41234568')];
    const second = await numbered('41234567');
    expect(await found('text=41234567')).toEqual([second, first]);
    expect(await found('text=41234567&sort=repair')).toEqual([first, second].toSorted());
    expect(await found('text=1-41234567')).toEqual([second, first]);
    expect(await found('text=41234569')).toEqual([]);
    await selected('PATCH', { report_ids: [first, second], archived: true });
    expect(await found('text=41234567')).toEqual([]);
    expect(await found('text=41234567&archived=only')).toEqual([second, first]);
  });

  test('by five digits or more there are those whose number begins or ends with them, of a lot or at the end of a VIN', async () => {
    await numbered('13456799');
    const [begins, ends, ofVin] = [
      await numbered('34567001'),
      await numbered('41134567'),
      await numbered('51111111', '4T1BF1FK5HU034567'),
    ];
    expect(await found('text=34567')).toEqual([ofVin, ends, begins]);
    expect(await found('text=hu034567')).toEqual([ofVin]);
    expect(await found('text=3456700')).toEqual([begins]);
  });

  test('by a stock number there is what is tagged so, beside the numbers that begin with it', async () => {
    const [tagged, lot] = [await numbered('51111111'), await numbered('10450222')];
    await selected('PATCH', { report_ids: [tagged], tag: '10450 north yard' });
    expect(await found('text=10450')).toEqual([lot, tagged]);
    await selected('PATCH', { report_ids: [tagged], tag: 'a-20450' });
    expect(await found('text=A-20450')).toEqual([tagged]);
  });

  test('a number of what another filter leaves out hides nothing', async () => {
    const [begins, inside] = [await numbered('34567001'), await numbered('13456799')];
    await service.tools.pool.query(
      "UPDATE reports SET finished_at = now(), error_code = 'cancelled' WHERE id = $1",
      [begins],
    );
    expect(await found('text=34567')).toEqual([begins]);
    expect(await found('text=34567&status=in_progress')).toEqual([inside]);
  });

  test('by five digits that begin or end no number there is whatever has them', async () => {
    const inside = await numbered('13456799');
    expect(await found('text=34567')).toEqual([inside]);
  });

  test('by four digits there are those whose lot number or VIN ends with them or whose name has them, newest first, each sort and page', async () => {
    const [year, lot, vin] = [
      await named('2017 KIA SOUL', null),
      await numbered('41232017'),
      await numbered('41230000', '4T1BF1FK5HU992017'),
    ];
    await numbered('20174123', '4T1BF1FK5HU201799');
    const both = await addReport(service.tools.pool, user.userId, {
      ...madeUpLot(),
      name: '2017 KIA SOUL',
      lot_number: '51232017',
      vin: '4T1BF1FK5HU002017',
    });
    const all = [both, vin, lot, year];
    expect(await found('text=2017')).toEqual(all);
    expect(await found('text=2017&sort=repair')).toEqual(all.toSorted());
    await selected('PATCH', { report_ids: [lot], archived: true });
    expect(await found('text=2017')).toEqual([both, vin, year]);
    expect(await found('text=2017&archived=only')).toEqual([lot]);
  });

  test('by three digits there are those whose name, make or tag has them, be it behind a hyphen or a letter', async () => {
    const [ford, chevrolet, bmw, tagged] = [
      await named('2019 FORD F-150', null),
      await named('2023 CHEVROLET SILVERADO K1500', null),
      await named('2021 BMW 150I', null),
      await named('2018 KIA SOUL', null),
    ];
    await numbered('41500150', '4T1BF150150015015');
    await selected('PATCH', { report_ids: [tagged], tag: 'A-1500' });
    for (const text of ['150', '-150', '150-'])
      expect([text, await found(`text=${text}`)]).toEqual([text, [tagged, bmw, chevrolet, ford]]);
    expect(await found('text=f-150')).toEqual([ford]);
    expect(await found('text=ford%20-150')).toEqual([ford]);
  });

  test('by a VIN as the listing masks it and by a number as its user typed it there is that report', async () => {
    const [masked, typed] = [
      await numbered('51111111', '4T1BF1FK5HU******'),
      await numbered('A-10234', '4T1BF1FK5HU000001'),
    ];
    expect(await found('text=4T1BF1FK5HU******')).toEqual([masked]);
    expect(await found('text=A-10234')).toEqual([typed]);
  });

  test('by fewer than five characters in the middle of a number there is none, by five there are all', async () => {
    const inside = await numbered('13456799', '4T1BF1FK5HUX12345');
    for (const text of ['345', '3456', 'bf1', 'bf1f', 'fk', '4t1b'])
      expect([text, await found(`text=${text}`)]).toEqual([text, []]);
    for (const text of ['34567', 'bf1fk', '4t1bf'])
      expect([text, await found(`text=${text}`)]).toEqual([text, [inside]]);
  });

  test('by several words there are those that have each of them in name, make or tag', async () => {
    const [lot, year] = [
      await named('2019 HONDA CIVIC LX', null, '41232020'),
      await named('2020 HONDA CIVIC LX', null),
    ];
    await named('2020 HONDA ACCORD', null);
    await named('2021 TOYOTA CAMRY', null);
    expect(await found('text=civic%20honda')).toEqual([year, lot]);
    expect(await found('text=civic%202020')).toEqual([year]);
    expect(await found('text=lx%20-%202020%20hon')).toEqual([year]);
    expect(await found('text=lx%20-%20hon')).toEqual([year, lot]);
    expect(await found('text=civic%20camry')).toEqual([]);
    expect(await found('text=-')).toHaveLength(4);
  });

  test('by fewer than three letters in a row there are those of which a word begins with them', async () => {
    const [bmw, ford] = [await named('2021 BMW X7 xDrive40i'), await named('2019 FORD F-150')];
    await named('2018 KIA SOUL', '4T1BX7FK5HU201799');
    expect(await found('text=x7')).toEqual([bmw]);
    expect(await found('text=%20x%20')).toEqual([bmw]);
    expect(await found('text=f-1')).toEqual([ford]);
    expect(await found('text=7x')).toEqual([]);
  });

  test('by a sign there is whatever has it', async () => {
    const [tagged] = [await numbered('51111111'), await numbered('51111112')];
    await selected('PATCH', { report_ids: [tagged], tag: 'yard ★' });
    expect(await found('text=★')).toEqual([tagged]);
    expect(await found('text=%25')).toEqual([]);
  });
});

describe('deleting', () => {
  test('takes the report, its versions, its shared link and its files for good, and nothing of the quota', async () => {
    const [id, other] = [
      await addFinishedReport(service, user.userId),
      await addFinishedReport(service, user.userId),
    ];
    const share = await service.call('POST', `reports/${id}/share`, { token: user.token });
    await service.tools.store.put(`reports/${id}/1.pdf`, Buffer.from('%PDF'), 'application/pdf');
    const quota = await service.call('GET', 'users/quota', { token: user.token });
    const answer = await selected('DELETE', { report_ids: [id] });
    expect(answer.json).toEqual({ message: '1 report was deleted.' });
    expect((await list()).items.map(({ report_id }) => report_id)).toEqual([other]);
    expect((await service.call('GET', `reports/${id}`, { token: user.token })).status).toBe(404);
    expect((await service.call('GET', `shared/${String(share.json.path).split('/').at(-1)}`)).status).toBe(
      404,
    );
    expect(await service.tools.store.list(`reports/${id}/`)).toEqual([]);
    const after = await service.call('GET', 'users/quota', { token: user.token });
    expect(after.json.available_reports).toBe(quota.json.available_reports);
  });

  test('while one of them is in progress nothing goes', async () => {
    const [done, running] = [
      await addFinishedReport(service, user.userId),
      await addReport(service.tools.pool, user.userId),
    ];
    const answer = await selected('DELETE', { report_ids: [done, running] });
    expect([answer.status, answer.json.code]).toEqual([409, 'report_not_ready']);
    expect((await list()).items).toHaveLength(2);
  });
});

test('the figures of the selected reports come as one CSV, in the order asked for', async () => {
  const [first, second] = [
    await addFinishedReport(service, user.userId, costing(900)),
    await addFinishedReport(service, user.userId, costing(300)),
  ];
  await selected('PATCH', { report_ids: [second], note: '=1+1' });
  const answer = await service.call('POST', 'selected_reports/export', {
    token: user.token,
    json: { report_ids: [second, first] },
  });
  const [head, ...rows] = answer.text.replace('\uFEFF', '').trimEnd().split('\r\n');
  expect(head).toMatch(
    /^vehicle,vin,lot,sale_date,status,repair_likely,repair_low,repair_high,repair_to_value,verdict/,
  );
  expect(rows).toHaveLength(2);
  expect(rows[0]).toContain(',Ready,300,150,600,0.03,Likely total loss,');
  expect(rows[0]).toContain("'=1+1");
  expect(rows[1]).toContain(',Ready,900,450,1800,0.09,');
});

test('the CSV of reports has their claim numbers where one is noted', async () => {
  const [noted, plain] = [
    await addFinishedReport(service, user.userId),
    await addFinishedReport(service, user.userId),
  ];
  const exported = async (): Promise<string[]> => {
    const answer = await service.call('POST', 'selected_reports/export', {
      token: user.token,
      json: { report_ids: [noted, plain] },
    });
    return answer.text.replace('\uFEFF', '').trimEnd().split('\r\n');
  };
  expect((await exported())[0]).not.toContain('claim_number');
  const claim = { number: 'CLM-77', deductible: 500 };
  await service.call('PUT', `reports/${noted}/claim`, { token: user.token, json: claim });
  const [head = '', ...rows] = await exported();
  const at = head.split(',').indexOf('claim_number');
  expect(rows.map((row) => row.split(',')[at])).toEqual(['CLM-77', '']);
});

test('the CSV of a report names the currency of its lot’s prices', async () => {
  const id = await addFinishedReport(service, user.userId, withMarket);
  const answer = await service.call('POST', 'selected_reports/export', {
    token: user.token,
    json: { report_ids: [id] },
  });
  const [head = '', row = ''] = answer.text.replace('\uFEFF', '').trimEnd().split('\r\n');
  expect(head).toContain(',sale_state,price_currency,current_bid,buy_now,final_bid,');
  expect(row).toContain(',upcoming,CAD,1900,,,');
});
