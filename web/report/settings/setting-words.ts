import type { EstimateSettings } from '../../../contract/estimate-settings.ts';
import type { EstimateSetting } from '../../../contract/facts/setting-names.ts';
import type { Estimate } from '../../../contract/schemas/estimate.ts';

/** No switch set. */
export const AS_ESTIMATED = '';
export const OWN = 'own';
/** Settings that are one choice of several; value, wreck and state of a total loss are typed in. */
export type SwitchName = Exclude<EstimateSetting, 'loss'>;
type Options = readonly (readonly [value: string, label: string])[];

const AIRBAGS = { deployed: 'Deployed', intact: 'Intact', unknown: 'Not known' } as const;
const OPTIONS: Record<Exclude<SwitchName, 'airbags'>, Options> = {
  rates: [
    ['insurer', 'DRP (insurer) rate'],
    ['shop', 'Door rate'],
    [OWN, 'Your own…'],
  ],
  parts: [
    ['oem', 'New OEM only'],
    ['aftermarket', 'Aftermarket where usual'],
    ['used', 'Used first'],
  ],
  paint: [
    ['two_stage', 'Two-stage'],
    ['three_stage', 'Three-stage (pearl)'],
    ['two_tone', 'Two-tone'],
  ],
  bands: [['in_proportion', 'Price the rest in proportion']],
  tax: [
    ['off', 'Without tax'],
    [OWN, 'Your own percent…'],
  ],
};
export const SWITCH_LABELS: Record<SwitchName, string> = {
  airbags: 'Airbags',
  rates: 'Labor rates',
  parts: 'Parts',
  paint: 'Paint',
  bands: 'Parts without a catalog price',
  tax: 'Sales tax',
};
const AS_MADE: Record<SwitchName, string> = {
  airbags: 'As estimated',
  rates: 'As estimated',
  parts: 'As estimated: the usual mix',
  paint: 'As estimated',
  bands: 'As estimated: our price bands',
  tax: 'As estimated: of the state',
};

const paintMade = ({ paint }: Estimate): string => paint?.stage ?? 'two_stage';

/** What a switch can be set to, beside the estimate as made. */
export function switchOptions(name: SwitchName, estimate: Estimate): Options {
  if (name === 'paint') return OPTIONS.paint.filter(([stage]) => stage !== paintMade(estimate));
  if (name !== 'airbags') return OPTIONS[name];
  const told = estimate.airbags?.told;
  return Object.entries(AIRBAGS).filter(([answer]) => answer !== told);
}

/** What a switch is set to. */
export const switchValue = (set: EstimateSettings, name: SwitchName): string => {
  if (name === 'rates') return set.rates?.profile ?? AS_ESTIMATED;
  if (name === 'tax') return set.tax?.kind ?? AS_ESTIMATED;
  return set[name] ?? AS_ESTIMATED;
};

/** How the estimate was made. */
export function madeAs(name: SwitchName, estimate: Estimate): string {
  const told = estimate.airbags?.told;
  if (name === 'airbags' && told) return `As estimated: ${AIRBAGS[told].toLowerCase()}`;
  const paint = OPTIONS.paint.find(([stage]) => stage === paintMade(estimate))?.[1].toLowerCase();
  return name === 'paint' && paint ? `As estimated: ${paint}` : AS_MADE[name];
}
