import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { reportDetailSchema } from '../../contract/api/report-answers.ts';
import { editLinesAnswerSchema } from '../../contract/schemas/edit-report.ts';
import type { EstimateLine } from '../../contract/schemas/estimate.ts';
import { SERVICE } from '../../server/concurrency/work-caller.ts';
import { shippedTables, type TableFiles } from '../../server/data-tables/table-files.ts';
import { keepTables } from '../../server/db/reports/estimate-tables.ts';
import { withLinks } from '../../server/estimate/build-estimate.ts';
import { derivedSections } from '../../server/pipeline/report-model.ts';
import { supplierLinksOf } from '../../server/pipeline/supplier-links.ts';
import { readSampleReport } from '../../server/reports/sample-report.ts';
import { sampleInputs } from '../fixtures/sample-inputs.ts';
import { addFinishedReport, addSignedIn } from './finished-report.ts';
import { startService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
});
afterAll(() => service.close());

const RATES = 'server/estimate/data/rates.json';
const COSTS = 'server/estimate/data/part-costs.tsv';

/** Hours of every part a tenth longer than ours: as an earlier version might have had them. */
function earlierTables(): TableFiles {
  const { files } = shippedTables();
  const rows = (files[COSTS] ?? '').split('\n').map((row) => row.split('\t'));
  const head = rows.find(([first]) => first === 'category') ?? [];
  const hours = head.flatMap((name, at) => (/hours/.test(name) && !/basis/.test(name) ? [at] : []));
  if (hours.length === 0) throw new Error('the table has no hours');
  const longer = rows.map((row) =>
    row === head || row[0]?.startsWith('#')
      ? row
      : row.map((cell, at) => (hours.includes(at) && Number(cell) > 0 ? String(Number(cell) * 1.1) : cell)),
  );
  return { ...files, [COSTS]: longer.map((row) => row.join('\t')).join('\n') };
}

/** A finished report that was made by these tables. */
async function reportMadeBy(id: string, files: TableFiles | null) {
  const { pool, estimating } = service.tools;
  const inputs = { ...sampleInputs(), versions: { ...sampleInputs().versions, tables_id: id } };
  const { lot, vehicle, total_loss, estimate: sample } = await readSampleReport();
  if (files) await keepTables(pool, { id, files });
  const loss = total_loss && {
    state: total_loss.state,
    title: lot.title,
    year: vehicle.year,
    in_year: 2026,
    hail: 'none' as const,
  };
  const made =
    files && id.startsWith('earlier')
      ? await estimating.for(SERVICE).edited({ inputs, edits: null, grounds: {}, loss })
      : { estimate: sample, total_loss };
  const { userId, token } = await addSignedIn(service);
  const report = await addFinishedReport(
    service,
    userId,
    (model) => ({
      ...model,
      ...derivedSections(lot, withLinks(made.estimate, supplierLinksOf(vehicle, {}))),
      total_loss: made.total_loss,
    }),
    inputs,
  );
  const read = async () => {
    const answer = await service.call('GET', `reports/${report}`, { token });
    const { report: model } = reportDetailSchema.parse(answer.json);
    if (!model) throw new Error('no report');
    return model.estimate;
  };
  const post = (json: object) => service.call('POST', `reports/${report}/recalculate`, { token, json });
  const patch = (json: object) => service.call('PATCH', `reports/${report}/lines`, { token, json });
  return { read, patch, post };
}

/** What a line says of hours and money; links follow the configuration. */
const figures = ({ supplier_links: _, ...line }: EstimateLine) => line;

test('an edit is calculated by the tables its report was made with: nothing else moves', async () => {
  const { read, patch } = await reportMadeBy('earlier-hours', earlierTables());
  const made = await read();
  const sample = (await readSampleReport()).estimate;
  const hoursOf = (lines: readonly EstimateLine[]) =>
    lines.reduce((sum, { labour }) => sum + (labour?.hours.likely ?? 0), 0);
  expect(hoursOf(made.lines)).toBeGreaterThan(hoursOf(sample.lines) * 1.05);
  const line = made.lines.find(
    (one) => one.standing === 'scope' && one.operation === 'replace' && one.part_price && !one.refinish,
  );
  if (!line) throw new Error('the sample replaces nothing unpainted');
  const { status, json } = await patch({
    version: 0,
    edits: [{ kind: 'change', line_id: line.id, set: { part_price: 1234.5 } }],
  });
  expect(status).toBe(200);
  const { changes } = editLinesAnswerSchema.parse(json);
  const after = await read();
  const others = (lines: readonly EstimateLine[]) => lines.filter(({ id }) => id !== line.id).map(figures);
  expect(others(after.lines)).toEqual(others(made.lines));
  expect([changes?.lines, changes?.changed.map(({ id }) => id)]).toEqual([[], [line.id]]);
  expect((await patch({ version: 1, step: 'undo' })).status).toBe(200);
  const back = await read();
  expect(back.lines.map(figures)).toEqual(made.lines.map(figures));
  expect(back.total).toEqual(made.total);
});

test('a report brought up to date is calculated by the tables of today', async () => {
  const { read, post } = await reportMadeBy('earlier-again', earlierTables());
  const { status } = await post({ version: 0 });
  expect(status).toBe(200);
  expect((await read()).versions.tables_id).toBe(shippedTables().id);
});

test('a report whose tables are not kept can be read and not edited', async () => {
  const { read, patch } = await reportMadeBy('nowhere', null);
  const [line] = (await read()).lines;
  const { status, json } = await patch({ version: 0, edits: [{ kind: 'exclude', line_id: line?.id }] });
  expect(status).toBe(409);
  expect(json).toMatchObject({
    code: 'report_read_only',
    message: expect.stringContaining('Update it to current tables'),
  });
});

test('tables that this version can no longer read leave the report as it is', async () => {
  const { files } = shippedTables();
  const { read, patch } = await reportMadeBy('torn', { ...files, [RATES]: '{"version": "rates-0"}' });
  const before = await read();
  const { status, json } = await patch({
    version: 0,
    edits: [{ kind: 'exclude', line_id: before.lines[0]?.id }],
  });
  expect(status).toBe(409);
  expect(json).toMatchObject({ code: 'report_read_only' });
  expect(await read()).toEqual(before);
});
