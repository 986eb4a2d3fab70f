import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { SAMPLE_EMAIL } from '../../../server/accounts/profile/sample-account.ts';
import { createTestDatabase } from '../database.ts';
import { startRole } from '../role-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');
const MODULES = path.join(ROOT, 'node_modules');
const PASSWORD = 'sample-password-1';
const QX60 = 'https://www.copart.com/lot/90000002';

const node = (folder: string, ...given: string[]) =>
  promisify(execFile)(process.execPath, given, { cwd: folder, maxBuffer: 16 * 1024 * 1024 });

/** What the script of docs/api.md prints. */
const saidSchema = z.object({
  name: z.string(),
  report_id: z.string(),
  likely: z.number(),
  numbers: z.array(z.string()),
  costs: z.array(z.object({ report_id: z.string(), total_cost: z.number().nullable() })),
  left: z.number(),
});

let script: string;
beforeAll(async () => {
  const page = await fs.readFile(path.join(ROOT, 'docs', 'api.md'), 'utf8');
  script = /^```ts file=main-job\.ts\n(.*?)^```$/ms.exec(page)?.[1] ?? '';
});

/** Makes a client of what a service answers under `/api/openapi.json`, with all that `main-job.ts` needs to be compiled. */
async function generateClient(folder: string, openApi: string): Promise<void> {
  await fs.writeFile(path.join(folder, 'openapi.json'), openApi);
  await fs.writeFile(path.join(folder, 'main-job.ts'), script);
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
  await fs.writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const generator = path.join(MODULES, '@hey-api', 'openapi-ts', 'bin', 'run.js');
  await node(folder, generator, '-i', 'openapi.json', '-o', 'client', '-c', '@hey-api/client-fetch');
}

/** Compiles the folder; what the compiler finds wrong, empty where all is well. */
async function compile(folder: string): Promise<string> {
  const { stdout } = await node(folder, path.join(MODULES, 'ts7', 'bin', 'tsc'), '--pretty', 'false').catch(
    (error: { stdout: string }) => error,
  );
  return stdout;
}

describe('a client generated from the OpenAPI file', () => {
  test('compiles, does the main job with a running service, and does not compile against another shape', async () => {
    const folder = await temporaryFolder();
    const service = await startRole({
      DATABASE_URL: await createTestDatabase(inject('databaseServer')),
      DATA_DIR: await temporaryFolder(),
      SAMPLE_PASSWORD: PASSWORD,
    });
    onTestFinished(() => service.stop());
    const openApi = await (await fetch(`${service.address}/api/openapi.json`)).text();
    await fs.symlink(MODULES, path.join(folder, 'node_modules'), 'dir');
    await generateClient(folder, openApi);
    expect(await compile(folder)).toBe('');

    const { stdout } = await node(folder, 'built/main-job.js', service.address, SAMPLE_EMAIL, PASSWORD, QX60);
    const said = saidSchema.parse(JSON.parse(stdout));
    expect(said.name).toContain('QX60');
    expect(said.numbers.length).toBeGreaterThan(3);
    expect(said.costs).toEqual([{ report_id: said.report_id, total_cost: said.likely }]);
    expect(said.left).toBe(99);

    await generateClient(folder, openApi.replaceAll('"total_cost"', '"total_price"'));
    expect(await compile(folder)).toMatch(/TS2339: Property 'total_cost' does not exist/);
  }, 120_000);
});
