import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeSmallDisks } from '../campaign/small-disk.ts';
import { until } from './service.ts';
import { processesOf } from './started-service.ts';

const root = path.join(import.meta.dirname, '..', '..');
const REPORTS = 60;
const SEED = 7;
const folder = path.join(os.tmpdir(), `lotlens-campaign-${SEED}-${REPORTS}`);

/** The campaign in a group of its own; `--fresh` begins anew. */
function startCampaign(...more: string[]) {
  const child = spawn(
    process.execPath,
    [
      'scripts/run.mjs',
      'tests/campaign/run-campaign.ts',
      '--reports',
      String(REPORTS),
      '--seed',
      String(SEED),
      '--run',
      'calm',
      '--run',
      'faulted',
      ...more,
    ],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  );
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      text += piece.toString();
    });
  const ended = new Promise<number | NodeJS.Signals>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 1)),
  );
  const end = (signal: NodeJS.Signals): void => void process.kill(-(child.pid ?? 0), signal);
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) end('SIGKILL');
  });
  return {
    output: () => text,
    ended,
    end,
    says: (words: RegExp) =>
      until(`it says ${words}`, 240_000, async () => {
        if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${text}`);
        return words.test(text);
      }),
  };
}

test('a campaign that is killed or interrupted goes on where it was, and nothing is lost or made twice', async () => {
  onTestFinished(async () => {
    removeSmallDisks(folder);
    await fs.rm(folder, { recursive: true, force: true });
  });
  const killed = startCampaign('--fresh');
  await killed.says(/[1-9]\d* of 60 reports have ended/);
  killed.end('SIGKILL');
  expect(await killed.ended).toBe('SIGKILL');

  const interrupted = startCampaign();
  await interrupted.says(/the calm run goes on after \d+ s/);
  await interrupted.says(/the faulted run[\s\S]*[1-9]\d* of 60 reports have ended/);
  interrupted.end('SIGINT');
  expect(await interrupted.ended).toBe(130);
  expect(interrupted.output()).toContain('the same command goes on');

  const last = startCampaign();
  await last.says(/the faulted run goes on after \d+ s/);
  await last.ended;
  const found = last.output().split('\n');
  expect(found.filter((line) => line.startsWith('✓')).length, last.output()).toBeGreaterThan(20);
  // So short a run has not every kind of fault, and three starts of all processes in its time.
  const due = /there was none|throughput is at least/;
  expect(found.filter((line) => line.startsWith('✗') && !due.test(line))).toEqual([]);
  expect(await processesOf(folder)).toEqual([]);
}, 900_000);
