import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

const command = path.join(import.meta.dirname, 'eval-estimate.ts');
const inFolder = <T>(run: (folder: string) => T): T => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'eval-estimate-'));
  try {
    return run(folder);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
};
const evalEstimate = (folder: string): { status: number | null; stdout: string; stderr: string } =>
  spawnSync(process.execPath, [command, 'lots.jsonl', 'truth.csv'], { cwd: folder, encoding: 'utf8' });

const LOTS = [
  { id: 'a', year: 2016, make: 'TOYOTA', model: 'CAMRY', primary_damage: 'FRONT END', state: 'TX' },
  { id: 'b', year: 2016, make: 'TOYOTA', model: 'CAMRY', primary_damage: 'FRONT END', state: 'TX' },
  { id: 'c', year: 2016, make: 'HONDA', model: 'CIVIC', primary_damage: 'REAR END' },
  { id: 'd', make: 'HONDA', model: 'GOLD WING', body_style: 'MOTORCYCLE', primary_damage: 'REAR END' },
];

test('lots and costs give scores, what has no partner is counted, and the plot is written', () => {
  inFolder((folder) => {
    fs.writeFileSync(path.join(folder, 'lots.jsonl'), LOTS.map((lot) => JSON.stringify(lot)).join('\n'));
    fs.writeFileSync(path.join(folder, 'truth.csv'), 'id,cost\na,1\nb,1000000\nd,900\nz,5\n');
    const { status, stdout, stderr } = evalEstimate(folder);
    expect(stderr).toContain(
      '2 lots compared; 1 lots without a cost, 1 costs without a lot, 1 lots not estimated',
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(/^all +2 .* 0\.0% .* 0\.0% /m);
    expect(stdout).toMatch(/^make: Toyota +2 /m);
    expect(stdout).toMatch(/^state: TX +2 /m);
    expect(fs.readFileSync(path.join(folder, 'estimate-calibration.svg'), 'utf8')).toContain('2 lots. ');
  });
});

test('a bad row ends the command with its file and line', () => {
  inFolder((folder) => {
    fs.writeFileSync(path.join(folder, 'lots.jsonl'), JSON.stringify(LOTS[0]));
    fs.writeFileSync(path.join(folder, 'truth.csv'), 'id,cost\na,much\n');
    const { status, stderr } = evalEstimate(folder);
    expect(status).toBe(2);
    expect(stderr).toContain('truth.csv, line 2: cost “much” is no amount of dollars above 0');
  });
});
