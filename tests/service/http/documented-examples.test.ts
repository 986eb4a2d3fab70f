import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { madeAccessKeySchema } from '../../../contract/api/access-key-answers.ts';
import { PROGRAM_SCOPES } from '../../../contract/programs/program-keys.ts';
import { tokenAnswerSchema } from '../../../contract/schemas/account.ts';
import { SAMPLE_EMAIL } from '../../../server/accounts/profile/sample-account.ts';
import { createTestDatabase } from '../database.ts';
import { type RoleProcess, startRole } from '../role-process.ts';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');
const MODULES = path.join(ROOT, 'node_modules');
const PASSWORD = 'sample-password-1';
const QX60 = 'https://www.copart.com/lot/90000002';
const COMPILER = path.join(MODULES, 'ts7', 'bin', 'tsc');

const node = (folder: string, ...given: string[]) =>
  promisify(execFile)(process.execPath, given, { cwd: folder, maxBuffer: 16 * 1024 * 1024 });

/** What the main job of docs/api.md prints. */
const saidSchema = z.object({
  name: z.string(),
  report_id: z.string(),
  likely: z.number(),
  numbers: z.array(z.string()),
  costs: z.array(z.object({ report_id: z.string(), total_cost: z.number().nullable() })),
  left: z.number(),
});

/** The programs of a page: every block that says what its file is called. */
async function programsOf(...page: string[]): Promise<[name: string, program: string][]> {
  const text = await fs.readFile(path.join(ROOT, ...page), 'utf8');
  return [...text.matchAll(/^```ts file=(\S+)\n(.*?)^```$/gms)].map(([, name = '', program = '']) => [
    name,
    program,
  ]);
}

/** A folder with every documented program and the packages they import: the client made of this OpenAPI file among them. */
async function programFolder(home: string, openApi: string): Promise<string> {
  const folder = await fs.mkdtemp(path.join(home, 'programs-'));
  const modules = path.join(folder, 'node_modules');
  const file = path.join(folder, 'openapi.json');
  await fs.writeFile(file, openApi);
  const builder = path.join(ROOT, 'scripts', 'build-client.ts');
  await node(ROOT, builder, file, '--into', path.join(modules, 'lotlens-client'));
  for (const name of ['@types', 'standardwebhooks'])
    await fs.symlink(path.join(MODULES, name), path.join(modules, name), 'dir');
  for (const [name, program] of [
    ...(await programsOf('docs', 'api.md')),
    ...(await programsOf('client', 'README.md')),
  ])
    await fs.writeFile(path.join(folder, name), program);
  await fs.writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  const compilerOptions = {
    target: 'ES2024',
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
    module: 'NodeNext',
    strict: true,
    noUncheckedIndexedAccess: true,
    types: ['node'],
    skipLibCheck: true,
    outDir: 'built',
    rootDir: '.',
  };
  await fs.writeFile(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['*.ts'] }),
  );
  return folder;
}

/** Compiles the folder; what the compiler finds wrong, empty where all is well. */
async function compile(folder: string): Promise<string> {
  const { stdout } = await node(folder, COMPILER, '--pretty', 'false', '--checkers', '1').catch(
    (error: { stdout: string }) => error,
  );
  return stdout;
}

describe('the documented programs', () => {
  let home: string;
  let service: RoleProcess | undefined;
  let address: string;
  let openApi: string;
  let folder: string;
  beforeAll(async () => {
    home = await fs.mkdtemp(path.join(os.tmpdir(), 'lotlens-examples-'));
    service = await startRole({
      DATABASE_URL: await createTestDatabase(inject('databaseServer')),
      DATA_DIR: path.join(home, 'data'),
      SAMPLE_PASSWORD: PASSWORD,
    });
    address = service.address;
    openApi = await (await fetch(`${address}/api/openapi.json`)).text();
    folder = await programFolder(home, openApi);
    expect(await compile(folder)).toBe('');
  });
  afterAll(async () => {
    await service?.stop();
    await fs.rm(home, { recursive: true, force: true });
  });

  /** An API key of the sample account. */
  async function apiKey(): Promise<string> {
    const form = new URLSearchParams({ username: SAMPLE_EMAIL, password: PASSWORD });
    const signedIn = await fetch(`${address}/api/v1/auth/token`, { method: 'POST', body: form });
    const { access_token } = tokenAnswerSchema.parse(JSON.parse(await signedIn.text()));
    const made = await fetch(`${address}/api/v1/users/me/access_keys`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
      body: JSON.stringify({ name: 'Documented program', scopes: PROGRAM_SCOPES }),
    });
    return madeAccessKeySchema.parse(JSON.parse(await made.text())).access_key;
  }

  test('make a report by an API key, read it and save its PDF', async () => {
    const { stdout } = await node(folder, 'built/main-job.js', address, await apiKey(), QX60);
    const said = saidSchema.parse(JSON.parse(stdout));
    expect(said.name).toContain('QX60');
    expect(said.numbers.length).toBeGreaterThan(3);
    expect(said.costs).toEqual([{ report_id: said.report_id, total_cost: said.likely }]);
    expect(said.left).toBe(99);
    const pdf = await fs.readFile(path.join(folder, 'report.pdf'));
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('tell how many reports are left, and why a call is refused', async () => {
    const quota = (key: string) => node(folder, 'built/quota.js', address, key);
    expect((await quota(await apiKey())).stdout).toMatch(/^\d+ reports left\n$/);
    expect((await quota('llk_unknown')).stdout).toMatch(/^invalid_token: /);
  });

  test('take a webhook’s message once, and none that is not signed by its secret', async () => {
    const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
    const receiver = spawn(process.execPath, ['built/receive-webhook.js', secret, '0'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(async () => {
      receiver.kill();
      if (receiver.exitCode === null && receiver.signalCode === null) await once(receiver, 'exit');
    });
    const lines = createInterface({ input: receiver.stdout })[Symbol.asyncIterator]();
    const line = async () => z.unknown().parse(JSON.parse(String((await lines.next()).value)));
    const { port } = z.object({ port: z.number() }).parse(await line());
    const send = async (id: string, by: string) => {
      const [at, body] = [new Date(), JSON.stringify({ type: 'webhook.test', timestamp: id, data: {} })];
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(by).sign(id, at, body),
      };
      return (await fetch(`http://localhost:${port}`, { method: 'POST', headers, body })).status;
    };
    expect(await send('other', `whsec_${Buffer.alloc(32, 6).toString('base64')}`)).toBe(400);
    expect([await send('one', secret), await send('one', secret), await send('two', secret)]).toEqual([
      204, 204, 204,
    ]);
    expect([await line(), await line()]).toMatchObject([{ timestamp: 'one' }, { timestamp: 'two' }]);
  });

  test('do not compile against another shape', async () => {
    const other = await programFolder(home, openApi.replaceAll('"total_cost"', '"total_price"'));
    expect(await compile(other)).toMatch(/TS2339: Property 'total_cost' does not exist/);
  });
});
