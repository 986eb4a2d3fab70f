import type { z } from 'zod';
import { costKindSchema } from '../../../contract/facts/total-loss-fact.ts';
import type { Estimate, EstimateLine } from '../../../contract/schemas/estimate.ts';

export { costKindSchema };
/** Kinds of cost that a law leaves out of the repair. */
export type CostKind = z.infer<typeof costKindSchema>;

/** Whether the loss is hail: all of it, beside other damage, or not at all. */
export type Hail = 'all' | 'some' | 'none';

const STRUCTURE_AND_DRIVE: ReadonlySet<EstimateLine['section']> = new Set([
  'front_structure',
  'rocker_pillars',
  'underbody',
  'suspension',
  'engine',
]);

/** Labor, parts and sublet of painting alone, US dollars. */
const painting = ({ refinish, operation, cost }: EstimateLine): number => {
  if (operation === 'refinish' || operation === 'blend') return cost.likely;
  return refinish ? refinish.hours * (refinish.rate + refinish.materials_rate) : 0;
};

const isStructural = ({ section, labour }: EstimateLine): boolean =>
  STRUCTURE_AND_DRIVE.has(section) || labour?.type === 'structural' || labour?.type === 'frame';

const INFLATABLE = /^(airbag|clock_spring)/;
const SOUND = /radio|audio|speaker|stereo|amplifier|infotainment|entertainment/i;

/** What of a line a kind of cost is, 0–1. */
function shareOf(kind: CostKind, line: EstimateLine, hail: Hail): number {
  const category = line.category ?? '';
  const whole = (is: boolean): number => (is ? 1 : 0);
  switch (kind) {
    case 'airbags':
      return whole(INFLATABLE.test(category) || /air ?bag|\bsrs\b/i.test(line.name));
    case 'tires':
      return whole(category === 'tire' || /^tires?\b/i.test(line.name));
    case 'sound':
      return whole(SOUND.test(line.name));
    case 'hail':
      return whole(hail === 'all' || (hail === 'some' && line.operation === 'pdr'));
    case 'glass':
      return whole(
        line.section === 'glass' || line.labour?.type === 'glass' || /glass|windshield/.test(category),
      );
    case 'electronics':
      return whole(line.section === 'electrical');
    case 'paint':
      return line.cost.likely > 0 ? Math.min(1, painting(line) / line.cost.likely) : 0;
    case 'all_but_structure_and_drive':
      return isStructural(line) ? shareOf('paint', line, hail) : 1;
    case 'sales_tax':
      return 0;
  }
}

type Counted = Pick<Estimate, 'lines' | 'outcome' | 'subtotal' | 'tax'>;

/**
 * Which part of the repair counts where a law leaves kinds of cost out, 0–1: by what each line adds to the average outcome, sales
 * tax by its part of what is written. That the same part counts at every draw is judgement.
 */
export function countedShare(estimate: Counted, kinds: readonly CostKind[], hail: Hail): number {
  if (kinds.length === 0) return 1;
  const { lines, outcome, subtotal, tax } = estimate;
  const all = lines.reduce((sum, { expected_cost }) => sum + expected_cost, 0) + (outcome?.unlocated ?? 0);
  const out = lines.reduce(
    (sum, line) => sum + line.expected_cost * Math.max(0, ...kinds.map((kind) => shareOf(kind, line, hail))),
    0,
  );
  const ofLines = all > 0 ? 1 - out / all : 1;
  const ofTax = kinds.includes('sales_tax') && subtotal + tax > 0 ? 1 - tax / (subtotal + tax) : 1;
  return ofLines * ofTax;
}

/** Whether a line is written, or as likely as not: what lies underneath is written only once something speaks for it. */
const isLikely = ({ standing, probability }: EstimateLine): boolean =>
  standing !== 'possible' || probability >= 0.5;

/** Whether structure, suspension or engine is likely to be hit. */
export const hasHeavyDamage = ({ lines }: Pick<Estimate, 'lines'>): boolean =>
  lines.some((line) => isLikely(line) && isStructural(line));

/** The same, or electronics. */
export const hasStructure = ({ lines }: Pick<Estimate, 'lines'>): boolean =>
  lines.some((line) => isLikely(line) && (isStructural(line) || line.section === 'electrical'));
