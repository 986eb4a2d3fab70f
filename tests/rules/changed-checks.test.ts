import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { afterAll, describe, expect, it } from 'vitest';
import {
  changedFiles,
  leftOutLines,
  PROJECT_FILES,
  planTests,
  projectsFor,
  readChangedWords,
} from '../../scripts/changed-checks.ts';
import { TYPE_PROJECTS } from '../../scripts/run-checks.ts';
import { listFiles, readTestGraph } from '../../scripts/test-graph.ts';

const root = path.join(import.meta.dirname, '..', '..');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lotlens-changed-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const SOURCES: Record<string, string> = {
  'contract/money.ts': 'export const cents = 1;',
  'contract/money.test.ts': "import { cents } from './money.ts';",
  'contract/price.ts': "import type { Cents } from './money.ts';",
  'server/total.ts': "import { cents } from '../contract/money.ts';",
  'server/total.test.ts': "const { total } = await import('./total.ts');",
  'server/app.ts':
    "import './total.ts';\nconst codes = path.join(import.meta.dirname, 'data', 'codes.json');",
  'server/data/codes.json': '{}',
  'server/db/migrate.ts': "const folder = path.join(import.meta.dirname, 'migrations');",
  'server/db/migrations/0001.sql': '',
  'server/cli/lot.ts': "import '../total.ts';",
  'web/total.tsx': "import { cents } from '../contract/money.ts';",
  'docs/api.md': '',
  'tests/service/accounts.test.ts': "import '../../server/app.ts';",
  'tests/service/command.test.ts': "run('server/cli/lot.ts');",
  'tests/service/documents.test.ts': "read('docs/api.md');",
  'tests/service/migrations.test.ts': "import '../../server/db/migrate.ts';",
  'tests/service/total.test.ts': "import '../../server/app.ts';",
  'tests/service/slow.long.test.ts': "import '../../server/app.ts';",
  'tests/rules/walls.test.ts': "git('ls-files');",
  'tests/rules/totals.test.ts': "import '../../server/total.ts';",
};
const graph = readTestGraph('/', Object.keys(SOURCES), (file) => SOURCES[file] ?? '');
const plan = (changed: string[], seconds = 1000, lengths = new Map<string, number>()) =>
  planTests(graph, changed, { seconds, lengths });

describe('the tests of a change', () => {
  it('are those that import it, through other files too', () => {
    expect(plan(['server/total.ts']).run).toEqual(
      expect.arrayContaining(['server/total.test.ts', 'tests/service/accounts.test.ts']),
    );
    expect(plan(['server/total.ts']).run).not.toContain('contract/money.test.ts');
  });

  it('include those that start it as a program', () => {
    expect(plan(['server/cli/lot.ts']).run).toEqual([
      'tests/rules/walls.test.ts',
      'tests/service/command.test.ts',
    ]);
  });

  it('include those that read it as a table, a folder or a document', () => {
    expect(plan(['server/data/codes.json']).run).toContain('tests/service/accounts.test.ts');
    expect(plan(['server/db/migrations/0001.sql']).run).toContain('tests/service/migrations.test.ts');
    expect(plan(['docs/api.md']).run).toContain('tests/service/documents.test.ts');
  });

  it('leave out those that use only its types', () => {
    expect(graph.testsOf(['contract/price.ts']).size).toBe(0);
    expect(graph.importersOf(['contract/money.ts'])).toContain('contract/price.ts');
  });

  it('are only rules of every file when a page changes', () => {
    expect(plan(['web/total.tsx']).run).toEqual(['tests/rules/walls.test.ts']);
  });

  it('are all when the set-up of tests changes', () => {
    const { run, long } = plan(['package-lock.json']);
    expect(run).toHaveLength(
      Object.keys(SOURCES).filter((file) => /(?<!\.long)\.test\.ts$/.test(file)).length,
    );
    expect(long).toEqual(['tests/service/slow.long.test.ts']);
  });

  it('still include the importers of a deleted file', () => {
    const files = Object.keys(SOURCES).filter((file) => file !== 'server/total.ts');
    const after = readTestGraph('/', [...files, 'server/total.ts'], (file) =>
      file === 'server/total.ts' ? '' : (SOURCES[file] ?? ''),
    );
    expect([...after.testsOf(['server/total.ts']).keys()]).toContain('server/total.test.ts');
  });

  it('are the nearest that fit the time, by their measured length', () => {
    const lengths = new Map([
      ['contract/money.test.ts', 1],
      ['server/total.test.ts', 2],
      ['tests/service/total.test.ts', 60],
      ['tests/service/accounts.test.ts', 3],
    ]);
    const { run, leftOut } = plan(['contract/money.ts'], 10, lengths);
    expect(run).toEqual(
      expect.arrayContaining([
        'contract/money.test.ts',
        'server/total.test.ts',
        'tests/service/accounts.test.ts',
      ]),
    );
    expect(leftOut).toContain('tests/service/total.test.ts');
  });

  it('come in the order of shared names at equal distance', () => {
    const { run } = plan(['server/total.ts']);
    expect(run.indexOf('tests/service/total.test.ts')).toBeLessThan(
      run.indexOf('tests/service/accounts.test.ts'),
    );
  });

  it('always include rules of every file and a changed test', () => {
    const lengths = new Map([
      ['tests/rules/walls.test.ts', 90],
      ['tests/service/total.test.ts', 90],
    ]);
    expect(plan(['tests/service/total.test.ts'], 10, lengths).run).toEqual([
      'tests/rules/walls.test.ts',
      'tests/service/total.test.ts',
    ]);
  });
});

describe('the types of a change', () => {
  it('are checked in every project that imports it', () => {
    expect(projectsFor(graph, ['contract/money.ts'])).toEqual(['web', 'tests']);
    expect(projectsFor(graph, ['server/total.ts'])).toEqual(['tests']);
    expect(projectsFor(graph, ['web/total.tsx'])).toEqual(['web']);
    expect(projectsFor(graph, ['docs/api.md'])).toEqual([]);
  });

  it('are checked everywhere when a setting of TypeScript changes', () => {
    expect(projectsFor(graph, ['server/tsconfig.json'])).toEqual([...TYPE_PROJECTS]);
  });

  it.each(TYPE_PROJECTS)('of %s are in the files its tsconfig.json names', (project) => {
    const place = path.join(root, project);
    const config = ts.readConfigFile(path.join(place, 'tsconfig.json'), ts.sys.readFile);
    const { fileNames } = ts.parseJsonConfigFileContent(config.config, ts.sys, place);
    const tracked = new Set(listFiles(root));
    const named = fileNames
      .map((file) => path.relative(root, file).replaceAll(path.sep, '/'))
      .filter((file) => tracked.has(file));
    expect([...tracked].filter((file) => PROJECT_FILES[project].test(file)).sort()).toEqual(named.sort());
  });
});

describe('what is left out', () => {
  it('is named with the command that runs it', () => {
    const changed = ['contract/money.ts'];
    const lengths = new Map([['tests/service/total.test.ts', 60]]);
    const projects = projectsFor(graph, changed);
    const lines = leftOutLines({ plan: plan(changed, 10, lengths), projects, changed, lengths });
    expect(lines).toContain(
      'types of web/worker, extension, tests/browser: no file there imports the change',
    );
    expect(lines.join('\n')).toMatch(
      /service files? further from the change, about \d+ min \(.*total.*\): npm test/,
    );
    expect(lines.join('\n')).toContain('1 long test file: npm run test:long');
    expect(lines).toContain('browser tests: npm run test:browser');
  });
});

describe('the words after npm test', () => {
  it('compare with the last commit or with a revision', () => {
    expect(readChangedWords(['--changed'])).toEqual({ since: 'HEAD' });
    expect(readChangedWords(['--changed', 'main'])).toEqual({ since: 'main' });
    expect(readChangedWords(['--changed=v1'])).toEqual({ since: 'v1' });
  });

  it.each([[['--change']], [['--changed=']], [['--changed', '--all']], [['--changed', 'a', 'b']]])(
    'are refused in one sentence when wrong: %j',
    (words) => {
      expect(readChangedWords(words)).toEqual({ fault: expect.stringMatching(/\.$/) });
    },
  );

  it('end with exit code 2 when wrong or without such a revision', () => {
    const script = path.join(root, 'scripts', 'test.ts');
    for (const words of [['--all'], ['--changed', 'no-such-revision']]) {
      const run = () => execFileSync(process.execPath, [script, ...words], { stdio: 'pipe' });
      expect(run).toThrow(expect.objectContaining({ status: 2 }));
    }
  });
});

describe('changed files', () => {
  it('are those edited, deleted, new and committed since', () => {
    const git = (...words: string[]) =>
      execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@lotlens.example', ...words], {
        cwd: folder,
        stdio: 'pipe',
      });
    const write = (file: string, text: string) => fs.writeFileSync(path.join(folder, file), text);
    git('init', '--quiet');
    for (const file of ['same', 'edited', 'deleted', 'committed']) write(file, 'before');
    git('add', '.');
    git('commit', '--quiet', '-m', 'first');
    write('committed', 'after');
    git('commit', '--quiet', '-am', 'second');
    write('edited', 'after');
    write('new ä', 'after');
    fs.rmSync(path.join(folder, 'deleted'));
    expect(changedFiles(folder, 'HEAD')).toEqual(['deleted', 'edited', 'new ä']);
    expect(changedFiles(folder, 'HEAD~1')).toEqual(['committed', 'deleted', 'edited', 'new ä']);
    expect(() => changedFiles(folder, 'nowhere')).toThrow();
  });
});
