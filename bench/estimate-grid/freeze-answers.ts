import path from 'node:path';
import { FROZEN_COMMIT, writeFrozenLots } from './frozen-answers.ts';
import { madeUpLots } from './made-up-lots.ts';
import { runEstimateLots } from './run-estimate-lots.ts';

// Run once, before the engine was rewritten: `node bench/estimate-grid/freeze-answers.ts <checkout of the commit>`.
const [checkout, ...rest] = process.argv.slice(2);
if (checkout === undefined || rest.length > 0) {
  process.stderr.write(`usage: node bench/estimate-grid/freeze-answers.ts <checkout of ${FROZEN_COMMIT}>\n`);
  process.exit(2);
}
const lots = madeUpLots();
const { answers, cpu_seconds } = runEstimateLots(path.resolve(checkout), lots);
const WORTH = /value before the damage about \$([\d,]+)/;
writeFrozenLots(
  lots.map((lot, at) => {
    const row = answers[at];
    const value = WORTH.exec(row?.basis ?? '')?.[1];
    if (row?.id !== lot.id || value === undefined) throw new Error(`lot ${lot.id} got no answer`);
    const { low, likely, high } = row;
    return { lot, answer: { low, likely, high }, value: Number(value.replaceAll(',', '')) };
  }),
);
process.stdout.write(`${lots.length} lots in ${cpu_seconds.toFixed(1)} s of CPU\n`);
