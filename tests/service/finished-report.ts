import { STEP_NAMES } from '../../contract/report-status.ts';
import { cardDiagramOf } from '../../contract/report-view/line-order.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { issueAccessToken } from '../../server/accounts/session/access-token.ts';
import { newToken, tokenHash } from '../../server/accounts/tokens.ts';
import { insertSession } from '../../server/db/accounts/sessions.ts';
import { inTransaction } from '../../server/db/client.ts';
import { claimRun } from '../../server/db/reports/report-leases.ts';
import { finishRun } from '../../server/db/reports/report-runs.ts';
import { insertReport } from '../../server/db/reports/reports.ts';
import type { EstimateInputs } from '../../server/estimate/calculation/estimate-inputs.ts';
import { scrapeLot } from '../../server/lots/scrape-lot.ts';
import { reportEngine } from '../../server/pipeline/run/report-engine.ts';
import { runReport } from '../../server/pipeline/run/run-report.ts';
import { readSampleReport, SAMPLE_REPORT_LOT } from '../../server/reports/sample-report.ts';
import type { Tools } from '../../server/tools.ts';
import { copyReport } from '../copied-report.ts';
import { sampleInputs } from '../fixtures/sample-inputs.ts';
import { addReport, addUser } from './seed.ts';
import type { TestService } from './service.ts';

/** A finished report of this user, with the sample's content under its own id; without `inputs` it is one of before they were kept. */
export async function addFinishedReport(
  service: TestService,
  userId: string,
  change: (model: ReportModel) => ReportModel = (model) => model,
  inputs: EstimateInputs | null = sampleInputs(),
): Promise<string> {
  const { pool } = service.tools;
  const id = await addReport(pool, userId);
  const run = await claimRun(pool, id);
  if (!run) throw new Error('the report has ended');
  const model = change({ ...(await readSampleReport()), report_id: id });
  await finishRun(pool, run, {
    step: 'detect_damaged_parts',
    output: {},
    model,
    inputs,
    diagram: cardDiagramOf(model),
    totalCostCents: Math.round(model.headline.repair.likely * 100),
    message: 'Report ready',
  });
  return id;
}

/** A report of the sample lot as the pipeline makes it here and now, its steps kept; answers its id. */
export async function makeSampleReport({ tools }: TestService, userId: string): Promise<string> {
  const signal = AbortSignal.timeout(200_000);
  const lot = await scrapeLot(tools.lots, `https://bid.cars/en/lot/1-${SAMPLE_REPORT_LOT}`, signal);
  const made = await inTransaction(tools.pool, (client) =>
    insertReport(client, { userId, lot, message: '' }),
  );
  if (made === null) throw new Error('no report');
  const outcome = await runReport(reportEngine(tools), made.id, signal);
  if (outcome.kind !== 'finished') throw new Error(`the report ended as ${outcome.kind}`);
  return made.id;
}

const sampleReports = new WeakMap<TestService, Promise<string>>();

/**
 * A report of the sample lot as the pipeline makes it here, its steps kept: made once for a service, each owner has a copy. For tests
 * of what comes after; what its owner has before the start is not in it. Answers its id.
 */
export async function addSampleReport(service: TestService, userId: string): Promise<string> {
  const { pool } = service.tools;
  const made = sampleReports.get(service) ?? addUser(pool, 1).then((id) => makeSampleReport(service, id));
  sampleReports.set(service, made);
  const from = await made;
  return await inTransaction(pool, (client) => copyReport(client, { from, userId }));
}

/**
 * The engine with the product's steps, of which the last, by far the dearest, is worked out once: each report of the same lot
 * gets its result under its own id. For tests of what comes of a report's end.
 */
export function repeatingEngine({ tools }: TestService): ReportEngine {
  const engine = reportEngine(tools);
  const { detect_damaged_parts: last } = engine.steps;
  const known = outputs.get(tools) ?? new Map<string, ReturnType<typeof last.run>>();
  outputs.set(tools, known);
  const run: typeof last.run = async (context) => {
    // As the step itself does, it ends after all the others.
    for (const step of STEP_NAMES) if (step !== 'detect_damaged_parts') await context.output(step);
    const { lot } = await context.output('crawl_vehicle_data');
    const made = known.get(lot.lot_key) ?? last.run(context);
    known.set(lot.lot_key, made);
    const output = await made;
    return { ...output, model: { ...output.model, report_id: context.run.reportId } };
  };
  return { ...engine, steps: { ...engine.steps, detect_damaged_parts: { ...last, run } } };
}
type ReportEngine = ReturnType<typeof reportEngine>;
const outputs = new WeakMap<
  Tools,
  Map<string, ReturnType<ReportEngine['steps']['detect_damaged_parts']['run']>>
>();

/** A user with so many reports to start, and a token of a live session. */
export async function addSignedIn(
  service: TestService,
  reports = 3,
): Promise<{ userId: string; token: string }> {
  const { pool, accessSecret } = service.tools;
  const userId = await addUser(pool, reports);
  const session = await insertSession(pool, {
    userId,
    userAgent: null,
    address: null,
    refreshHash: tokenHash(newToken()),
  });
  return {
    userId,
    token: await issueAccessToken(accessSecret, { userId, sessionId: session.id }, new Date()),
  };
}
