import type { EstimateSettings } from '../../estimate-settings.ts';
import type { EstimateSetting } from '../../facts/setting-names.ts';
import type { Estimate, EstimateLine } from '../../schemas/estimate.ts';
import { stateName } from '../../us-states.ts';
import { wholeDollars } from '../figures.ts';
import { listedWords, percentOf } from './sentence.ts';

type Set<S extends EstimateSetting> = NonNullable<EstimateSettings[S]>;
type Effect = NonNullable<Estimate['scenario']>['effects'][number];

const AIRBAGS: Record<Set<'airbags'>, string> = {
  deployed: 'Airbags deployed',
  intact: 'Airbags intact',
  unknown: 'Airbags not known',
};
export const PARTS_WORDS: Record<Set<'parts'>, string> = {
  oem: 'New OEM parts only',
  aftermarket: 'Aftermarket parts where usual',
  used: 'Used parts first',
};
const PAINT: Record<Set<'paint'>, string> = {
  two_stage: 'Two-stage paint',
  three_stage: 'Three-stage paint',
  two_tone: 'Two-tone paint',
};

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function lossWords({ acv, salvage, state, insurer }: Set<'loss'>): string {
  const said = [
    ...(acv === undefined ? [] : [`value of ${wholeDollars(acv)}`]),
    ...(salvage === undefined ? [] : [`salvage of ${wholeDollars(salvage)}`]),
    ...(state === undefined ? [] : [`rule of ${stateName(state)}`]),
    ...(insurer === undefined ? [] : [insurer === 'settles' ? 'an insurer settles' : 'no insurer settles']),
  ];
  return capitalized(said.join(', ') || 'value and salvage');
}

const WORDS: {
  [S in EstimateSetting]: (set: Set<S>, estimate: Pick<Estimate, 'profile' | 'catalogue_share'>) => string;
} = {
  airbags: (answer) => AIRBAGS[answer],
  rates: (choice, { profile }) =>
    'state' in choice && choice.state !== undefined
      ? `${profile.name}, ${stateName(choice.state)}`
      : profile.name,
  parts: (choice) => PARTS_WORDS[choice],
  paint: (stage) => PAINT[stage],
  bands: (_, { catalogue_share: share }) =>
    `Parts without a catalog price in proportion to the others${share ? ` (${percentOf(share.share)} of our bands)` : ''}`,
  tax: (choice) => (choice.kind === 'off' ? 'Without sales tax' : `Sales tax of ${choice.percent}%`),
  loss: lossWords,
};

function wordsOf<S extends EstimateSetting>(name: S, set: EstimateSettings, estimate: Estimate): string {
  const value = set[name];
  return value === undefined ? '' : WORDS[name](value, estimate);
}

/** What a setting that is chosen says; in reports of schema_version 1 the words stored with it. */
export const effectWords = (effect: Effect, estimate: Estimate): string =>
  effect.text ?? wordsOf(effect.switch, estimate.scenario?.set ?? {}, estimate);

/** What a chosen setting says; empty where it is not chosen. */
export const settingWords = (name: EstimateSetting, estimate: Estimate): string =>
  wordsOf(name, estimate.scenario?.set ?? {}, estimate);

/** What a setting is of, inside a sentence. */
export const SETTING_NAMES: Record<EstimateSetting, string> = {
  airbags: 'airbags',
  rates: 'labor rates',
  parts: 'part types',
  paint: 'paint',
  bands: 'price bands',
  tax: 'sales tax',
  loss: 'value and salvage',
};

/** Which of the user's settings changed a line, one sentence; null: none did. */
export function switchedWords({ switched, switched_by: by }: Pick<EstimateLine, 'switched' | 'switched_by'>) {
  if (by && by.length > 0)
    return `Changed by settings: ${listedWords(by.map((name) => SETTING_NAMES[name]))}.`;
  return switched ? `Changed by choices: ${switched.join('; ')}.` : null;
}
