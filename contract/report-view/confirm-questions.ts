import type { PanelId } from '../car-diagram/car-geometry.ts';
import { panelsOf } from '../car-diagram/panels-of.ts';
import { isAirbag, type PartAnswer } from '../evidence.ts';
import { type EstimateLine, SECTIONS } from '../schemas/estimate.ts';
import type { ReportModel } from '../schemas/report.ts';
import { answerOf, answersOfLine, type PartEdit } from './grounds/part-answers.ts';
import { lineEnd, lineName } from './number-side.ts';
import { type WholeCarPart, wholeCarParts } from './whole-car-parts.ts';

/** What the pass over a report asks of one part. */
export type ConfirmQuestion = {
  /** The place it is of, as text. */
  readonly key: string;
  readonly place: PartEdit['place'];
  /** The line it is of; null: the estimate has none, the whole car is looked over. */
  readonly line: EstimateLine | null;
  readonly name: string;
  /** Which piece of the pair is not told yet. */
  readonly side_open: boolean;
  readonly panels: readonly PanelId[];
  /** Somebody marked it on photos: asked whether that is right. */
  readonly marked: boolean;
};

const placeOfLine = ({ category, name, stand_in, side, position }: EstimateLine): PartEdit['place'] | null =>
  category === null ? null : { category, name: stand_in ? name : null, side, position };

/** A place as text. */
export const placeKey = ({ category, name, side, position }: PartEdit['place']): string =>
  [category, name ?? '', side, position].join(':');

/** What the line's part is called; its side is part of the question where it is open. */
const nameOf = (line: EstimateLine): string =>
  line.side_open ? [line.name, lineEnd(line)].filter((word) => word !== null).join(', ') : lineName(line);

type LineQuestion = ConfirmQuestion & { readonly line: EstimateLine };

/** What is to be looked at by eye: parts that photos can show, one question a part or open pair; operations and hidden parts aside. */
function asksOf(line: EstimateLine): LineQuestion | null {
  const place = placeOfLine(line);
  const operation = line.block === 'standard' || line.block === 'user';
  if (place === null || operation || line.other_side || line.block === 'likely_hidden') return null;
  const boxed = line.evidence.some(({ box }) => box !== null);
  const { side_open = false } = line;
  return {
    key: placeKey(place),
    place,
    line,
    name: nameOf(line),
    side_open,
    panels: panelsOf(place.category, place.side, place.position),
    marked: boxed,
  };
}

/**
 * Money that an answer takes out of doubt, US dollars, as the estimate has it. An older one has none: then by judgment the spread of
 * the line's chance and half of what is expected.
 */
const inDoubt = (
  { line: { id, probability, cost } }: LineQuestion,
  doubts: ReportModel['estimate']['in_doubt'],
): number =>
  doubts ? (doubts[id] ?? 0) : (Math.sqrt(probability * (1 - probability)) + probability / 2) * cost.likely;

/** Hardly reached by the hit, or the roof where nothing speaks for it: not asked about, however dear. Basis: judgment. */
const isFar = ({ line: { probability }, panels }: LineQuestion): boolean =>
  probability < (panels.includes('roof') ? 0.25 : 0.12);

/** What a deployment takes with it: belts, seats, dash and trim. */
const isAfterBags = ({ line: { section }, place }: LineQuestion): boolean =>
  (section === 'restraints' || section === 'interior') && !isAirbag(place.category);

const sameEnd = (a: PartEdit['place'], b: PartEdit['place']): boolean =>
  a.category === b.category && a.name === b.name && a.position === b.position;

/** A part of a car of which nothing says where it is damaged. */
function asksOfPart({ name, place }: WholeCarPart): ConfirmQuestion {
  const { category, side, position } = place;
  const panels = panelsOf(category, side, position);
  return {
    key: placeKey(place),
    place,
    line: null,
    name,
    side_open: side === 'unknown',
    panels,
    marked: false,
  };
}

type Asked = Pick<ReportModel, 'estimate'> & {
  readonly vehicle?: Pick<ReportModel['vehicle'], 'body_class'>;
};

/**
 * What a pass over the report still asks: first what takes most money out of doubt, belts, seats and dash after the bags that bring
 * them. Parts far from the hit and what has been answered are not asked. Where nothing says where the car is damaged, all of it is
 * looked over.
 */
export function confirmQuestions({ estimate, vehicle }: Asked): ConfirmQuestion[] {
  const { lines, evidence = [], in_doubt } = estimate;
  const doubt = (question: LineQuestion): number => inDoubt(question, in_doubt);
  const open = lines.flatMap((line) => {
    const question = asksOf(line);
    return question === null || isFar(question) || answersOfLine(line, evidence).length > 0 ? [] : [question];
  });
  const ofBags = open.filter(({ place }) => isAirbag(place.category)).map(doubt);
  const worth = (question: LineQuestion): number =>
    isAfterBags(question) ? Math.min(doubt(question), ...ofBags.map((bag) => bag - 0.01)) : doubt(question);
  const ofLines = open.toSorted(
    (a, b) => worth(b) - worth(a) || SECTIONS.indexOf(a.line.section) - SECTIONS.indexOf(b.line.section),
  );
  if (estimate.located !== false) return ofLines;
  const known = [
    ...ofLines.map(({ place }) => place),
    ...evidence.flatMap((item) => answerOf(item)?.place ?? []),
  ];
  const around = wholeCarParts(vehicle?.body_class ?? null).filter(
    ({ place }) => !known.some((one) => sameEnd(one, place)),
  );
  return [...around.map(asksOfPart), ...ofLines];
}

export type ConfirmAnswer = PartAnswer['answer'] | 'both';

/** An answer to a question as edits: both pieces of a pair are two. */
export function answerEdits({ place }: ConfirmQuestion, answer: ConfirmAnswer): PartEdit[] {
  if (answer !== 'both') return [{ kind: 'part', place, answer }];
  return (['left', 'right'] as const).map((side) => ({
    kind: 'part',
    place: { ...place, side },
    answer: 'damaged',
  }));
}

/** The same edits taken back. */
export const takeBackEdits = (edits: readonly PartEdit[]): PartEdit[] =>
  edits.map(({ place }) => ({ kind: 'part', place, answer: null }));
