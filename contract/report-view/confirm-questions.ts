import type { PanelId } from '../car-diagram/car-geometry.ts';
import { panelsOf } from '../car-diagram/panels-of.ts';
import { isAirbag, type PartAnswer } from '../evidence.ts';
import { type EstimateLine, SECTIONS } from '../schemas/estimate.ts';
import type { ReportModel } from '../schemas/report.ts';
import { answerOf, answersOfLine, type PartEdit } from './grounds/part-answers.ts';
import { lineEnd, lineName } from './number-side.ts';
import { type WholeCarPart, wholeCarParts } from './whole-car-parts.ts';

/** What the pass over a report asks about one part. */
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
const isAfterBags = ({ line, place }: ConfirmQuestion): boolean =>
  (line?.section === 'restraints' || line?.section === 'interior') && !isAirbag(place.category);

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

/** A question with the money its answer takes out of doubt, US dollars; null: the whole car is looked over, in the order of a walk around it. */
type Weighed = { readonly question: ConfirmQuestion; readonly doubt: number | null };

/** Every part still to be asked about. Parts far from the hit and what has been answered are not. */
function openQuestions({ estimate, vehicle }: Asked): Weighed[] {
  const { lines, evidence = [], in_doubt } = estimate;
  const ofLines = lines.flatMap((line): (Weighed & { readonly question: LineQuestion })[] => {
    const question = asksOf(line);
    return question === null || isFar(question) || answersOfLine(line, evidence).length > 0
      ? []
      : [{ question, doubt: inDoubt(question, in_doubt) }];
  });
  if (estimate.located !== false) return ofLines;
  const known = [
    ...ofLines.map(({ question }) => question.place),
    ...evidence.flatMap((item) => answerOf(item)?.place ?? []),
  ];
  const around = wholeCarParts(vehicle?.body_class ?? null).filter(
    ({ place }) => !known.some((one) => sameEnd(one, place)),
  );
  return [...around.map((part) => ({ question: asksOfPart(part), doubt: null })), ...ofLines];
}

/** Parts that one look shows together, asked about as one: which of them are damaged. */
const GROUPS = {
  airbags: { name: 'Airbags', asks: 'deployed or damaged?' },
  cabin: { name: 'Belts, seats and dash', asks: 'which are damaged?' },
  glass: { name: 'Glass', asks: 'which is damaged?' },
  wheels: { name: 'Wheels and tires', asks: 'which are damaged?' },
  sides: { name: 'Mirrors, moldings and handles', asks: 'which are damaged?' },
  front: { name: 'Grille and small front parts', asks: 'which are damaged?' },
  rear: { name: 'Small rear parts', asks: 'which are damaged?' },
} as const;
type Group = keyof typeof GROUPS;

/** Large parts with a question of their own, which comes before that of the small ones on them. */
const LARGE: Readonly<Record<string, Group>> = {
  front_bumper_cover: 'front',
  headlamp: 'front',
  rear_bumper_cover: 'rear',
  tail_lamp: 'rear',
};
const CATEGORY_GROUPS: Readonly<Record<string, Group>> = {
  windshield: 'glass',
  back_glass: 'glass',
  front_door_glass: 'glass',
  rear_door_glass: 'glass',
  quarter_glass: 'glass',
  door_mirror: 'sides',
  door_molding: 'sides',
  door_handle_outside: 'sides',
  rocker_molding: 'sides',
  fuel_door: 'sides',
};
const SECTION_GROUPS: Partial<Record<EstimateLine['section'], Group>> = {
  restraints: 'cabin',
  interior: 'cabin',
  wheels: 'wheels',
  front_bumper: 'front',
  front_lamps: 'front',
  rear_bumper: 'rear',
  rear_lamps: 'rear',
};

/** Null: asked about alone, as is what somebody marked on photos. */
function groupOf({ line, place, marked }: ConfirmQuestion): Group | null {
  if (marked || LARGE[place.category]) return null;
  if (isAirbag(place.category)) return 'airbags';
  return CATEGORY_GROUPS[place.category] ?? (line && SECTION_GROUPS[line.section]) ?? null;
}

/** Basis: judgment. Parts next to each other are mostly hit together: a group counts its dearest part and this share of the variance of the others. */
const OTHERS_SHARE = 0.25;

/** What an answer to all of some parts takes out of doubt, US dollars. */
function doubtOfGroup(doubts: readonly number[]): number {
  const most = Math.max(...doubts) ** 2;
  const all = doubts.reduce((sum, doubt) => sum + doubt ** 2, 0);
  return Math.sqrt(most + OTHERS_SHARE * (all - most));
}

/** One screen of the pass: a part, or parts that one look shows together. */
export type ConfirmStep = {
  readonly key: string;
  readonly name: string;
  /** What is asked, after the name. */
  readonly asks: string;
  /** At least one; several of them belong together. */
  readonly parts: readonly [ConfirmQuestion, ...ConfirmQuestion[]];
  readonly panels: readonly PanelId[];
};

function stepOf(parts: ConfirmStep['parts']): ConfirmStep {
  const [first] = parts;
  const panels = [...new Set(parts.flatMap((part) => part.panels))];
  const group = parts.length > 1 ? groupOf(first) : null;
  if (group) return { key: group, ...GROUPS[group], parts, panels };
  return {
    key: first.key,
    name: first.name,
    asks: first.marked ? 'is this right?' : 'damaged?',
    parts,
    panels,
  };
}

/**
 * What a pass over the report still asks: first what takes most money out of doubt, belts, seats and dash after the bags that bring
 * them. Where nothing says where the car is damaged, all of it is looked over. `except`: keys of parts that are not asked about now.
 */
export function confirmSteps(report: Asked, except: ReadonlySet<string> = new Set()): ConfirmStep[] {
  const open = openQuestions(report).filter(({ question }) => !except.has(question.key));
  const grouped = Map.groupBy(open, ({ question }) => groupOf(question) ?? question.key);
  const steps = [...grouped.values()].flatMap(([first, ...more]) => {
    if (!first) return [];
    const members = [first, ...more];
    return {
      first: first.question,
      parts: [first.question, ...more.map(({ question }) => question)] as const,
      around: members.some(({ doubt }) => doubt === null),
      doubt: doubtOfGroup(members.map(({ doubt }) => doubt ?? 0)),
    };
  });
  const openDoubts = (is: (question: ConfirmQuestion) => boolean): number[] =>
    steps.filter(({ first }) => is(first)).map(({ doubt }) => doubt - 0.01);
  /** Doubts of the steps that come before a step: its own counts for no more than these. */
  const before = (first: ConfirmQuestion): readonly number[] => {
    if (isAfterBags(first)) return openDoubts(({ place }) => isAirbag(place.category));
    const group = groupOf(first);
    return group ? openDoubts(({ place }) => LARGE[place.category] === group) : [];
  };
  const section = ({ line }: ConfirmQuestion): number => (line ? SECTIONS.indexOf(line.section) : -1);
  return steps
    .map((step) => ({ ...step, worth: Math.min(step.doubt, ...before(step.first)) }))
    .sort((a, b) =>
      a.around || b.around
        ? Number(b.around) - Number(a.around)
        : b.worth - a.worth || section(a.first) - section(b.first),
    )
    .map(({ parts }) => stepOf(parts));
}

/** The parts a pass still asks about, in the order of its steps. */
export const confirmQuestions = (report: Asked): ConfirmQuestion[] =>
  confirmSteps(report).flatMap(({ parts }) => parts);

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
