import fs from 'node:fs';

/** /proc counts in hundredths of a second. */
const TICKS_A_SECOND = 100;

/** Processor time of a process and all it started, those that have ended too, seconds. Linux only. */
export function processorSeconds(pid: number): number {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const own = [11, 12, 13, 14].reduce((sum, field) => sum + (fields[field] ?? 0), 0) / TICKS_A_SECOND;
    const children = fs
      .readdirSync(`/proc/${pid}/task`)
      .flatMap((thread) => fs.readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' '))
      .filter(Boolean)
      .map(Number);
    return own + children.reduce((sum, child) => sum + processorSeconds(child), 0);
  } catch (error) {
    // It ended while we looked: its parent has its time.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return 0;
    throw error;
  }
}
