import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import * as api from '../../contract/api.ts';

const root = path.join(import.meta.dirname, '..', '..');

/** Every source file git tracks or would track, as paths from the root. */
const sources = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'],
  { cwd: root, encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => file !== '' && fs.existsSync(path.join(root, file)));
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
const product = sources.filter(
  (file) => /^(contract|server|web|samples)\//.test(file) && !/\.test\.tsx?$/.test(file),
);

const dependencySchema = z.object({
  resolved: z.string(),
  dynamic: z.boolean(),
  dependencyTypes: z.array(z.string()),
});
const cruiseSchema = z.object({
  modules: z.array(z.object({ source: z.string(), dependencies: z.array(dependencySchema) })),
  summary: z.object({
    totalCruised: z.number(),
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});

function cruise(): z.infer<typeof cruiseSchema> {
  const bin = path.join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs');
  const rooms = ['contract', 'server', 'web', 'extension', 'samples'];
  let output: string;
  try {
    output = execFileSync(
      process.execPath,
      [bin, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...rooms],
      { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'pipe'] },
    );
  } catch (error) {
    // It exits with the number of violations; the report is on standard output all the same.
    output = String((error as { stdout?: unknown }).stdout ?? '');
  }
  return cruiseSchema.parse(JSON.parse(output));
}

/** Packages of some size that a start does without: each is imported where it is first used. */
const ON_DEMAND = [
  '@aws-sdk/client-s3',
  '@zip.js/zip.js',
  '@zxcvbn-ts/language-common',
  'ai',
  'cheerio',
  'nodemailer',
  'otplib',
  'playwright-core',
  'sharp',
  'stripe',
  'unpdf',
  'web-push',
  'write-excel-file',
];

describe('imports', () => {
  const { modules, summary } = cruise();

  /** Files that are loaded with `file`: by imports that stay and do not wait. */
  function loadedWith(file: string): Set<string> {
    const loaded = new Set([file]);
    const bySource = new Map(modules.map(({ source, dependencies }) => [source, dependencies]));
    // A set goes on over what is added meanwhile.
    for (const source of loaded)
      for (const { resolved, dynamic, dependencyTypes } of bySource.get(source) ?? [])
        if (!dynamic && !dependencyTypes.includes('type-only')) loaded.add(resolved);
    return loaded;
  }

  test('point down only, without rings', () => {
    // With a TypeScript it can't read it would see no module and pass.
    expect(summary.totalCruised).toBeGreaterThan(product.length / 2);
    expect(summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`)).toEqual([]);
  });

  test('of one role do not load the other', () => {
    const loaded = loadedWith('server/run-service.ts');
    expect(loaded).toContain('server/tools.ts');
    expect(['server/app.ts', 'server/start-worker.ts'].filter((file) => loaded.has(file))).toEqual([]);
  });

  test.each(['server/run-service.ts', 'server/app.ts', 'server/start-worker.ts'])(
    'of %s load nothing large that is not used yet',
    (file) => {
      const loaded = [...loadedWith(file)];
      const packages = loaded.filter((one) => one.startsWith('node_modules/'));
      expect(packages.length).toBeGreaterThan(0);
      expect(
        packages.filter((one) => ON_DEMAND.some((name) => one.startsWith(`node_modules/${name}/`))),
      ).toEqual([]);
    },
  );
});

describe('the house', () => {
  test('file names are kebab-case', () => {
    expect(
      sources.filter((file) => !/^[a-z0-9]+([.-][a-z0-9]+)*\.(d\.)?tsx?$/.test(path.basename(file))),
    ).toEqual([]);
  });

  test('no folder or file is a drawer of everything', () => {
    const drawer = /(^|\/)(utils?|helpers?|common|lib|misc)(\/|\.tsx?$)/;
    expect(sources.filter((file) => drawer.test(file))).toEqual([]);
  });

  test('at most one level of folders inside a room', () => {
    expect(product.filter((file) => file.split('/').length > 4)).toEqual([]);
  });

  test('a folder has at most 25 product files', () => {
    const inRooms = product.filter((file) => /^(contract|server|web)\//.test(file));
    const folders = Map.groupBy(
      inRooms.filter((file) => !/\/(fixtures|migrations)\//.test(file)),
      path.posix.dirname,
    );
    expect([...folders].filter(([, files]) => files.length > 25).map(([folder]) => folder)).toEqual([]);
  });

  test('nothing points to texts outside the repository but the captures', () => {
    const outside =
      /\bSPEC\b|\bDECISIONS\b|\bEXPERIENCE\b|\breference\/|\breference(?: [a-z]+\.md|, \d)|\breliability(?:\.md| \d)|\b(?:ESTIMATE|HOUSE|REPORT|STYLE|ARCHITECTURE|stack)\.md\b/;
    const texts = execFileSync(
      'git',
      ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.md', '*.sql'],
      { cwd: root, encoding: 'utf8' },
    )
      .split('\n')
      .filter((file) => file !== '' && fs.existsSync(path.join(root, file)))
      // Licences of others name what they like; the rule itself names what it forbids.
      .filter((file) => !['THIRD-PARTY-NOTICES.md', 'tests/rules/house-rules.test.ts'].includes(file));
    expect(texts.filter((file) => outside.test(read(file)))).toEqual([]);
  });

  test('only config.ts reads the environment', () => {
    expect(product.filter((file) => file !== 'server/config.ts' && /process\.env/.test(read(file)))).toEqual(
      [],
    );
  });

  test('statements are sent by db/rows.ts alone, which checks their rows; only db and queue write SQL', () => {
    // Transactions begin and end in client.ts; the queue's engine asks for a way of its own.
    const sends = /^server\/(db\/(rows|client)|queue\/queue)\.ts$/;
    expect(product.filter((file) => !sends.test(file) && /\.query\(|\.query</.test(read(file)))).toEqual([]);
    expect(
      product.filter(
        (file) => !file.startsWith('server/db/') && /from '(\.\.?\/)+db\/rows\.ts'/.test(read(file)),
      ),
    ).toEqual([]);
  });

  test('Drizzle is for the schema and its migrations alone', () => {
    const own = /^server\/db\/(schema|migrate)\.ts$/;
    expect(product.filter((file) => !own.test(file) && /from 'drizzle-orm/.test(read(file)))).toEqual([]);
  });

  test('the browser takes the paths of calls from contract/api.ts', () => {
    const paths = Object.values(api).map(({ path: url }) => {
      const filled = url.replaceAll(/:\w+/g, '\\$\\{[^}]*\\}');
      // A word alone is no path.
      return url.lastIndexOf('/') === 0 ? filled : `/?${filled.slice(1)}`;
    });
    const written = new RegExp(`api/v1|['"\`](${paths.join('|')})['"\`?]`);
    const web = product.filter((file) => file.startsWith('web/'));
    expect(web.filter((file) => written.test(read(file).replaceAll(/from '[^']*'/g, '')))).toEqual([]);
  });

  test('nobody uses any, non-null assertions on purpose, or switches a check off', () => {
    const escapes =
      /^(?!\s*(?:\*|\/\*\*)).*:\s*any\b|\bas any\b|<any>|@ts-ignore|@ts-expect-error|@ts-nocheck|biome-ignore|eslint-disable/m;
    expect(
      sources.filter((file) => file !== 'tests/rules/house-rules.test.ts' && escapes.test(read(file))),
    ).toEqual([]);
  });

  test('nothing is left to be done later in code', () => {
    expect(product.filter((file) => /\b(TODO|FIXME|XXX)\b/.test(read(file)))).toEqual([]);
  });

  test('nothing but web-fetch calls the global fetch on the server', () => {
    const calls = /(?<![.\w])fetch\(/;
    const allowed = /^(web|server\/web-fetch)\//;
    expect(
      product.filter(
        (file) =>
          !allowed.test(file) && /globalThis\.fetch|await fetch\(/.test(read(file)) && calls.test(read(file)),
      ),
    ).toEqual([]);
  });

  test('no sentence is compared, matched or replaced: facts travel as codes and fields', () => {
    const words = '(?:message|detail|title|text|sentence)';
    const sentence = new RegExp(
      [
        // What reports store in words.
        `\\.(?:why|reason|statement|because)\\??\\.(?:includes|startsWith|endsWith|match|search|indexOf)\\(`,
        `\\.${words}\\??\\.(?:includes|startsWith|endsWith|match|search|replace|replaceAll|indexOf)\\(`,
        `\\.${words} [!=]== (?!undefined|null|''|'string')`,
        `[!=]== [A-Z_]+_(?:MESSAGE|SENTENCE)\\b`,
        `\\b(?:includes|test)\\([^()]*\\.?\\b(?:message|detail|sentence)\\)`,
      ].join('|'),
    );
    const allowed = [
      // What other people wrote is read here: pages, listings, and the sentences of libraries without codes.
      /^server\/(auction-sites|parts-catalogues|suppliers|images)\//,
      /^server\/(db\/await-database|http\/error-handler)\.ts$/,
      // What a user typed, as a pattern of SQL.
      /^server\/db\/reports\/report-list\.ts$/,
      // A notice that is shown already is not shown twice.
      /^web\/ui\/notices\.tsx$/,
    ];
    const rooms = product.filter((file) => /^(contract|server|web)\//.test(file));
    expect(
      rooms.filter((file) => !allowed.some((room) => room.test(file)) && sentence.test(read(file))),
    ).toEqual([]);
  });

  test('no line’s id is taken apart: what it is of travels in fields', () => {
    const taken =
      /\b(?:id|key)\.(?:endsWith|startsWith|split|slice|replace)\(\s*['"`/][^)]*(?::2|:unknown|:left|:right|unknown\$|':')/;
    const allowed = [
      // Reports of schema_version 1 tell the second piece by its id alone.
      'contract/report-view/number-side.ts',
      // Their users' edits are carried over to lines of today.
      'server/reports/recalculate/carry-edits.ts',
    ];
    const rooms = product.filter((file) => /^(contract|server|web)\//.test(file));
    expect(rooms.filter((file) => !allowed.includes(file) && taken.test(read(file)))).toEqual([]);
  });

  test('no ref is written while a component is drawn', () => {
    const written = /^ {2}\w+\.current = /m;
    expect(sources.filter((file) => /^web\/.*\.tsx?$/.test(file) && written.test(read(file)))).toEqual([]);
  });

  test('sleeps and limits of work at once are those of server/concurrency', () => {
    const own = /timers\/promises|new Promise(?:<\w+>)?\(\((\w+)\) => setTimeout\(\1/;
    // setImmediate gives way to others; it is no sleep.
    const allowed = ['server/concurrency/pause.ts', 'server/http/limits/idempotency-key.ts'];
    const server = product.filter((file) => file.startsWith('server/') && !allowed.includes(file));
    expect(server.filter((file) => own.test(read(file)))).toEqual([]);
  });

  test('tests replace no modules', () => {
    const tests = sources.filter(
      (file) => /\.test\.tsx?$/.test(file) && file !== 'tests/rules/house-rules.test.ts',
    );
    expect(tests.filter((file) => /\b(vi|jest)\.(mock|doMock)\(/.test(read(file)))).toEqual([]);
  });

  test('no test is switched off or left alone on', () => {
    const tests = sources.filter(
      (file) => /\.(test|spec)\.tsx?$/.test(file) && file !== 'tests/rules/house-rules.test.ts',
    );
    expect(tests.filter((file) => /\b(it|test|describe)\.(only|todo|skip)\(/.test(read(file)))).toEqual([]);
  });
});
