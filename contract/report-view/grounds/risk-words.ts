import type { z } from 'zod';
import type { unseenRiskSchema } from '../../evidence.ts';
import type { Estimate } from '../../schemas/estimate.ts';

type Risk = z.infer<typeof unseenRiskSchema>;

export type RiskRow = {
  readonly kind: Risk['kind'];
  readonly name: string;
  /** 0–1. */
  readonly probability: number;
  readonly from: string;
};

const NAMES: Record<Risk['kind'], string> = {
  mechanical: 'Mechanical damage',
  water: 'Water damage',
  theft: 'Theft damage',
};
const GROUNDS: Record<Risk['grounds'][number], string> = {
  base: 'as for any lot',
  declared: 'declared damage',
  title: 'title',
  run_state: 'run condition',
  keys: 'keys',
  odometer: 'odometer',
};

/** What stands over the risks. */
export const RISKS_WORDS =
  'Not visible on photos. The range has what any lot may hide; what is beyond opens only its high end.';

/** Damage that no photo shows, likeliest first, each with what raises it. */
export const riskRows = ({ risks = [] }: Pick<Estimate, 'risks'>): RiskRow[] =>
  risks
    .map(({ kind, probability, grounds, in_forecast }) => {
      const raised = grounds.filter((ground) => ground !== 'base');
      const from = (raised.length > 0 ? raised : grounds).map((ground) => GROUNDS[ground]).join(', ');
      return {
        kind,
        name: NAMES[kind],
        probability,
        from: in_forecast ? `${from}; included in the estimate` : from,
      };
    })
    .sort((a, b) => b.probability - a.probability);
