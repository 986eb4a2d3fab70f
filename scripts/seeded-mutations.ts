import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import {
  applyMutant,
  chooseMutants,
  isMutable,
  type Mutant,
  mutantsOf,
  OPERATORS,
  rowOf,
} from './mutants.ts';
import { listFiles, nearestFirst, readTestGraph, type TestGraph } from './test-graph.ts';

const root = path.dirname(import.meta.dirname);
const usage = `npm run test:mutations [-- --tests <rev>] [--against <rev>] [--same-as results.json]
                          [--count 18] [--seed 20261128] [--minutes 15] [--out results.json]

Changes one product line at a time in a temporary copy of a revision and runs the tests that can reach it:
all unit tests, the 24 nearest service tests and the rules, until one fails.

  --tests <rev>      the revision whose product and tests run (HEAD)
  --against <rev>    choose only from lines that this revision has too
  --same-as <file>   take the mutations of an earlier result that are still there
  --count <n>        mutations (18)
  --seed <n>         another seed chooses other mutations
  --minutes <n>      limit for one mutation; it is reported as timed out (15)
  --out <file>       where the results go as JSON, after each mutation (dist/mutations.json)
`;

/** Of all runs that are to be compared; the date has no meaning. */
const SEED = 20_261_128;
/**
 * Service tests that run for one mutant, the nearest, in groups: files of one group run in any order, and most mutants end in
 * the first. A count and no time limit, so that a busy machine finds the same.
 */
const SERVICE_GROUPS = [0, 8, 24] as const;

const mutantSchema = z.object({
  file: z.string(),
  operator: z.enum(OPERATORS),
  line: z.string(),
  occurrence: z.int(),
  column: z.int(),
  before: z.string(),
  after: z.string(),
});
const outcomeSchema = z.object({
  status: z.enum(['caught', 'survived', 'timed out']),
  /** The first test that failed. */
  by: z.string().nullable(),
  /** The line's number in this revision, from 1. */
  row: z.int(),
  seconds: z.number(),
  testFiles: z.int(),
});
const resultSchema = z.object({
  seed: z.int(),
  revision: z.string(),
  results: z.array(z.object({ mutant: mutantSchema, outcome: outcomeSchema })),
});
type Outcome = z.infer<typeof outcomeSchema>;
type Result = z.infer<typeof resultSchema>;

const failuresSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

const git = (...words: string[]): string =>
  execFileSync('git', words, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        tests: { type: 'string', default: 'HEAD' },
        against: { type: 'string' },
        'same-as': { type: 'string' },
        count: { type: 'string', default: '18' },
        seed: { type: 'string', default: String(SEED) },
        minutes: { type: 'string', default: '15' },
        out: { type: 'string', default: path.join(root, 'dist', 'mutations.json') },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) {
      process.stdout.write(usage);
      process.exit(0);
    }
    const count = z.coerce.number().int().min(1);
    return {
      ...values,
      count: count.parse(values.count),
      seed: count.parse(values.seed),
      minutes: z.coerce.number().positive().parse(values.minutes),
      revision: git('rev-parse', '--verify', `${values.tests}^{commit}`),
    };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    return process.exit(2);
  }
}

/** A checkout of `revision` with the packages of this folder; goes away with this process. */
function copyOf(revision: string): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lotlens-mutations-'));
  process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  // PostgreSQL may run as another user than we do.
  fs.chmodSync(folder, 0o755);
  const place = path.join(folder, 'copy');
  git('clone', '--quiet', '--shared', '--no-checkout', root, place);
  execFileSync('git', ['checkout', '--quiet', '--detach', revision], { cwd: place });
  if (packagesOf(place) !== packagesOf(root))
    throw new Error('That revision has other packages: run this in a checkout of it with its packages.');
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(place, 'node_modules'));
  return place;
}

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ integrity: z.string().optional() })),
});

/** What is installed for a lock file: places and hashes, not where npm got them. */
const packagesOf = (folder: string): string =>
  JSON.stringify(
    lockSchema.parse(JSON.parse(fs.readFileSync(path.join(folder, 'package-lock.json'), 'utf8'))),
  );

function chosenFor(place: string, { seed, count, against }: ReturnType<typeof readOptions>): Mutant[] {
  const files = listFiles(place).filter(isMutable);
  const mutants = files.flatMap((file) => {
    const text = fs.readFileSync(path.join(place, file), 'utf8');
    const other = against === undefined ? text : textAt(against, file);
    return mutantsOf(file, text).filter((mutant) => other !== null && rowOf(mutant, other) !== null);
  });
  return chooseMutants(mutants, seed, count);
}

function isThere(place: string, mutant: Mutant): boolean {
  const file = path.join(place, mutant.file);
  return fs.existsSync(file) && rowOf(mutant, fs.readFileSync(file, 'utf8')) !== null;
}

/** A file as another revision has it; `null` if it has none. */
function textAt(revision: string, file: string): string | null {
  if (git('ls-tree', '--name-only', revision, '--', file) === '') return null;
  return execFileSync('git', ['show', `${revision}:${file}`], { cwd: root, encoding: 'utf8' });
}

type Run = { failed: { file: string; test: string } | null } | 'timed out';

/** Runs test files until one fails. Throws an Error if Vitest itself did not work. */
async function runTests(place: string, project: string, files: readonly string[], end: number): Promise<Run> {
  const output = path.join(place, '..', 'result.json');
  fs.rmSync(output, { force: true });
  const words = ['run', `--project=${project}`, '--bail=1', '--reporter=json', `--outputFile=${output}`];
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...words, ...files], {
    cwd: place,
    stdio: ['ignore', 'ignore', 'pipe'],
    // A group of its own: what its tests started ends with it.
    detached: process.platform !== 'win32',
  });
  let errors = '';
  child.stderr.on('data', (piece: Buffer) => {
    errors = `${errors}${piece.toString()}`.slice(-4_000);
  });
  const stop = (): void => {
    if (child.pid === undefined || process.platform === 'win32') child.kill();
    else process.kill(-child.pid, 'SIGKILL');
  };
  process.on('exit', stop);
  let late = false;
  const timer = setTimeout(
    () => {
      late = true;
      stop();
    },
    Math.max(0, end - Date.now()),
  );
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  clearTimeout(timer);
  process.off('exit', stop);
  if (late) return 'timed out';
  if (code === 0) return { failed: null };
  if (!fs.existsSync(output)) throw new Error(`Vitest ended with ${code}: ${errors}`);
  const { testResults } = failuresSchema.parse(JSON.parse(fs.readFileSync(output, 'utf8')));
  const failed = testResults.filter(({ status }) => status === 'failed');
  // After the first failure others count as failed too, without a failed test.
  const file =
    failed.find(({ assertionResults }) => assertionResults.some(({ status }) => status === 'failed')) ??
    failed[0];
  if (file === undefined) throw new Error(`Vitest ended with ${code} without a failed test: ${errors}`);
  const test = file.assertionResults.find(({ status }) => status === 'failed');
  return {
    failed: { file: path.relative(place, file.name), test: test?.fullName ?? 'the file does not load' },
  };
}

/** Runs of tests, nearest first: unit tests, service tests, the rules of the repository. */
function batchesFor(graph: TestGraph, file: string): { project: string; files: string[] }[] {
  const related = nearestFirst(graph.testsOf([file]), [file]).filter((test) => !test.includes('.long.'));
  const rules = graph.files.filter((name) => /^tests\/rules\/(?!.*\.long\.).*\.test\.ts$/.test(name));
  const service = related.filter((test) => test.startsWith('tests/service/'));
  return [
    { project: 'unit', files: related.filter((test) => !test.startsWith('tests/')) },
    ...SERVICE_GROUPS.slice(1).map((to, index) => ({
      project: 'service',
      files: service.slice(SERVICE_GROUPS[index], to),
    })),
    { project: 'unit', files: rules },
  ].filter(({ files }) => files.length > 0);
}

/** Runs the tests that can reach the mutant, which is taken back before this resolves. */
async function tryMutant(
  place: string,
  graph: TestGraph,
  mutant: Mutant,
  minutes: number,
  broken: Set<string>,
): Promise<Outcome> {
  const file = path.join(place, mutant.file);
  const original = fs.readFileSync(file, 'utf8');
  const row = rowOf(mutant, original);
  if (row === null) throw new Error(`${mutant.file} has no line "${mutant.line}"`);
  const outcome = (status: Outcome['status'], by: string | null, testFiles: number): Outcome => ({
    status,
    by,
    row: row + 1,
    seconds: Math.round((Date.now() - start) / 1000),
    testFiles,
  });
  const start = Date.now();
  const end = start + minutes * 60_000;
  let ran = 0;
  for (const { project, files } of batchesFor(graph, mutant.file)) {
    for (;;) {
      const sound = files.filter((test) => !broken.has(test));
      if (sound.length === 0) break;
      fs.writeFileSync(file, applyMutant(mutant, original));
      const run = await runTests(place, project, sound, end).finally(() => fs.writeFileSync(file, original));
      if (run === 'timed out') return outcome('timed out', null, ran + sound.length);
      if (run.failed === null) {
        ran += sound.length;
        break;
      }
      const { file: test, test: title } = run.failed;
      // A test that fails on the unchanged product catches nothing.
      const unchanged = await runTests(place, project, [test], Date.now() + minutes * 60_000);
      if (unchanged !== 'timed out' && unchanged.failed === null)
        return outcome('caught', `${test}: ${title}`, ran + sound.length);
      broken.add(test);
    }
  }
  return outcome('survived', null, ran);
}

const options = readOptions();
const place = copyOf(options.revision);
const graph = readTestGraph(place);
const earlier =
  options['same-as'] === undefined
    ? null
    : resultSchema.parse(JSON.parse(fs.readFileSync(options['same-as'], 'utf8'))).results;
/** Those of an earlier result whose lines are there still, in its order. */
const compared = earlier?.filter(({ mutant }) => isThere(place, mutant)).slice(0, options.count);
const mutants = compared?.map(({ mutant }) => mutant) ?? chosenFor(place, options);
const results: Result = { seed: options.seed, revision: options.revision, results: [] };
const broken = new Set<string>();
fs.mkdirSync(path.dirname(path.resolve(options.out)), { recursive: true });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
for (const mutant of mutants) {
  const outcome = await tryMutant(place, graph, mutant, options.minutes, broken);
  results.results.push({ mutant, outcome });
  fs.writeFileSync(options.out, `${JSON.stringify(results, null, 2)}\n`);
  const where = `${mutant.file}:${outcome.row}`;
  process.stdout.write(
    `${outcome.status.padEnd(9)}  ${`${outcome.seconds} s`.padStart(6)}  ${where}  ${mutant.operator}: ${mutant.before} → ${mutant.after}\n` +
      `                     ${mutant.line}\n${outcome.by === null ? '' : `                     by ${outcome.by}\n`}`,
  );
}
const count = (status: Outcome['status']): number =>
  results.results.filter(({ outcome }) => outcome.status === status).length;
if (broken.size > 0)
  process.stdout.write(`Left out, since they fail without a mutation: ${[...broken].join(', ')}\n`);
process.stdout.write(
  `${count('caught')} of ${mutants.length} caught, ${count('survived')} survived, ${count('timed out')} timed out; seed ${options.seed}, ${options.revision.slice(0, 8)}\n`,
);
if (compared)
  process.stdout.write(
    `Before, ${compared.filter(({ outcome }) => outcome.status === 'caught').length} of these ${compared.length} were caught.\n`,
  );
