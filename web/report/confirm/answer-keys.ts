import type { ConfirmAnswer } from '../../../contract/report-view/confirm-questions.ts';

type AnswerKey = { readonly key: string; readonly words: string; readonly says: string };

/** What can be answered: its key, its button, and how it reads once it is said. */
export const ANSWERS: Readonly<Record<ConfirmAnswer, AnswerKey>> = {
  damaged: { key: 'Y', words: 'Yes, damaged', says: 'damaged' },
  whole: { key: 'N', words: 'No damage', says: 'undamaged' },
  left: { key: 'L', words: 'Left', says: 'left side only' },
  right: { key: 'R', words: 'Right', says: 'right side only' },
  both: { key: 'B', words: 'Both', says: 'both sides damaged' },
  repair: { key: '1', words: 'Repair', says: 'repair' },
  replace: { key: '2', words: 'Replace', says: 'replace' },
  not_fitted: { key: '3', words: 'Not on this car', says: 'not on this car' },
};

const SIDES = ['left', 'right', 'both'] as const satisfies readonly ConfirmAnswer[];

/** The answers to a question, as its buttons stand; a side only where it is not told. */
export const answersTo = (side_open: boolean): readonly ConfirmAnswer[] => [
  'damaged',
  'whole',
  ...(side_open ? SIDES : []),
  'repair',
  'replace',
  'not_fitted',
];
