import { hostname } from 'node:os';
import path from 'node:path';
import { type BackupPlan, startBackups } from './backup/scheduled-backups.ts';
import type { Config } from './config.ts';
import { takeLotPhotos } from './lots/lot-photos.ts';
import { deliverMail, giveUpMail } from './mail/send-mail.ts';
import { checkLedger } from './metrics/check-ledger.ts';
import { giveSigns } from './metrics/sign-of-life.ts';
import { issueStatements } from './partners/commission/issue-statements.ts';
import { endQuotes } from './partners/quotes/end-quotes.ts';
import { queueDueFeeds, readFeedAddress } from './partners/stock/take-feed.ts';
import { reportEngine } from './pipeline/run/report-engine.ts';
import { startReportRunner } from './pipeline/run/report-runner.ts';
import { runClaimed } from './pipeline/run/run-report.ts';
import { deliverPush } from './push/send-push.ts';
import { endPlan } from './quota/buy.ts';
import { REPORT_WORKER, runInOwnProcess } from './report-process/own-process.ts';
import { giveUpWaitingLot, startLotWhenOn } from './reports/board/start-waiting-lot.ts';
import { calculateDeals } from './reports/deal/calculate-deals.ts';
import { examineLatePhotos, giveUpLatePhotos } from './reports/recalculate/late-photos.ts';
import { applyRetention } from './reports/retention.ts';
import { alertOfSales } from './reports/watch/alert-of-sales.ts';
import type { Tools } from './tools.ts';
import { deliverMessage } from './webhooks/deliver-message.ts';

const MAILS_AT_ONCE = 2;
const PUSHES_AT_ONCE = 2;
const WEBHOOKS_AT_ONCE = 4;
/** Of one webhook: an address that is slow to answer leaves places to the others. */
const WEBHOOKS_OF_ONE_AT_ONCE = 2;
const PHOTO_JOBS_AT_ONCE = 2;
/** Of one account or address: photos of many lots leave a place to the others. */
const PHOTO_JOBS_OF_ONE_AT_ONCE = 1;
/** Lots of boards that are read side by side; each site keeps its own pace besides. */
const LOTS_AT_ONCE = 3;
/** Of one account: a site that is slow to answer it leaves a place to the others. */
const LOTS_OF_ONE_AT_ONCE = 2;
/** Feeds of partners that are read side by side. */
const FEEDS_AT_ONCE = 1;
/** Between two times that jobs are asked for which nobody asks for: the ledger's check, tidying up. */
const HOUR_SECONDS = 3600;

/** Stops the reports after `graceMs`, those still running handed back; `dies`: by an error that nobody caught. Jobs end with the queue. */
export type StopWorker = (graceMs: number, dies?: boolean) => Promise<void>;

/** Claims reports, and takes jobs from the queue: mails, photos fetched ahead. */
export async function startWorker(tools: Tools): Promise<StopWorker> {
  const engine = reportEngine(tools);
  const given = { config: tools.setup.keys.given, databaseUrl: tools.databaseUrl };
  const ownProcess = { script: REPORT_WORKER, given, engine };
  const worker = `${hostname()}:${process.pid}`;
  const runner = startReportRunner({
    leases: tools.leases,
    log: tools.log,
    worker,
    concurrency: tools.config.WORKER_CONCURRENCY,
    run: (run, signal) =>
      run.inOwnProcess ? runInOwnProcess(ownProcess, run, signal) : runClaimed(engine, run, signal),
    onClaim: tools.metrics.claim,
  });
  tools.reportQueued.on('queued', runner.wake);
  await tools.queue.work('send-mail', MAILS_AT_ONCE, ({ mail_id }) => deliverMail(tools.delivery, mail_id));
  await tools.queue.work('give-up-mail', 1, ({ mail_id }) => giveUpMail(tools.pool, mail_id));
  await tools.queue.work('send-push', PUSHES_AT_ONCE, (job) => deliverPush(tools.push, job));
  await tools.queue.work('send-webhook', WEBHOOKS_AT_ONCE, (job) => deliverMessage(tools.webhooks, job), {
    mostOfOne: WEBHOOKS_OF_ONE_AT_ONCE,
  });
  await tools.queue.work(
    'take-photos',
    PHOTO_JOBS_AT_ONCE,
    async ({ lot_key, caller }, signal) => {
      await takeLotPhotos(tools.photos, lot_key, signal, caller);
    },
    { mostOfOne: PHOTO_JOBS_OF_ONE_AT_ONCE },
  );
  await tools.queue.work(
    'start-lot',
    LOTS_AT_ONCE,
    (job) => startLotWhenOn({ ...tools.requests, queue: tools.queue }, job),
    {
      mostOfOne: LOTS_OF_ONE_AT_ONCE,
    },
  );
  await tools.queue.work('give-up-lot', 1, (job) => giveUpWaitingLot(tools.requests, job));
  await tools.queue.work('calculate-deals', 1, (job, signal) => calculateDeals(tools, job, signal));
  // A model of the machine does one thing at a time.
  await tools.queue.work('examine-photos', 1, (job, signal) => examineLatePhotos(tools, job, signal));
  await tools.queue.work('give-up-photos', 1, (job) => giveUpLatePhotos(tools, job));
  await tools.queue.work('end-plan', 1, ({ subscription }) => endPlan(tools, subscription));
  await tools.queue.work('read-feed', FEEDS_AT_ONCE, (job, signal) =>
    readFeedAddress(tools.stock, job, signal),
  );
  await tools.queue.work('tidy-up', 1, async () => {
    const gone = await applyRetention(tools);
    // An hour without anything to tidy up is no news.
    tools.log[Object.values(gone).some((count) => count > 0) ? 'info' : 'debug'](gone, 'tidied up');
    const alerts = await alertOfSales(tools);
    if (alerts > 0) tools.log.info({ alerts }, 'owners were alerted of sales');
    const issued = await issueStatements(tools.webhooks);
    const quotes = await endQuotes({ ...tools.webhooks, queue: tools.queue });
    if (quotes.reminded + quotes.ended > 0) tools.log.info(quotes, 'requests for quotes: reminded, ended');
    const feeds = await queueDueFeeds(tools.stock);
    if (feeds > 0) tools.log.info({ feeds }, 'feeds of partners are read');
    if (issued > 0) tools.log.info({ issued }, 'statements of partners were issued');
  });
  await tools.queue.work('check-ledger', 1, () => checkLedger(tools));
  // Every worker asks each hour; the queue keeps one job of each.
  const ask = (): void => {
    for (const job of ['tidy-up', 'check-ledger'] as const)
      tools.queue
        .send(job, {}, { onceInSeconds: HOUR_SECONDS })
        .catch((error: unknown) => tools.log.warn({ job, error: String(error) }, 'a job was not queued'));
  };
  ask();
  const timer = setInterval(ask, HOUR_SECONDS * 1000);
  timer.unref();
  const endSigns = giveSigns(tools, worker);
  const plan = backupPlan(tools.config);
  const endBackups = plan && startBackups(tools, plan);
  return async (graceMs, dies) => {
    clearInterval(timer);
    tools.reportQueued.off('queued', runner.wake);
    await Promise.all([endBackups?.(), runner.stop(graceMs, dies)]);
    await endSigns();
  };
}

/** Backups as the settings of this process want them; null: it makes none. */
function backupPlan(config: Config): BackupPlan | null {
  const { BACKUP_DIR: folder, BACKUP_HOURS: everyHours, BACKUP_KEEP: keep, BACKUP_KEY: keys = [] } = config;
  return folder === undefined ? null : { folder: path.resolve(folder), everyHours, keep, keys };
}
