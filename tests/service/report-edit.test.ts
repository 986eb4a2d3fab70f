import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { reportDetailSchema, reportListItemSchema } from '../../contract/calls.ts';
import {
  editLinesAnswerSchema,
  type LineEdit,
  reportVersionSchema,
} from '../../contract/schemas/edit-report.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { addFinishedReport, addSignedIn } from './finished-report.ts';
import { startService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
});
afterAll(() => service.close());

const cents = (dollars: number): number => Math.round(dollars * 100);

async function editing(change?: (model: ReportModel) => ReportModel) {
  const { userId, token } = await addSignedIn(service);
  const id = await addFinishedReport(service, userId, change);
  const patch = (json: unknown) => service.call('PATCH', `reports/${id}/lines`, { token, json });
  return {
    userId,
    token,
    id,
    patch,
    async edit(version: number, ...edits: LineEdit[]) {
      return editLinesAnswerSchema.parse((await patch({ version, edits })).json);
    },
    async read(): Promise<ReportModel> {
      const detail = reportDetailSchema.parse((await service.call('GET', `reports/${id}`, { token })).json);
      if (detail.report === null) throw new Error('no report');
      return detail.report;
    },
    async card() {
      const list = (await service.call('GET', 'users/get_reports', { token })).json as unknown as unknown[];
      return reportListItemSchema.parse(list[0]);
    },
    async versions() {
      return z
        .array(reportVersionSchema)
        .parse((await service.call('GET', `reports/${id}/versions`, { token })).json);
    },
  };
}

/** A replaced part without paint: nothing but itself changes with it. */
const plainPart = (model: ReportModel) => {
  const line = model.estimate.lines.find(
    (entry) =>
      entry.operation === 'replace' && entry.part_price && !entry.refinish && entry.probability > 0.2,
  );
  if (!line?.part_price) throw new Error('the sample has no such line');
  return { ...line, part_price: line.part_price };
};

describe('editing a report', () => {
  test('a changed price stands with ours beside it, and card, page and PDF follow', async () => {
    const { edit, read, card, id, token } = await editing();
    const line = plainPart(await read());
    const print = () => service.call('POST', 'auction/generate_report', { token, json: { report_id: id } });
    const before = await print();
    const { version, report } = await edit(0, {
      kind: 'change',
      line_id: line.id,
      set: { part_price: 1234.5, probability: 1 },
    });
    expect(version).toBe(1);
    const changed = report.estimate.lines.find((entry) => entry.id === line.id);
    expect(changed?.part_price).toMatchObject({ likely: 1234.5, basis: 'user' });
    expect(changed?.estimated).toMatchObject({ part_price: line.part_price.likely, cost: line.cost });
    expect(report.edit).toMatchObject({ version: 1, changes: 1 });
    expect(await read()).toEqual(report);
    expect((await card()).total_cost).toBe(report.estimate.total.likely);
    expect(report.headline.repair).toEqual(report.estimate.total);
    const after = await print();
    expect(after.status).toBe(200);
    expect(after.bytes.equals(before.bytes)).toBe(false);
  });

  test('taking a line out and back in leads to the same estimate', async () => {
    const { edit, read } = await editing();
    const made = await read();
    const line = plainPart(made);
    const without = await edit(0, { kind: 'exclude', line_id: line.id });
    expect(cents(without.report.estimate.subtotal)).toBeLessThanOrEqual(
      cents(made.estimate.subtotal) - cents(line.expected_cost),
    );
    expect(without.report.estimate.excluded?.map(({ id }) => id)).toEqual([line.id]);
    const back = await edit(1, { kind: 'include', line_id: line.id });
    expect(back.report.estimate).toEqual({ ...made.estimate, excluded: [] });
    expect(back.report.edit?.changes).toBe(0);
  });

  test('an added line counts in full, is told apart, can be changed, moved and taken out', async () => {
    const { edit, read } = await editing();
    const made = await read();
    const first = await edit(0, {
      kind: 'add',
      line: {
        name: 'Tow hook',
        section: 'front_bumper',
        operation: 'replace',
        side: 'none',
        position: 'none',
        part_price: 40,
        labour_hours: 0.5,
      },
    });
    const added = first.report.estimate.lines.find((line) => line.id === 'user:1');
    const rate = added?.labour?.rate ?? 0;
    expect(rate).toBeGreaterThan(20);
    expect(added).toMatchObject({ block: 'user', basis: 'user', probability: 1, oem_numbers: [] });
    expect(added?.expected_cost).toBe(40 + rate / 2);
    expect(cents(first.report.estimate.subtotal)).toBe(cents(made.estimate.subtotal) + cents(40 + rate / 2));
    const ids = made.estimate.lines.map((line) => line.id);
    const second = await edit(
      1,
      { kind: 'change', line_id: 'user:1', set: { quantity: 2 } },
      { kind: 'move', line_id: 'user:1', before: ids[0] ?? '' },
    );
    expect(second.report.estimate.lines[0]).toMatchObject({ id: 'user:1', quantity: 2 });
    const third = await edit(2, { kind: 'exclude', line_id: 'user:1' });
    expect(third.report.estimate.subtotal).toBe(made.estimate.subtotal);
  });

  test('every version is kept: an earlier one becomes the newest again, and 0 is the report as made', async () => {
    const { edit, read, patch, versions, card } = await editing();
    const made = await read();
    const line = plainPart(made);
    const first = await edit(0, { kind: 'change', line_id: line.id, set: { part_price: 5000 } });
    await edit(1, { kind: 'exclude', line_id: line.id });
    const undone = editLinesAnswerSchema.parse((await patch({ version: 2, restore: 1 })).json);
    expect(undone.version).toBe(3);
    expect(undone.report.estimate).toEqual(first.report.estimate);
    const none = editLinesAnswerSchema.parse((await patch({ version: 3, restore: 0 })).json);
    expect(none.report.estimate).toEqual({ ...made.estimate, excluded: [] });
    expect((await card()).total_cost).toBe(made.headline.repair.likely);
    expect((await versions()).map(({ version, changed, excluded }) => [version, changed, excluded])).toEqual([
      [4, 0, 0],
      [3, 1, 0],
      [2, 1, 1],
      [1, 1, 0],
    ]);
  });

  test('an edit that builds on an older version changes nothing and says which is newest', async () => {
    const { edit, read, patch } = await editing();
    const line = plainPart(await read());
    await edit(0, { kind: 'exclude', line_id: line.id });
    const before = await read();
    const late = await patch({ version: 0, edits: [{ kind: 'include', line_id: line.id }] });
    expect([late.status, late.json.code, late.json.details]).toEqual([
      409,
      'version_conflict',
      { version: 1 },
    ]);
    expect(await read()).toEqual(before);
  });

  test('of twenty edits at once of one version exactly one is saved', async () => {
    const { read, patch, versions } = await editing();
    const line = plainPart(await read());
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        patch({ version: 0, edits: [{ kind: 'change', line_id: line.id, set: { part_price: index + 1 } }] }),
      ),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await versions()).toHaveLength(1);
  });

  test.each([
    ['an unknown line', { version: 0, edits: [{ kind: 'exclude', line_id: '__proto__' }] }],
    [
      'an unknown line to move before',
      { version: 0, edits: [{ kind: 'move', line_id: 'rest', before: 'x' }] },
    ],
    ['an unknown version', { version: 0, restore: 7 }],
    ['no edits', { version: 0, edits: [] }],
    [
      'a price below nothing',
      { version: 0, edits: [{ kind: 'change', line_id: 'rest', set: { sublet: -1 } }] },
    ],
    ['a word of its own', { version: 0, edits: [{ kind: 'exclude', line_id: 'rest', total_cost: 0 }] }],
    [
      'edits and a version to restore',
      { version: 0, restore: 0, edits: [{ kind: 'exclude', line_id: 'x' }] },
    ],
  ])('%s is refused and changes nothing', async (_, json) => {
    const { patch, versions } = await editing();
    const answer = await patch(json);
    expect([answer.status, answer.json.code]).toEqual([400, 'validation_error']);
    expect(await versions()).toEqual([]);
  });

  test('answers in well under a second, the estimate itself in under 100 ms', async () => {
    const { read, patch } = await editing();
    const line = plainPart(await read());
    const times: number[] = [];
    for (let version = 0; version < 5; version += 1) {
      const started = performance.now();
      const answer = await patch({
        version,
        edits: [{ kind: 'change', line_id: line.id, set: { quantity: version + 1 } }],
      });
      expect(answer.status).toBe(200);
      times.push(performance.now() - started);
    }
    expect(times.sort((a, b) => a - b)[2]).toBeLessThan(1_000);
  });

  test('a shared report and its exports show the edited lines', async () => {
    const { edit, read, token, id } = await editing();
    const line = plainPart(await read());
    const share = await service.call('POST', `reports/${id}/share`, { token });
    const { report } = await edit(0, { kind: 'change', line_id: line.id, set: { name: 'My own words' } });
    const shared = await service.call('GET', String(share.json.path).replace('/shared', 'shared'));
    expect(shared.json.estimate).toEqual(report.estimate);
    const csv = await service.call('GET', `reports/${id}/export?format=csv`, { token });
    expect(csv.text).toContain('My own words');
  });
});

/** A report whose catalogue names fog lamps, which the sample's does not. */
const asked = (model: ReportModel): ReportModel => {
  const line = plainPart(model);
  const number = (id: string, price: number) => ({
    number: id,
    name: line.name,
    source: 'Test catalogue',
    dated: '2026-01-01',
    fit: 'needs_option' as const,
    decides: '',
    price,
    currency: 'USD',
    superseded_by: null,
    url: null,
    format_ok: true,
  });
  const lines = model.estimate.lines.map((entry) =>
    entry.id === line.id
      ? { ...entry, oem_numbers: [number('51110000001', 700), number('51110000002', 40)] }
      : entry,
  );
  const questions = [
    {
      id: 'fog_lamps',
      text: 'Fog lamps?',
      answers: [
        { id: 'yes', text: 'With fog lamps', leaves: { [line.id]: ['51110000001'] } },
        { id: 'no', text: 'Without fog lamps', leaves: { [line.id]: ['51110000002'] } },
      ],
      said: ['w/fog lamp'],
      known: null,
      answered: null,
    },
  ];
  return { ...model, estimate: { ...model.estimate, lines, questions } };
};

describe('answers, chosen numbers and switches', () => {
  test('an answer narrows the numbers, prices them anew, and stands in versions, exports and suppliers’ links', async () => {
    const { edit, read, versions, token, id } = await editing(asked);
    const { id: lineId } = plainPart(await read());
    const { report } = await edit(0, { kind: 'answer', question: 'fog_lamps', answer: 'no' });
    const line = report.estimate.lines.find((entry) => entry.id === lineId);
    expect(line?.oem_numbers.map((entry) => entry.number)).toEqual(['51110000002']);
    expect(line?.part_price).toMatchObject({ likely: 40, basis: 'catalogue' });
    expect(line?.supplier_links.some(({ url }) => url.includes('51110000002'))).toBe(true);
    expect(report.estimate.questions?.[0]?.answered).toMatchObject({ answer: 'no', by: 'user' });
    expect(report.estimate.assumptions).toContain('Answered by the user: Fog lamps? Without fog lamps');
    expect(report.edit).toMatchObject({ changes: 1, can_undo: true, can_redo: false });
    expect((await versions())[0]).toMatchObject({ version: 1, changed: 0, choices: 1 });
    const csv = await service.call('GET', `reports/${id}/export?format=csv`, { token });
    expect(csv.text).toContain('51110000002');
    expect(csv.text).not.toContain('51110000001');
  });

  test('a chosen number, a switch and an answer are each taken back by themselves', async () => {
    const { edit, read } = await editing(asked);
    const made = await read();
    const { id: lineId } = plainPart(made);
    await edit(0, { kind: 'choose_number', line_id: lineId, number: '51110000002' });
    await edit(1, { kind: 'scenario', set: { rates: { profile: 'shop' }, tax: { kind: 'off' } } });
    const all = await edit(2, { kind: 'answer', question: 'fog_lamps', answer: null });
    expect(all.report.edit?.changes).toBe(4);
    expect(all.report.estimate.scenario?.effects.map((effect) => effect.switch)).toEqual(['rates', 'tax']);
    const none = await edit(
      3,
      { kind: 'unanswer', question: 'fog_lamps' },
      { kind: 'choose_number', line_id: lineId, number: null },
      { kind: 'scenario', set: { rates: null, tax: null } },
    );
    expect(none.report.estimate).toEqual({ ...made.estimate, excluded: [] });
  });

  test('air bags are switched by what the report keeps of them', async () => {
    const { edit, read } = await editing();
    const { told } = (await read()).estimate.airbags ?? {};
    expect(told).toBe('unknown');
    const { report } = await edit(0, { kind: 'scenario', set: { airbags: 'deployed' } });
    const bag = report.estimate.lines.find(({ category }) => category === 'airbag_driver');
    expect(bag?.probability).toBeGreaterThan(0.5);
    expect(bag?.why).toMatch(/as the user says/);
  });

  test.each<[string, LineEdit | unknown]>([
    ['a question it does not ask', { kind: 'answer', question: 'sunroof', answer: 'yes' }],
    ['an answer it does not offer', { kind: 'answer', question: 'fog_lamps', answer: 'perhaps' }],
    ['a number that is not the line’s', { kind: 'choose_number', line_id: 'rest', number: '1' }],
    ['a state there is not', { kind: 'scenario', set: { rates: { profile: 'insurer', state: 'ZZ' } } }],
    ['a rate of nothing', { kind: 'scenario', set: { rates: { profile: 'own', rates: { body: 0 } } } }],
    ['a tax of a hundred percent', { kind: 'scenario', set: { tax: { kind: 'own', percent: 100 } } }],
  ])('%s is refused and changes nothing', async (_, edit) => {
    const { patch, versions } = await editing(asked);
    const refused = await patch({ version: 0, edits: [edit] });
    expect([refused.status, refused.json.code]).toEqual([400, 'validation_error']);
    expect(await versions()).toEqual([]);
  });
});

describe('undo and redo', () => {
  test('walk back to the report as made and forth again, as often as there are changes', async () => {
    const { edit, read, patch } = await editing();
    const made = await read();
    const line = plainPart(made);
    const step = async (version: number, to: 'undo' | 'redo') =>
      editLinesAnswerSchema.parse((await patch({ version, step: to })).json).report;
    const states: ReportModel['estimate'][] = [{ ...made.estimate, excluded: [] }];
    for (const [version, price] of [100, 200, 300].entries()) {
      const set = { part_price: price };
      states.push((await edit(version, { kind: 'change', line_id: line.id, set })).report.estimate);
    }
    let version = 3;
    for (const back of [2, 1, 0]) {
      const report = await step(version++, 'undo');
      expect(report.estimate).toEqual(states[back]);
      expect(report.edit).toMatchObject({ can_undo: back > 0, can_redo: true });
    }
    const nothing = await patch({ version, step: 'undo' });
    expect([nothing.status, nothing.json.code]).toEqual([400, 'validation_error']);
    for (const forth of [1, 2, 3]) expect((await step(version++, 'redo')).estimate).toEqual(states[forth]);
    const again = await step(version++, 'undo');
    expect(again.estimate).toEqual(states[2]);
    const other = await edit(version++, { kind: 'exclude', line_id: line.id });
    expect(other.report.edit).toMatchObject({ can_undo: true, can_redo: false });
    expect((await step(version++, 'undo')).estimate).toEqual(states[2]);
    expect((await step(version++, 'undo')).estimate).toEqual(states[1]);
  });

  test('undo takes back even the undoing of everything', async () => {
    const { edit, read, patch } = await editing();
    const line = plainPart(await read());
    const first = await edit(0, { kind: 'exclude', line_id: line.id });
    await patch({ version: 1, restore: 0 });
    const back = editLinesAnswerSchema.parse((await patch({ version: 2, step: 'undo' })).json);
    expect(back.report.estimate).toEqual(first.report.estimate);
  });
});
