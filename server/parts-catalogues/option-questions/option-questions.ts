import type { Asked } from '../../../contract/facts/number-facts.ts';
import type { OptionQuestion } from '../../../contract/option-question.ts';
import type { EstimateLine, OemNumber } from '../../../contract/schemas/estimate.ts';
import type { Vehicle } from '../../../contract/schemas/vehicle.ts';
import { wordsOf } from '../merge/words-of.ts';
import { builtByVin, choiceByVin, type Known, yearByVin } from './applicability-facts.ts';
import { builtRange, type MonthRange, monthAfter, yearsRange } from './applicability-range.ts';
import { OPTION_CHOICES, OPTION_FLAGS, type OptionChoice, type OptionFlag } from './applicability-words.ts';

export type AskedLine = Pick<EstimateLine, 'id' | 'category' | 'oem_numbers'>;
type Answer = OptionQuestion['answers'][number];
type Fits = (number: OemNumber) => boolean;

/** More questions than this nobody answers; the ones that rule out most come first. */
const MOST_QUESTIONS = 10;
/** "No.1" and "no 2" count pieces. */
const NEGATION = /\b(?:w\/o|without|less|except(?: for)?|exc\.?|not for|ohne|non|no(?!\.|\s*\d))\b/;
/** Two words of the option's own name may stand between, and other options of one list. */
const NEGATED_BEFORE = new RegExp(
  `${NEGATION.source}[\\s.:-]*(?:(?:[\\w-]+ ){1,3}(?:and|or|nor|&) )?(?:[\\w-]+[ /]+){0,2}$`,
  'i',
);
/** "Fog lamp: without": only where nothing follows that it could speak of instead. */
const NEGATED_AFTER =
  /^[\s:=-]*(?:w\/o|without|no(?!\.)|none|not (?:fitted|equipped|installed)|deleted?)\s*(?=$|[·;(),])/i;
const NEGATED_CLAUSE = new RegExp(`${NEGATION.source}[^·;(),]*`, 'gi');

/** What the source says of a number, piece by piece: its name, then years, note, words and drawing. */
function saidOf({ name, told_by: told, decides }: OemNumber, drawing: boolean): string[] {
  const { years, note, words, drawing: drawn } = told ?? {};
  return [
    name,
    years && `${years[0] ?? ''}–${years[1] ?? ''}`,
    note,
    words?.join(' '),
    drawing && drawn !== undefined ? `drawing “${drawn}”` : undefined,
    decides,
  ].flatMap((text) => (text ? [text] : []));
}
const textOf = (number: OemNumber, drawing: boolean): string => saidOf(number, drawing).join(' · ');

/** What the source says, without words of the name that are said again. */
const quoted = (number: OemNumber, drawing: boolean): string => {
  const [name = '', ...others] = saidOf(number, drawing);
  const inName = new Set(wordsOf(name));
  return [name, ...others.filter((part) => wordsOf(part).some((word) => !inName.has(word)))].join(' · ');
};

/** Whether a number is said to be for cars with an option, without it, or neither (or both). */
function saysOf(number: OemNumber, { says }: OptionFlag): 'yes' | 'no' | null {
  const words = textOf(number, false);
  const found = [...words.matchAll(new RegExp(says.source, 'gi'))].map((match) => {
    const before =
      words
        .slice(0, match.index)
        .split(/[·;(),]|\bw\/(?!o)|\bwith\b/i)
        .at(-1) ?? '';
    const after = words.slice(match.index + match[0].length);
    return NEGATED_BEFORE.test(before) || NEGATED_AFTER.test(after) ? 'no' : 'yes';
  });
  const [first] = found;
  return first !== undefined && found.every((entry) => entry === first) ? first : null;
}

/** The numbers each line keeps; lines that lose none, or all, are not narrowed. */
function leaves(lines: readonly AskedLine[], fitsOn: (line: AskedLine) => Fits): Answer['leaves'] {
  return Object.fromEntries(
    lines.flatMap((line) => {
      const left = line.oem_numbers.filter(fitsOn(line));
      const narrows = left.length > 0 && left.length < line.oem_numbers.length;
      return narrows ? [[line.id, left.map(({ number }) => number)]] : [];
    }),
  );
}

const narrows = ({ leaves: left }: Answer): boolean => Object.keys(left).length > 0;

function question(
  id: string,
  asked: Asked,
  answers: readonly Answer[],
  answer: readonly string[],
  known: Known | null,
): OptionQuestion[] {
  if (answers.length < 2 || !answers.some(narrows)) return [];
  const by = known && { ...known, by: 'vin' as const };
  return [
    { id, asked, answers: [...answers], said: [...new Set(answer)].slice(0, 6), known: by, answered: by },
  ];
}

function flagQuestion(flag: OptionFlag, lines: readonly AskedLine[]): OptionQuestion[] {
  const asked = lines.filter(({ category }) => category === null || !flag.itself?.includes(category));
  const said = asked.flatMap(({ oem_numbers: numbers }) =>
    numbers.filter((number) => saysOf(number, flag) !== null).map((number) => quoted(number, false)),
  );
  const fits =
    (wanted: 'yes' | 'no') =>
    (line: AskedLine): Fits => {
      const told = new Set(line.oem_numbers.map((number) => saysOf(number, flag)));
      const other = wanted === 'yes' ? 'no' : 'yes';
      if (!told.has('yes') && !told.has('no')) return () => true;
      // Where only one of the two is said, saying nothing means the other one.
      const silent = told.has(other) || !told.has(wanted);
      return (number) => {
        const says = saysOf(number, flag);
        return says === wanted || (says === null && silent);
      };
    };
  const answers = [
    { id: 'yes', leaves: leaves(asked, fits('yes')) },
    { id: 'no', leaves: leaves(asked, fits('no')) },
  ];
  return question(flag.id, { code: 'has', option: flag.id }, answers, said, null);
}

function choiceQuestion(
  choice: OptionChoice,
  lines: readonly AskedLine[],
  vehicle: Vehicle,
): OptionQuestion[] {
  const named = (number: OemNumber): readonly string[] =>
    choice.find(textOf(number, choice.drawing === true).replace(NEGATED_CLAUSE, ''));
  const asked = lines.filter((line) => line.oem_numbers.some((number) => named(number).length > 0));
  const numbers = asked.flatMap((line) => line.oem_numbers);
  const ids = [...new Set(numbers.flatMap(named))].sort();
  const answers = [
    ...ids.map((id) => ({
      id,
      leaves: leaves(asked, () => (number) => {
        const said = named(number);
        return said.includes(id) || (said.length === 0 && choice.silentFits);
      }),
    })),
    {
      id: 'other',
      leaves: leaves(asked, () => (number) => named(number).length === 0),
    },
  ];
  const said = numbers
    .filter((number) => named(number).length > 0)
    .map((number) => quoted(number, choice.drawing === true));
  const known = choiceByVin(choice, [...ids, 'other'], vehicle);
  return question(choice.id, { code: 'which', option: choice.id }, answers, said, known);
}

/** One question for each month at which one number ends and another begins. */
function rangeQuestions(
  lines: readonly AskedLine[],
  rangeOf: (number: OemNumber) => MonthRange | null,
  ask: (from: string) => { id: string; asked: Asked; known: Known | null },
): OptionQuestion[] {
  const numbers = lines.flatMap((line) => line.oem_numbers);
  const bounds = numbers.flatMap((number) => {
    const range = rangeOf(number);
    return [range?.from ?? null, range?.to ? monthAfter(range.to) : null].filter((at) => at !== null);
  });
  return [...new Set(bounds)].sort().flatMap((bound) => {
    const { id, asked, known } = ask(bound);
    const ends = (number: OemNumber): string | null => rangeOf(number)?.to ?? null;
    const begins = (number: OemNumber): string | null => rangeOf(number)?.from ?? null;
    const later = leaves(lines, () => (number) => (ends(number) ?? bound) >= bound);
    const earlier = leaves(lines, () => (number) => {
      const from = begins(number);
      return from === null || from < bound;
    });
    const answers = [
      { id: 'yes', leaves: later },
      { id: 'no', leaves: earlier },
    ];
    const said = numbers.filter((number) => rangeOf(number) !== null).map((entry) => quoted(entry, false));
    return question(id, asked, answers, said, known);
  });
}

/** How many numbers a question may rule out. */
const weight = ({ answers }: OptionQuestion): number =>
  Object.keys(Object.assign({}, ...answers.map((answer) => answer.leaves))).length;

/**
 * What would tell the catalogue's numbers apart, in people's words, made only of what names and notes say; each answer with
 * the numbers it leaves on every line it speaks of. What the VIN says for certain is answered already.
 */
export function optionQuestions(all: readonly AskedLine[], vehicle: Vehicle): OptionQuestion[] {
  const lines = all.filter(({ oem_numbers: numbers }) => numbers.length > 1);
  const questions = [
    ...OPTION_CHOICES.flatMap((choice) => choiceQuestion(choice, lines, vehicle)),
    ...OPTION_FLAGS.flatMap((flag) => flagQuestion(flag, lines)),
    ...rangeQuestions(
      lines,
      (number) => builtRange(textOf(number, false)),
      (from) => ({
        id: `built:${from}`,
        asked: { code: 'built_from', month: from },
        known: builtByVin(from, vehicle),
      }),
    ),
    ...rangeQuestions(
      lines,
      ({ told_by }) => yearsRange(told_by?.years ?? null),
      (from) => {
        const year = Number(from.slice(0, 4));
        return {
          id: `year:${year}`,
          asked: { code: 'year_from', year },
          known: yearByVin(year, vehicle),
        };
      },
    ),
  ];
  return questions.toSorted((a, b) => weight(b) - weight(a)).slice(0, MOST_QUESTIONS);
}
