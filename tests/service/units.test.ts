import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { sharedReportSchema } from '../../contract/api/report-answers.ts';
import { userSchema } from '../../contract/schemas/account.ts';
import { CURRENCIES } from '../../contract/units/currencies.ts';
import { currencyRates } from '../../server/estimate/pricing/exchange-rates.ts';
import { addFinishedReport, addSignedIn } from './finished-report.ts';
import { startService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
});
afterAll(() => service.close());

const EURO = { distance: 'km', currency: 'EUR' };
const poppler = spawnSync('pdftotext', ['-v']).status === 0;
if (!poppler) console.log('skipped: poppler is not installed, so the text of PDFs is not checked');

async function account() {
  const { userId, token } = await addSignedIn(service);
  const id = await addFinishedReport(service, userId);
  const bytesOf = async (url: string): Promise<string> => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await service.app.inject({ url: `/api/v1/${url}`, headers });
    expect(answer.statusCode).toBe(200);
    return answer.body;
  };
  return {
    id,
    token,
    units: (units: object | null) =>
      service.call('PATCH', 'users/me/preferences', { token, json: { units } }),
    me: async () => userSchema.parse((await service.call('GET', 'users/me', { token })).json),
    exported: (format: string) => bytesOf(`reports/${id}/export?format=${format}`),
    listed: async () =>
      (
        await service.call('POST', 'selected_reports/export', {
          token,
          json: { report_ids: [id], format: 'csv' },
        })
      ).bytes.toString('utf8'),
    pdf: async (): Promise<string> => {
      const { bytes } = await service.call('POST', 'auction/generate_report', {
        token,
        json: { report_id: id },
      });
      return spawnSync('pdftotext', ['-layout', '-', '-'], { input: bytes, maxBuffer: 1e8 }).stdout.toString(
        'utf8',
      );
    },
  };
}

describe('the units of an account', () => {
  test('are told to its pages with the rate, its date and its source, and taken away by null', async () => {
    const { units, me } = await account();
    expect((await me()).units).toBeUndefined();
    expect((await units(EURO)).json.units).toEqual(EURO);
    const { usd, date, source } = currencyRates({}, new Date().toISOString().slice(0, 10)).EUR ?? {};
    expect((await me()).units).toMatchObject({
      distance: 'km',
      money: {
        currency: 'EUR',
        sign: '€',
        decimals: 2,
        per_usd: Number((1 / (usd ?? 0)).toPrecision(6)),
        rate_date: date,
        rate_source: source,
      },
    });
    expect((await units(null)).json.units).toBeNull();
    expect((await me()).units).toBeUndefined();
  });

  test.each([
    ['money nobody publishes a rate of', { distance: 'mi', currency: 'XAU' }],
    ['a distance there is none of', { distance: 'ft', currency: null }],
    ['half of a setting', { distance: 'km' }],
  ])('refuse %s and keep what stood', async (_, given) => {
    const { units, token } = await account();
    await units(EURO);
    const answer = await units(given);
    expect([answer.status, answer.json.code]).toEqual([400, 'validation_error']);
    expect((await service.call('GET', 'users/me/preferences', { token })).json.units).toEqual(EURO);
  });

  test('leave every file as it is for an account that sets nothing', async () => {
    const [one, other] = [await account(), await account()];
    await other.units(EURO);
    await other.units(null);
    for (const format of ['json', 'csv', 'parts'])
      expect((await other.exported(format)).replaceAll(other.id, one.id)).toBe(await one.exported(format));
    expect(await one.exported('csv')).not.toContain('rate_date');
  });

  test('are those of its sheets, and not of its JSON', async () => {
    const { units, exported, listed } = await account();
    const before = JSON.parse(await exported('json'));
    await units(EURO);
    expect(await exported('csv')).toContain('European Central Bank');
    expect(await exported('parts')).toContain('currency,per_us_dollar,rate_date,rate_source');
    const [head = '', row = ''] = (await listed()).split('\r\n');
    expect(head).toContain('mileage_km');
    expect(row).toContain('EUR');
    const { units: said, ...rest } = JSON.parse(await exported('json'));
    expect([said, rest]).toEqual([{ money: 'USD', distance: 'mi' }, before]);
  });

  test('are those of whoever reads its shared report', async () => {
    const { units, id, token } = await account();
    await units(EURO);
    const share = await service.call('POST', `reports/${id}/share`, { token });
    const shared = await service.call('GET', String(share.json.path).replace(/^\//, ''), {});
    expect(sharedReportSchema.parse(shared.json).units?.money?.currency).toBe('EUR');
  });

  test.skipIf(!poppler)('are those of its PDF, with the rate said once', async () => {
    const { units, pdf } = await account();
    expect(await pdf()).not.toContain('Amounts are shown in');
    await units(EURO);
    const text = await pdf();
    expect(text.match(/Amounts are shown in EUR/g)).toHaveLength(1);
    expect(text).toContain('€');
    // Bids are placed in dollars: they alone stand in them, with euros beneath.
    expect(text.slice(0, text.lastIndexOf('What to bid'))).not.toMatch(/\$\d/);
  });

  test('can be any money on offer: there is a rate of each', () => {
    const rates = currencyRates({}, '2026-11-23');
    expect(Object.keys(CURRENCIES).filter((currency) => rates[currency] === undefined)).toEqual([]);
  });
});
