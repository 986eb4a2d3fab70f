import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { reportDetailSchema } from '../../contract/api/report-answers.ts';
import type { EvidenceItem } from '../../contract/evidence.ts';
import { editLinesAnswerSchema } from '../../contract/schemas/edit-report.ts';
import type { EstimateLine } from '../../contract/schemas/estimate.ts';
import { SERVICE } from '../../server/concurrency/work-caller.ts';
import { shippedTables, type TableFiles } from '../../server/data-tables/table-files.ts';
import { keepTables } from '../../server/db/reports/estimate-tables.ts';
import { withLinks } from '../../server/estimate/build-estimate.ts';
import { calculate } from '../../server/estimate/calculation/calculate.ts';
import { partSighting } from '../../server/estimate/fixtures/photo-sighting.ts';
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

const INFERENCE = 'server/estimate/data/inference.json';

/** Tables of before photos could outweigh what a listing says of the bags. */
function tablesOfBefore(): TableFiles {
  const { files } = shippedTables();
  const { bags_seen: _, confirmed_elsewhere: __, ...before } = JSON.parse(files[INFERENCE] ?? '{}');
  return { ...files, [INFERENCE]: JSON.stringify(before) };
}

/** A finished report that was made by these tables; `more`: evidence beside the sample's. */
async function reportMadeBy(id: string, files: TableFiles | null, more: readonly EvidenceItem[] = []) {
  const { pool, estimating } = service.tools;
  const sampled = sampleInputs();
  const inputs = {
    ...sampled,
    evidence: [...sampled.evidence.filter(({ kind }) => more.length === 0 || kind !== 'airbags'), ...more],
    versions: { ...sampled.versions, tables_id: id },
  };
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

const INTACT: EvidenceItem = { id: 'airbags', kind: 'airbags', value: 'intact' };
const DEPLOYED = ['airbag_driver', 'airbag_passenger'].map((bag) =>
  partSighting(
    `${bag}:none:none`,
    { state: 'damaged', confidence: 0.9, severity: 4, types: ['deployed'] },
    {
      photo: 4,
      surface: 'interior',
    },
  ),
);

test('a report made before what is seen of bags outweighed the listing keeps its evidence and its figures when it is edited', async () => {
  const evidence = [INTACT, ...DEPLOYED];
  const before = await reportMadeBy('earlier-bags', tablesOfBefore(), evidence);
  const made = await before.read();
  expect(
    made.lines.some(({ category, standing }) => category === 'airbag_module' && standing === 'scope'),
  ).toBe(false);
  const edits = [{ kind: 'exclude', line_id: 'hood:none' }];
  expect((await before.patch({ version: 0, edits })).status).toBe(200);
  expect((await before.patch({ version: 1, step: 'undo' })).status).toBe(200);
  expect((await before.read()).total).toEqual(made.total);
  const others = sampleInputs().evidence.filter(({ kind }) => kind !== 'airbags');
  const today = calculate({ ...sampleInputs(), evidence: [...others, ...evidence] }).estimate;
  expect(
    today.lines.some(({ category, standing }) => category === 'airbag_module' && standing === 'scope'),
  ).toBe(true);
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
