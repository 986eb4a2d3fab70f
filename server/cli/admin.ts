import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { SWITCHES, switchNameSchema } from '../../contract/operator/switches.ts';
import { checkArchive } from '../backup/backup-archive.ts';
import { checkBackup, restoreBackup, writeBackup } from '../backup/backup-folder.ts';
import { isFile, withBackupFolder } from '../backup/open-backup.ts';
import { drillRestore } from '../backup/restore-drill.ts';
import { resumeWork } from '../backup/resume-work.ts';
import { listBackups } from '../backup/scheduled-backups.ts';
import { type Config, processConfig } from '../config.ts';
import { shippedTables } from '../data-tables/table-files.ts';
import { endSessions, listLiveSessions } from '../db/accounts/sessions.ts';
import { findUserByEmail } from '../db/accounts/users.ts';
import { listClicks, listLeads, type SupplierPeriod } from '../db/catalogue/supplier-clicks.ts';
import { inTransaction } from '../db/client.ts';
import { announceSessionsEnded } from '../db/notifications.ts';
import { audit } from '../db/ops/audit.ts';
import { viewAccount, viewReport } from '../db/ops/operator-views.ts';
import { deleteOperator } from '../db/ops/operators.ts';
import { listSwitches } from '../db/ops/switches.ts';
import { verifyCommission } from '../db/partners/commission-check.ts';
import { verifyLedger } from '../db/quota/ledger-check.ts';
import { keepTables } from '../db/reports/estimate-tables.ts';
import { createLog, type Log, logStream } from '../log.ts';
import { reseal } from '../operator/reseal.ts';
import { makeOperator } from '../operator/second-factor.ts';
import { turnSwitch } from '../operator/switches.ts';
import { openQueue } from '../queue/queue.ts';
import { grantByHand, readRequests } from '../quota/ask.ts';
import { createSeal, type Seal } from '../secrets/seal.ts';
import { openStore } from '../storage/open-store.ts';
import type { Store } from '../storage/store.ts';
import { SUPPLIERS } from '../suppliers/index.ts';
import { openServiceDatabase, type ServiceDatabase } from './open-service-database.ts';
import { sayFault, UsageError } from './usage-error.ts';

const HELP = `usage: npm run admin -- <command>

  verify-ledger [email]             check every invariant of both ledgers, quota and commission, or the quota of one account; exit 1 when one is broken
  grant <email> <n> [--reason …]    give an account n more reports, and tell its user by mail
  requests                          who asks for more reports, the longest waiting first
  user <email>                      one account: verified, balance, reports, sessions
  report <report_id>                one report with its steps and ledger moves
  sessions <email> [--end]          live sessions; --end ends them all
  operator <email> [--end]          make an account an operator, with a new secret for its one-time codes; --end takes it back
  switches                          what can be turned off without a restart, and what is
  switch <name> on|off              turn it; every process follows at once
  setup                             every source: on or off, from where its keys come, what was used of its caps
  setup save <source>               save its keys, read as lines NAME=value from standard input, once the source has taken them
  setup delete <source>             delete its saved keys
  setup test <source> [vin or number]   test it, vision on a sample photo
  reseal                            seal every stored secret with the newest SECRETS_KEY; exit 1 when no key opens one
  clicks [supplier] [--from day] [--to day] [--csv]   clicks on links to suppliers by day and make, for partners
  leads  [supplier] [--from day] [--to day] [--csv]   parts that reports' owners went to suppliers for, each once
  backup <folder>                   database and files into a new folder, checksummed; the service may run
  check-backup <folder or file>     compare a backup with its checksums; a sealed one needs its BACKUP_KEY
  restore <folder or file>          a checked backup into an empty database and store
  restore-drill [folder or file]    restore it into a scratch database that is gone afterwards, and say whether all came back; the
                                    newest of BACKUP_DIR unless told

Answers are JSON on standard output, with --csv a table. Exit codes: 0 done, 1 failed, 2 wrong usage.
`;

type Arguments = {
  words: string[];
  reason: string;
  end: boolean;
  csv: boolean;
  from: string | null;
  to: string | null;
};
type Pool = ServiceDatabase['database']['pool'];

async function userOf(pool: Pool, email: string | undefined) {
  if (email === undefined) throw new UsageError('an email address is missing');
  const user = await findUserByEmail(pool, email);
  if (user === null) throw new Error(`There is no account ${email}.`);
  return user;
}

const ACTOR = `cli:${os.userInfo().username}`;
const note = (pool: Pool, action: string, subject: string | null, details: Record<string, unknown>) =>
  audit(pool, { actor: ACTOR, action, subject, details });

function folderOf(words: string[]): string {
  const [folder] = words;
  if (folder === undefined) throw new UsageError('a folder is missing');
  return path.resolve(folder);
}

/** The newest of the service's own backups. */
async function newestBackup({ BACKUP_DIR: folder }: Config): Promise<string> {
  if (folder === undefined) throw new UsageError('a folder or file is missing, and BACKUP_DIR is not set');
  const [newest] = await listBackups(folder);
  if (newest === undefined) throw new Error(`${folder} holds no backup.`);
  return path.resolve(folder, newest);
}

function periodOf({ words, from, to }: Arguments): SupplierPeriod {
  for (const day of [from, to])
    if (day !== null && !z.iso.date().safeParse(day).success)
      throw new UsageError(`${day} is not a day: write 2026-01-31`);
  const supplier = words[0] ?? null;
  if (supplier !== null && !SUPPLIERS.some(({ name }) => name === supplier))
    throw new UsageError(
      `there is no supplier ${supplier}; there are ${SUPPLIERS.map(({ name }) => name).join(', ')}`,
    );
  return { supplier, from, to };
}

/** Rows as CSV; what a spreadsheet would run as a formula is led by an apostrophe. */
const tableOf = (columns: string[], rows: object[]): string =>
  stringify(rows, { header: true, columns, escape_formulas: true });

type Service = { config: Config; pool: Pool; url: string; store: Store; log: Log; seal: Seal | null };

const commands: Record<
  string,
  (service: Service, input: Arguments) => Promise<{ answer: unknown; failed?: boolean }>
> = {
  async 'verify-ledger'({ pool }, { words }) {
    const user = words[0] === undefined ? null : await userOf(pool, words[0]);
    const faults = [...(await verifyLedger(pool, user?.id)), ...(user ? [] : await verifyCommission(pool))];
    await note(pool, 'verify-ledger', user?.email ?? null, { faults: faults.length });
    return { answer: { sound: faults.length === 0, faults }, failed: faults.length > 0 };
  },

  async grant({ pool, url, log }, { words, reason }) {
    const amount = z.coerce.number().int().min(1).max(100_000).safeParse(words[1]);
    if (!amount.success) throw new UsageError('the number of reports must be a whole number from 1');
    const user = await userOf(pool, words[0]);
    const queue = await openQueue(url, log);
    try {
      const grant = { reports: amount.data, reason };
      return {
        answer: { email: user.email, ...(await grantByHand({ pool, queue }, ACTOR, user.id, grant)) },
      };
    } finally {
      await queue.stop(0);
    }
  },

  async requests({ pool }) {
    return { answer: await readRequests(pool, ACTOR) };
  },

  async user({ pool }, { words }) {
    const { password_hash: _, ...user } = await userOf(pool, words[0]);
    const counts = await viewAccount(pool, user.id);
    await note(pool, 'user', user.id, {});
    return { answer: { ...user, ...counts } };
  },

  async report({ pool }, { words }) {
    const id = z.uuid().safeParse(words[0]);
    if (!id.success) throw new UsageError('a report id is missing');
    const report = await viewReport(pool, id.data);
    if (report === null) throw new Error(`There is no report ${id.data}.`);
    await note(pool, 'report', id.data, {});
    return { answer: report };
  },

  async operator({ pool, seal }, { words, end }) {
    const user = await userOf(pool, words[0]);
    if (end) {
      const was = await inTransaction(pool, (client) => deleteOperator(client, user.id));
      await note(pool, 'operator', user.id, { end });
      return { answer: { email: user.email, operator: false, was_operator: was } };
    }
    const made = await makeOperator({ pool, seal }, user);
    await note(pool, 'operator', user.id, { end, second_factor: made !== null });
    const told = made ?? { secret: null, otpauth: null, missing: 'SECRETS_KEY' };
    return { answer: { email: user.email, operator: true, ...told } };
  },

  async switches({ pool }) {
    return { answer: await listSwitches(pool) };
  },

  async switch({ pool }, { words: [given, state] }) {
    const name = switchNameSchema.safeParse(given);
    if (!name.success) throw new UsageError(`there is no switch ${given}; there are ${SWITCHES.join(', ')}`);
    if (state !== 'on' && state !== 'off') throw new UsageError('say on or off');
    return { answer: await turnSwitch({ pool }, ACTOR, name.data, state === 'on') };
  },

  async setup({ pool, config, log }, { words }) {
    // All sources come along: the other commands start without them.
    const { answerSetup, openSetup } = await import('./admin/operator-setup.ts');
    const { setup, close } = await openSetup(config, pool, log);
    try {
      return await answerSetup(setup, words);
    } finally {
      await close();
    }
  },

  async reseal({ pool, seal }) {
    if (seal === null) throw new Error('SECRETS_KEY is not set: there is nothing to seal with.');
    const done = await reseal({ pool, seal }, ACTOR);
    return { answer: done, failed: Object.values(done).some(({ not_opened }) => not_opened > 0) };
  },

  async clicks({ pool }, input) {
    const period = periodOf(input);
    const clicks = await listClicks(pool, period);
    await note(pool, 'clicks', period.supplier, period);
    const total = clicks.reduce((sum, row) => sum + row.clicks, 0);
    return { answer: input.csv ? tableOf(['supplier', 'day', 'make', 'clicks'], clicks) : { total, clicks } };
  },

  async leads({ pool }, input) {
    const period = periodOf(input);
    const leads = await listLeads(pool, period);
    await note(pool, 'leads', period.supplier, period);
    const columns = ['lead', 'supplier', 'day', 'make', 'part'];
    return { answer: input.csv ? tableOf(columns, leads) : { total: leads.length, leads } };
  },

  async backup({ pool, url, store }, { words }) {
    const summary = await writeBackup(url, store, folderOf(words));
    await note(pool, 'backup', summary.folder, { rows: summary.rows, files: summary.files });
    return { answer: summary };
  },

  async 'check-backup'({ pool, config }, { words }) {
    const place = folderOf(words);
    const manifest = (await isFile(place))
      ? await checkArchive(place, config.BACKUP_KEY ?? [])
      : await checkBackup(place);
    await note(pool, 'check-backup', place, {});
    return { answer: { sound: true, made_at: manifest.made_at } };
  },

  async 'restore-drill'({ pool, config }, { words }) {
    const place = words.length > 0 ? folderOf(words) : await newestBackup(config);
    const drill = await drillRestore(place, {
      serverUrl: config.DATABASE_URL ?? null,
      dataDir: config.dataDir,
      keys: config.BACKUP_KEY ?? [],
    });
    await note(pool, 'restore-drill', place, { ok: drill.ok });
    return { answer: drill, failed: !drill.ok };
  },

  async restore({ pool, url, store, log, config }, { words }) {
    const place = folderOf(words);
    const unpacked = { keys: config.BACKUP_KEY ?? [], scratch: config.dataDir };
    const queue = await openQueue(url, log);
    const { summary, left } = await withBackupFolder(place, unpacked, (folder) =>
      restoreBackup(url, store, folder, async (client, undone) => {
        // A service that runs already goes on making reports by the tables of this version.
        await keepTables(client, shippedTables());
        await resumeWork(queue, client, undone);
      }),
    ).finally(() => queue.stop(0));
    await note(pool, 'restore', place, { rows: summary.rows, files: summary.files });
    return {
      answer: {
        ...summary,
        folder: place,
        reports_resumed: left.reports,
        mails_resumed: left.mails.length,
        board_lots_resumed: left.lots.length,
        webhook_messages_resumed: left.messages.length,
        photos_resumed: left.looks.length,
        plans_resumed: left.plans.length,
      },
    };
  },

  async sessions({ pool }, { words, end }) {
    const user = await userOf(pool, words[0]);
    const sessions = await listLiveSessions(pool, user.id);
    if (end) await announceSessionsEnded(pool, await endSessions(pool, user.id, 'ended by an operator'));
    await note(pool, 'sessions', user.id, { end });
    return { answer: { email: user.email, ended: end, sessions } };
  },
};

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      reason: { type: 'string', default: 'granted by an operator' },
      end: { type: 'boolean', default: false },
      csv: { type: 'boolean', default: false },
      from: { type: 'string' },
      to: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const [name = '', ...words] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(name === '' ? 'a command is missing' : `there is no command ${name}`);
  const config = processConfig();
  const service = await openServiceDatabase(config);
  try {
    const { answer, failed } = await command(
      {
        config,
        pool: service.database.pool,
        url: service.url,
        store: (await openStore(config)).store,
        log: createLog(config.LOG_LEVEL, logStream(config)),
        seal: createSeal(config.SECRETS_KEY),
      },
      {
        words,
        reason: values.reason,
        end: values.end,
        csv: values.csv,
        from: values.from ?? null,
        to: values.to ?? null,
      },
    );
    process.stdout.write(typeof answer === 'string' ? answer : `${JSON.stringify(answer, null, 2)}\n`);
    return failed ? 1 : 0;
  } finally {
    await service.close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  process.exitCode = sayFault(error, HELP) ? 2 : 1;
}
