import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { reportDetailSchema, supplierLinksAnswerSchema } from '../../contract/api/report-answers.ts';
import { reportListItemSchema } from '../../contract/calls.ts';
import { withChanges } from '../../contract/report-view/apply-changes.ts';
import {
  editLinesAnswerSchema,
  type LineEdit,
  reportVersionSchema,
} from '../../contract/schemas/edit-report.ts';
import { carPartSchema } from '../../contract/schemas/part.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { buildEstimate, withLinks } from '../../server/estimate/build-estimate.ts';
import type { EstimateInputs } from '../../server/estimate/calculation/estimate-inputs.ts';
import { derivedSections } from '../../server/pipeline/report-model.ts';
import { supplierLinksOf } from '../../server/pipeline/supplier-links.ts';
import { editReport } from '../../server/reports/edit/edit-report.ts';
import { createKeptReports } from '../../server/reports/edit/kept-reports.ts';
import { readStoredReport } from '../../server/reports/read-report.ts';
import { sampleInputs } from '../fixtures/sample-inputs.ts';
import { storedReport } from '../fixtures/stored-report.ts';
import { processorMs } from '../machine.ts';
import { addFinishedReport, addSignedIn } from './finished-report.ts';
import { onceMade } from './once-made.ts';
import { startService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
});
afterAll(() => service.close());

/** The answer to `Prefer: return=representation`. */
function wholeOf(json: unknown): { version: number; report: ReportModel } {
  const { version, report } = editLinesAnswerSchema.parse(json);
  if (!report) throw new Error('not the whole report');
  return { version, report };
}

const estimateOf = ({ vehicle }: ReportModel, inputs: EstimateInputs) =>
  withLinks(buildEstimate(inputs), supplierLinksOf(vehicle, {}));

type Made = { readonly inputs: EstimateInputs; readonly change?: (model: ReportModel) => ReportModel };

/** A report as made of other inputs; its estimate is calculated for the first one only. */
function madeOf(changed: Partial<EstimateInputs>): Made {
  const inputs = { ...sampleInputs(), ...changed };
  let sections: ReturnType<typeof derivedSections> | undefined;
  return {
    inputs,
    change(model) {
      sections ??= derivedSections(model.lot, estimateOf(model, inputs));
      return { ...model, ...sections };
    },
  };
}

const cents = (dollars: number): number => Math.round(dollars * 100);

const HOOD = { category: 'hood', name: null, side: 'none', position: 'none' } as const;

const WHOLE = { prefer: 'return=representation' };

async function editing({ inputs, change }: Made = { inputs: sampleInputs() }) {
  const { userId, token } = await addSignedIn(service);
  const id = await addFinishedReport(service, userId, change, inputs);
  const patch = (json: unknown, headers: Record<string, string> = WHOLE) =>
    service.call('PATCH', `reports/${id}/lines`, { token, json, headers });
  return {
    userId,
    token,
    id,
    patch,
    async edit(version: number, ...edits: LineEdit[]) {
      return wholeOf((await patch({ version, edits })).json);
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

/** One report of the sample for all that changes nothing. */
const unchanged = onceMade(() => editing());

/** A replaced part without paint: nothing but itself changes with it. */
const plainPart = (model: ReportModel) => {
  const line = model.estimate.lines.find(
    (entry) =>
      entry.operation === 'replace' && entry.part_price && !entry.refinish && entry.standing === 'scope',
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
      cents(made.estimate.subtotal) - cents(line.cost.likely),
    );
    expect(without.report.estimate.excluded?.map(({ id }) => id)).toEqual([line.id]);
    const back = await edit(1, { kind: 'include', line_id: line.id });
    expect(back.report.estimate).toEqual({ ...made.estimate, excluded: [] });
    expect(back.report.edit?.changes).toBe(0);
  });

  test('what is printed adds up by eye, to the cent, whatever was edited', async () => {
    const { edit, read } = await editing();
    const line = plainPart(await read());
    const { report } = await edit(
      0,
      { kind: 'change', line_id: line.id, set: { part_price: 1234.56, quantity: 3 } },
      { kind: 'scenario', set: { rates: { profile: 'shop' } } },
    );
    const { lines, subtotal, tax, outcome, totals } = report.estimate;
    const scope = lines.filter(({ standing }) => standing === 'scope');
    expect(scope.reduce((sum, { cost }) => sum + cents(cost.likely), 0)).toBe(cents(subtotal));
    expect(totals.reduce((sum, { likely }) => sum + cents(likely), 0)).toBe(cents(subtotal) + cents(tax));
    if (!outcome) throw new Error('no outcome');
    const { as_written, possible, fall_away, unlocated, average } = outcome;
    expect(cents(as_written)).toBe(cents(subtotal) + cents(tax));
    expect([as_written, possible, fall_away, unlocated].reduce((sum, row) => sum + cents(row), 0)).toBe(
      cents(average),
    );
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
    const sided = await edit(2, { kind: 'change', line_id: 'user:1', set: { side: 'left' } });
    expect(sided.report.estimate.lines[0]).toMatchObject({ id: 'user:1', quantity: 2, side: 'left' });
    const third = await edit(3, { kind: 'exclude', line_id: 'user:1' });
    expect(third.report.estimate.subtotal).toBe(made.estimate.subtotal);
  });

  test('every version is kept: an earlier one becomes the newest again, and 0 is the report as made', async () => {
    const { edit, read, patch, versions, card } = await editing();
    const made = await read();
    const line = plainPart(made);
    const first = await edit(0, { kind: 'change', line_id: line.id, set: { part_price: 5000 } });
    await edit(1, { kind: 'exclude', line_id: line.id });
    const undone = wholeOf((await patch({ version: 2, restore: 1 })).json);
    expect(undone.version).toBe(3);
    expect(undone.report.estimate).toEqual(first.report.estimate);
    const none = wholeOf((await patch({ version: 3, restore: 0 })).json);
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

  test('an edit builds on what another process saved since the last one of this', async () => {
    const { userId, id, edit, read } = await editing();
    const [hood, other] = (await read()).estimate.lines.filter(({ part_price }) => part_price !== null);
    if (!hood || !other) throw new Error('fewer than two parts');
    await edit(0, { kind: 'change', line_id: hood.id, set: { part_price: 111 } });
    const elsewhere = {
      ...service.tools,
      affiliates: {},
      now: () => new Date(),
      kept: createKeptReports(),
    };
    await editReport(elsewhere, userId, id, {
      version: 1,
      edits: [{ kind: 'change', line_id: other.id, set: { part_price: 222 } }],
    });
    const { version, report } = await edit(2, {
      kind: 'change',
      line_id: hood.id,
      set: { part_price: 333 },
    });
    const priceOf = (lineId: string) =>
      report.estimate.lines.find((line) => line.id === lineId)?.part_price?.likely;
    expect([version, priceOf(hood.id), priceOf(other.id)]).toEqual([3, 333, 222]);
  });

  test('a report is taken from the database once while nobody writes to it, and anew after a change', async () => {
    const { userId, id, edit } = await editing();
    const read = () => readStoredReport(service.tools.pool, userId, id);
    const made = await read();
    expect((await read()).estimate).toBe(made.estimate);
    const { report } = await edit(0, { kind: 'scenario', set: { parts: 'used' } });
    expect((await read()).estimate.total).toEqual(report.estimate.total);
    await expect(readStoredReport(service.tools.pool, randomUUID(), id)).rejects.toThrow(/no such report/);
  });

  test('of twenty edits at once of one version exactly one is saved', async () => {
    const { read, patch, versions } = await editing();
    const line = plainPart(await read());
    const edit = async (part_price: number) => {
      const edits = [{ kind: 'change', line_id: line.id, set: { part_price } }];
      // Where no connection was free in time the caller is told to come again, and does.
      for (;;) {
        const answer = await patch({ version: 0, edits });
        if (answer.status !== 503) return answer;
      }
    };
    const all = await Promise.all(Array.from({ length: 20 }, (_, index) => edit(index + 1)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await versions()).toHaveLength(1);
  });

  test.each([
    ['an unknown line', { version: 0, edits: [{ kind: 'exclude', line_id: '__proto__' }] }],
    [
      'an unknown line to move before',
      { version: 0, edits: [{ kind: 'move', line_id: 'hood:none', before: 'x' }] },
    ],
    ['an unknown version', { version: 0, restore: 7 }],
    ['no edits', { version: 0, edits: [] }],
    [
      'a part there is not',
      {
        version: 0,
        edits: [
          {
            kind: 'part',
            place: { category: '__proto__', name: null, side: 'none', position: 'none' },
            answer: 'whole',
          },
        ],
      },
    ],
    [
      'an answer no part has',
      {
        version: 0,
        edits: [
          {
            kind: 'part',
            place: { category: 'hood', name: null, side: 'none', position: 'none' },
            answer: 'perhaps',
          },
        ],
      },
    ],
    [
      'a photo the report has not',
      { version: 0, edits: [{ kind: 'part', place: HOOD, answer: 'damaged', photo: 99 }] },
    ],
    [
      'a box on no photo',
      { version: 0, edits: [{ kind: 'part', place: HOOD, answer: 'damaged', box: [0, 0, 0.5, 0.5] }] },
    ],
    ...[
      [0.5, 0.5, 0.5, 0.9],
      [0.9, 0.1, 0.2, 0.4],
      [0, 0, 1.2, 1],
    ].map((box): [string, object] => [
      `a box of no size or outside the photo (${box})`,
      { version: 0, edits: [{ kind: 'part', place: HOOD, answer: 'damaged', photo: 1, box }] },
    ]),
    [
      'a side of an estimated part',
      { version: 0, edits: [{ kind: 'change', line_id: 'hood:none', set: { side: 'left' } }] },
    ],
    [
      'a price below nothing',
      { version: 0, edits: [{ kind: 'change', line_id: 'hood:none', set: { sublet: -1 } }] },
    ],
    ['a word of its own', { version: 0, edits: [{ kind: 'exclude', line_id: 'hood:none', total_cost: 0 }] }],
    [
      'edits and a version to restore',
      { version: 0, restore: 0, edits: [{ kind: 'exclude', line_id: 'x' }] },
    ],
  ])('%s is refused and changes nothing', async (_, json) => {
    const { patch, versions } = await unchanged();
    const answer = await patch(json);
    expect([answer.status, answer.json.code]).toEqual([400, 'validation_error']);
    expect(await versions()).toEqual([]);
  });

  test('costs less than a second of processor time', async () => {
    const { read, patch } = await editing();
    const line = plainPart(await read());
    const times: number[] = [];
    for (let version = 0; version < 5; version += 1) {
      const edits = [{ kind: 'change', line_id: line.id, set: { quantity: line.quantity + version + 1 } }];
      times.push(await processorMs(async () => expect((await patch({ version, edits })).status).toBe(200)));
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

/** A line without paint whose part the catalogue gives one number; a question tells between two of it. */
const ASKED_LINE = 'license_bracket_front:none';

/** A report whose catalogue names fog lamps, which the sample's does not. */
const ASKED = madeOf(asked());
/** One such report for all that changes nothing. */
const unchangedAsked = onceMade(() => editing(ASKED));

function asked(): Partial<EstimateInputs> {
  const number = (id: string, price: number) => ({
    number: id,
    name: 'License bracket',
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
  const { numbers } = sampleInputs();
  const category = 'license_plate_bracket';
  const numbered = numbers.map((entry) =>
    entry.category === category
      ? { ...entry, numbers: [number('51110000001', 700), number('51110000002', 40)] }
      : entry,
  );
  const leaves = (id: string) => ({ [ASKED_LINE]: [id] });
  const questions = [
    {
      id: 'fog_lamps',
      asked: { code: 'has' as const, option: 'fog_lamps' },
      answers: [
        { id: 'yes', leaves: leaves('51110000001') },
        { id: 'no', leaves: leaves('51110000002') },
      ],
      said: ['w/fog lamp'],
      known: null,
      answered: null,
    },
  ];
  return { numbers: numbered, questions };
}

describe('answers, chosen numbers and switches', () => {
  test('an answer narrows the numbers, prices them anew, and stands in versions, exports and suppliers’ links', async () => {
    const { edit, versions, token, id } = await editing(ASKED);
    const lineId = ASKED_LINE;
    const { report } = await edit(0, { kind: 'answer', question: 'fog_lamps', answer: 'no' });
    const line = report.estimate.lines.find((entry) => entry.id === lineId);
    expect(line?.oem_numbers.map((entry) => entry.number)).toEqual(['51110000002']);
    expect(line?.part_price).toMatchObject({ likely: 40, basis: 'catalogue' });
    expect(line?.supplier_links.some(({ url }) => url.includes('51110000002'))).toBe(true);
    expect(report.estimate.questions?.[0]?.answered).toMatchObject({ answer: 'no', by: 'user' });
    expect(report.estimate.facts).toContainEqual({
      code: 'answers',
      given: [{ question: 'fog_lamps', answer: 'no' }],
    });
    expect(report.edit).toMatchObject({ changes: 1, can_undo: true, can_redo: false });
    expect((await versions())[0]).toMatchObject({ version: 1, changed: 0, choices: 1 });
    const csv = await service.call('GET', `reports/${id}/export?format=csv`, { token });
    expect(csv.text).toContain('51110000002');
    expect(csv.text).not.toContain('51110000001');
  });

  test('a chosen number, a switch and an answer are each taken back by themselves', async () => {
    const { edit, read } = await editing(ASKED);
    const made = await read();
    const lineId = ASKED_LINE;
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
    expect(bag).toMatchObject({ standing: 'scope' });
    expect(bag?.probability).toBeGreaterThan(0.5);
  });

  test.each<[string, LineEdit | unknown]>([
    ['a question it does not ask', { kind: 'answer', question: 'sunroof', answer: 'yes' }],
    ['an answer it does not offer', { kind: 'answer', question: 'fog_lamps', answer: 'perhaps' }],
    ['a number that is not the line’s', { kind: 'choose_number', line_id: 'hood:none', number: '1' }],
    ['a state there is not', { kind: 'scenario', set: { rates: { profile: 'insurer', state: 'ZZ' } } }],
    ['a rate of nothing', { kind: 'scenario', set: { rates: { profile: 'own', rates: { body: 0 } } } }],
    ['a tax of a hundred percent', { kind: 'scenario', set: { tax: { kind: 'own', percent: 100 } } }],
  ])('%s is refused and changes nothing', async (_, edit) => {
    const { patch, versions } = await unchangedAsked();
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
      wholeOf((await patch({ version, step: to })).json).report;
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
    const back = wholeOf((await patch({ version: 2, step: 'undo' })).json);
    expect(back.report.estimate).toEqual(first.report.estimate);
  });
});

/** One edit of every kind, each onto the ones before it. */
const everyKind = (made: ReportModel): [kind: string, edits: LineEdit[]][] => {
  const line = plainPart(made);
  const [first] = made.estimate.lines;
  if (!first) throw new Error('no lines');
  const place = { category: 'hood', name: null, side: 'none', position: 'none' } as const;
  return [
    ['change', [{ kind: 'change', line_id: line.id, set: { part_price: 1234.5 } }]],
    ['a change of the operation', [{ kind: 'change', line_id: 'hood:none', set: { operation: 'repair' } }]],
    ['a chance', [{ kind: 'change', line_id: 'headlamp:unknown:2', set: { probability: 1 } }]],
    ['reset', [{ kind: 'reset', line_id: line.id }]],
    ['exclude', [{ kind: 'exclude', line_id: line.id }]],
    ['include', [{ kind: 'include', line_id: line.id }]],
    [
      'add',
      [
        {
          kind: 'add',
          line: {
            name: 'Tow hook',
            section: 'front_bumper',
            operation: 'replace',
            side: 'none',
            position: 'none',
            part_price: 40,
          },
        },
      ],
    ],
    ['move', [{ kind: 'move', line_id: 'user:1', before: first.id }]],
    ['answer', [{ kind: 'answer', question: 'fog_lamps', answer: 'no' }]],
    ['unanswer', [{ kind: 'unanswer', question: 'fog_lamps' }]],
    ['choose_number', [{ kind: 'choose_number', line_id: ASKED_LINE, number: '51110000002' }]],
    ['part', [{ kind: 'part', place, answer: 'whole' }]],
    ['part taken back', [{ kind: 'part', place, answer: null }]],
    ['airbags', [{ kind: 'scenario', set: { airbags: 'deployed' } }]],
    ['rates', [{ kind: 'scenario', set: { rates: { profile: 'shop' } } }]],
    ['parts', [{ kind: 'scenario', set: { parts: 'used' } }]],
    ['paint', [{ kind: 'scenario', set: { paint: 'three_stage' } }]],
    ['bands', [{ kind: 'scenario', set: { bands: 'in_proportion' } }]],
    ['tax', [{ kind: 'scenario', set: { tax: { kind: 'off' } } }]],
  ];
};

describe('what an edit answers', () => {
  test('the report before it with the changes is the whole report, for every kind of edit, step and restoring', async () => {
    const { read, patch } = await editing(ASKED);
    let before = await read();
    let version = 0;
    const onto = async (json: object, what: string) => {
      const { status, json: answer } = await patch({ version, ...json }, {});
      expect([what, status]).toEqual([what, 200]);
      const { changes, report, ...told } = editLinesAnswerSchema.parse(answer);
      expect([what, report, told.version]).toEqual([what, undefined, version + 1]);
      version = told.version;
      const after = await read();
      if (!changes) throw new Error('no changes');
      expect({ what, ...withChanges(before, changes) }).toEqual({ what, ...after });
      before = after;
    };
    for (const [what, edits] of everyKind(before)) await onto({ edits }, what);
    await onto({ step: 'undo' }, 'undo');
    await onto({ step: 'redo' }, 'redo');
    await onto({ restore: 1 }, 'restore');
    await onto({ restore: 0 }, 'restore 0');
  });

  test('Prefer: return=representation answers the whole report, and the answer says so', async () => {
    const { read, patch } = await editing();
    const edits = [{ kind: 'exclude', line_id: plainPart(await read()).id }];
    const whole = await patch({ version: 0, edits });
    expect(whole.headers['preference-applied']).toBe('return=representation');
    expect(whole.json).toEqual({ version: 1, report: await read() });
    const changes = await patch({ version: 1, step: 'undo' }, {});
    expect(changes.headers['preference-applied']).toBeUndefined();
    expect(Object.keys(changes.json)).toEqual(['version', 'changes']);
  });

  test('the answer to a changed price is a small part of the report', async () => {
    const { read, patch } = await editing();
    const made = await read();
    const edits = [{ kind: 'change', line_id: plainPart(made).id, set: { part_price: 777 } }];
    const answer = await patch({ version: 0, edits }, {});
    const { changes } = editLinesAnswerSchema.parse(answer.json);
    expect(changes?.changed.map(({ id }) => id)).toEqual([plainPart(made).id]);
    const whole = JSON.stringify(await read()).length;
    expect(answer.text.length / whole).toBeLessThan(0.15);
  });

  test('so is the answer to a setting that moves many lines', async () => {
    const { read, patch } = await editing();
    const answer = await patch({ version: 0, edits: [{ kind: 'scenario', set: { parts: 'used' } }] }, {});
    const { changes } = editLinesAnswerSchema.parse(answer.json);
    expect(changes?.changed.length).toBeGreaterThan(10);
    expect(changes?.changed.filter(({ set }) => set.supplier_links !== undefined)).toEqual([]);
    const whole = JSON.stringify(await read()).length;
    expect(answer.text.length / whole).toBeLessThan(0.15);
  });
});

describe('where parts are bought, asked for apart', () => {
  test('a report without its links, and its links, make the report with them', async () => {
    const { id, token, read } = await editing(ASKED);
    const whole = await read();
    const answer = await service.call('GET', `reports/${id}?supplier_links=without`, { token });
    const { report } = reportDetailSchema.parse(answer.json);
    const { lines } = supplierLinksAnswerSchema.parse(
      (await service.call('GET', `reports/${id}/supplier_links`, { token })).json,
    );
    expect(report?.estimate.lines.flatMap(({ supplier_links }) => supplier_links)).toEqual([]);
    expect(Object.values(lines).flat().length).toBeGreaterThan(50);
    expect(
      report && {
        ...report,
        estimate: {
          ...report.estimate,
          lines: report.estimate.lines.map((line) => ({ ...line, supplier_links: lines[line.id] })),
        },
      },
    ).toEqual(whole);
  });

  test('they follow the number that an answer leaves', async () => {
    const { id, token, edit } = await editing(ASKED);
    await edit(0, { kind: 'answer', question: 'fog_lamps', answer: 'no' });
    const { lines } = supplierLinksAnswerSchema.parse(
      (await service.call('GET', `reports/${id}/supplier_links`, { token })).json,
    );
    expect(lines[ASKED_LINE]?.some(({ url }) => url.includes('51110000002'))).toBe(true);
  });
});

describe('an edit that changes nothing', () => {
  test.each<[string, (line: ReportModel['estimate']['lines'][number], made: ReportModel) => LineEdit]>([
    ['a reset of a line nobody changed', ({ id }) => ({ kind: 'reset', line_id: id })],
    ['including a line that is in', ({ id }) => ({ kind: 'include', line_id: id })],
    [
      'the name, operation, part type and quantity it has',
      ({ id, name, operation, part_type, quantity }) => ({
        kind: 'change',
        line_id: id,
        set: { name, operation, part_type, quantity },
      }),
    ],
    [
      'a move to its own place',
      ({ id }, { estimate: { lines } }) => {
        const next = lines[lines.findIndex((entry) => entry.id === id) + 1];
        return { kind: 'move', line_id: id, before: next?.id ?? null };
      },
    ],
    ['taking back an answer nobody gave', () => ({ kind: 'unanswer', question: 'fog_lamps' })],
    [
      'taking back a choice nobody made',
      () => ({ kind: 'choose_number', line_id: ASKED_LINE, number: null }),
    ],
    [
      'taking back what nobody said of a part',
      () => ({
        kind: 'part',
        place: { category: 'hood', name: null, side: 'none', position: 'none' },
        answer: null,
      }),
    ],
    ['a switch put where it stands', () => ({ kind: 'scenario', set: { airbags: 'unknown', tax: null } })],
  ])('%s makes no version and answers the one that stands', async (_, edit) => {
    const { read, patch, versions } = await unchangedAsked();
    const made = await read();
    const { status, json } = await patch({ version: 0, edits: [edit(plainPart(made), made)] }, {});
    expect(status).toBe(200);
    const { version, changes } = editLinesAnswerSchema.parse(json);
    expect([version, changes?.lines, changes?.removed]).toEqual([0, [], []]);
    expect(await read()).toEqual(made);
    expect(await versions()).toEqual([]);
  });

  test('is also the same edit once more, and restoring what stands', async () => {
    const { edit, read, patch, versions } = await editing();
    const line = plainPart(await read());
    const price: LineEdit = { kind: 'change', line_id: line.id, set: { part_price: 500 } };
    const place = { category: 'hood', name: null, side: 'none', position: 'none' } as const;
    const first = await edit(0, price, { kind: 'part', place, answer: 'whole' });
    const again = await edit(1, { kind: 'part', place, answer: 'whole' }, price);
    expect(again).toEqual(first);
    const restored = wholeOf((await patch({ version: 1, restore: 1 })).json);
    expect(restored).toEqual(first);
    expect(await versions()).toHaveLength(1);
  });
});

describe('what the user says of a part', () => {
  const place = { category: 'hood', name: null, side: 'none', position: 'none' } as const;

  test('whole strikes it, moves its neighbors down, and is taken back to the cent', async () => {
    const { edit, read } = await editing();
    const made = await read();
    const chanceOf = ({ estimate: { lines } }: ReportModel, id: string) =>
      lines.find((line) => line.id === id)?.probability ?? 0;
    const { report } = await edit(0, { kind: 'part', place, answer: 'whole' });
    expect(report.estimate.lines.find(({ category }) => category === 'hood')).toBeUndefined();
    for (const neighbor of ['radiator_support:none', 'headlamp:unknown', 'fender:unknown'])
      expect([neighbor, chanceOf(report, neighbor) < chanceOf(made, neighbor)]).toEqual([neighbor, true]);
    expect(report.estimate.total.likely).toBeLessThan(made.estimate.total.likely);
    expect(report.edit).toMatchObject({ changes: 1, can_undo: true });
    const back = await edit(1, { kind: 'part', place, answer: null });
    expect(back.report.estimate).toEqual({ ...made.estimate, excluded: [] });
  });

  test('damaged where it was drawn: the box stands on its line, is printed, and goes with the answer', async () => {
    const { edit, read, id, token } = await editing();
    const photo = (await read()).photos.find(({ url }) => url !== null)?.number ?? 0;
    const box: [number, number, number, number] = [0.1, 0.2, 0.5, 0.6];
    const { report } = await edit(0, { kind: 'part', place, answer: 'damaged', photo, box });
    const hood = report.estimate.lines.find((line) => line.id === 'hood:none');
    expect(hood?.evidence).toEqual([{ photo, box, kind: 'user_box' }]);
    expect(report.estimate.evidence).toContainEqual(
      expect.objectContaining({ kind: 'part_answer', says: 'damaged', photos: [photo] }),
    );
    const { narrowing, evidence, ...figures } = (await read()).estimate;
    expect({ ...figures, evidence: report.estimate.evidence }).toEqual(report.estimate);
    const printed = await service.call('POST', 'auction/generate_report', { token, json: { report_id: id } });
    expect(printed.status).toBe(200);
    const moved = await edit(1, { kind: 'part', place, answer: 'damaged', photo, box: [0, 0, 0.5, 0.6] });
    expect(moved.version).toBe(2);
    const back = await edit(2, { kind: 'part', place, answer: null });
    expect(back.report.estimate.lines.flatMap(({ evidence }) => evidence)).toEqual([]);
  });

  test('is saved before it is known what would narrow the range now, which the next reader finds', async () => {
    const { edit, read, id } = await editing();
    const before = (await read()).estimate.narrowing;
    const { report } = await edit(0, { kind: 'part', place, answer: 'whole' });
    expect(report.estimate.narrowing).toBeUndefined();
    const { narrowing, evidence } = (await read()).estimate;
    expect(narrowing?.length).toBeGreaterThan(0);
    expect(narrowing).not.toEqual(before);
    expect(evidence?.at(-1)).toEqual(report.estimate.evidence?.at(-1));
    const { rows } = await service.tools.pool.query(
      "SELECT edited_model #> '{estimate,narrowing}' AS stored, version FROM reports WHERE id = $1",
      [id],
    );
    expect(rows).toEqual([{ stored: narrowing, version: 1 }]);
  });

  test('moves what an earlier answer is said to move once the report is read again', async () => {
    const { edit, read } = await editing();
    const cover = { category: 'front_bumper_cover', name: null, side: 'none', position: 'none' } as const;
    const first = await edit(0, { kind: 'part', place, answer: 'damaged' });
    const second = await edit(1, { kind: 'part', place: cover, answer: 'damaged' });
    const movesOf = ({ estimate }: ReportModel, category: string) =>
      estimate.evidence?.find(({ kind, part }) => kind === 'part_answer' && part?.category === category)
        ?.moves;
    expect(movesOf(second.report, 'hood')).toBe(movesOf(first.report, 'hood'));
    const report = await read();
    expect(movesOf(report, 'hood')).not.toBe(movesOf(first.report, 'hood'));
    expect(movesOf(report, 'front_bumper_cover')).toBe(movesOf(second.report, 'front_bumper_cover'));
  });

  test('may be any part the car can have, by the name its lines have', async () => {
    const { edit, id, token } = await editing();
    const answer = await service.call('GET', `reports/${id}/car_parts`, { token });
    const parts = z.array(carPartSchema).parse(answer.json);
    expect(parts).toContainEqual({
      category: 'tail_lamp',
      name: 'Tail lamp (quarter mounted)',
      section: 'rear_lamps',
      sided: true,
      position: 'rear',
    });
    expect(parts.map(({ category }) => category)).not.toContain('liftgate');
    const lamp = { category: 'tail_lamp', name: null, side: 'left', position: 'rear' } as const;
    const { report } = await edit(0, { kind: 'part', place: lamp, answer: 'damaged' });
    const line = report.estimate.lines.find(({ category }) => category === 'tail_lamp');
    expect(line).toMatchObject({ name: 'Tail lamp (quarter mounted)', side: 'left', standing: 'scope' });
  });

  test('damaged raises it and its neighbors', async () => {
    const { edit, read } = await editing();
    const made = await read();
    const { report } = await edit(0, { kind: 'part', place, answer: 'damaged' });
    const hood = report.estimate.lines.find(({ id }) => id === 'hood:none');
    expect(hood?.probability).toBeGreaterThan(0.95);
    expect(report.estimate.total.likely).toBeGreaterThan(made.estimate.total.likely);
  });

  test('a line it strikes can still be changed back, and one made unlikely stays listed', async () => {
    const { edit, read } = await editing();
    const made = await read();
    const first = await edit(0, {
      kind: 'change',
      line_id: 'hood:none',
      set: { probability: 0.01, part_price: 5 },
    });
    expect(first.report.estimate.lines.find(({ id }) => id === 'hood:none')).toMatchObject({
      standing: 'possible',
      probability: 0.01,
    });
    const reset = await edit(1, { kind: 'reset', line_id: 'hood:none' });
    expect(reset.report.estimate).toEqual({ ...made.estimate, excluded: [] });
  });
});

describe('a report of schema_version 1', () => {
  test('refuses edits, steps and restoring, keeps what it says, and opens, prints, exports and is shared', async () => {
    const { userId, token } = await addSignedIn(service);
    const stored = storedReport('bid-cars-bmw');
    const id = await addFinishedReport(service, userId, () => ({ ...stored.made, report_id: 'one' }), null);
    const patch = (json: object) => service.call('PATCH', `reports/${id}/lines`, { token, json });
    const read = async () => (await service.call('GET', `reports/${id}`, { token })).json.report;
    const before = await read();
    for (const json of [
      { edits: [{ kind: 'exclude', line_id: 'hood' }] },
      { restore: 0 },
      { step: 'undo' },
    ]) {
      const { status, json: answer } = await patch({ version: 0, ...json });
      expect([status, answer.code]).toEqual([409, 'report_read_only']);
    }
    expect(await read()).toEqual(before);
    for (const format of ['json', 'csv', 'xlsx', 'parts'])
      expect([
        format,
        (await service.call('GET', `reports/${id}/export?format=${format}`, { token })).status,
      ]).toEqual([format, 200]);
    const pdf = await service.call('POST', 'auction/generate_report', { token, json: { report_id: id } });
    expect([pdf.status, pdf.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    const share = await service.call('POST', `reports/${id}/share`, { token });
    const shared = await service.call('GET', String(share.json.path).replace('/shared', 'shared'));
    expect([shared.status, shared.json.estimate]).toEqual([200, stored.made.estimate]);
  });
});
