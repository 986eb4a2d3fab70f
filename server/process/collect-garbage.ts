import v8 from 'node:v8';
import vm from 'node:vm';

/** `last-resort` collects until nothing more goes, and gives back what it can; it takes twice as long or more. */
type Flavor = 'regular' | 'last-resort';
type Collector = (options: { type: 'major'; execution: 'sync'; flavor: Flavor }) => void;

let collector: Collector | undefined;

/** Collects this process's garbage now, some 20 ms with everything at rest. */
export function collectGarbage(flavor: Flavor): void {
  if (collector === undefined) {
    v8.setFlagsFromString('--expose-gc');
    collector = vm.runInNewContext('gc') as Collector;
  }
  collector({ type: 'major', execution: 'sync', flavor });
}
