import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type DoneFault, FAULT_KINDS, type FaultKind, figuresOf, WORKER_LIFE_MS } from './faults.ts';
import { type RunKind, type RunState, runOnce } from './one-run.ts';
import { dashboardText } from './seen-figures.ts';
import { removeSmallDisks } from './small-disk.ts';
import type { Check } from './soundness.ts';

/**
 * `npm run test:long -- campaign [--reports N] [--seed S] [--run R]… [--fresh]`: the same reports on a calm service, then on one that
 * has a process fault every ten seconds, then fewer on one whose worker is killed over and over; nothing may be lost, done twice or
 * left over. Interrupted and run again it goes on. `--run "workers killed"`: that one alone.
 */

const REPORTS = 600;
/** Of the run whose worker is killed: a minute or two of kills. */
const REPORTS_OF_KILLED = 51;
const SEED = 1;
/** Of the calm run's throughput. */
const LEAST_RATIO = 0.5;

type CampaignState = Record<RunKind, RunState>;

const KINDS: readonly RunKind[] = ['calm', 'faulted', 'workers killed'];

const { values } = parseArgs({
  options: {
    reports: { type: 'string', default: String(REPORTS) },
    seed: { type: 'string', default: String(SEED) },
    /** Some of its runs alone. */
    run: { type: 'string', multiple: true, default: [...KINDS] },
    fresh: { type: 'boolean', default: false },
    /** Where `scripts/run-checks.ts` reads what came of it. */
    counts: { type: 'string' },
  },
});
const [reports, seed] = [Number(values.reports), Number(values.seed)];
const kinds = KINDS.filter((kind) => values.run.includes(kind));
if (
  !(Number.isInteger(reports) && reports > 0 && Number.isInteger(seed) && kinds.length === values.run.length)
) {
  process.stderr.write(
    `usage: npm run test:long -- campaign [--reports N] [--seed S] [--run ${KINDS.map((kind) => `"${kind}"`).join('|')}]… [--fresh]\n`,
  );
  process.exit(2);
}
const reportsOf = (kind: RunKind): number =>
  kind === 'workers killed' ? Math.min(reports, REPORTS_OF_KILLED) : reports;
const folder = path.join(os.tmpdir(), `lotlens-campaign-${seed}-${reports}`);
const stateFile = path.join(folder, 'state.json');
const say = (words: string): void => void process.stdout.write(`${words}\n`);

const newRun = (): RunState => ({ seconds: 0, asked: {}, faults: [], result: null });

function readState(): CampaignState {
  if (values.fresh || !fs.existsSync(stateFile))
    return { calm: newRun(), faulted: newRun(), 'workers killed': newRun() };
  return JSON.parse(fs.readFileSync(stateFile, 'utf8')) as CampaignState;
}

/** Whole, or as it was. */
function keep(state: CampaignState): void {
  fs.writeFileSync(`${stateFile}.new`, JSON.stringify(state));
  fs.renameSync(`${stateFile}.new`, stateFile);
}

/** Ends what an interrupted campaign left running in its folder: a stopped process ends by nothing else. */
function endLeftOver(): void {
  if (!fs.existsSync('/proc')) return;
  for (const name of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
    try {
      if (fs.readFileSync(`/proc/${name}/environ`, 'utf8').includes(`DATA_DIR=${folder}/`))
        process.kill(Number(name), 'SIGKILL');
    } catch (error) {
      // Of another user, or ended while we looked.
      if (!['EACCES', 'ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
}

const faultRows = (faults: readonly DoneFault[]) =>
  FAULT_KINDS.map((kind) => {
    const of = faults.filter((fault) => fault.kind === kind);
    const figures = figuresOf(kind).map(
      (figure) => `${figure} (${of.filter(({ seen }) => seen.includes(figure)).length})`,
    );
    return {
      fault: kind,
      times: of.length,
      'seen in the dashboard': of.filter(({ seen }) => seen.length > 0).length,
      figures: figures.join(', '),
    };
  });

function faultChecks(faults: readonly DoneFault[], skipped: readonly FaultKind[]): Check[] {
  const dashboard = dashboardText();
  return FAULT_KINDS.filter((kind) => !skipped.includes(kind)).map((kind) => {
    const of = faults.filter((fault) => fault.kind === kind);
    const unseen = of.filter(
      ({ seen }) => !seen.some((figure) => new RegExp(`\\b${figure}\\b`).test(dashboard)),
    );
    const broken =
      of.length === 0
        ? 'there was none'
        : unseen.map(({ target, seconds }) => `${target} for ${seconds} s`).join(', ');
    return { name: `every fault “${kind}” shows in a figure of the dashboard`, broken };
  });
}

const resultsFile = path.join(import.meta.dirname, '..', '..', 'bench', 'results', 'campaign.json');
const resultsSchema = z.object({ rows: z.array(z.record(z.string(), z.union([z.number(), z.string()]))) });
type Row = z.infer<typeof resultsSchema>['rows'][number];

/** The figures that stand for the campaign, as `npm run bench` writes those of a benchmark; a run alone replaces its own row. */
function writeResult(rows: readonly Row[]): void {
  const kept =
    kinds.length === KINDS.length || !fs.existsSync(resultsFile)
      ? []
      : resultsSchema.parse(JSON.parse(fs.readFileSync(resultsFile, 'utf8'))).rows;
  const measured = new Date().toISOString();
  const about = `${REPORTS} reports over two web and three worker processes, one PostgreSQL and an S3 stand-in, seed ${seed}: calm, then one process fault every 10 s; then ${REPORTS_OF_KILLED} reports of one worker that is killed each time it has been up for ${WORKER_LIFE_MS / 1000} s; command: npm run test:long -- campaign`;
  const all = [...kept.filter(({ run }) => !rows.some((row) => row.run === run)), ...rows];
  const written = { name: 'campaign', about, node: process.versions.node, measured, rows: all };
  fs.writeFileSync(resultsFile, `${JSON.stringify(written, null, 2)}\n`);
}

const round = (value: number, digits = 2): number => Number(value.toFixed(digits));

const runRow = (kind: RunKind, { seconds, faults, result }: RunState) => ({
  run: kind,
  reports: reportsOf(kind),
  finished: result?.counts.finished ?? 0,
  'failed, refunded': result?.counts.failed ?? 0,
  seconds: round(seconds, 1),
  'reports a second': round(reportsOf(kind) / seconds),
  faults: faults.length,
  'kill -9': faults.filter(({ kind }) => kind === 'killed').length,
  'claimed again': result?.counts.claimsAgain ?? 0,
  'steps repeated': result?.counts.repeatedSteps ?? 0,
  'calls without an answer': result?.unanswered ?? 0,
  'calls told to come later': result?.later ?? 0,
  mails: result?.counts.mails ?? 0,
  'letters that left twice': result?.counts.lettersTwice ?? 0,
  files: result?.counts.files ?? 0,
  'left over before tidying': result?.counts.leftOver ?? 0,
});

async function campaign(signal: AbortSignal): Promise<{ checks: Check[]; leftOut: number }> {
  if (values.fresh) {
    removeSmallDisks(folder);
    fs.rmSync(folder, { recursive: true, force: true });
  }
  // PostgreSQL may run as another user than we do.
  fs.mkdirSync(folder, { recursive: true, mode: 0o755 });
  endLeftOver();
  const state = readState();
  say(`campaign: ${reports} reports, seed ${seed}, in ${folder}`);
  for (const kind of kinds) {
    const run = state[kind];
    if (run.result !== null) continue;
    say(run.seconds === 0 ? `the ${kind} run` : `the ${kind} run goes on after ${run.seconds.toFixed(0)} s`);
    await runOnce({
      seed,
      reports: reportsOf(kind),
      folder: path.join(folder, kind.replaceAll(' ', '-')),
      kind,
      state: run,
      save: () => keep(state),
      say,
      signal,
    });
  }
  const totals = kinds.map((kind) => runRow(kind, state[kind]));
  console.table(
    Object.fromEntries(
      Object.keys(totals[0] ?? {}).map((key) => [key, totals.map((row) => Object(row)[key])]),
    ),
  );
  const checks = kinds.flatMap((kind) =>
    (state[kind].result?.checks ?? []).map(({ name, broken }) => ({ name: `${kind}: ${name}`, broken })),
  );
  const isCompared = kinds.includes('calm') && kinds.includes('faulted');
  const compared = isCompared ? compare(state) : { rows: [], checks: [], leftOut: 0 };
  if (reports >= REPORTS) writeResult([...totals, ...compared.rows]);
  return { checks: [...checks, ...compared.checks], leftOut: compared.leftOut };
}

/** What the faulted run shows beside the calm one. */
function compare({ calm, faulted }: CampaignState): { rows: Row[]; checks: Check[]; leftOut: number } {
  const ratio = calm.seconds / faulted.seconds;
  const seen = faultRows(faulted.faults);
  console.table(seen);
  say(`throughput of the faulted run: ${round(ratio)} of the calm one`);
  const skipped: FaultKind[] = faulted.result?.hasDisks ? [] : ['disk full', 'store full'];
  for (const kind of skipped) say(`left out: ${kind} (only root on Linux may mount a disk)`);
  return {
    rows: [...seen, { 'faulted / calm throughput': round(ratio) }],
    checks: [
      ...faultChecks(faulted.faults, skipped),
      {
        name: `throughput is at least ${LEAST_RATIO} of the calm run's`,
        broken: ratio < LEAST_RATIO ? `it is ${round(ratio)}` : '',
      },
    ],
    leftOut: skipped.length,
  };
}

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => stop.abort(new Error(signal)));
let checks: Check[];
let leftOut: number;
try {
  ({ checks, leftOut } = await campaign(stop.signal));
} catch (error) {
  endLeftOver();
  if (stop.signal.aborted) {
    say('interrupted; the same command goes on');
    process.exit(130);
  }
  throw error;
}
const failures = checks.filter(({ broken }) => broken !== '').map(({ name, broken }) => `${name}: ${broken}`);
for (const { name, broken } of checks)
  say(`${broken === '' ? '✓' : '✗'} ${name}${broken === '' ? '' : `: ${broken}`}`);
// What went well is of no further use; what did not is there to be looked at.
if (failures.length === 0) {
  removeSmallDisks(folder);
  fs.rmSync(folder, { recursive: true, force: true });
} else fs.renameSync(stateFile, `${stateFile}.over`);
const counts = {
  passed: checks.length - failures.length,
  failed: failures.length,
  skipped: leftOut,
  failures,
};
if (values.counts !== undefined) fs.writeFileSync(values.counts, JSON.stringify(counts));
process.exit(failures.length === 0 ? 0 : 1);
