import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import pg from 'pg';
import { fillAccountEmail } from '../../server/accounts/account-emails.ts';
import type { AccountTools } from '../../server/accounts/account-tools.ts';
import { createAccountService } from '../../server/accounts/create-account-service.ts';
import { type Database, openDatabase } from '../../server/db/client.ts';
import { listenForNotifications } from '../../server/db/notifications.ts';
import { createServer } from '../../server/http/create-server.ts';
import { authRoutes } from '../../server/http/routes/auth.routes.ts';
import { usersRoutes } from '../../server/http/routes/users.routes.ts';
import { addReportSocket } from '../../server/http/socket/report-socket.ts';
import { createSocketHub, type SocketHub } from '../../server/http/socket/socket-hub.ts';
import { ingestLogo } from '../../server/images/ingest-logo.ts';
import { createLog } from '../../server/log.ts';
import { openOutbox } from '../../server/mail/outbox.ts';
import { deliverMail, giveUpMail } from '../../server/mail/send-mail.ts';
import type { MailTransport, OutgoingMail } from '../../server/mail/transport.ts';
import { openQueue, type Queue } from '../../server/queue/queue.ts';
import { createFolderStore } from '../../server/storage/folder.ts';
import { until as untilSeen } from './service.ts';

export type Answer = { status: number; headers: Headers; text: string; body: Record<string, unknown> };
export type CallOptions = {
  token?: string | undefined;
  json?: unknown;
  form?: Record<string, string> | string;
  /** The caller's address; each call comes from another one unless it says so. */
  from?: string;
  headers?: Record<string, string>;
};
export type SignedIn = { access_token: string; refresh_token: string };

export type AccountsService = {
  url: string;
  database: Database;
  pool: pg.Pool;
  queue: Queue;
  accounts: AccountTools;
  hub: SocketHub;
  mails: OutgoingMail[];
  /** Everything logged so far. */
  logText(): string;
  /** Every password, token, ticket and code that went in or out so far. */
  secrets: Set<string>;
  /** Moves the clock of access tokens; stored times are moved by stepClock. */
  clock: { offsetMs: number };
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** The newest mail to this address whose subject holds `about`, as soon as there are `count` of them. */
  mailTo(address: string, about: string, count?: number): Promise<OutgoingMail>;
  close(): Promise<void>;
};

const SECRET_FIELDS = [
  'password',
  'new_password',
  'old_password',
  'access_token',
  'refresh_token',
  'token',
  'code',
  'ticket',
];

/** One process of the service with accounts and live updates only, on a real database, queue and port. */
export async function startAccounts(
  databaseUrl: string,
  options: { transport?: MailTransport; worker?: boolean; publicUrl?: string; heartbeatMs?: number } = {},
): Promise<AccountsService> {
  let logged = '';
  const log = createLog(
    'debug',
    new Writable({
      write(chunk: Buffer, _, done) {
        logged += chunk.toString();
        done();
      },
    }),
  );
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lotlens-accounts-'));
  const outbox = await openOutbox(path.join(folder, 'outbox'));
  const database = openDatabase(databaseUrl, { onError: (error) => log.warn({ error: String(error) }) });
  const { pool } = database;
  const queue = await openQueue(databaseUrl, log);
  const clock = { offsetMs: 0 };
  const now = () => new Date(Date.now() + clock.offsetMs);
  const accounts = await createAccountService({ pool, queue, freeReports: 3, now });
  const hub = createSocketHub(pool, log, options);
  const listener = await listenForNotifications(
    () => new pg.Client({ connectionString: databaseUrl, application_name: 'test-listen' }),
    { ...hub, onError: (error) => log.warn({ error: String(error) }) },
  );
  const publicUrl = options.publicUrl ?? 'https://lotlens.test';
  const mails: OutgoingMail[] = [];
  const secrets = new Set<string>();
  const transport = options.transport ?? { name: 'kept', deliver: async (mail) => void mails.push(mail) };
  if (options.worker !== false) {
    const delivery = {
      pool,
      transport,
      from: 'LotLens <no-reply@lotlens.test>',
      fill: fillAccountEmail(() => publicUrl),
    };
    await queue.work('send-mail', 2, ({ mail_id }) => deliverMail(delivery, mail_id));
    await queue.work('give-up-mail', 1, ({ mail_id }) => giveUpMail(pool, mail_id));
  }

  const app = await createServer({ log, trustProxy: true, publicUrl });
  const tools = { pool, accessSecret: accounts.accessSecret, now };
  await app.register(
    async (api) => {
      await api.register(authRoutes({ ...tools, ...accounts }));
      await api.register(
        usersRoutes({
          ...tools,
          database,
          accounts,
          store: createFolderStore(folder),
          outbox,
          queue,
          logoReaderFor: () => ingestLogo,
          estimate: { currencies: {} },
          config: {},
        }),
      );
    },
    { prefix: '/api/v1' },
  );
  await app.register(async (live) => addReportSocket(live, { ...tools, hub, publicUrl }));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });

  return {
    url,
    database,
    pool,
    queue,
    accounts,
    hub,
    mails,
    logText: () => logged,
    secrets,
    clock,
    async call(method, route, input = {}) {
      const headers: Record<string, string> = {
        'x-forwarded-for': input.from ?? anyAddress(),
        ...input.headers,
      };
      let body: string | null = null;
      if (input.json !== undefined) {
        headers['content-type'] ??= 'application/json';
        body = JSON.stringify(input.json);
      } else if (input.form !== undefined) {
        headers['content-type'] ??= 'application/x-www-form-urlencoded';
        body = typeof input.form === 'string' ? input.form : new URLSearchParams(input.form).toString();
      }
      if (input.token !== undefined) headers.authorization = `Bearer ${input.token}`;
      keepSecrets(secrets, input.json);
      keepSecrets(secrets, input.form);
      const response = await fetch(`${url}/api/v1/${route}`, { method, headers, body });
      const text = await response.text();
      const parsed: unknown = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {};
      // In answers `code` names an error.
      keepSecrets(secrets, { ...(parsed as object), code: null });
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: parsed as Record<string, unknown>,
      };
    },
    async mailTo(address, about, count = 1) {
      const fitting = () => mails.filter((mail) => mail.to === address && mail.subject.includes(about));
      await until(() => fitting().length >= count);
      const newest = fitting().at(-1);
      if (!newest) throw new Error(`no mail about ${about}`);
      const link = linkOf(newest);
      if (link) secrets.add(link);
      return newest;
    },
    async close() {
      hub.close();
      await app.close();
      await queue.stop(2_000);
      await listener.stop();
      await database.close();
      await fs.rm(folder, { recursive: true, force: true });
      const leaked = [...secrets].filter((secret) => logged.includes(secret));
      if (leaked.length > 0) throw new Error(`${leaked.length} secrets stand in the log`);
    },
  };
}

function keepSecrets(secrets: Set<string>, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value))
    if (SECRET_FIELDS.includes(name) && typeof part === 'string' && part.length >= 8) secrets.add(part);
}

/** Waits until `holds`, at most `ms`. */
export async function until(holds: () => boolean | Promise<boolean>, ms = 60_000): Promise<void> {
  await untilSeen('what the test waits for', ms, async () => await holds());
}

/** An IPv4 address nobody else uses in this run. */
export const anyAddress = (): string => `100.${[...randomBytes(3)].join('.')}`;
export const anyEmail = (): string => `p${randomBytes(6).toString('hex')}@example.test`;
export const PASSWORD = 'tangerine velvet 81';

/** The code or token of the link in a mail. */
export const linkOf = (mail: OutgoingMail): string => /(?:code|token)=([\w-]{43})/.exec(mail.text)?.[1] ?? '';

export async function register(
  service: AccountsService,
  email: string,
  password = PASSWORD,
): Promise<Answer> {
  return await service.call('POST', 'auth/register', {
    json: { email, password, first_name: 'Nadia', last_name: 'Kovač' },
  });
}

/** A verified account, made the way people make one. */
export async function verifiedAccount(service: AccountsService, password = PASSWORD): Promise<string> {
  const email = anyEmail();
  await register(service, email, password);
  const code = linkOf(await service.mailTo(email, 'Confirm'));
  const answer = await service.call('POST', 'auth/verify-email', { json: { code } });
  if (answer.status !== 200) throw new Error(answer.text);
  return email;
}

export const signIn = (
  service: AccountsService,
  email: string,
  password = PASSWORD,
  from?: string,
): Promise<Answer> =>
  service.call('POST', 'auth/token', { form: { username: email, password }, ...(from ? { from } : {}) });

export async function signedIn(
  service: AccountsService,
  email: string,
  password = PASSWORD,
): Promise<SignedIn> {
  const answer = await signIn(service, email, password);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body as SignedIn;
}

/** Makes everything stored `seconds` older, which is what a clock stepped forward by as much looks like. */
export async function stepClock(pool: pg.Pool, seconds: number): Promise<void> {
  const columns = await pool.query<{ table_name: string; column_name: string }>(
    `SELECT table_name, column_name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE table_schema = 'public' AND data_type = 'timestamp with time zone' AND t.table_type = 'BASE TABLE'`,
  );
  const byTable = Map.groupBy(columns.rows, (row) => row.table_name);
  for (const [table, of] of byTable) {
    const moves = of.map(({ column_name: name }) => `"${name}" = "${name}" - make_interval(secs => $1)`);
    await pool.query(`UPDATE "${table}" SET ${moves.join(', ')}`, [seconds]);
  }
}
