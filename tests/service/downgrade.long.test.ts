import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { NEWER_REFUSED, newerDatabase } from './newer-database.ts';
import { temporaryFolder } from './temporary-folder.ts';

const root = path.join(import.meta.dirname, '..', '..');
const HEADER = 'make,model,year_from,year_to,group,number,name';

/** Runs a file of the service to its end; answers its exit code and what it printed. */
async function ended(url: string, file: string, words: string[], settings: Record<string, string> = {}) {
  const run = promisify(execFile)(process.execPath, [path.join(root, file), ...words], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      PORT: '0',
      DATA_DIR: await temporaryFolder(),
      DATABASE_URL: url,
      VISION_PROVIDER: 'none',
      ...settings,
    },
  });
  const { stdout, stderr } = await run.catch((error: Error & { stdout: string; stderr: string }) => error);
  return { code: run.child.exitCode, stdout, lines: stderr.trimEnd().split('\n') };
}

describe('a database that a newer version has updated', () => {
  test.each(['web', 'worker', 'all'])('ends a start as %s with one sentence and exit 1', async (role) => {
    const { url } = await newerDatabase();
    const { code, stdout, lines } = await ended(url, 'server/main.ts', [], { ROLE: role });
    expect([code, stdout, lines.length]).toEqual([1, '', 1]);
    expect(lines[0]).toMatch(/^LotLens can't start\. The database/);
    expect(lines[0]).toMatch(NEWER_REFUSED);
  });

  test.each<[string, string[]]>([
    ['server/cli/admin.ts', ['verify-ledger']],
    ['server/cli/import-catalogue.ts', ['parts.csv', '--catalogue', 'shop']],
    ['server/cli/report.ts', ['https://bid.cars/en/lot/1-90000001']],
  ])('ends the command %s with one sentence and exit 1', async (file, words) => {
    const { url } = await newerDatabase();
    const parts = path.join(await temporaryFolder(), 'parts.csv');
    await fs.writeFile(parts, `${HEADER}\nInfiniti,Q50,2014,2017,Hood,65100-4HB0A,Hood\n`);
    const given = words.map((word) => (word === 'parts.csv' ? parts : word));
    const { code, stdout, lines } = await ended(url, file, given);
    expect([code, stdout, lines.length]).toEqual([1, '', 1]);
    expect(lines[0]).toMatch(NEWER_REFUSED);
  });
});
