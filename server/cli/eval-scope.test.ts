import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

const command = path.join(import.meta.dirname, 'eval-scope.ts');
const PRINT = {
  car: { year: 2017, make: 'Rivian', model: 'R1T', body: 'pickup' },
  impact: { primary: 'rear end', secondary: null },
  written: '2025',
  lines: [
    {
      part: 'tailgate',
      category: 'liftgate',
      side: null,
      operation: 'replace',
      body_hours: 2,
      refinish_hours: 4,
      part_type: 'new OEM',
      price: 1200,
    },
  ],
  operations: [],
  totals: { grand_total: 4000 },
};

test('a print of any make gives figures of three levels, with its lists as JSON', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'eval-scope-'));
  try {
    writeFileSync(path.join(folder, 'rear.json'), JSON.stringify(PRINT));
    const { status, stdout } = spawnSync(process.execPath, [command, folder, '--json', '-'], {
      encoding: 'utf8',
    });
    expect(status).toBe(0);
    const { operations_known } = JSON.parse(stdout);
    expect(operations_known.parts.recall).toBe(1);
    expect(operations_known.prints[0].units.parts.matched).toEqual(['liftgate replace']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
