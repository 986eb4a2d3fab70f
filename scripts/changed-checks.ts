import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import {
  type Counts,
  one,
  placeOfReaders,
  printSum,
  run,
  sum,
  TYPE_PROJECTS,
  type TypeProject,
  typesOf,
  vitest,
} from './run-checks.ts';
import { listFiles, nearestFirst, readTestGraph, TEST, type TestGraph } from './test-graph.ts';

const root = path.dirname(import.meta.dirname);

/** The whole run, s, and the cores that share its work. */
const BUDGET_S = 60;
const CORES = 2;
/** Processor time that checking a change of a shape takes at most by project, s; of a body a third of it. Measured. */
const TYPES_S: Record<TypeProject, number> = {
  web: 12,
  'web/worker': 1,
  extension: 4,
  tests: 31,
  'tests/browser': 12,
};
/** Vitest, its database and loading the service, s: judgement. */
const VITEST_START_S = 14;
/** Processor time for tests that run whatever the time, the nearest, s. */
const LEAST_TEST_S = 20;
/** Processor time of a file by its length, which was measured beside three others: the average of a whole run. */
const WORK_SHARE = 0.6;
/** A service file waits for half of its time, which two processes fill less well than four: judgement. */
const WAITING = 1.5;
/** A file whose length was not measured here, s: the averages of a whole run. */
const USUAL_S = { unit: 2.5, service: 16 };

/** What every test runs with. */
const EVERYWHERE =
  /^(?:package-lock\.json|vitest\.config\.ts|tests\/(?:drawn-cases|service\/(?:database|told-refusals))\.ts)$/;
/** What every type is checked with. */
const ALL_TYPES = /^(?:package-lock\.json|package\.json|tsconfig\.base\.json|(?:.*\/)?tsconfig\.json)$/;
/** What browser tests show: the application, what it is served by and what they are made of. */
const BROWSER = /^(?:web|contract|server|samples|extension|tests\/browser)\/|^playwright\.config\.ts$/;

/** Files of each project of types, as its tsconfig.json includes and excludes them. */
export const PROJECT_FILES: Record<TypeProject, RegExp> = {
  web: /^(?:web\/(?!worker\/worker\.ts$|build\/)|contract\/)(?!.*\.test\.ts$).*\.tsx?$/,
  'web/worker': /^web\/worker\/worker\.ts$/,
  extension: /^extension\/(?!wxt\.config\.ts$)(?!.*\.test\.ts$).*\.ts$/,
  tests:
    /^(?:tests\/(?!browser\/)|bench\/|scripts\/|server\/|samples\/).*\.ts$|^contract\/.*\.test\.ts$|^web\/build\/[^/]+\.ts$|^[^/]+\.config\.ts$/,
  'tests/browser': /^tests\/browser\/.*\.ts$|^web\/.*\.test\.ts$/,
};

/** Measured lengths of test files by their path, s. */
export type Lengths = ReadonlyMap<string, number>;

export type TestPlan = { run: string[]; leftOut: string[]; long: string[] };

/** The revision that `--changed` compares with, or a sentence on what is wrong with these words of the command line. */
export function readChangedWords(words: readonly string[]): { since: string } | { fault: string } {
  const [first, ...rest] = words;
  const [flag, value] = first?.split(/=(.*)/s) ?? [];
  if (flag !== '--changed')
    return { fault: `npm test does not know "${first}". It takes --changed [revision] or nothing.` };
  const since = value ?? rest.shift();
  if (since === '' || since?.startsWith('-')) return { fault: '--changed takes a revision or nothing.' };
  if (rest.length > 0) return { fault: `--changed takes one revision; "${rest[0]}" is one word too many.` };
  return { since: since ?? 'HEAD' };
}

/** Files that differ from a revision: committed since, uncommitted, untracked and deleted ones. Throws if there is no such revision. */
export function changedFiles(folder: string, since: string): string[] {
  const git = (...words: string[]): string[] =>
    execFileSync('git', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
      .split('\0')
      .filter((file) => file !== '');
  git('rev-parse', '--verify', '--quiet', '--end-of-options', `${since}^{commit}`);
  const differing = git('diff', '--name-only', '--no-renames', '-z', since, '--');
  return [...new Set([...differing, ...git('ls-files', '-z', '--others', '--exclude-standard')])].sort();
}

/** Projects of types that hold a changed file or one that imports it. */
export function projectsFor(graph: TestGraph, changed: readonly string[]): TypeProject[] {
  if (changed.some((file) => ALL_TYPES.test(file))) return [...TYPE_PROJECTS];
  const files = [...graph.importersOf(changed)];
  return TYPE_PROJECTS.filter((project) => files.some((file) => PROJECT_FILES[project].test(file)));
}

const isService = (file: string): boolean => file.startsWith('tests/service/');
/** Processor time of these test files, s. */
const workOf = (files: readonly string[], lengths: Lengths): number =>
  files.reduce(
    (total, file) =>
      total + WORK_SHARE * (lengths.get(file) ?? USUAL_S[isService(file) ? 'service' : 'unit']),
    0,
  );

/** Test files to run within `seconds` of processor time, the nearest first, and what does not fit; rules of every file always run. */
export function planTests(
  graph: TestGraph,
  changed: readonly string[],
  { seconds, lengths }: { seconds: number; lengths: Lengths },
): TestPlan {
  if (changed.length === 0) return { run: [], leftOut: [], long: [] };
  const tests = graph.files.filter((file) => TEST.test(file));
  const everywhere = changed.some((file) => EVERYWHERE.test(file));
  const reached = everywhere ? new Map(tests.map((file) => [file, 1])) : graph.testsOf(changed);
  const related = nearestFirst(reached, changed);
  const isLong = (file: string): boolean => file.includes('.long.');
  const rules = graph.listing.filter((file) => !isLong(file));
  const plan: TestPlan = { run: [...rules], leftOut: [], long: related.filter(isLong) };
  let left = Math.max(LEAST_TEST_S, seconds - workOf(rules, lengths));
  for (const file of related.filter((name) => !isLong(name) && !rules.includes(name))) {
    const cost = workOf([file], lengths) * (isService(file) ? WAITING : 1);
    if (cost > left && !changed.includes(file)) {
      plan.leftOut.push(file);
      continue;
    }
    left -= cost;
    plan.run.push(file);
  }
  return plan;
}

const lengthsSchema = z.object({
  projects: z.record(
    z.string(),
    z.object({ files: z.record(z.string(), z.object({ duration: z.number(), failed: z.boolean() })) }),
  ),
});

/** How long each test file took when Vitest last ran it whole on this machine. */
function measuredLengths(): Lengths {
  const folder = path.join(root, 'node_modules', '.vite', 'vitest');
  const caches = fs.existsSync(folder)
    ? fs.globSync('*/results.json', { cwd: folder }).map((file) => path.join(folder, file))
    : [];
  const lengths = new Map<string, number>();
  for (const cache of caches) {
    const read = lengthsSchema.safeParse(JSON.parse(fs.readFileSync(cache, 'utf8')));
    // Another version of Vitest may write it in another way; then the usual lengths count.
    if (!read.success) continue;
    for (const { files } of Object.values(read.data.projects))
      for (const [file, { duration, failed }] of Object.entries(files))
        if (!failed) lengths.set(file, Math.max(lengths.get(file) ?? 0, duration / 1000));
  }
  return lengths;
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
/** The first few names, and how many more there are. */
const listed = (names: readonly string[]): string =>
  names.length <= 4 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`;

/** What a run leaves out, a line each, and how to run it. `projects` import the change. */
export function leftOutLines(run: {
  plan: TestPlan;
  projects: readonly TypeProject[];
  changed: readonly string[];
  lengths: Lengths;
}): string[] {
  const { plan, projects, changed, lengths } = run;
  const service = plan.leftOut.filter(isService);
  const unit = plan.leftOut.filter((file) => !isService(file));
  const minutes = Math.ceil(workOf(service, lengths) / CORES / 60);
  const others = TYPE_PROJECTS.filter((project) => !projects.includes(project));
  return [
    ...(others.length > 0 ? [`types of ${others.join(', ')}: no file there imports the change`] : []),
    'unused code, and lint of files that did not change: npm test',
    ...(unit.length > 0
      ? [`${counted(unit.length, 'unit file')} further from the change (${listed(unit)}): npm test`]
      : []),
    ...(service.length > 0
      ? [
          `${counted(service.length, 'service file')} further from the change, about ${minutes} min (${listed(service)}): npm test`,
        ]
      : []),
    ...(plan.long.length > 0 ? [`${counted(plan.long.length, 'long test file')}: npm run test:long`] : []),
    ...(changed.some((file) => BROWSER.test(file)) ? ['browser tests: npm run test:browser'] : []),
  ];
}

/** True for files that Biome checks; biome.json leaves out the others. */
const isLinted = (file: string): boolean =>
  /\.(?:tsx?|mts|mjs|js|css|html)$/.test(file) && !/\/(?:migrations|fixtures)\//.test(file);

/**
 * `npm test -- --changed [revision]`: types, lint and tests that a change can reach, the nearest within a minute. Says what
 * it leaves out. Resolves with the exit code: 0 if all passed, 1 if not, 2 for a wrong word or revision.
 */
export async function runChangedChecks(words: readonly string[]): Promise<number> {
  const start = performance.now();
  const read = readChangedWords(words);
  if ('fault' in read) return refuse(read.fault);
  let changed: string[];
  try {
    changed = changedFiles(root, read.since);
  } catch {
    return refuse(`There is no revision "${read.since}" here.`);
  }
  if (changed.length === 0) {
    process.stdout.write(`Nothing changed since ${read.since}.\n`);
    return printSum(sum([]));
  }
  const present = listFiles(root);
  const gone = changed.filter((file) => !present.includes(file));
  const graph = readTestGraph(root, [...present, ...gone], (file) =>
    gone.includes(file) ? '' : fs.readFileSync(path.join(root, file), 'utf8'),
  );
  process.stdout.write(`${counted(changed.length, 'changed file')}: ${listed(changed)}\n`);

  const projects = projectsFor(graph, changed);
  const linted = changed.filter((file) => isLinted(file) && !gone.includes(file));
  const counts: Counts[] = [];
  if (linted.length > 0) {
    process.stdout.write(`\n== lint of ${counted(linted.length, 'file')}\n`);
    const code = await run('biome', ['check', '--error-on-warnings', '--no-errors-on-unmatched', ...linted]);
    counts.push(one(code, 'lint'));
  }

  process.stdout.write(`\n== types of ${projects.join(', ') || 'nothing'}\n`);
  const place = placeOfReaders();
  const types = typesOf(projects, place);
  if (place === 'terminal') await types;

  const lengths = measuredLengths();
  const ofTypes = place === 'terminal' ? 0 : projects.reduce((total, name) => total + TYPES_S[name], 0);
  const seconds = CORES * (BUDGET_S - secondsSince(start) - VITEST_START_S) - ofTypes;
  const plan = planTests(graph, changed, { seconds, lengths });
  const runnable = plan.run.filter((file) => !gone.includes(file));
  const service = runnable.filter(isService).length;
  process.stdout.write(
    `\n== ${counted(runnable.length - service, 'unit file')}, ${counted(service, 'service file')}\n`,
  );
  // Without a service file no database is started.
  const suites = service > 0 ? ['unit', 'service'] : ['unit'];
  // Each further process would load again what the tests share.
  if (runnable.length > 0) counts.push(await vitest(suites, { files: runnable, workers: CORES }));

  return printSum(sum([...counts, await types]), leftOutLines({ plan, projects, changed, lengths }));
}

const secondsSince = (start: number): number => (performance.now() - start) / 1000;

function refuse(sentence: string): number {
  process.stderr.write(`${sentence}\n`);
  return 2;
}
