import fs from 'node:fs/promises';
import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { readServiceState, type ServiceState } from '../db/service/service-figures.ts';
import {
  BACKUP_FAULT_NOTE,
  BACKUP_NOTE,
  BACKUP_PLAN_NOTE,
  backupNote,
  LEDGER_NOTE,
  ledgerNote,
  planNote,
  type ServiceNote,
} from '../db/service/service-notes.ts';
import { JOB_POLICIES } from '../queue/jobs.ts';

/** The database is asked at most so often by one process, however often it is scraped, ms. */
const FRESH_MS = 12_000;
const JOB_NAMES = Object.keys(JOB_POLICIES);

/** What was used of a source's cap; `cap` null: it has none. */
export type SourceUse = {
  source: string;
  unit: 'calls' | 'usd';
  period: 'day' | 'month';
  used: number;
  cap: number | null;
};

type GaugeTools = {
  pool: pg.Pool;
  dataDir: string;
  readUses(): Promise<SourceUse[]>;
};

export type ServiceGauges = {
  /** Looks again where the last look is old; resolves when the figures are there, whatever came of it. */
  refresh(): Promise<void>;
};

/**
 * What the database knows of the whole service, the same from each process: what waits, who works, what was spent, the last
 * check of the ledger and the last backup. Between two looks the last figures stay; their age is told.
 */
export function serviceGauges(registry: Registry, tools: GaugeTools): ServiceGauges {
  const registers = [registry];
  const gauge = <L extends string = never>(
    name: string,
    help: string,
    labelNames: readonly L[] = [],
  ): Gauge<L> => new Gauge({ name, help, labelNames, registers });
  let lookedAt: number | null = null;
  new Gauge({
    name: 'lotlens_service_figures_age_seconds',
    help: 'How old the figures are that come from the database; it grows while the database does not answer.',
    registers,
    collect() {
      this.set(lookedAt === null ? Number.NaN : (performance.now() - lookedAt) / 1000);
    },
  });
  const up = gauge('lotlens_database_up', 'Whether the database answered the last look.');
  const lookSeconds = gauge('lotlens_service_figures_seconds', 'How long that look took.');
  const clock = gauge(
    'lotlens_clock_offset_seconds',
    'The clock of the database less that of this process, as far as a look tells.',
  );
  const workers = gauge('lotlens_workers_alive', 'Workers that said within 30 seconds that they live.');
  const reports = gauge('lotlens_reports_open', 'Reports that are not finished.', ['state']);
  const oldestReport = gauge(
    'lotlens_report_oldest_waiting_seconds',
    'For how long the report is due that waits longest for a worker; one that its site asked to come later is not.',
  );
  const jobs = gauge('lotlens_jobs', 'Jobs of the queue; gave_up: of the last day.', ['job', 'state']);
  const oldestJob = gauge('lotlens_job_oldest_due_seconds', 'For how long the oldest waiting job is due.', [
    'job',
  ]);
  const mails = gauge('lotlens_mails', 'Mails that have not gone out.', ['state']);
  const oldestMail = gauge('lotlens_mail_oldest_waiting_seconds', 'For how long the oldest mail waits.');
  const spent = gauge('lotlens_model_spend_usd', 'Booked today (UTC) for photo review.');
  const spendCap = gauge('lotlens_model_spend_cap_usd', 'The most of a day.');
  const calls = gauge('lotlens_source_calls', 'Calls of a source booked in this period (UTC).', [
    'source',
    'period',
  ]);
  const callCap = gauge('lotlens_source_calls_cap', 'The most of a period; none where there is no cap.', [
    'source',
    'period',
  ]);
  const ledgerFaults = gauge(
    'lotlens_ledger_faults',
    'Broken rules of the quota and commission ledgers that the last check found.',
  );
  const ledgerAt = gauge('lotlens_ledger_checked_timestamp_seconds', 'When that check was.');
  const ledgerSeconds = gauge('lotlens_ledger_check_seconds', 'How long it took.');
  const backupAt = gauge(
    'lotlens_backup_last_success_timestamp_seconds',
    'When the last backup was made; 0: never.',
  );
  const backupBytes = gauge('lotlens_backup_bytes', 'How large it is.');
  const backupSeconds = gauge('lotlens_backup_seconds', 'How long it took.');
  const backupEvery = gauge('lotlens_backup_interval_seconds', 'How often one is to be made (BACKUP_HOURS).');
  const backupFailing = gauge('lotlens_backup_failing', 'Whether every try since the last backup failed.');
  const diskFree = gauge('lotlens_data_free_bytes', 'Room left where DATA_DIR is.');
  const diskSize = gauge('lotlens_data_size_bytes', 'The size of that file system.');

  const show = ({ figures, jobs: kinds }: ServiceState): void => {
    clock.set(figures.clock_s - Date.now() / 1000);
    workers.set(figures.workers);
    reports.set({ state: 'waiting' }, figures.reports_waiting);
    reports.set({ state: 'running' }, figures.reports_running);
    oldestReport.set(figures.oldest_report_s);
    mails.set({ state: 'waiting' }, figures.mails_waiting);
    mails.set({ state: 'refused' }, figures.mails_refused);
    oldestMail.set(figures.oldest_mail_s);
    for (const { job, waiting, running, gave_up, oldest_due_s } of kinds) {
      jobs.set({ job, state: 'waiting' }, waiting);
      jobs.set({ job, state: 'running' }, running);
      jobs.set({ job, state: 'gave_up' }, gave_up);
      oldestJob.set({ job }, oldest_due_s);
    }
  };
  const showNotes = (notes: Map<string, ServiceNote>): void => {
    const seconds = (note: ServiceNote): number => note.noted_at.getTime() / 1000;
    const [ledger, backup] = [notes.get(LEDGER_NOTE), notes.get(BACKUP_NOTE)];
    if (ledger) {
      const found = ledgerNote.parse(ledger.details);
      ledgerFaults.set(found.faults);
      ledgerSeconds.set(found.seconds);
      ledgerAt.set(seconds(ledger));
    }
    if (backup) {
      const made = backupNote.parse(backup.details);
      backupAt.set(seconds(backup));
      backupBytes.set(made.bytes);
      backupSeconds.set(made.seconds);
    }
    const plan = notes.get(BACKUP_PLAN_NOTE);
    if (plan) backupEvery.set(planNote.parse(plan.details).every_hours * 3600);
    backupFailing.set(notes.has(BACKUP_FAULT_NOTE) ? 1 : 0);
  };
  const showUses = (uses: readonly SourceUse[]): void => {
    for (const { source, unit, period, used, cap } of uses) {
      if (unit === 'usd') {
        spent.set(used);
        if (cap !== null) spendCap.set(cap);
      } else {
        calls.set({ source, period }, used);
        if (cap === null) callCap.remove({ source, period });
        else callCap.set({ source, period }, cap);
      }
    }
  };
  const look = async (): Promise<void> => {
    const began = performance.now();
    try {
      const state = await readServiceState(tools.pool, JOB_NAMES);
      show(state);
      showNotes(state.notes);
      showUses(await tools.readUses());
      up.set(1);
      lookedAt = performance.now();
    } catch {
      // The figures stay as they were; this, their age and the log of the connection say so.
      up.set(0);
    }
    lookSeconds.set((performance.now() - began) / 1000);
    try {
      const { bavail, blocks, bsize } = await fs.statfs(tools.dataDir);
      diskFree.set(bavail * bsize);
      diskSize.set(blocks * bsize);
    } catch {
      // Nothing was stored yet.
      diskFree.remove();
      diskSize.remove();
    }
  };

  let began = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> = Promise.resolve();
  return {
    async refresh() {
      if (performance.now() - began >= FRESH_MS) {
        began = performance.now();
        looking = look();
      }
      await looking;
    },
  };
}
