import { z } from 'zod';
import { readJson } from './read-table.ts';
import { stateName } from './sales-tax.ts';

const states = z.array(z.string().length(2));
const table = readJson(
  'total-loss.json',
  z.object({
    version: z.string(),
    dated: z.iso.date(),
    about: z.string(),
    threshold_percent: z.record(z.string().length(2), z.array(z.number().positive()).min(1)),
    formula_sourced: states,
    formula_judgement: states,
    practice_percent: z.tuple([z.number(), z.number()]),
  }),
);

/** Which table the rules are of. */
export const TOTAL_LOSS_TABLE = { version: table.version, dated: table.dated };

/** Lowest listed total-loss threshold of a state as a share of value; null where a formula or nothing is listed. */
export function lowestThreshold(state: string | null): number | null {
  const listed = state ? table.threshold_percent[state] : undefined;
  return listed ? Math.min(...listed) / 100 : null;
}

/** `rule` is what is typical in the state, `statement` where the repair stands against it; neither holds the other. */
export type TotalLoss = { state: string | null; rule: string; statement: string; dated: string };

/**
 * What is typical for a total loss in the state, and where the repair stands against it. `repairToValue` is the likely
 * repair ÷ value, null unknown. Never legal advice.
 */
export function totalLoss(state: string | null, repairToValue: number | null): TotalLoss {
  const [low, high] = table.practice_percent;
  const here =
    repairToValue === null
      ? 'The value is not listed, so the share can’t be told.'
      : `This repair is about ${Math.round(repairToValue * 100)} % of the value.`;
  const end = `In practice insurers call a total loss at ${low}–${high} %. Public lists conflict and age; not legal advice.`;
  const answer = (rule: string): TotalLoss => ({
    state,
    rule,
    statement: `${here} ${end}`,
    dated: table.dated,
  });
  if (state === null) return answer('The state is not known.');
  const name = stateName(state);
  const listed = table.threshold_percent[state];
  if (listed && listed.length > 1)
    return answer(`Sources disagree on the typical threshold in ${name}: ${listed.join(' or ')} % of value.`);
  if (listed) return answer(`Typical threshold in ${name}: ${listed[0]} % of value.`);
  const formula = 'repair plus salvage value against the value before the damage';
  if (table.formula_sourced.includes(state)) return answer(`${name} uses a total-loss formula: ${formula}.`);
  if (table.formula_judgement.includes(state))
    return answer(`${name} lists no threshold we know; probably a formula (our judgement): ${formula}.`);
  return answer(`No rule is listed for ${name}.`);
}
