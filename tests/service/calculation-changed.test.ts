import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { reportDetailSchema } from '../../contract/api/report-answers.ts';
import { recalculateAnswerSchema } from '../../contract/schemas/edit-report.ts';
import { ENGINE_ID } from '../../server/estimate/calculation/engine-id.ts';
import { addFinishedReport, addSignedIn } from './finished-report.ts';
import { startService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
});
afterAll(() => service.close());

const EXCLUDE_HOOD = { kind: 'exclude', line_id: 'hood:none' };
const OTHER_PRICE = `'{estimate,lines,0,cost,likely}', '1234.56'`;
const OTHER_RATE = `'{estimate,totals,0,likely}', '1234.56'`;
const OTHER_NAME = `'{estimate,lines,0,name}', '"As it was called before"'`;

/** A finished report whose stored row names another calculation, or none. */
async function reportOf(engine: string | null) {
  const { pool } = service.tools;
  const { userId, token } = await addSignedIn(service);
  const id = await addFinishedReport(service, userId);
  await pool.query(
    engine === null
      ? `UPDATE reports SET inputs = inputs #- '{versions,engine}' WHERE id = $1`
      : `UPDATE reports SET inputs = jsonb_set(inputs, '{versions,engine}', to_jsonb('${engine}'::text)) WHERE id = $1`,
    [id],
  );
  const row = async () => (await pool.query('SELECT * FROM reports WHERE id = $1', [id])).rows[0];
  return {
    id,
    token,
    row,
    stamp: async (): Promise<unknown> => (await row()).inputs.versions.engine,
    /** Changes what is stored, as if another calculation had given it. */
    store: (column: 'model' | 'edited_model', what: string) =>
      pool.query(`UPDATE reports SET ${column} = jsonb_set(${column}, ${what}) WHERE id = $1`, [id]),
    asIfBefore: () =>
      pool.query(
        `UPDATE reports SET inputs = jsonb_set(inputs, '{versions,engine}', '"before"') WHERE id = $1`,
        [id],
      ),
    patch: (json: object) => service.call('PATCH', `reports/${id}/lines`, { token, json }),
    detail: async () =>
      reportDetailSchema.parse((await service.call('GET', `reports/${id}`, { token })).json),
    recalculate: async (version: number) =>
      recalculateAnswerSchema.parse(
        (await service.call('POST', `reports/${id}/recalculate`, { token, json: { version } })).json,
      ),
  };
}

describe('a report that another calculation made', () => {
  test.each(['before', null])(
    'is edited, and noted as ours, where the figures are the same: %s',
    async (engine) => {
      const { patch, detail, stamp, store } = await reportOf(engine);
      await store('model', OTHER_NAME);
      const { status } = await patch({ version: 0, edits: [EXCLUDE_HOOD] });
      expect(status).toBe(200);
      expect(await stamp()).toBe(ENGINE_ID);
      expect(await detail()).toMatchObject({ editable: 'yes', report: { edit: { version: 1 } } });
    },
  );

  test('can be edited when it is looked at, which is noted without a version', async () => {
    const { detail, stamp, row } = await reportOf('before');
    const before = await row();
    expect((await detail()).editable).toBe('yes');
    expect(await stamp()).toBe(ENGINE_ID);
    const { inputs: _, ...after } = await row();
    expect(before).toMatchObject(after);
  });

  test('with other figures refuses every kind of edit, says why, and stays as it is until it is updated', async () => {
    const { patch, detail, row, store, recalculate, id, token } = await reportOf('before');
    await store('model', OTHER_PRICE);
    const before = await row();
    for (const edit of [
      EXCLUDE_HOOD,
      { kind: 'change', line_id: 'hood:none', set: { part_price: 700 } },
      { kind: 'scenario', set: { tax: { kind: 'off' } } },
      {
        kind: 'part',
        place: { category: 'hood', name: null, side: 'none', position: 'none' },
        answer: 'whole',
      },
    ]) {
      const { status, json } = await patch({ version: 0, edits: [edit] });
      expect([status, json.code]).toEqual([409, 'calculation_changed']);
      expect(json.message).toBe(
        'This report was made by an earlier version of the calculation. Update it to current tables, which shows what moves, and then change it.',
      );
    }
    expect((await detail()).editable).toBe('update_first');
    const print = await service.call('POST', 'auction/generate_report', { token, json: { report_id: id } });
    const csv = await service.call('GET', `reports/${id}/export?format=csv`, { token });
    expect([print.status, csv.status]).toEqual([200, 200]);
    expect(await row()).toEqual(before);

    const { version, moved } = await recalculate(0);
    expect([version, moved]).toEqual([1, expect.arrayContaining([expect.stringContaining('calculation')])]);
    expect((await detail()).editable).toBe('yes');
    expect((await patch({ version: 1, edits: [EXCLUDE_HOOD] })).status).toBe(200);
  });

  test('whose figures differ only with its edits refuses undo and restore, and is updated with its edits', async () => {
    const { patch, detail, row, store, asIfBefore, recalculate } = await reportOf(ENGINE_ID);
    expect((await patch({ version: 0, edits: [EXCLUDE_HOOD] })).status).toBe(200);
    await asIfBefore();
    await store('edited_model', OTHER_RATE);
    const before = await row();
    for (const change of [
      { step: 'undo' },
      { restore: 0 },
      { edits: [{ ...EXCLUDE_HOOD, kind: 'include' }] },
    ]) {
      const { status, json } = await patch({ version: 1, ...change });
      expect([status, json.code]).toEqual([409, 'calculation_changed']);
    }
    expect(await row()).toEqual(before);
    const { version, report } = await recalculate(1);
    expect(version).toBe(2);
    expect(report.estimate.excluded?.map(({ id }) => id)).toEqual(['hood:none']);
    expect((await detail()).editable).toBe('yes');
    expect((await patch({ version: 2, edits: [{ ...EXCLUDE_HOOD, kind: 'include' }] })).status).toBe(200);
  });
});
