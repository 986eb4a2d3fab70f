import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
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

export type CheckName = keyof typeof readers | keyof typeof suites;
/** What a suite found; `failures` names what failed, for the end of a long output. */
export type Counts = { passed: number; failed: number; skipped: number; failures: string[] };

/**
 * Where a check runs: in our terminal, or aside, while a suite has the terminal. Aside, it runs at low priority and its output
 * appears when it ends.
 */
type Place = 'terminal' | 'aside';
/** A nice value: 0 is normal, 19 the lowest priority. */
const ASIDE_PRIORITY = 10;

/** Runs one program; answers its exit code. */
export const run = (
  program: keyof typeof SCRIPTS,
  parameters: string[],
  { place = 'terminal', extra = {} }: { place?: Place; extra?: Record<string, string> } = {},
): Promise<number> => runScript(path.join('node_modules', SCRIPTS[program]), parameters, { place, extra });

/** The same for a script of this repository. */
function runScript(
  file: string,
  parameters: string[],
  { place = 'terminal', extra = {} }: { place?: Place; extra?: Record<string, string> } = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(root, file), ...parameters], {
      cwd: root,
      stdio: place === 'terminal' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...extra },
    });
    const said: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => said.push(part));
    if (place === 'aside' && child.pid !== undefined) os.setPriority(child.pid, ASIDE_PRIORITY);
    child.once('error', reject);
    child.once('close', (code) => {
      if (place === 'aside')
        process.stdout.write(`\n== ${path.basename(file)} ${parameters.join(' ')}\n${Buffer.concat(said)}`);
      resolve(code ?? 1);
    });
  });
}

export const one = (code: number, name: string): Counts =>
  code === 0
    ? { passed: 1, failed: 0, skipped: 0, failures: [] }
    : { passed: 0, failed: 1, skipped: 0, failures: [name] };

/** What the compiler checks: the contract with the pages, the server with its tests, neither of them twice. */
export const TYPE_PROJECTS = ['web', 'web/worker', 'extension', 'tests', 'tests/browser'] as const;
export type TypeProject = (typeof TYPE_PROJECTS)[number];

/**
 * Checks the types of these projects. The compiler saves its results and checks only what changed since. One checker at a time:
 * each of several works out types that another has worked out too, which takes twice the processor time.
 */
export async function typesOf(projects: readonly TypeProject[], place: Place = 'terminal'): Promise<Counts> {
  const counts = [];
  for (const project of projects) {
    const saved = path.join(root, 'node_modules', '.cache', 'types', `${project.replace('/', '-')}.json`);
    const parameters = ['-p', project, '--checkers', '1', '--incremental', '--tsBuildInfoFile', saved];
    counts.push(one(await run('tsc', parameters, { place }), `types of ${project}`));
  }
  return sum(counts);
}

const lint = async (place: Place): Promise<Counts> =>
  one(await run('biome', ['check', '--error-on-warnings', '.'], { place }), 'lint');

/** Code that nobody uses, then code that only tests use. */
async function unused(place: Place): Promise<Counts> {
  const product = ['--production', '--include', 'files,exports,types'];
  return sum([
    one(await run('knip', ['--no-progress'], { place }), 'unused code'),
    one(await run('knip', ['--no-progress', ...product], { place }), 'code that only tests use'),
  ]);
}

const vitestSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  numFailedTestSuites: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** The failed tests of a run of Vitest, each with the first lines of its reason: of a property, its seed and counterexample. */
const vitestFailures = ({ testResults }: z.infer<typeof vitestSchema>): string[] =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name);
    const failed = assertionResults
      .filter((result) => result.status === 'failed')
      .map(
        ({ fullName, failureMessages }) => `${file}: ${fullName}: ${firstLines(failureMessages?.[0] ?? '')}`,
      );
    return status === 'failed' && failed.length === 0 ? [`${file}: ${firstLines(message)}`] : failed;
  });

const firstLines = (text: string): string =>
  stripVTControlCharacters(text).split('\n').slice(0, 6).join('\n    ').slice(0, 1_500);

/** Where a suite writes its counts, in a folder that goes away with this process. */
function resultFile(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lotlens-checks-'));
  process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'result.json');
}

/** Runs suites of Vitest, or of them only `files`; `workers`: at most so many files at once. */
export async function vitest(
  suites: string[],
  { files = [], workers }: { files?: readonly string[]; workers?: number } = {},
): Promise<Counts> {
  const file = resultFile();
  const code = await run('vitest', [
    'run',
    ...suites.map((suite) => `--project=${suite}`),
    ...(workers === undefined ? [] : [`--maxWorkers=${workers}`]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...files,
  ]);
  if (!fs.existsSync(file)) return one(1, 'Vitest wrote no result');
  const result = vitestSchema.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
  const counts = {
    passed: result.numPassedTests,
    failed: result.numFailedTests,
    skipped: result.numPendingTests + result.numTodoTests,
    failures: vitestFailures(result),
  };
  // A file that could not even be loaded holds no failed test of its own.
  return counts.failed === 0 && (code !== 0 || result.numFailedTestSuites > 0)
    ? { ...counts, failed: 1, failures: [...counts.failures, `Vitest ended with ${code}`] }
    : counts;
}

type Suite = {
  suites?: Suite[] | undefined;
  specs?: { title: string; file: string; line: number; ok: boolean }[] | undefined;
};
const suiteSchema: z.ZodType<Suite> = z.object({
  suites: z.lazy(() => z.array(suiteSchema)).optional(),
  specs: z
    .array(z.object({ title: z.string(), file: z.string(), line: z.number(), ok: z.boolean() }))
    .optional(),
});
const playwrightSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  suites: z.array(suiteSchema),
  /** What failed outside of any test. */
  errors: z.array(z.object({ message: z.string().optional(), value: z.string().optional() })),
});

const browserFailures = ({ suites = [], specs = [] }: Suite): string[] => [
  ...specs.filter(({ ok }) => !ok).map(({ title, file, line }) => `${file}:${line}: ${title}`),
  ...suites.flatMap(browserFailures),
];

async function browser(): Promise<Counts> {
  const file = resultFile();
  const code = await run('playwright', ['test', '--reporter=list,json'], {
    extra: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  });
  if (!fs.existsSync(file)) return one(1, 'Playwright wrote no result');
  const { stats, suites, errors } = playwrightSchema.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
  const counts = {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: browserFailures({ suites }),
  };
  if (counts.failed > 0 || code === 0) return counts;
  const outside = errors.map(
    ({ message, value }) => `outside of any test: ${firstLines(message ?? value ?? '')}`,
  );
  return { ...counts, failed: 1, failures: [...outside, `Playwright ended with ${code}`] };
}

const countsSchema = z.object({
  passed: z.int(),
  failed: z.int(),
  skipped: z.int(),
  failures: z.array(z.string()),
});

async function campaign(given: readonly string[]): Promise<Counts> {
  const file = resultFile();
  const code = await runScript('tests/campaign/run-campaign.ts', [...given, '--counts', file]);
  if (!fs.existsSync(file)) return one(1, `the campaign ended with ${code} and wrote no result`);
  return countsSchema.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
}

/** They only read the sources, so they can run during the tests. */
const readers = { types: (place: Place) => typesOf(TYPE_PROJECTS, place), lint, unused };
const suites = {
  vitest: () => vitest(['unit', 'service']),
  // The unit tests again: their properties on other cases than CI's.
  long: () => vitest(['unit', 'long']),
  campaign,
  browser,
};
const isReader = (name: CheckName): name is keyof typeof readers => name in readers;

export const sum = (all: Counts[]): Counts => ({
  passed: all.reduce((total, { passed }) => total + passed, 0),
  failed: all.reduce((total, { failed }) => total + failed, 0),
  skipped: all.reduce((total, { skipped }) => total + skipped, 0),
  failures: all.flatMap(({ failures }) => failures),
});

/** The type check takes up to 1.4 GB, the tests about 2.4: on a smaller machine they take turns. Basis: judgement. */
const ROOMY_BYTES = 7e9;
/** Where checks of the sources run that a suite is to follow: aside, where the machine has the memory. */
export const placeOfReaders = (): Place => (os.totalmem() < ROOMY_BYTES ? 'terminal' : 'aside');

/**
 * Runs the named checks, all of them whatever fails. Suites run one after the other; checks of the sources run aside, where the
 * machine has the memory. Prints what failed and, last, the sum. `given`: the command's further words, for the check that takes any.
 */
export async function runChecks(names: CheckName[], given: readonly string[] = []): Promise<number> {
  const place = names.every(isReader) ? 'terminal' : placeOfReaders();
  const read = runEach(names.filter(isReader), (name) => readers[name](place), place);
  if (place === 'terminal') await read;
  const tested = runEach(
    names.filter((name): name is keyof typeof suites => name in suites),
    (name) => suites[name](given),
  );
  return printSum(sum([...(await read), ...(await tested)]));
}

/** Prints what failed, what was left out and, last, the sum; answers the exit code. */
export function printSum(total: Counts, leftOut: readonly string[] = []): number {
  if (total.failures.length > 0) process.stdout.write(`\nfailed:\n  ${total.failures.join('\n  ')}\n`);
  if (leftOut.length > 0) process.stdout.write(`\nleft out:\n  ${leftOut.join('\n  ')}\n`);
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
  return total.failed === 0 ? 0 : 1;
}

async function runEach<N extends CheckName>(
  names: readonly N[],
  check: (name: N) => Promise<Counts>,
  place: Place = 'terminal',
): Promise<Counts[]> {
  const counts: Counts[] = [];
  for (const name of names) {
    if (place === 'terminal') process.stdout.write(`\n== ${name}\n`);
    counts.push(await check(name));
  }
  return counts;
}
