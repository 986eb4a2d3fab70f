import { answerEdits, type ConfirmQuestion } from './confirm-questions.ts';
import type { PartEdit } from './grounds/part-answers.ts';
import { listedWords } from './words/sentence.ts';

/** One piece of a group that can be ticked: a part, or one side of a pair whose damaged side is not known. */
export type GroupPiece = {
  readonly id: string;
  readonly name: string;
  readonly part: ConfirmQuestion;
  /** Null: the part is one piece. */
  readonly side: 'left' | 'right' | null;
};

/** The pieces of a group, in the order of its parts. */
export const piecesOf = (parts: readonly ConfirmQuestion[]): GroupPiece[] =>
  parts.flatMap((part): GroupPiece[] =>
    part.side_open
      ? (['left', 'right'] as const).map((side) => ({
          id: `${part.key}:${side}`,
          name: `${part.name}, ${side}`,
          part,
          side,
        }))
      : [{ id: part.key, name: part.name, part, side: null }],
  );

/** All pieces of a group ticked: their ids. */
export const allTicked = (parts: readonly ConfirmQuestion[]): ReadonlySet<string> =>
  new Set(piecesOf(parts).map(({ id }) => id));

/** What is known of the pieces that are not ticked. */
export type TheRest = 'whole' | 'not_seen';

/** The answers to a group as edits; `ticked`: ids of the damaged pieces. A pair gets an edit for both sides, or for the one the user saw. */
export function groupEdits(
  parts: readonly ConfirmQuestion[],
  ticked: ReadonlySet<string>,
  rest: TheRest,
): PartEdit[] {
  return parts.flatMap((part): PartEdit[] => {
    const damaged = piecesOf([part]).filter(({ id }) => ticked.has(id));
    const [first] = damaged;
    if (!first) return rest === 'whole' ? answerEdits(part, 'whole') : [];
    if (first.side === null) return answerEdits(part, 'damaged');
    if (damaged.length === 2) return answerEdits(part, 'both');
    if (rest === 'whole') return answerEdits(part, first.side);
    return [{ kind: 'part', place: { ...part.place, side: first.side }, answer: 'damaged' }];
  });
}

/** The same in words: "Driver airbag damaged, the rest undamaged". */
export function groupSays(
  parts: readonly ConfirmQuestion[],
  ticked: ReadonlySet<string>,
  rest: TheRest,
): string {
  const pieces = piecesOf(parts);
  const damaged = pieces.filter(({ id }) => ticked.has(id));
  if (damaged.length === 0) return 'undamaged';
  if (damaged.length === pieces.length) return 'all damaged';
  const others = rest === 'whole' ? ', the rest undamaged' : '';
  return `${listedWords(damaged.map(({ name }) => name))} damaged${others}`;
}
