import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startedService } from './started-service.ts';
import { temporaryFolder } from './temporary-folder.ts';

const root = path.join(import.meta.dirname, '..', '..');

async function dataFolder(): Promise<string> {
  const folder = await temporaryFolder();
  await fs.chmod(folder, 0o755);
  return folder;
}

/** Runs a program to its end in `cwd`; answers its code and what it said. */
function run(parameters: string[], environment: Record<string, string>, cwd = root) {
  return new Promise<{ code: number | null; text: string }>((resolve, reject) => {
    const child = spawn(process.execPath, parameters, { cwd, env: { ...process.env, ...environment } });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (text += piece));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, text }));
  });
}

test('under NODE_ENV=development the browser application is built for production, and the variable is left as it was', async () => {
  const place = path.join(await temporaryFolder(), 'web');
  const script = `
    import { buildWebInto } from ${JSON.stringify(path.join(root, 'scripts', 'build-web.ts'))};
    await buildWebInto(${JSON.stringify(place)});
    console.log('left as', process.env.NODE_ENV);
  `;
  const { code, text } = await run(['--input-type=module', '--eval', script], { NODE_ENV: 'development' });
  expect(code, text).toBe(0);
  expect(text).toContain('left as development');
  const scripts = (await fs.readdir(path.join(place, 'assets'))).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(3);
  for (const name of scripts)
    expect(await fs.readFile(path.join(place, 'assets', name), 'utf8')).not.toMatch(/jsxDEV|react-refresh/);
  expect(await fs.readFile(path.join(place, 'pages', 'home.drawn.html'), 'utf8')).toContain('data-drawn="/"');
});

test.each(['', 'development', 'test'])('with NODE_ENV=%s the service starts', async (NODE_ENV) => {
  const service = startedService('server', await dataFolder(), { NODE_ENV });
  await service.says('LotLens worker is running.');
  service.child.kill('SIGTERM');
  expect(await service.ended).toBe(0);
});

test('in production it starts with PUBLIC_URL, and without it says which setting is missing', async () => {
  const server = path.join(root, 'server', 'main.ts');
  const cwd = await dataFolder();
  expect(await run([server], { NODE_ENV: 'production', DATA_DIR: cwd }, cwd)).toEqual({
    code: 1,
    text: "LotLens can't start. PUBLIC_URL is required in production: links in mails are made from it alone.\n",
  });
  const service = startedService('server', await dataFolder(), {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://lotlens.example',
  });
  await service.says('LotLens worker is running.');
  service.child.kill('SIGTERM');
  expect(await service.ended).toBe(0);
});

test('a NODE_ENV that means nothing is a plain sentence', async () => {
  const cwd = await dataFolder();
  const { code, text } = await run([path.join(root, 'server', 'main.ts')], { NODE_ENV: 'staging' }, cwd);
  expect(code).toBe(1);
  expect(text).toBe(
    "LotLens can't start. The environment has 1 fault(s): NODE_ENV: must be development, production or test\n",
  );
});

test('.env.example copied to .env starts as it is', async () => {
  const cwd = await dataFolder();
  await fs.copyFile(path.join(root, '.env.example'), path.join(cwd, '.env'));
  const script = `
    import { processConfig } from ${JSON.stringify(path.join(root, 'server', 'config.ts'))};
    console.log(JSON.stringify(processConfig().HOST ?? null), processConfig().NODE_ENV);
  `;
  const environment = { NODE_ENV: '', PORT: '', DATA_DIR: '', ROLE: '' };
  const { text, code } = await run(['--input-type=module', '--eval', script], environment, cwd);
  expect([code, text.trim()]).toEqual([0, 'null development']);
});

test('the tests themselves run as tests, whatever the shell says', () => {
  expect(process.env.NODE_ENV).toBe('test');
});

test('.env is kept out of git', async () => {
  expect(await fs.readFile(path.join(root, '.gitignore'), 'utf8')).toMatch(/^\/?\.env$/m);
});
