import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { buildServer } from '../../scripts/build-server.ts';
import { hashOf } from '../../scripts/hash-of.ts';
import { inProduction } from '../../scripts/in-production.ts';
import { ENGINE_ID } from '../../server/estimate/calculation/engine-id.ts';
import { createTestDatabase } from './database.ts';
import { startRole } from './role-process.ts';

const temporaryFolder = (): string => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lotlens-built-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
};

test('the service is built once from the same sources, and what production starts leads to that build', async () => {
  const file = await buildServer();
  const made = fs.statSync(file).mtimeMs;
  expect(await buildServer()).toBe(file);
  expect(fs.statSync(file).mtimeMs).toBe(made);
  const [build = ''] = path.dirname(file).split(path.sep).slice(-1);
  const entry = path.join(path.dirname(path.dirname(file)), 'main.js');
  expect(fs.readFileSync(entry, 'utf8')).toBe(`import './${build}/main.js';\n`);
});

test('a built service calculates under the mark of the sources it was built from', async () => {
  const folder = path.dirname(await buildServer());
  const [calculation = ''] = ENGINE_ID.split('-');
  const texts = fs.readdirSync(folder).map((name) => fs.readFileSync(path.join(folder, name), 'utf8'));
  expect(texts.some((text) => text.includes(calculation))).toBe(true);
});

test('a built worker starts, its tables, migrations and templates read where they lie', async () => {
  const worker = await startRole(
    {
      NODE_ENV: 'test',
      ROLE: 'worker',
      DATABASE_URL: await createTestDatabase(inject('databaseServer')),
      DATA_DIR: temporaryFolder(),
    },
    await buildServer(),
  );
  await worker.stop();
});

test('a hash of sources tells another name and another text apart, and leaves out what does not fit', () => {
  const folder = temporaryFolder();
  const write = (name: string, text: string): void => fs.writeFileSync(path.join(folder, name), text);
  write('a.ts', 'one');
  const first = hashOf(folder, ['.'], /\.ts$/);
  write('a.md', 'words');
  expect(hashOf(folder, ['.'], /\.ts$/)).toBe(first);
  write('a.ts', 'two');
  const changed = hashOf(folder, ['.'], /\.ts$/);
  expect(changed).not.toBe(first);
  fs.renameSync(path.join(folder, 'a.ts'), path.join(folder, 'b.ts'));
  expect(hashOf(folder, ['.'], /\.ts$/)).not.toBe(changed);
});

test('a build is made for production, and the service that starts after it finds NODE_ENV as it was, set or not', async () => {
  const given = process.env.NODE_ENV;
  onTestFinished(() => {
    process.env.NODE_ENV = given;
  });
  for (const before of ['test', undefined]) {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
    await inProduction(async () => expect(process.env.NODE_ENV).toBe('production'));
    expect(process.env.NODE_ENV).toBe(before);
  }
});
