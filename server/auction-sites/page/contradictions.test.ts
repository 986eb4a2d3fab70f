import { expect, test } from 'vitest';
import { mergeFacts, NO_FACTS } from '../auction-site.ts';

const merged = (...readings: Partial<typeof NO_FACTS>[]) =>
  mergeFacts(readings.map((reading) => ({ ...NO_FACTS, ...reading }))).contradictions;

test('a damage told twice and differently gives both readings', () => {
  expect(merged({ primary_damage: 'Minor dent / scratches' }, { primary_damage: 'Front end' })).toEqual([
    { fact: 'primary_damage', readings: ['Minor dent / scratches', 'Front end'] },
  ]);
});

test('a damage in the row of the loss counts', () => {
  expect(merged({ loss_type: 'Minor dent / scratches' }, { primary_damage: 'Front end' })).toEqual([
    { fact: 'primary_damage', readings: ['Front end', 'Minor dent / scratches'] },
  ]);
});

test.each([
  [{ primary_damage: 'FRONT END' }, { primary_damage: 'Front End' }],
  [{ primary_damage: 'Передняя часть' }, { primary_damage: 'Front end' }],
  [{ primary_damage: 'Minor dent/scratches' }, { primary_damage: 'Minor Dent / Scratches' }],
  [{ primary_damage: 'Front end', loss_type: 'Collision' }, { primary_damage: 'Front end' }],
  [{ vin: '5XXGT4L35JG******' }, { vin: '5XXGT4L35JG123456' }],
  [{ run_condition: 'starts' as const }, { run_condition: 'runs_and_drives' as const }],
])('%j and %j agree', (first, second) => {
  expect(merged(first, second)).toEqual([]);
});

test('what was found once stays through further merging', () => {
  const contradictions = merged({ keys: 'yes' }, { keys: 'no' });
  expect(merged({ contradictions }, { keys: 'no' })).toEqual([
    { fact: 'keys', readings: ['Keys: Yes', 'Keys: No'] },
  ]);
});
