import { expect, test } from 'vitest';
import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import { answersFor } from './part-answers.tsx';

const line = (of: Partial<EstimateLine>): EstimateLine =>
  ({
    id: 'hood:none',
    name: 'Hood panel',
    block: 'declared',
    category: 'hood',
    side: 'none',
    position: 'front',
    ...of,
  }) as EstimateLine;
const words = (of: Partial<EstimateLine>): string[] => answersFor(line(of)).map((answer) => answer.words);

test('a part of one piece is damaged or undamaged', () => {
  expect(answersFor(line({}))).toEqual([
    {
      words: 'Damaged',
      edits: [
        {
          kind: 'part',
          place: { category: 'hood', name: null, side: 'none', position: 'front' },
          answer: 'damaged',
        },
      ],
    },
    {
      words: 'No damage',
      edits: [
        {
          kind: 'part',
          place: { category: 'hood', name: null, side: 'none', position: 'front' },
          answer: 'whole',
        },
      ],
    },
  ]);
});

test('where the side is open it can be told, and that both are hit', () => {
  const open = { category: 'fender', side: 'unknown', side_open: true } as const;
  expect(words(open)).toEqual(['Damaged', 'Left', 'Right', 'Both sides', 'No damage']);
  expect(words({ ...open, other_side: true })).toEqual(['Both sides']);
  const both = answersFor(line({ ...open, other_side: true }))[0]?.edits;
  expect(both?.map((edit) => (edit.kind === 'part' ? [edit.place.side, edit.answer] : []))).toEqual([
    ['left', 'damaged'],
    ['right', 'damaged'],
  ]);
});

test('a part without a category of its own goes by its name', () => {
  const [first] = answersFor(line({ name: 'Engine mount', category: 'engine', stand_in: true }));
  expect(first?.edits[0]).toMatchObject({ place: { category: 'engine', name: 'Engine mount' } });
});

test('operations and lines of one’s own are not asked for', () => {
  expect(words({ block: 'standard', category: null })).toEqual([]);
  expect(words({ block: 'standard' })).toEqual([]);
  expect(words({ block: 'user' })).toEqual([]);
});
