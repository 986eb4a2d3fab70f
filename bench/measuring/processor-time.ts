import fs from 'node:fs';
import { sumOverTree } from '../../tests/service/process-tree.ts';

/** /proc counts in hundredths of a second. */
const TICKS_A_SECOND = 100;

/** Processor time of a process and all it started, those that have ended too, seconds. Linux only. */
export const processorSeconds = (pid: number): number =>
  sumOverTree(pid, (id) => ownSeconds(id) + endedSeconds(id));

/** Of the process itself, seconds. */
export const ownSeconds = (pid: number): number => secondsIn(pid, [11, 12]);

/** Of those of its children that ended, seconds. */
const endedSeconds = (pid: number): number => secondsIn(pid, [13, 14]);

function secondsIn(pid: number, places: readonly number[]): number {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  return places.reduce((sum, place) => sum + (fields[place] ?? 0), 0) / TICKS_A_SECOND;
}
