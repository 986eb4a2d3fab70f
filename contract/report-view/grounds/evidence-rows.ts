import type { EvidenceShown, PartAnswer } from '../../evidence.ts';
import type { Estimate } from '../../schemas/estimate.ts';
import { wholeDollars } from '../figures.ts';
import { ODOMETER_STATUSES, TITLE_CONTENTS } from '../words/title-words.ts';
import { answerOf, type StandingAnswer } from './part-answers.ts';

type Part = NonNullable<EvidenceShown['part']>;
type Kind = EvidenceShown['kind'];

export type EvidenceRow = {
  readonly id: string;
  /** Where it comes from: a field of the listing, photos, or a look by eye. */
  readonly source: string;
  readonly says: string;
  /** US dollars, whole, that the likely repair moves by it. */
  readonly moves: number;
  /** The same in words. */
  readonly effect: string;
  /** Where it is a user's answer. */
  readonly answer: StandingAnswer | null;
};

/** `+$4,120`, `−$355`; nothing that rounds to less than a dollar has an effect. */
export function effectWords(moves: number): string {
  const amount = Math.round(moves);
  if (amount === 0) return 'no effect';
  return `${amount < 0 ? '−' : '+'}${wholeDollars(Math.abs(amount))}`;
}

/** A part as evidence names it: `Headlamp assembly, front left`. */
export function partWords({ label, category, name, side, position }: Part): string {
  const called = label ?? name ?? category.replaceAll('_', ' ');
  if (side !== 'left' && side !== 'right') return called;
  const placed = position === 'none' || /\b(?:front|rear)\b/i.test(called) ? side : `${position} ${side}`;
  return `${called}, ${placed}`;
}

const ANSWERS: Record<PartAnswer['answer'], string> = {
  damaged: 'damaged',
  whole: 'undamaged',
  left: 'left side only',
  right: 'right side only',
  repair: 'repair',
  replace: 'replace',
  not_fitted: 'not on this car',
};
/** What was said of a part, inside a sentence. */
export const answerWords = (answer: string): string => ANSWERS[answer as PartAnswer['answer']] ?? answer;

const SEEN: Readonly<Record<string, string>> = { damaged: 'damaged', whole: 'undamaged' };

/** What the listing's facts are called and their codes mean. */
const FACTS: {
  readonly [K in Exclude<Kind, 'photos' | 'part_answer' | 'declared_damage' | 'listed_retail_value'>]: {
    readonly source: string;
    readonly says: Readonly<Record<string, string>>;
  };
} = {
  run_state: {
    source: 'Run condition',
    says: { runs_and_drives: 'Runs and drives', starts: 'Starts', stationary: 'Does not start' },
  },
  keys: { source: 'Keys', says: { yes: 'Present', no: 'None' } },
  airbags: {
    source: 'Airbags',
    says: { deployed: 'Deployed', intact: 'Intact', none: 'None fitted', missing: 'Missing' },
  },
  catalytic_converter: {
    source: 'Catalytic converter',
    says: { present: 'Present', missing: 'Missing' },
  },
  odometer: { source: 'Odometer', says: ODOMETER_STATUSES },
  title: { source: 'Title', says: TITLE_CONTENTS },
};

const PLACES = { primary: 'Primary damage', secondary: 'Secondary damage' } as const;

function wordsOf({ kind, says, part, photos = [], place }: EvidenceShown): { source: string; says: string } {
  const ofPart = (said: string): string => (part ? `${partWords(part)}: ${said}` : said);
  switch (kind) {
    case 'declared_damage':
      return { source: place ? PLACES[place] : 'Declared damage', says };
    case 'listed_retail_value':
      return { source: 'Listed retail value', says: wholeDollars(Number(says)) };
    case 'photos':
      return {
        source: photos.length === 1 ? `Photo ${photos[0]}` : `Photos ${photos.join(', ')}`,
        says: ofPart(SEEN[says] ?? says),
      };
    case 'part_answer':
      return {
        source: ['Confirmed by eye', ...photos.map((number) => `photo ${number}`)].join(', '),
        says: ofPart(answerWords(says)),
      };
    default:
      return { source: FACTS[kind].source, says: FACTS[kind].says[says] ?? says };
  }
}

/** Every piece of evidence with what it moved, largest first; none in reports that keep none. */
export const evidenceRows = ({ evidence = [] }: Pick<Estimate, 'evidence'>): EvidenceRow[] =>
  evidence
    .map((item) => ({
      id: item.id,
      ...wordsOf(item),
      moves: Math.round(item.moves),
      effect: effectWords(item.moves),
      answer: answerOf(item),
    }))
    .sort((a, b) => Math.abs(b.moves) - Math.abs(a.moves));
