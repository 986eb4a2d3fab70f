import { spawnSync } from 'node:child_process';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { reportDetailSchema } from '../../contract/api/report-answers.ts';
import { type EditPreferencesRequest, preferencesSchema } from '../../contract/schemas/account.ts';
import { editLinesAnswerSchema, reportVersionSchema } from '../../contract/schemas/edit-report.ts';
import { addFinishedReport, addSignedIn } from './finished-report.ts';
import { startService, type TestService, until } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(inject('databaseServer'));
});
afterAll(() => service.close());

const RATES = {
  body: 88,
  refinish: 90,
  mechanical: 141.5,
  structural: 99,
  frame: 99,
  glass: 80,
  diagnostic: 150,
  materials: 47,
};
const NOTHING_SET = {
  rates: null,
  parts: null,
  state: null,
  shop_name: null,
  deal: null,
  units: null,
  keeping: null,
  logo: null,
  mails: {
    report_ready: true,
    report_failed: true,
    report_shared: false,
    lot_changed: true,
    sale_soon: true,
  },
};
const poppler = spawnSync('pdftotext', ['-v']).status === 0;
if (!poppler) console.log('skipped: poppler is not installed, so the text of PDFs is not checked');
const poppled = (tool: string, args: string[], pdf: Buffer): string =>
  spawnSync(tool, args, { input: pdf, maxBuffer: 1e8 }).stdout.toString('utf8');

const logoFile = (width = 300, height = 100) =>
  sharp({ create: { width, height, channels: 3, background: '#204090' } })
    .png()
    .toBuffer();

async function account() {
  const { userId, token } = await addSignedIn(service);
  const edit = async (json: EditPreferencesRequest | Record<string, unknown>) =>
    service.call('PATCH', 'users/me/preferences', { token, json });
  return {
    userId,
    token,
    edit,
    preferences: async () =>
      preferencesSchema.parse((await service.call('GET', 'users/me/preferences', { token })).json),
    detail: async (id: string) =>
      reportDetailSchema.parse((await service.call('GET', `reports/${id}`, { token })).json),
    /** A report of a lot typed in, which names no state. */
    async made(): Promise<string> {
      const entered = await service.call('POST', 'auction/enter_lot', {
        json: { year: 2016, make: 'Infiniti', model: 'QX60', primary_damage: 'FRONT END' },
      });
      const { url, lot_key } = entered.json;
      const started = await service.call('POST', 'auction/process_report', {
        token,
        json: { auction_url: url, lot_key },
      });
      const id = String(started.json.report_id);
      await until('the report is ready', 90_000, async () => {
        const answer = await service.call('GET', `reports/${id}`, { token });
        return answer.json.task_status === 'finished';
      });
      return id;
    },
    async patch(id: string, json: unknown) {
      const headers = { prefer: 'return=representation' };
      const answer = await service.call('PATCH', `reports/${id}/lines`, { token, json, headers });
      expect(answer.status).toBe(200);
      const { report } = editLinesAnswerSchema.parse(answer.json);
      if (!report) throw new Error('no report');
      return report;
    },
  };
}

describe('the preferences of an account', () => {
  test('are empty at first, change field by field and are taken away by null', async () => {
    const { edit, preferences } = await account();
    expect(await preferences()).toEqual(NOTHING_SET);
    expect((await edit({ rates: RATES, parts: 'used', mails: { report_ready: false } })).status).toBe(200);
    expect((await edit({ state: 'TX', shop_name: '  Kline Auto Body ' })).json).toEqual({
      ...NOTHING_SET,
      rates: RATES,
      parts: 'used',
      state: 'TX',
      shop_name: 'Kline Auto Body',
      mails: { ...NOTHING_SET.mails, report_ready: false },
    });
    await edit({ rates: null, state: null, mails: { report_ready: true } });
    expect(await preferences()).toEqual({ ...NOTHING_SET, parts: 'used', shop_name: 'Kline Auto Body' });
    expect((await edit({})).json).toEqual(await preferences());
  });

  test('belong to one account alone', async () => {
    const [one, other] = [await account(), await account()];
    await one.edit({ shop_name: 'Kline Auto Body' });
    expect(await other.preferences()).toEqual(NOTHING_SET);
  });

  test.each([
    ['a rate of nothing', { rates: { ...RATES, body: 0 } }, 'rates.body'],
    ['rates that lack one', { rates: { body: 60 } }, 'rates.refinish'],
    ['a state there is none of', { state: 'ZZ' }, 'state'],
    ['another parts policy', { parts: 'stolen' }, 'parts'],
    ['a shop name with a line break', { shop_name: 'Kline\nBcc: x' }, 'shop_name'],
    ['a mail there is none of', { mails: { news: true } }, 'mails.news'],
    ['what nobody asked for', { theme: 'dark' }, ''],
    [
      'an SVG as logo',
      { logo: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64') },
      'logo',
    ],
    ['a logo that is no base64', { logo: '<svg/>' }, 'logo'],
    ['a logo of more than 200 kB', { logo: Buffer.alloc(200_003).toString('base64') }, 'logo'],
  ])('refuse %s and keep what stood', async (_, json, field) => {
    const { edit, preferences } = await account();
    await edit({ parts: 'oem' });
    const answer = await edit(json);
    expect([answer.status, answer.json.code]).toEqual([400, 'validation_error']);
    if (field !== '') expect(answer.json).toMatchObject({ details: { field } });
    expect(await preferences()).toEqual({ ...NOTHING_SET, parts: 'oem' });
  });

  test('keep a logo as a picture of our own', async () => {
    const { edit, token } = await account();
    expect((await service.call('GET', 'users/me/logo', { token })).status).toBe(404);
    const given = await logoFile();
    expect((await edit({ logo: given.toString('base64') })).json.logo).toEqual({ width: 300, height: 100 });
    const kept = await service.call('GET', 'users/me/logo', { token });
    expect([kept.status, kept.headers['content-type']]).toEqual([200, 'image/png']);
    expect(await sharp(kept.bytes).metadata()).toMatchObject({ format: 'png', width: 300, height: 100 });
    expect((await edit({ shop_name: 'Kline Auto Body' })).json.logo).not.toBeNull();
    expect((await edit({ logo: null })).json.logo).toBeNull();
    expect((await service.call('GET', 'users/me/logo', { token })).status).toBe(404);
  });

  test('go with their account', async () => {
    const { edit, userId } = await account();
    await edit({ logo: (await logoFile()).toString('base64') });
    const count = async () =>
      (await service.tools.pool.query('SELECT 1 FROM account_preferences WHERE user_id = $1', [userId]))
        .rowCount;
    expect(await count()).toBe(1);
    await service.tools.pool.query('DELETE FROM users WHERE id = $1', [userId]);
    expect(await count()).toBe(0);
  });
});

describe('a new report', () => {
  test('starts with them as its owner’s settings, each to be reset; one made before stays as it is', async () => {
    const { edit, made, detail, patch, token } = await account();
    const before = await made();
    // What the list shows of its deal follows the settings; that is a job's, and comes at any moment.
    const withoutDeal = async () => ({ ...(await detail(before)), deal: null });
    const stood = await withoutDeal();
    await edit({ rates: RATES, parts: 'used', state: 'TX' });
    expect(await withoutDeal()).toEqual(stood);
    expect(stood.report?.estimate.scenario).toBeUndefined();
    expect(stood.report?.estimate.profile.state).toBeNull();

    const id = await made();
    const { report } = await detail(id);
    if (!report) throw new Error('no report');
    const set = { rates: { profile: 'own', rates: RATES }, parts: 'used' };
    expect(report.estimate.scenario?.set).toEqual(set);
    expect(report.estimate.scenario?.effects.map((effect) => effect.switch)).toEqual(['rates', 'parts']);
    expect(report.estimate.lines.find(({ labour }) => labour?.type === 'body')?.labour?.rate).toBe(88);
    expect(report.estimate.profile.state).toBe('TX');
    expect(report.total_loss?.state).toBe('TX');
    // Nothing was changed since it was made.
    expect(report.edit).toBeUndefined();

    const reset = await patch(id, { version: 0, edits: [{ kind: 'scenario', set: { rates: null } }] });
    expect(reset.estimate.scenario?.set).toEqual({ parts: 'used' });
    expect(reset.estimate.total.likely).not.toBe(report.estimate.total.likely);
    expect(reset.edit).toMatchObject({ version: 1, changes: 1 });
    const undone = await patch(id, { version: 1, step: 'undo' });
    expect(undone.estimate.total).toEqual(report.estimate.total);
    expect(undone.edit).toMatchObject({ changes: 0, can_undo: false });
    const again = await patch(id, { version: 2, edits: [{ kind: 'scenario', set: { parts: 'oem' } }] });
    expect(again.edit).toMatchObject({ changes: 1 });
    const all = await patch(id, { version: 3, restore: 0 });
    expect(all.edit).toMatchObject({ version: 4, changes: 0 });
    const { edit: _, ...bare } = all;
    expect(JSON.parse(JSON.stringify(bare))).toEqual(JSON.parse(JSON.stringify(report)));
    const versions = await service.call('GET', `reports/${id}/versions`, { token });
    expect(
      reportVersionSchema
        .array()
        .parse(versions.json)
        .map(({ choices }) => choices),
    ).toEqual([0, 1, 0, 1]);
  });

  test('keeps what it started with when it is recalculated, whatever the account says then', async () => {
    const { edit, made, detail, token } = await account();
    await edit({ rates: RATES, state: 'TX' });
    const id = await made();
    await edit({ rates: null, parts: 'used', state: 'NY' });
    const { report } = await detail(id);
    const same = await service.call('POST', `reports/${id}/recalculate`, { token, json: { version: 0 } });
    expect(same.json).toMatchObject({ version: 0, moved: [] });
    // As if the tables had said something else when it was made.
    await service.tools.pool.query(
      `UPDATE reports SET inputs = jsonb_set(inputs, '{tax,percent}', '1') WHERE id = $1`,
      [id],
    );
    const anew = await service.call('POST', `reports/${id}/recalculate`, { token, json: { version: 0 } });
    expect(anew.json).toMatchObject({
      version: 1,
      report: { estimate: { scenario: report?.estimate.scenario }, edit: { changes: 0 } },
    });
    expect((await detail(id)).report?.estimate.profile.state).toBe('TX');
  });
});

describe.skipIf(!poppler)('the printed report', () => {
  test('carries its owner’s shop and logo, for the owner and for whoever has the link', async () => {
    const { edit, token, userId } = await account();
    const id = await addFinishedReport(service, userId);
    const share = await service.call('POST', `reports/${id}/share`, { token });
    const own = async () =>
      (await service.call('POST', 'auction/generate_report', { token, json: { report_id: id } })).bytes;
    const shared = async () =>
      (await service.call('GET', `${String(share.json.path).replace('/shared', 'shared')}/pdf`)).bytes;
    const pictures = (pdf: Buffer) => poppled('pdfimages', ['-list', '-'], pdf).trim().split('\n').length;
    const bare = await own();
    expect(poppled('pdftotext', ['-layout', '-', '-'], bare)).toMatch(/Prepared by\s+LotLens, lotlens\.test/);

    await edit({ shop_name: 'Kline Auto Body', logo: (await logoFile()).toString('base64') });
    for (const [kind, pdf] of [
      ['own', await own()],
      ['shared', await shared()],
    ] as const) {
      const text = poppled('pdftotext', ['-layout', '-', '-'], pdf);
      expect([kind, text]).toEqual([
        kind,
        expect.stringMatching(/Prepared by\s+Kline Auto Body, with LotLens, lotlens\.test/),
      ]);
      expect(text.indexOf('Kline Auto Body')).toBeLessThan(text.indexOf('Damage and parts report'));
      expect([kind, pictures(pdf)]).toEqual([kind, pictures(bare) + 1]);
    }

    await edit({ logo: null });
    expect(pictures(await own())).toBe(pictures(bare));
  });
});
