import type { EvidenceShown } from '../../evidence.ts';
import type { LineEdit } from '../../schemas/edit-report.ts';
import type { EstimateLine } from '../../schemas/estimate.ts';

/** An answer on a part, as an edit. */
export type PartEdit = Extract<LineEdit, { kind: 'part' }>;
/** What a user said of a part, as it stands. */
export type StandingAnswer = { readonly place: PartEdit['place']; readonly answer: string };

/** The answer a piece of evidence is; null where it is none. */
export function answerOf({ kind, part, says }: EvidenceShown): StandingAnswer | null {
  if (kind !== 'part_answer' || !part) return null;
  const { category, name, side, position } = part;
  return { place: { category, name, side, position }, answer: says };
}

/** The answers that stand for a line's part: its own, and which piece of the pair it was said to be. */
export const answersOfLine = (
  { category, name, stand_in, side, position }: EstimateLine,
  evidence: readonly EvidenceShown[],
): StandingAnswer[] =>
  evidence.flatMap((item) => {
    const said = answerOf(item);
    const same =
      said !== null &&
      said.place.category === category &&
      said.place.position === position &&
      said.place.name === (stand_in ? name : null) &&
      (said.place.side === side || (said.place.side === 'unknown' && said.answer === side));
    return same ? [said] : [];
  });

/** As if it had never been said. */
export const takenBack = ({ place }: StandingAnswer): PartEdit => ({ kind: 'part', place, answer: null });

/** Whether a line is of one piece of a pair, told or not, so that its side can be set. */
export const hasSide = ({ category, block, side, other_side }: EstimateLine): boolean =>
  category !== null &&
  block !== 'standard' &&
  block !== 'user' &&
  !other_side &&
  side !== 'none' &&
  side !== 'center';

/** A line's part as it is to be: on this side alone, whatever was said of either piece before. */
export function sideEdits(
  line: EstimateLine,
  side: 'left' | 'right',
  evidence: readonly EvidenceShown[],
): PartEdit[] {
  const { category, name, stand_in, position } = line;
  if (category === null) return [];
  const place = { category, name: stand_in ? name : null, position };
  const back = evidence.flatMap((item) => {
    const said = answerOf(item);
    const same =
      said !== null &&
      said.place.category === place.category &&
      said.place.name === place.name &&
      said.place.position === position;
    return same ? [takenBack(said)] : [];
  });
  return [...back, { kind: 'part', place: { ...place, side: 'unknown' }, answer: side }];
}
