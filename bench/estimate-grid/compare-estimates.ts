import path from 'node:path';
import { parseArgs } from 'node:util';
import { compareAnswers, comparisonText, isKept } from './comparison.ts';
import { FROZEN_COMMIT, readFrozenLots } from './frozen-answers.ts';
import { NAMED_CHANGES } from './named-changes.ts';
import { besideAnswers, runEstimateLots } from './run-estimate-lots.ts';

const HELP = `Compares today's estimates of some 2,000 made-up lots with the frozen ones of commit ${FROZEN_COMMIT}.

usage: npm run compare-estimates [-- --each N] [-- --time-against <checkout>] [-- --check]

--each N             every Nth lot alone (1)
--time-against DIR   runs estimate-lots of another checkout over the same lots too and prints its times
--check              exit 1 where the bar is not held

prints the median of new ÷ old likely, the share of lots within .85-1.15, and the median width (high - low) ÷ likely
before and now: over all lots, by named change (bench/estimate-grid/named-changes.ts), and by slice of the others.
`;

const { values } = parseArgs({
  options: {
    each: { type: 'string', default: '1' },
    'time-against': { type: 'string' },
    check: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const each = Number(values.each);
if (values.help || !Number.isInteger(each) || each < 1) {
  process[values.help ? 'stdout' : 'stderr'].write(HELP);
  process.exit(values.help ? 0 : 2);
}

const frozen = readFrozenLots().filter((_, at) => at % each === 0);
const lots = frozen.map(({ lot }) => lot);
const root = path.join(import.meta.dirname, '..', '..');
const here = runEstimateLots(root, lots);
const { answers } = here;
const comparison = compareAnswers(besideAnswers(frozen, answers), NAMED_CHANGES);
process.stdout.write(comparisonText(comparison));
type Times = Pick<typeof here, 'cpu_seconds' | 'seconds'>;
const told = (times: Times): string => {
  const [all, cpu] = [times.seconds, times.cpu_seconds].map((s) => ((s / lots.length) * 1000).toFixed(1));
  return `${all} s, ${cpu} s of CPU per 1,000 lots`;
};
process.stdout.write(`${told(here)}\n`);
const other = values['time-against'];
if (other !== undefined) {
  const there = runEstimateLots(path.resolve(other), lots);
  const ratio = (of: keyof Times): string => (here[of] / there[of]).toFixed(2);
  process.stdout.write(
    `${told(there)} in ${other}: ratios ${ratio('seconds')} and ${ratio('cpu_seconds')}\n`,
  );
}
process.exitCode = values.check && !isKept(comparison) ? 1 : 0;
