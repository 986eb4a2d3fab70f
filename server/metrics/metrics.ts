import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { STEP_NAMES, type StepName } from '../../contract/report-status.ts';
import type { Site } from '../../contract/sites.ts';
import { VERSION } from '../process/version.ts';

/** `later`: its source asked to wait. `again`: it failed and is tried again. `stopped`: cancelled, or its worker lost it. */
export type StepOutcome = 'done' | 'again' | 'failed' | 'later' | 'stopped';
/** `gone`: cancelled, or another worker has it. `error`: of ours or the database's; another worker goes on. */
export type ReportOutcome = 'finished' | 'failed' | 'later' | 'gone' | 'error';

const REQUEST_SECONDS = [0.01, 0.05, 0.25, 1, 5, 30];
const STEP_SECONDS = [0.1, 0.5, 2, 5, 15, 60, 180];
const REPORT_SECONDS = [5, 15, 30, 60, 120, 300, 900];
/** A label whose values come from outside takes so many; what is more is called `other`. */
const MOST_VALUES = 64;

/** Keeps a label small whatever is put into it. */
function fewValues(): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (known.has(value)) return value;
    if (known.size >= MOST_VALUES) return 'other';
    known.add(value);
    return value;
  };
}

export type CountedCall = { method: string; route: string; status: number; seconds: number };

/** What is counted in this process from its start on, for Prometheus; no label names a person, a lot or a report. */
export type Metrics = {
  registry: Registry;
  call(call: CountedCall): void;
  step(step: StepName, outcome: StepOutcome, seconds: number): void;
  /** `failure`: where and why it failed for good. */
  report(outcome: ReportOutcome, seconds: number, failure?: { step: StepName; code: string }): void;
  /** A report was claimed; `again`: from another worker, or after a wait. */
  claim(kind: 'first' | 'again'): void;
  /** A lot was asked of its site: `read`, or the code of what came instead. */
  lotReading(site: Site, outcome: string): void;
  /** `fault`: what kept it from an answer. */
  fetched(event: { kind: string; status: number | null; fault: string | null }): void;
  databaseError(): void;
  /** A call of the store of files; `no_room`: it was full. */
  storeCall(call: string, outcome: 'done' | 'no_room' | 'failed'): void;
};

/** `whole`: with the figures of Node.js and the process, which cost a little all the time. */
export function createMetrics(about: { role: string; whole: boolean }): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (about.whole) collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20 });
  new Gauge({
    name: 'lotlens_build_info',
    help: 'Always 1: what runs here.',
    labelNames: ['version', 'role'],
    registers,
  }).set({ version: VERSION, role: about.role }, 1);
  const requests = new Counter({
    name: 'lotlens_http_requests_total',
    help: 'Requests answered, by the pattern of their route.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'lotlens_http_request_seconds',
    help: 'From a request to the end of its answer.',
    labelNames: ['method', 'route'],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const steps = new Histogram({
    name: 'lotlens_step_seconds',
    help: 'Attempts at steps of reports by how they ended.',
    labelNames: ['step', 'outcome'],
    buckets: STEP_SECONDS,
    registers,
  });
  const reports = new Counter({
    name: 'lotlens_report_runs_total',
    help: 'Runs of reports by how they ended here: finished and failed are final.',
    labelNames: ['outcome'],
    registers,
  });
  const reportSeconds = new Histogram({
    name: 'lotlens_report_seconds',
    help: 'From the start of a report to its end.',
    labelNames: ['outcome'],
    buckets: REPORT_SECONDS,
    registers,
  });
  const failures = new Counter({
    name: 'lotlens_report_failures_total',
    help: 'Reports that failed, by step and code.',
    labelNames: ['step', 'code'],
    registers,
  });
  const claims = new Counter({
    name: 'lotlens_report_claims_total',
    help: 'Reports claimed: first, or again from another worker or after a wait.',
    labelNames: ['kind'],
    registers,
  });
  const readings = new Counter({
    name: 'lotlens_lot_readings_total',
    help: 'Lots asked of their sites: read, or the code of what came instead.',
    labelNames: ['site', 'outcome'],
    registers,
  });
  const fetches = new Counter({
    name: 'lotlens_fetches_total',
    help: 'Requests to other hosts by kind and how they ended.',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const databaseErrors = new Counter({
    name: 'lotlens_database_errors_total',
    help: 'Connections to the database that broke.',
    registers,
  });
  const storeCalls = new Counter({
    name: 'lotlens_store_calls_total',
    help: 'Calls of the store of files by how they ended; no_room: it was full.',
    labelNames: ['call', 'outcome'],
    registers,
  });
  const code = fewValues();
  const reading = fewValues();
  const fault = fewValues();
  // What alerts and pictures ask for is there before the first of it happens.
  for (const outcome of ['finished', 'failed', 'later', 'gone', 'error']) reports.inc({ outcome }, 0);
  for (const kind of ['first', 'again']) claims.inc({ kind }, 0);
  for (const outcome of ['done', 'no_room', 'failed']) storeCalls.inc({ call: 'put', outcome }, 0);
  for (const step of STEP_NAMES) steps.zero({ step, outcome: 'done' });
  return {
    registry,
    call({ method, route, status, seconds }) {
      requests.inc({ method, route, status });
      requestSeconds.observe({ method, route }, seconds);
    },
    step(step, outcome, seconds) {
      steps.observe({ step, outcome }, seconds);
    },
    report(outcome, seconds, failure) {
      reports.inc({ outcome });
      if (outcome === 'finished' || outcome === 'failed') reportSeconds.observe({ outcome }, seconds);
      if (failure) failures.inc({ step: failure.step, code: code(failure.code) });
    },
    claim: (kind) => claims.inc({ kind }),
    lotReading: (site, outcome) => readings.inc({ site, outcome: reading(outcome) }),
    fetched({ kind, status, fault: name }) {
      const outcome = status === null ? fault(name ?? 'stopped') : `${Math.floor(status / 100)}xx`;
      fetches.inc({ kind, outcome });
    },
    databaseError: () => databaseErrors.inc(),
    storeCall: (call, outcome) => storeCalls.inc({ call, outcome }),
  };
}
