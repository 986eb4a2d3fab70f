import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { generate } from 'otplib';
import { z } from 'zod';
import { addressOf } from '../contract/api/api-call.ts';
import * as api from '../contract/api.ts';
import { pause } from '../server/concurrency/pause.ts';

export type SampleService = {
  /** `http://localhost:…`, without a slash at the end. */
  address: string;
  /** Signs the sample account in. */
  signIn(): Promise<Session>;
  /** Makes the sample account an operator, by the command that does it, and gives this session's code. */
  makeOperator(session: Session): Promise<void>;
  /** Makes a report of a sample lot; answers its id. */
  makeReport(session: Session, link: string): Promise<string>;
  /** Shares a report; answers the path of its link. */
  share(session: Session, reportId: string): Promise<string>;
  stop(): Promise<void>;
};
export type Session = { email: string; access_token: string; refresh_token: string; token_type: string };

const EMAIL = 'demo@lotlens.example';
const PASSWORD = 'sample-password-1';
const START_MS = 180_000;
const REPORT_MS = 120_000;

/** Starts the whole service with its samples on a free port, in a data folder of its own that goes away with it. */
export async function startSampleService(): Promise<SampleService> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lotlens-samples-'));
  // PostgreSQL may run as another user than we do.
  fs.chmodSync(folder, 0o755);
  const environment = {
    ...process.env,
    PORT: '0',
    DATA_DIR: folder,
    SAMPLE_PASSWORD: PASSWORD,
    LOG_LEVEL: 'warn',
    SECRETS_KEY: randomBytes(32).toString('base64'),
  };
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'start.ts')], {
    cwd: path.dirname(import.meta.dirname),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: environment,
  });
  const runAdmin = async (words: readonly string[]): Promise<string> => {
    const command = path.join(import.meta.dirname, '..', 'server', 'cli', 'admin.ts');
    const told = await promisify(execFile)(process.execPath, [command, ...words], {
      cwd: path.dirname(import.meta.dirname),
      env: environment,
    });
    return told.stdout;
  };
  const address = await boundAddress(child);
  const call = async <T>(schema: z.ZodType<T>, where: string, init: RequestInit): Promise<T> => {
    const answer = await fetch(`${address}${where}`, init);
    if (!answer.ok) throw new Error(`${where} answered ${answer.status}: ${await answer.text()}`);
    return schema.parse(await answer.json());
  };
  const json = (body: unknown, session?: Session, method = 'POST'): RequestInit => ({
    method,
    headers: {
      'content-type': 'application/json',
      ...(session ? { authorization: `Bearer ${session.access_token}` } : {}),
    },
    body: JSON.stringify(body),
  });
  return {
    address,
    async signIn() {
      const body = new URLSearchParams({ username: EMAIL, password: PASSWORD });
      return {
        email: EMAIL,
        ...(await call(api.token.answer, addressOf(api.token), { method: 'POST', body })),
      };
    },
    async makeOperator(session) {
      const { secret } = z
        .object({ secret: z.string() })
        .parse(JSON.parse(await runAdmin(['operator', EMAIL])));
      const code = await generate({ secret });
      await call(api.confirmOperator.answer, addressOf(api.confirmOperator), json({ code }, session));
    },
    async makeReport(session, link) {
      const lot = await call(api.scrape.answer, addressOf(api.scrape), json({ auction_link: link }));
      const order = { auction_url: lot.url, lot_number: lot.lot_number, lot_key: lot.lot_key };
      const started = await call(
        api.processReport.answer,
        addressOf(api.processReport),
        json(order, session),
      );
      const id = started.report_id;
      const own = addressOf(api.report, { params: { report_id: id } });
      const end = Date.now() + REPORT_MS;
      while (Date.now() < end) {
        const headers = { authorization: `Bearer ${session.access_token}` };
        const { task_status: status } = await call(api.report.answer, own, { headers });
        if (status === 'finished') return id;
        if (status.endsWith('_failed')) throw new Error(`the report of ${link} ended as ${status}`);
        await pause(300);
      }
      throw new Error(`the report of ${link} did not end within ${REPORT_MS} ms`);
    },
    async share(session, reportId) {
      const address = addressOf(api.makeShare, { params: { report_id: reportId } });
      const { path: link } = await call(api.makeShare.answer, address, json({}, session));
      if (link === null) throw new Error('the report was not shared');
      return link;
    },
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits for the line that says where the service is. */
function boundAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => reject(new Error('the service did not start in time')), START_MS);
    child.stdout?.on('data', (piece: Buffer) => {
      text += piece.toString();
      const address = /running at (http:\S+)/.exec(text)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
  });
}
