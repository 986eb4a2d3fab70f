import fs from 'node:fs';
import path from 'node:path';
import { sumOverTree } from '../../tests/service/process-tree.ts';
import { ownSeconds } from './processor-time.ts';

/** Between two looks, ms: what a process did after the last one before its end is not seen. */
const LOOK_MS = 250;

/** Watches a process and all it starts; `end` answers their processor time by kind, seconds. Linux only. */
export function watchProcesses(pid: number): { end(): Map<string, number> } {
  const seen = new Map<number, { kind: string; seconds: number }>();
  const look = (): void => {
    sumOverTree(pid, (id) => {
      const words = fs.readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0').filter(Boolean);
      // One that has just ended has no words any more.
      const kind = words.length > 0 ? kindOf(words) : (seen.get(id)?.kind ?? '?');
      seen.set(id, { kind, seconds: ownSeconds(id) });
      return 0;
    });
  };
  look();
  const timer = setInterval(look, LOOK_MS);
  return {
    end() {
      clearInterval(timer);
      const kinds = new Map<string, number>();
      for (const { kind, seconds } of seen.values()) kinds.set(kind, (kinds.get(kind) ?? 0) + seconds);
      return kinds;
    },
  };
}

/** Its script, of a program without one its name; all of PostgreSQL is one. */
function kindOf([program = '', ...parameters]: readonly string[]): string {
  if (/^postgres:|\/postgres$/.test(program)) return 'PostgreSQL';
  const script = parameters.find((word) => /\.[cm]?[jt]s$/.test(word) && !word.startsWith('-'));
  return path.basename(script ?? program.split(' ')[0] ?? '?');
}
