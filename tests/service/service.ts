import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { type ReportDetail, reportDetailSchema } from '../../contract/api/report-answers.ts';
import { ensureSampleAccount, SAMPLE_EMAIL } from '../../server/accounts/profile/sample-account.ts';
import { buildApp } from '../../server/app.ts';
import { type Config, readConfig } from '../../server/config.ts';
import type { Log } from '../../server/log.ts';
import { startWorker } from '../../server/start-worker.ts';
import { createTools, type Tools } from '../../server/tools.ts';
import { createTestDatabase, SAMPLE_PASSWORD, step } from './database.ts';
import { lendPool } from './lent-pools.ts';

export const SAMPLE_ACCOUNT = { email: SAMPLE_EMAIL, password: SAMPLE_PASSWORD };

export type TestService = {
  app: FastifyInstance;
  tools: Tools;
  config: Config;
  dataDir: string;
  /** A JSON call; `token` becomes the bearer. */
  call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    options?: { json?: unknown; token?: string; headers?: Record<string, string> },
  ): Promise<Answer>;
  signIn(email: string, password: string): Promise<string>;
  close(): Promise<void>;
};
export type Answer = {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  bytes: Buffer;
  json: Record<string, unknown>;
};

/** The whole service in this process on a database of its own, with samples; `worker: false` leaves jobs in the queue. */
export async function startService(
  server: string,
  options: { environment?: Record<string, string>; worker?: boolean; log?: Log } = {},
): Promise<TestService> {
  const began = performance.now();
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'lotlens-service-'));
  const environment = {
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    PUBLIC_URL: 'http://lotlens.test',
    LOG_LEVEL: 'silent',
    VISION_PROVIDER: 'none',
    ...options.environment,
  };
  const isStarted = options.environment?.DATABASE_URL === undefined && readConfig(environment).samples;
  const config = readConfig({
    DATABASE_URL: await createTestDatabase(server, { started: isStarted }),
    ...environment,
  });
  const tools = await createTools(config, options.log ?? pino({ level: 'silent' }), { openPool: lendPool });
  const stopWorker = options.worker === false ? null : await startWorker(tools);
  const app = await buildApp({ ...tools, webFolder: path.join(dataDir, 'no-web') });
  await app.ready();
  if (!isStarted) await ensureSampleAccount(tools.pool, dataDir, SAMPLE_ACCOUNT.password);

  step('service started', began);
  const call: TestService['call'] = async (method, url, { json, token, headers = {} } = {}) => {
    const answer = await app.inject({
      method,
      url: `/api/v1/${url}`,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      ...(json === undefined ? {} : { payload: json as object }),
    });
    const isJson = String(answer.headers['content-type'] ?? '').includes('json');
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      bytes: answer.rawPayload,
      json: isJson ? (answer.json() as Record<string, unknown>) : {},
    };
  };
  return {
    app,
    tools,
    config,
    dataDir,
    call,
    async signIn(email, password) {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/v1/auth/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ username: email, password }).toString(),
      });
      const { access_token } = answer.json() as { access_token?: string };
      if (access_token === undefined) throw new Error(`sign-in failed: ${answer.body}`);
      return access_token;
    },
    async close() {
      const ending = performance.now();
      tools.hub.close();
      await app.close();
      await Promise.all([stopWorker?.(2_000), tools.queue.stop(2_000)]);
      await tools.close();
      await fs.rm(dataDir, { recursive: true, force: true });
      step('service closed', ending);
    },
  };
}

/**
 * A report as its owner reads it now; null where the service asks to try again, as it may on a busy machine. Throws what else it
 * answered.
 */
export async function readReportOf(
  service: Pick<TestService, 'call'>,
  token: string,
  id: string,
): Promise<ReportDetail | null> {
  const { status, text, json } = await service.call('GET', `reports/${id}`, { token });
  if (status === 503) return null;
  if (status !== 200) throw new Error(`reading report ${id} was answered ${status}: ${text}`);
  return reportDetailSchema.parse(json);
}

/** The longest wait between two looks of `until`, ms. */
const LONGEST_WAIT_MS = 400;

/**
 * Waits for something to become true; throws what it waited for. Each look is a call or a query, so the wait between two looks grows:
 * it is a quarter of the time waited so far.
 */
export async function until<T>(
  what: string,
  ms: number,
  look: () => Promise<T | null | undefined | false>,
): Promise<T> {
  const started = performance.now();
  const end = Date.now() + ms;
  for (;;) {
    const seen = await look();
    if (seen) step('waited for a state', started);
    if (seen) return seen;
    if (Date.now() > end) throw new Error(`not within ${ms} ms: ${what}`);
    const wait = Math.min(LONGEST_WAIT_MS, 15 + (performance.now() - started) / 4);
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}
