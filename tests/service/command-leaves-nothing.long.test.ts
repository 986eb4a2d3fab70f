import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { until } from './service.ts';
import { nothingLeft, processesOf, STOP_MS } from './started-service.ts';
import { temporaryFolder } from './temporary-folder.ts';

const root = path.join(import.meta.dirname, '..', '..');
const SAMPLE = 'https://bid.cars/en/lot/1-90000001';

/** A command on an embedded database of its own, as `npm run` starts it. */
function command(dataDir: string, file: string, parameters: string[]) {
  const child: ChildProcess = spawn(
    process.execPath,
    [path.join(root, 'scripts', 'run.mjs'), `server/cli/${file}`, ...parameters],
    {
      cwd: dataDir,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      env: { ...process.env, DATA_DIR: dataDir },
    },
  );
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece: Buffer) => {
      text += piece.toString();
    });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, ended, output: () => text };
}

test.runIf(process.platform === 'linux')(
  'a command ends the database it started: when it is done, when it fails, and after Ctrl-C',
  async () => {
    const dataDir = await temporaryFolder();
    await fs.chmod(dataDir, 0o755);

    const report = command(dataDir, 'report.ts', [SAMPLE, '--out', path.join(dataDir, 'report.pdf')]);
    expect(await report.ended, report.output()).toBe(0);
    expect(await processesOf(dataDir)).toEqual([]);
    expect((await fs.readFile(path.join(dataDir, 'report.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');

    const failed = command(dataDir, 'admin.ts', ['user', 'unknown@example.test']);
    expect(await failed.ended).toBe(1);
    expect(failed.output()).toContain('There is no account unknown@example.test.');
    expect(await processesOf(dataDir)).toEqual([]);

    const unreadable = command(dataDir, 'report.ts', ['https://www.copart.com/lot/90000005']);
    expect(await unreadable.ended, unreadable.output()).toBe(3);
    expect(await processesOf(dataDir)).toEqual([]);

    const cut = command(dataDir, 'report.ts', [SAMPLE]);
    await until('its database runs', 60_000, async () =>
      (await processesOf(dataDir)).some((process) => /postgres -D/.test(process.command)),
    );
    process.kill(-Number(cut.child.pid), 'SIGINT');
    expect(await cut.ended).toBe(130);
    await nothingLeft(dataDir, STOP_MS);
  },
  240_000,
);
