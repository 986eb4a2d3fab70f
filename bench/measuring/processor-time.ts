import fs from 'node:fs';
import { sumOverTree } from '../../tests/service/process-tree.ts';

/** /proc counts in hundredths of a second. */
const TICKS_A_SECOND = 100;

/** Processor time of a process and all it started, those that have ended too, seconds. Linux only. */
export const processorSeconds = (pid: number): number => sumOverTree(pid, ownSeconds);

/** Of the process itself and of its children that ended. */
function ownSeconds(pid: number): number {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  return [11, 12, 13, 14].reduce((sum, field) => sum + (fields[field] ?? 0), 0) / TICKS_A_SECOND;
}
