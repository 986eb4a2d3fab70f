import { type ExecFileException, execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import packageJson from '../../package.json' with { type: 'json' };

const ROOT = path.join(import.meta.dirname, '..', '..');
const run = promisify(execFile);

const build = (...options: string[]) =>
  run(process.execPath, ['scripts/run.mjs', 'scripts/build-extension.ts', ...options], { cwd: ROOT });

let folder: string;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lotlens-packages-'));
  await build('--into', folder, '--gecko-id', 'lots@repairs.example');
});
afterAll(() => fs.rm(folder, { recursive: true, force: true }));

const finding = z.object({ code: z.string(), file: z.string().nullish(), message: z.string() });
const verdictSchema = z.object({
  errors: z.array(finding),
  notices: z.array(finding),
  warnings: z.array(finding),
});

/** What Mozilla's own check says of a package, before it is sent. */
async function lint(file: string): Promise<z.infer<typeof verdictSchema>> {
  const cli = path.join(ROOT, 'node_modules', 'addons-linter', 'bin', 'addons-linter');
  // It ends with another status than 0 where it finds errors.
  const { stdout } = await run(process.execPath, [cli, '--output', 'json', file], { cwd: ROOT }).catch(
    (error: ExecFileException & { stdout: string }) => error,
  );
  return verdictSchema.parse(JSON.parse(stdout));
}

const manifestOf = async (browser: 'chrome' | 'firefox') =>
  z
    .looseObject({
      version: z.string(),
      host_permissions: z.array(z.string()).optional(),
      browser_specific_settings: z.object({ gecko: z.object({ id: z.string() }) }).optional(),
    })
    .parse(JSON.parse(await fs.readFile(path.join(folder, `${browser}-mv3`, 'manifest.json'), 'utf8')));

describe('the packages of the extension', () => {
  test('are one for Chrome and Edge, one for Firefox, and the sources it is built from', async () => {
    const { version } = packageJson;
    const packages = (await fs.readdir(folder)).filter((file) => file.endsWith('.zip'));
    expect(packages.sort()).toEqual(
      ['chrome', 'firefox', 'sources'].map((kind) => `lotlens-${version}-${kind}.zip`),
    );
  });

  test('pass Mozilla’s check, but for what its users need not mind', async () => {
    const { errors, notices, warnings } = await lint(
      path.join(folder, `lotlens-${packageJson.version}-firefox.zip`),
    );
    expect(errors).toEqual([]);
    expect(notices).toEqual([]);
    expect([...new Set(warnings.map(({ code }) => code))].sort()).toEqual([
      // In the schema library, which does without where a page forbids it, as all pages of an extension do.
      'DANGEROUS_EVAL',
      // It is made for computers.
      'KEY_FIREFOX_ANDROID_UNSUPPORTED_BY_MIN_VERSION',
    ]);
  });

  test('carry the id that was given, in Firefox’s alone', async () => {
    expect((await manifestOf('firefox')).browser_specific_settings?.gecko.id).toBe('lots@repairs.example');
    expect((await manifestOf('chrome')).browser_specific_settings).toBeUndefined();
  });

  test('may go to no site before their user allows it', async () => {
    for (const browser of ['chrome', 'firefox'] as const)
      expect((await manifestOf(browser)).host_permissions).toBeUndefined();
  });

  test('are not built with an id that Firefox would refuse', async () => {
    await expect(build('--into', folder, '--gecko-id', 'not an id')).rejects.toMatchObject({ code: 2 });
  });
});
