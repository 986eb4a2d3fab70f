import { AIRBAG_WORDS, KEY_WORDS, RUN_WORDS } from '../../../contract/lot-words.ts';
import type { Contradiction, Lot } from '../../../contract/schemas/lot.ts';
import { titleDisagrees } from '../../damage-detectors/declared/title.ts';
import { sameVin } from './listing-values.ts';
import { inEnglishValues } from './value-words.ts';

/** Facts that the parts of one page tell differently: its structured data and its rows, its data and its labels. */

/** Prices are compared where they are read, each with the others of its own page. */
type Fact = Exclude<Contradiction['fact'], 'current_bid' | 'buy_now' | 'final_bid'>;
type Facts = Pick<Lot, Fact | 'mileage' | 'secondary_damage'> & { contradictions: readonly Contradiction[] };
type Told = { written: string; meant: string };
type Same = (a: string, b: string) => boolean;

/** What a reading tells of a fact; null where nothing. */
const TOLD: { [F in Fact]: (facts: Facts) => Told | null } = {
  vin: ({ vin }) => said(vin),
  year: ({ year }) => said(year === null ? null : String(year)),
  odometer: ({ mileage, odometer }) =>
    mileage === null || odometer === null
      ? null
      : { written: `${odometer.value} ${odometer.unit}`, meant: String(mileage) },
  primary_damage: (facts) => said(facts.primary_damage, inEnglishValues(facts).primary_damage),
  loss_type: (facts) => said(facts.loss_type, inEnglishValues(facts).loss_type),
  run_condition: ({ run_condition }) => said(run_condition && RUN_WORDS[run_condition]),
  keys: ({ keys }) => said(keys && `Keys: ${KEY_WORDS[keys]}`),
  airbags: ({ airbags }) => said(airbags && AIRBAG_WORDS[airbags]),
  title: ({ title }) => said(title),
};

const said = (written: string | null, meant: string | null = written): Told | null =>
  written === null || /^unknown$/i.test(meant ?? '') ? null : { written, meant: meant ?? '' };

/** A damage that stands in the row of the loss. */
const damageAsLoss = (facts: Facts): Told | null =>
  PLACES.test(facts.loss_type ?? '') ? said(facts.loss_type) : null;
const PLACES =
  /^(minor dent|normal wear|all over|undercarriage|rollover|mechanical|top|frame|((left|right) )?(front|rear|side)\b)/i;

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
/** `Minor dent/scratches` is not more than `Minor dent`, nor `Water/flood` than `Flood`. */
const oneInOther: Same = (a, b) => {
  const [first, second] = [letters(a), letters(b)];
  return first.includes(second) || second.includes(first);
};
/** Miles that were converted from kilometres and back differ by their rounding. */
const about: Same = (a, b) => Math.abs(Number(a) - Number(b)) <= 2;
const starts: Same = (a, b) => oneInOther(a, b) || [a, b].every((words) => words !== RUN_WORDS.stationary);
/** Texts of one title differ in length and state more often than in what they say. */
const sameTitle: Same = (a, b) => !titleDisagrees(a, { code: b, as: 'type' });
const SAME: Partial<Record<Fact, Same>> = {
  vin: sameVin,
  odometer: about,
  run_condition: starts,
  title: sameTitle,
};

/** By fact: all that the readings write where they can't all be right, the reading that is used first. */
export function contradictionsIn(readings: readonly Facts[]): Contradiction[] {
  const known = readings.flatMap(({ contradictions }) => contradictions);
  const found = (Object.keys(TOLD) as Fact[]).flatMap((fact): Contradiction[] => {
    if (known.some((contradiction) => contradiction.fact === fact)) return [];
    const told = readings.flatMap((reading) => TOLD[fact](reading) ?? []);
    if (fact === 'primary_damage') told.push(...readings.flatMap((reading) => damageAsLoss(reading) ?? []));
    const same = SAME[fact] ?? oneInOther;
    const other = told.find(({ meant }) => !same(told[0]?.meant ?? meant, meant));
    return told[0] && other ? [{ fact, readings: [told[0].written, other.written] }] : [];
  });
  return [...known, ...found];
}
