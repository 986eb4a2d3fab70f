import { spawnSync } from 'node:child_process';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import readSheet from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { reportDetailSchema } from '../../contract/api/report-answers.ts';
import { totalLossInLine } from '../../contract/report-view/head/total-loss.ts';
import { plain } from '../../contract/report-view/words/sentence.ts';
import { editLinesAnswerSchema, type LineEdit } from '../../contract/schemas/edit-report.ts';
import type { Estimate } from '../../contract/schemas/estimate.ts';
import { type ReportModel, reportModelSchema } from '../../contract/schemas/report.ts';
import { addFinishedReport, addSignedIn } from './finished-report.ts';
import { startService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
});
afterAll(() => service.close());

const cents = (dollars: number): number => Math.round(dollars * 100);
const poppler = spawnSync('pdftotext', ['-v']).status === 0;
/** The words of a PDF in reading order, with single spaces. */
const textOf = (pdf: Buffer): string =>
  spawnSync('pdftotext', ['-', '-'], { input: pdf, maxBuffer: 1e8 })
    .stdout.toString('utf8')
    .replaceAll(/\s+/g, ' ');

async function ofOneReport() {
  const { userId, token } = await addSignedIn(service);
  const id = await addFinishedReport(service, userId);
  const share = await service.call('POST', `reports/${id}/share`, { token });
  const sharedPath = String(share.json.path).replace('/shared', 'shared');
  const patch = async (
    json: unknown,
    headers: Record<string, string> = { prefer: 'return=representation' },
  ) => service.call('PATCH', `reports/${id}/lines`, { token, json, headers });
  const model = async (): Promise<ReportModel> => {
    const detail = reportDetailSchema.parse((await service.call('GET', `reports/${id}`, { token })).json);
    if (detail.report === null) throw new Error('no report');
    return detail.report;
  };
  return {
    patch,
    model,
    page: async (): Promise<Estimate> => (await model()).estimate,
    shared: async () => (await service.call('GET', sharedPath)).json.estimate,
    async exported(format: string) {
      const url = `/api/v1/reports/${id}/export?format=${format}`;
      return await service.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    },
    async printed() {
      const answer = await service.call('POST', 'auction/generate_report', {
        token,
        json: { report_id: id },
      });
      expect(answer.status).toBe(200);
      return textOf(answer.bytes);
    },
  };
}

function outcomeOf({ outcome }: Estimate): NonNullable<Estimate['outcome']> {
  if (!outcome) throw new Error('no outcome');
  return outcome;
}

/** The same lines, numbers and money wherever the report is read. */
async function sameEverywhere(report: Awaited<ReturnType<typeof ofOneReport>>): Promise<Estimate> {
  const page = await report.page();
  expect(await report.shared()).toEqual(page);
  const sum = page.lines.reduce(
    (all, line) => all + (line.standing === 'scope' ? cents(line.cost.likely) : 0),
    0,
  );
  expect(sum).toBe(cents(page.subtotal));
  const { as_written, possible, fall_away, unlocated, average } = outcomeOf(page);
  expect(cents(as_written)).toBe(cents(page.subtotal) + cents(page.tax));
  expect(cents(as_written) + cents(possible) + cents(fall_away) + cents(unlocated)).toBe(cents(average));
  const rows: Record<string, string>[] = parse((await report.exported('csv')).body, {
    columns: true,
    bom: true,
  });
  const summed = (heading: string) => rows.reduce((all, row) => all + cents(Number(row[heading] || 0)), 0);
  expect([summed('cost'), summed('expected_cost')]).toEqual([cents(as_written), cents(average)]);
  const lines = rows.filter(({ line }) => line !== '');
  const firsts = (numbers: readonly string[]) => numbers.toSorted().join(' ');
  const ofPage = page.lines.map(({ oem_numbers }) => oem_numbers[0]?.number ?? '');
  expect(firsts(lines.map((row) => row.oem_number ?? ''))).toBe(firsts(ofPage));
  const sheets = await readSheet((await report.exported('xlsx')).rawPayload);
  const totals = new Map(sheets[1]?.data.map((row) => [row[0], row[1]]));
  expect(totals.get('Total, likely')).toBe(page.total.likely);
  return page;
}

type Step = LineEdit | 'undo' | 'redo' | 'restore';
/** Any edit a user could make of this estimate, in any order; those that make no sense now are refused by the service. */
function stepsOn(made: Estimate): fc.Arbitrary<Step> {
  const line = fc.constantFrom(...made.lines.map(({ id }) => id));
  const place = fc.constantFrom(
    ...made.lines.flatMap(({ category, side, position }) =>
      category === null || side === 'unknown' ? [] : [{ category, name: null, side, position }],
    ),
  );
  const numbered = made.lines.filter(({ oem_numbers }) => oem_numbers.length > 1);
  const answers = (made.questions ?? []).flatMap(({ id, answers: all }) =>
    [...all.map((answer) => answer.id), null].map((answer) => ({ question: id, answer })),
  );
  return fc.oneof(
    fc
      .constantFrom(...answers)
      .map((statement): Step => ({ kind: 'answer', question: statement.question, answer: statement.answer })),
    fc.constantFrom(...answers).map(({ question }): Step => ({ kind: 'unanswer', question })),
    fc
      .constantFrom(...numbered)
      .chain(({ id, oem_numbers }) =>
        fc
          .constantFrom(...oem_numbers.map(({ number }) => number), null)
          .map((number): Step => ({ kind: 'choose_number', line_id: id, number })),
      ),
    fc
      .record(
        {
          airbags: fc.constantFrom('deployed' as const, 'intact' as const, null),
          parts: fc.constantFrom('oem' as const, 'used' as const, null),
          paint: fc.constantFrom('three_stage' as const, null),
          tax: fc.constantFrom({ kind: 'off' as const }, null),
        },
        { requiredKeys: [] },
      )
      .map((set): Step => ({ kind: 'scenario', set })),
    fc
      .tuple(place, fc.constantFrom('damaged' as const, 'whole' as const, 'not_fitted' as const, null))
      .map(([where, answer]): Step => ({ kind: 'part', place: where, answer })),
    line.map((line_id): Step => ({ kind: 'exclude', line_id })),
    line.map((line_id): Step => ({ kind: 'include', line_id })),
    line.map((line_id): Step => ({ kind: 'reset', line_id })),
    fc
      .tuple(line, fc.integer({ min: 1, max: 90_000 }))
      .map(([line_id, price]): Step => ({ kind: 'change', line_id, set: { part_price: price / 100 } })),
    fc
      .tuple(line, fc.constantFrom('replace' as const, 'repair' as const))
      .map(([line_id, operation]): Step => ({ kind: 'change', line_id, set: { operation } })),
    fc.tuple(line, line).map(([line_id, before]): Step => ({ kind: 'move', line_id, before })),
    fc.constantFrom<Step>('undo', 'undo', 'redo', 'restore'),
  );
}

describe('answers, edits, switches and undo in any order', () => {
  test('page, shared page, CSV and XLSX say the same after each, and undoing all leads back to the report as made', async () => {
    const { page } = await ofOneReport();
    const made = await page();
    await fc.assert(
      fc.asyncProperty(fc.array(stepsOn(made), { minLength: 4, maxLength: 9 }), async (steps) => {
        const report = await ofOneReport();
        let version = 0;
        for (const step of steps) {
          const json =
            step === 'undo' || step === 'redo'
              ? { version, step }
              : step === 'restore'
                ? { version, restore: 0 }
                : { version, edits: [step] };
          const answer = await report.patch(json);
          if (answer.status === 400) continue;
          expect(answer.status === 200 || answer.text).toBe(true);
          const saved = editLinesAnswerSchema.parse(answer.json);
          version = saved.version;
          const page = await sameEverywhere(report);
          // What answers moved and what would narrow the range follows with the first reader.
          const { narrowing, evidence } = page;
          expect(page).toEqual({ ...saved.report?.estimate, narrowing, evidence });
        }
        // Without the whole report: the test reads only the version.
        const undo = () => report.patch({ version, step: 'undo' }, {});
        for (let answer = await undo(); answer.status === 200; answer = await undo())
          version = editLinesAnswerSchema.parse(answer.json).version;
        expect(await report.page()).toEqual(made);
      }),
      { numRuns: 4, seed: 20261121 },
    );
  });

  test.runIf(poppler)('the PDF prints the total and the numbers that the page shows', async () => {
    const report = await ofOneReport();
    const made = await report.page();
    const [question] = made.questions ?? [];
    const [answer] = question?.answers ?? [];
    if (!question || !answer) throw new Error('the sample asks nothing');
    const edits: LineEdit[] = [
      { kind: 'scenario', set: { airbags: 'deployed', parts: 'used' } },
      { kind: 'answer', question: question.id, answer: answer.id },
    ];
    const { json } = await report.patch({ version: 0, edits });
    const { estimate } = reportModelSchema.parse(json.report);
    const text = await report.printed();
    expect(text).toContain(Math.round(estimate.total.likely).toLocaleString('en-US'));
    const [lineId = ''] = Object.keys(answer.leaves);
    const line = estimate.lines.find(({ id }) => id === lineId);
    for (const { number } of line?.oem_numbers ?? []) expect(text).toContain(number);
    for (const { number } of line?.ruled_out ?? []) expect(text).not.toContain(number);
  });

  test.runIf(poppler)(
    'the PDF says the verdict of own value, salvage and state as the page does',
    async () => {
      const report = await ofOneReport();
      const { total_loss: made } = await report.model();
      const likely = (await report.page()).total.likely;
      const words = (text: string): string => text.replaceAll(/\s+/g, ' ');
      const told: string[] = [];
      const losses = [
        { acv: Math.round(likely * 3), state: 'FL' },
        { acv: Math.round(likely * 1.05), state: 'FL' },
        { acv: Math.round(likely * 2), salvage: Math.round(likely * 1.9), state: 'CA' },
        { acv: Math.round(likely * 2), salvage: Math.round(likely * 0.05), state: 'CA' },
      ];
      for (const [version, loss] of losses.entries()) {
        const { status } = await report.patch({ version, edits: [{ kind: 'scenario', set: { loss } }] });
        expect(status).toBe(200);
        const { total_loss } = await report.model();
        if (!total_loss) throw new Error('no verdict');
        const text = await report.printed();
        expect(text).toContain(words(plain(totalLossInLine(total_loss))));
        expect(text).not.toContain(words(plain(totalLossInLine(made ?? total_loss))));
        told.push(`${total_loss.state} ${total_loss.verdict}`);
      }
      expect(told).toEqual(['FL repairable', 'FL total_loss', 'CA total_loss', 'CA repairable']);
    },
  );
});
