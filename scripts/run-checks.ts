import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';

const root = path.dirname(import.meta.dirname);
/** Programs by their script, which Node runs on every platform; those in .bin are batch files on Windows. */
const SCRIPTS = {
  tsc: 'ts7/bin/tsc',
  vitest: 'vitest/vitest.mjs',
  playwright: '@playwright/test/cli.js',
  biome: '@biomejs/biome/bin/biome',
  knip: 'knip/bin/knip.js',
} as const;

export type CheckName = 'types' | 'lint' | 'unused' | 'vitest' | 'browser';
export type Counts = { passed: number; failed: number; skipped: number };

/** Runs one program with our terminal; answers its exit code. */
function run(
  program: keyof typeof SCRIPTS,
  parameters: string[],
  extra: Record<string, string> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const script = path.join(root, 'node_modules', SCRIPTS[program]);
    const child = spawn(process.execPath, [script, ...parameters], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...extra },
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

const one = (code: number): Counts =>
  code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };

async function types(): Promise<Counts> {
  const codes = [];
  for (const project of ['contract', 'server', 'web', 'tests/browser'])
    codes.push(await run('tsc', ['-p', project]));
  return sum(codes.map(one));
}

const vitestSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  numFailedTestSuites: z.number(),
});

/** Where a suite writes its counts, in a folder that goes away with this process. */
function resultFile(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lotlens-checks-'));
  process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'result.json');
}

async function vitest(): Promise<Counts> {
  const file = resultFile();
  const code = await run('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  if (!fs.existsSync(file)) return { passed: 0, failed: 1, skipped: 0 };
  const result = vitestSchema.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
  const counts = {
    passed: result.numPassedTests,
    failed: result.numFailedTests,
    skipped: result.numPendingTests + result.numTodoTests,
  };
  // A file that could not even be loaded holds no failed test of its own.
  return counts.failed === 0 && (code !== 0 || result.numFailedTestSuites > 0)
    ? { ...counts, failed: 1 }
    : counts;
}

const playwrightSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
});

async function browser(): Promise<Counts> {
  const file = resultFile();
  const code = await run('playwright', ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  if (!fs.existsSync(file)) return { passed: 0, failed: 1, skipped: 0 };
  const { stats } = playwrightSchema.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
  const counts = { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
  return counts.failed === 0 && code !== 0 ? { ...counts, failed: 1 } : counts;
}

const checks: Record<CheckName, () => Promise<Counts>> = {
  types,
  lint: async () => one(await run('biome', ['check', '--error-on-warnings', '.'])),
  unused: async () => one(await run('knip', ['--no-progress'])),
  vitest,
  browser,
};

const sum = (all: Counts[]): Counts =>
  all.reduce(
    (total, counts) => ({
      passed: total.passed + counts.passed,
      failed: total.failed + counts.failed,
      skipped: total.skipped + counts.skipped,
    }),
    {
      passed: 0,
      failed: 0,
      skipped: 0,
    },
  );

/** Runs the named checks one after the other, all of them whatever fails; prints the sum as the last line. */
export async function runChecks(names: CheckName[]): Promise<number> {
  const counts: Counts[] = [];
  for (const name of names) {
    process.stdout.write(`\n== ${name}\n`);
    counts.push(await checks[name]());
  }
  const total = sum(counts);
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
  return total.failed === 0 ? 0 : 1;
}
