import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { Compared } from './comparison.ts';
import { answerSchema, type FrozenLot } from './frozen-answers.ts';

const rowSchema = answerSchema.extend({ id: z.string(), basis: z.string() });
export type EstimatedLot = z.infer<typeof rowSchema>;

/** Says at its end what the command used: a busy machine stretches wall time, not this. */
const SAY_CPU =
  "data:text/javascript,process.on('exit',()=>{const{user,system}=process.cpuUsage();process.stderr.write('\\ncpu '+(user+system)+'\\n')})";

/**
 * Answers of `estimate-lots` in a checkout of the project, in the order of the lots, and its CPU time in seconds with
 * the start of the process, and how long it took. Throws where a lot got no figure.
 */
export function runEstimateLots(
  checkout: string,
  lots: readonly object[],
): { answers: EstimatedLot[]; cpu_seconds: number; seconds: number } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'estimate-grid-'));
  const file = path.join(folder, 'lots.jsonl');
  fs.writeFileSync(file, lots.map((lot) => JSON.stringify(lot)).join('\n'));
  const began = performance.now();
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--import', SAY_CPU, path.join(checkout, 'server', 'cli', 'estimate-lots.ts'), file],
    { cwd: checkout, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  const seconds = (performance.now() - began) / 1000;
  fs.rmSync(folder, { recursive: true });
  if (status !== 0) throw new Error(`estimate-lots in ${checkout} ended with ${status}:\n${stderr}`);
  const answers = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => rowSchema.parse(JSON.parse(line)));
  if (answers.length !== lots.length)
    throw new Error(`estimate-lots answered ${answers.length} of ${lots.length} lots`);
  return { answers, cpu_seconds: Number(/\ncpu (\d+)\n/.exec(stderr)?.[1]) / 1e6, seconds };
}

/** The frozen answers with what the same lots are answered now. Throws where one got no answer. */
export const besideAnswers = (frozen: readonly FrozenLot[], answers: readonly EstimatedLot[]): Compared[] =>
  frozen.map((row, at) => {
    const after = answers[at];
    if (after?.id !== row.lot.id) throw new Error(`lot ${row.lot.id} got no answer`);
    return { ...row, after };
  });
