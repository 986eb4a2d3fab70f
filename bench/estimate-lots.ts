import path from 'node:path';
import { type Bench, type BenchRow, checkoutBefore, median } from './bench.ts';
import { compareAnswers, isKept } from './estimate-grid/comparison.ts';
import { readFrozenLots } from './estimate-grid/frozen-answers.ts';
import { NAMED_CHANGES } from './estimate-grid/named-changes.ts';
import { besideAnswers, runEstimateLots } from './estimate-grid/run-estimate-lots.ts';

const ROUNDS = 3;
/** Goal: at least so many times as fast. */
const LEAST = 1.5;
const HERE = path.join(import.meta.dirname, '..');

async function run(): Promise<{ rows: BenchRow[]; broken: string[] }> {
  const before = checkoutBefore();
  const frozen = readFrozenLots();
  const lots = frozen.map(({ lot }) => lot);
  // In turns: what else the machine does meanwhile falls on both.
  const rounds = Array.from({ length: ROUNDS }, () => ({
    now: runEstimateLots(HERE, lots),
    earlier: runEstimateLots(before, lots),
  }));
  const measured = (['seconds', 'cpu_seconds'] as const).map((what) => {
    const of = (whose: 'now' | 'earlier') => median(rounds.map((round) => round[whose][what]));
    return { what, now: of('now'), earlier: of('earlier') };
  });
  const perThousand = (seconds: number) => Number(((seconds / lots.length) * 1000).toFixed(2));
  const rows = measured.map(({ what, now, earlier }) => ({
    'of 1,000 lots': what === 'seconds' ? 'wall s' : 'CPU s',
    now: perThousand(now),
    '9ce182a': perThousand(earlier),
    'times as fast': Number((earlier / now).toFixed(2)),
  }));
  const broken = measured
    .filter(({ now, earlier }) => earlier / now < LEAST)
    .map(({ what, now, earlier }) => `estimate-lots, ${what}: ${(earlier / now).toFixed(2)} times as fast`);
  const answers = rounds[0]?.now.answers ?? [];
  if (!isKept(compareAnswers(besideAnswers(frozen, answers), NAMED_CHANGES)))
    broken.push('estimate-lots: answers other than npm run compare-estimates -- --check holds');
  return { rows, broken };
}

export const bench: Bench = {
  name: 'estimate-lots',
  about: `npm run estimate-lots over the made-up lots of bench/estimate-grid, start included, against commit 9ce182a in turns; medians of ${ROUNDS}; goal: at least ${LEAST} times as fast, at answers that npm run compare-estimates -- --check holds to those of that commit`,
  againstBefore: true,
  run,
};
