import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { reportDetailSchema } from '../../contract/api/report-answers.ts';
import {
  editLinesAnswerSchema,
  type LineEdit,
  type RecalculateAnswer,
  recalculateAnswerSchema,
} from '../../contract/schemas/edit-report.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { readQuota } from '../../server/db/accounts/quota.ts';
import { storedReport } from '../fixtures/stored-report.ts';
import { addFinishedReport, addSampleReport, addSignedIn } from './finished-report.ts';
import { addReport } from './seed.ts';
import { startService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
});
afterAll(() => service.close());

function callsOf(token: string, id: string) {
  const recalculate = (version: number) =>
    service.call('POST', `reports/${id}/recalculate`, { token, json: { version } });
  const detail = async () =>
    reportDetailSchema.parse((await service.call('GET', `reports/${id}`, { token })).json);
  return {
    recalculate,
    isCurrent: async () => (await detail()).tables_current,
    async recalculated(version: number): Promise<RecalculateAnswer> {
      return recalculateAnswerSchema.parse((await recalculate(version)).json);
    },
    async edit(version: number, ...edits: LineEdit[]): Promise<ReportModel> {
      const answer = await service.call('PATCH', `reports/${id}/lines`, {
        token,
        json: { version, edits },
        headers: { prefer: 'return=representation' },
      });
      const { report } = editLinesAnswerSchema.parse(answer.json);
      if (!report) throw new Error(answer.text);
      return report;
    },
    async read(): Promise<ReportModel> {
      const { report } = await detail();
      if (report === null) throw new Error('no report');
      return report;
    },
  };
}

/** A report of version 1 with its owner's edits, as that version stored it: without inputs. */
async function ofVersionOne(name: Parameters<typeof storedReport>[0] = 'bid-cars-bmw') {
  const { userId, token } = await addSignedIn(service);
  const { made, edits, edited } = storedReport(name);
  const id = await addFinishedReport(service, userId, () => made, null);
  const own = <M extends ReportModel>(model: M): string => JSON.stringify({ ...model, report_id: id });
  await service.tools.pool.query(
    'UPDATE reports SET model = $2, edited_model = $3, version = 1, inputs = NULL WHERE id = $1',
    [id, own(made), own(edited)],
  );
  await service.tools.pool.query(
    'INSERT INTO report_versions (report_id, version, edits, total_cost_cents) VALUES ($1, 1, $2, 100)',
    [id, JSON.stringify(edits)],
  );
  return { userId, token, id, edited, ...callsOf(token, id) };
}

/** A report that the pipeline made here, its steps kept. */
async function madeHere() {
  const { userId, token } = await addSignedIn(service);
  const id = await addSampleReport(service, userId);
  return { userId, token, id, ...callsOf(token, id) };
}

const beforeRow = z.object({
  version: z.number(),
  model: z.looseObject({ schema_version: z.number() }),
  edited_model: z.unknown(),
});
const keptBefore = async (id: string) => {
  const { rows } = await service.tools.pool.query(
    'SELECT version, model, edited_model FROM reports_before WHERE report_id = $1 ORDER BY version',
    [id],
  );
  return z.array(beforeRow).parse(rows);
};

describe('recalculating a report of schema_version 1', () => {
  test.each(['bid-cars-bmw', 'copart-qx60', 'iaai-q50'] as const)(
    '%s becomes one of version 2 that adds up, carries edits over, and can be edited',
    async (name) => {
      const { read, recalculated, edit, edited, id } = await ofVersionOne(name);
      const before = await read();
      const answer = await recalculated(1);
      expect(answer.version).toBe(2);
      const { report } = answer;
      expect(report).toMatchObject({
        schema_version: 2,
        report_id: id,
        created_at: before.created_at,
        lot: before.lot,
        edit: { version: 2, can_undo: false, can_redo: false },
      });
      expect(await read()).toEqual(report);
      expect(answer.likely).toEqual({
        before: edited.estimate.total.likely,
        after: report.estimate.total.likely,
      });
      expect(answer.moved.at(-1)).toContain('as reports are made today');
      expect(answer.notes).toHaveLength(3);
      expect(report.estimate.lines.find((line) => line.id === 'user:1')).toMatchObject({
        name: 'Wheel alignment, four wheels',
        cost: { likely: 129.95 },
      });
      const numbers = (model: ReportModel) =>
        new Set(model.estimate.lines.flatMap((line) => line.oem_numbers.map(({ number }) => number)));
      expect([...numbers(report)].filter((number) => !numbers(before).has(number))).toEqual([]);
      expect(numbers(report).size > 0).toBe(numbers(before).size > 0);
      expect(report.unmapped_parts).toEqual(before.unmapped_parts);
      const after = await edit(2, { kind: 'scenario', set: { tax: { kind: 'off' } } });
      expect(after.estimate.tax).toBe(0);
    },
  );

  test('the report before it is kept as it was, and in its owner’s copy of their data', async () => {
    const { recalculated, read, id } = await ofVersionOne();
    const before = await read();
    await recalculated(1);
    const [kept, ...others] = await keptBefore(id);
    expect(others).toEqual([]);
    expect(kept).toMatchObject({ version: 1, model: { schema_version: 1 }, edited_model: before });
  });

  test('says in a sentence each what of the user’s changes it has no place for', async () => {
    const { recalculated, id } = await ofVersionOne();
    const edits = {
      ...(storedReport('bid-cars-bmw').edits as object),
      changed: {
        'front_bumper_cover:none': { part_price: 412.5 },
        rest: { sublet: 900 },
      },
      answers: { sunroof: 'yes' },
      numbers: { 'hood:none': 'not a number of it' },
      order: ['rest', 'hood:none', 'user:1'],
    };
    await service.tools.pool.query('UPDATE report_versions SET edits = $2 WHERE report_id = $1', [
      id,
      JSON.stringify(edits),
    ]);
    const { not_carried, report } = await recalculated(1);
    expect(not_carried.map(({ line_id }) => line_id)).toEqual(['rest', null, 'hood:none']);
    for (const { what } of not_carried)
      expect(what).toMatch(/^A .*; the new estimate .*\.$|^Hood panel: .*\.$/);
    expect(not_carried[0]?.what).toContain(
      'you set a fixed amount of $900.00; the new estimate has no such line.',
    );
    expect(
      report.estimate.lines.find(({ id: line }) => line === 'front_bumper_cover:none')?.part_price,
    ).toMatchObject({ likely: 412.5, basis: 'user' });
  });
});

describe('recalculating', () => {
  test('makes from the kept steps what the pipeline made of them, and charges nothing', async () => {
    const { recalculated, read, id, userId } = await madeHere();
    const { pool } = service.tools;
    const made = await read();
    const old = storedReport('bid-cars-bmw').made;
    await pool.query('UPDATE reports SET model = $2, inputs = NULL WHERE id = $1', [
      id,
      JSON.stringify({ ...old, report_id: id, created_at: made.created_at }),
    ]);
    const quota = await readQuota(pool, userId);
    const ledger = await pool.query('SELECT * FROM quota_ledger WHERE user_id = $1', [userId]);
    const { report, notes } = await recalculated(0);
    const { edit: _, estimate, ...rest } = report;
    const { estimate: ours, ...others } = made;
    expect(rest).toEqual(others);
    expect(estimate).toEqual({ ...ours, excluded: [] });
    expect(notes).toEqual([]);
    const { seq, ...held } = quota;
    expect(seq).toBeGreaterThanOrEqual(0);
    expect(await readQuota(pool, userId)).toMatchObject(held);
    expect((await pool.query('SELECT * FROM quota_ledger WHERE user_id = $1', [userId])).rows).toEqual(
      ledger.rows,
    );
  });

  test('where nothing moved stores nothing and says so', async () => {
    const { recalculated, read, id } = await madeHere();
    const made = await read();
    const answer = await recalculated(0);
    expect(answer).toMatchObject({ version: 0, moved: [], not_carried: [] });
    expect(answer.likely.before).toBe(answer.likely.after);
    expect(answer.report).toEqual(made);
    expect(await read()).toEqual(made);
    expect(await keptBefore(id)).toEqual([]);
  });

  test('updates a report of version 2 to tables that moved, names them, and keeps its edits', async () => {
    const { recalculated, edit, read, id } = await madeHere();
    await service.tools.pool.query(
      `UPDATE reports SET inputs = jsonb_set(jsonb_set(jsonb_set(inputs, '{tax,percent}', '1'),
         '{versions,tables}', to_jsonb(replace(inputs #>> '{versions,tables}', 'rates-', 'rates-old-'))),
         '{rates,asked,body}', '1000') WHERE id = $1`,
      [id],
    );
    const before = await edit(0, { kind: 'exclude', line_id: 'hood:none' });
    expect(await read()).toEqual(before);
    const { version, likely, moved, not_carried, report } = await recalculated(1);
    expect(version).toBe(2);
    expect(likely).toEqual({
      before: before.estimate.total.likely,
      after: report.estimate.total.likely,
    });
    expect(likely.after).toBeGreaterThan(likely.before);
    expect(moved).toEqual([
      expect.stringMatching(/^Tables of hours, prices, rates and values: rates-old-\d+ → rates-\d+\.$/),
      expect.stringMatching(/^Labor rates an hour: body \$10\.00 → \$\d+\.\d\d\.$/),
      expect.stringMatching(/^Sales tax: 1% → [\d.]+%\.$/),
    ]);
    expect(not_carried).toEqual([]);
    expect(report.estimate.excluded?.map(({ id: line }) => line)).toEqual(['hood:none']);
  });

  test('a report says whether it is as reports are made now, before and after', async () => {
    const old = await ofVersionOne();
    expect(await old.isCurrent()).toBe(false);
    await old.recalculated(1);
    expect(await old.isCurrent()).toBe(true);
    const { isCurrent, edit, id } = await madeHere();
    expect(await isCurrent()).toBe(true);
    await edit(0, { kind: 'exclude', line_id: 'hood:none' });
    expect(await isCurrent()).toBe(true);
    await service.tools.pool.query(
      `UPDATE reports SET edited_model = jsonb_set(edited_model, '{estimate,versions,tables_id}', '"0000"')
       WHERE id = $1`,
      [id],
    );
    expect(await isCurrent()).toBe(false);
  });

  test('twice with the same version is once: the second answer is the first, one after the other or at once', async () => {
    const { recalculate, id } = await ofVersionOne();
    const [one, other] = await Promise.all([recalculate(1), recalculate(1)]);
    const third = await recalculate(1);
    expect([one.status, other.status, third.status]).toEqual([200, 200, 200]);
    expect(other.json).toEqual(one.json);
    expect(third.json).toEqual(one.json);
    expect(await keptBefore(id)).toHaveLength(1);
  });

  test('of an older version changes nothing and says which is newest', async () => {
    const { recalculate, edit, read } = await ofVersionOne();
    await recalculate(1);
    await edit(2, { kind: 'exclude', line_id: 'hood:none' });
    const before = await read();
    for (const version of [0, 1, 7]) {
      const { status, json } = await recalculate(version);
      expect([status, json.code, json.details]).toEqual([409, 'version_conflict', { version: 3 }]);
    }
    expect(await read()).toEqual(before);
  });

  test('is refused to strangers, before the report is finished, and for no version', async () => {
    const { recalculate, id } = await ofVersionOne();
    const stranger = await addSignedIn(service);
    const foreign = await callsOf(stranger.token, id).recalculate(1);
    expect([foreign.status, foreign.json.code]).toEqual([404, 'not_found']);
    const running = await addReport(service.tools.pool, stranger.userId);
    const early = await callsOf(stranger.token, running).recalculate(0);
    expect([early.status, early.json.code]).toEqual([409, 'report_not_ready']);
    const wrong = await recalculate(-1);
    expect([wrong.status, wrong.json.code]).toEqual([400, 'validation_error']);
  });
});
