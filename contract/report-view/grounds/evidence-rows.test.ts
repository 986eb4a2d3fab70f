import { expect, test } from 'vitest';
import { type EvidenceShown, evidenceShownSchema, titleContentSchema } from '../../evidence.ts';
import { effectWords, evidenceRows, partWords } from './evidence-rows.ts';

const hood = { category: 'hood', name: null, side: 'none', position: 'front', label: 'Hood panel' } as const;
const said = (given: Partial<EvidenceShown>): EvidenceShown => ({
  id: 'some',
  kind: 'run_state',
  says: 'starts',
  moves: 0,
  ...given,
});
const words = (given: Partial<EvidenceShown>): string =>
  evidenceRows({ evidence: [said(given)] })
    .map(({ source, says, effect }) => [source, says, effect].join(' | '))
    .join();

test('evidence is shown with what it says and what it moved', () => {
  expect(words({ kind: 'declared_damage', place: 'primary', says: 'Front end', moves: 4119.6 })).toBe(
    'Primary damage | Front end | +$4,120',
  );
  expect(words({ kind: 'photos', part: hood, photos: [1, 2], says: 'whole', moves: -1850.2 })).toBe(
    'Photos 1, 2 | Hood panel: undamaged | −$1,850',
  );
  expect(words({ kind: 'title', says: 'salvage', moves: 310 })).toBe('Title | Salvage | +$310');
  expect(words({ kind: 'listed_retail_value', says: '10850', moves: 59.3 })).toBe(
    'Listed retail value | $10,850 | +$59',
  );
  expect(words({ kind: 'keys', says: 'yes', moves: 0.4 })).toBe('Keys | Present | no effect');
});

test('an answer names its part with its side, and who gave it without a person', () => {
  const lamp = { ...hood, category: 'headlamp', side: 'left', label: 'Headlamp assembly' } as const;
  expect(words({ kind: 'part_answer', part: lamp, says: 'damaged', moves: 640 })).toBe(
    'Confirmed by eye | Headlamp assembly, front left: damaged | +$640',
  );
  expect(words({ kind: 'part_answer', part: lamp, says: 'whole', photos: [3], moves: -90 })).toBe(
    'Confirmed by eye, photo 3 | Headlamp assembly, front left: undamaged | −$90',
  );
  expect(partWords({ ...lamp, label: 'Front fender' })).toBe('Front fender, left');
  expect(partWords({ ...lamp, side: 'unknown' })).toBe('Headlamp assembly');
});

test('the largest movers stand first, up or down, and equal ones as they came', () => {
  const moved = [10, -400, 0, 300, 0].map((moves, at) => said({ id: String(at), moves }));
  expect(evidenceRows({ evidence: moved }).map(({ id }) => id)).toEqual(['1', '3', '0', '2', '4']);
  expect(evidenceRows({})).toEqual([]);
});

test('no code of a kind of evidence is shown as it is stored', () => {
  for (const kind of evidenceShownSchema.shape.kind.options) {
    const codes = kind === 'title' ? titleContentSchema.options : ['actual'];
    for (const says of codes) expect(words({ kind, says })).not.toMatch(/_/);
  }
});

test('what rounds to nothing has no effect', () => {
  expect([0.49, -0.49, 0].map(effectWords)).toEqual(['no effect', 'no effect', 'no effect']);
  expect(effectWords(-1234.5)).toBe('−$1,234');
});
