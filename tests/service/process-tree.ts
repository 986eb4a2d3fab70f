import fs from 'node:fs';

/** A figure of a process and of all it started, added up; those that ended while we looked count nothing. Linux only. */
export function sumOverTree(pid: number, figure: (pid: number) => number): number {
  try {
    const own = figure(pid);
    const children = fs
      .readdirSync(`/proc/${pid}/task`)
      .flatMap((thread) =>
        fs
          .readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')
          .split(' ')
          .filter(Boolean)
          .map(Number),
      );
    return children.reduce((sum, child) => sum + sumOverTree(child, figure), own);
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return 0;
    throw error;
  }
}
