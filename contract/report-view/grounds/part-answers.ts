import type { EvidenceShown } from '../../evidence.ts';
import type { LineEdit } from '../../schemas/edit-report.ts';
import type { EstimateLine } from '../../schemas/estimate.ts';

type PartEdit = Extract<LineEdit, { kind: 'part' }>;
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
