import type { EstimateSettings } from '../../../contract/estimate-settings.ts';
import type { LineEdit, ReportEdits } from '../../../contract/schemas/edit-report.ts';
import type { Estimate, EstimateLine } from '../../../contract/schemas/estimate.ts';
import { JURISDICTIONS } from '../../../contract/us-states.ts';
import { categoryById } from '../../categories/generic-categories.ts';
import { AppError } from '../../errors.ts';
import { isState } from '../../estimate/tables/sales-tax.ts';

type Of<K extends LineEdit['kind']> = Extract<LineEdit, { kind: K }>;
export type ChoiceEdit = Of<'answer' | 'unanswer' | 'choose_number' | 'scenario' | 'part'>;
/** What of an estimate says which choices there are. */
export type Choosable = Pick<Estimate, 'lines' | 'excluded' | 'questions' | 'airbags'> & {
  /** Numbers of the report's photos. */
  readonly photos?: readonly number[];
};

/** Every line the estimate has, taken out or not. */
export const choosableLines = ({ lines, excluded = [] }: Choosable): EstimateLine[] => [
  ...lines,
  ...excluded,
];

const refused = (message: string, details: Record<string, string>): AppError =>
  new AppError('validation_error', message, { details });

/** The edits that stand after an answer, a chosen number or a switch. Throws validation_error for one that is not offered. */
export function applyChoiceEdit(edits: ReportEdits, edit: ChoiceEdit, estimate: Choosable): ReportEdits {
  switch (edit.kind) {
    case 'answer': {
      const answers = questionOf(estimate, edit.question).answers;
      if (edit.answer !== null && !answers.some(({ id }) => id === edit.answer))
        throw refused('This question has no such answer.', { answer: edit.answer });
      return { ...edits, answers: { ...edits.answers, [edit.question]: edit.answer } };
    }
    case 'unanswer': {
      const { [questionOf(estimate, edit.question).id]: _, ...answers } = edits.answers ?? {};
      return { ...edits, answers };
    }
    case 'choose_number': {
      const line = choosableLines(estimate).find(({ id }) => id === edit.line_id);
      if (!line) throw refused('This report has no such line.', { line_id: edit.line_id });
      const { [line.id]: _, ...numbers } = edits.numbers ?? {};
      if (edit.number === null) return { ...edits, numbers };
      const { number } = edit;
      if (![...line.oem_numbers, ...(line.ruled_out ?? [])].some((entry) => entry.number === number))
        throw refused('This line has no such number.', { number });
      return { ...edits, numbers: { ...numbers, [line.id]: number } };
    }
    case 'part':
      return { ...edits, part_answers: answeredParts(edits.part_answers ?? [], edit, estimate) };
    case 'scenario':
      return { ...edits, scenario: withSettings(edits.scenario ?? {}, edit.set, estimate) };
  }
}

/** The user's answers with one more: the last of a place is the one that counts. */
function answeredParts(
  standing: NonNullable<ReportEdits['part_answers']>,
  { place, answer, photo, box }: Of<'part'>,
  { photos = [] }: Choosable,
): NonNullable<ReportEdits['part_answers']> {
  if (!categoryById(place.category)) throw refused('There is no such part.', { category: place.category });
  if (photo !== undefined && !photos.includes(photo))
    throw refused('This report has no such photo.', { photo: String(photo) });
  if (box !== undefined && photo === undefined)
    throw refused('A box is drawn on a photo: please name it.', { category: place.category });
  const id = `answer:${[place.category, place.name ?? '', place.side, place.position].join(':')}`;
  if (answer === null) return standing.filter((entry) => entry.id !== id);
  const said = {
    id,
    kind: 'part_answer',
    ...place,
    answer,
    ...(photo === undefined ? {} : { photo }),
    ...(box === undefined ? {} : { box }),
  } as const;
  const known = standing.some((entry) => entry.id === id);
  return known ? standing.map((entry) => (entry.id === id ? said : entry)) : [...standing, said];
}

function questionOf(estimate: Choosable, id: string) {
  const question = estimate.questions?.find((entry) => entry.id === id);
  if (!question) throw refused('This report has no such question.', { question: id });
  return question;
}

function withSettings(
  standing: EstimateSettings,
  set: Of<'scenario'>['set'],
  { airbags }: Choosable,
): EstimateSettings {
  const { rates } = set;
  if (rates && 'state' in rates && rates.state !== undefined && !isState(rates.state))
    throw refused('There is no such state.', { state: rates.state });
  if (set.loss?.state !== undefined && !Object.hasOwn(JURISDICTIONS, set.loss.state))
    throw refused('There is no such state or province.', { state: set.loss.state });
  if (set.airbags && !airbags)
    throw refused('This report does not keep what it takes to change the airbags.', { switch: 'airbags' });
  const all = { ...standing, ...set };
  if (all.airbags === airbags?.told) all.airbags = null;
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== null && value !== undefined),
  ) as EstimateSettings;
}
