import { expect, it } from 'vitest';
import { sampleReport } from '../../../tests/fixtures/report-model.ts';
import { photoNotes } from './print-boxes.ts';

it('says of a report that is shared without its photos that they are left out', () => {
  const model = { ...sampleReport(), photos: [], photos_not_shared: true as const };
  expect(photoNotes(model, [])).toEqual(['The photos are left out of this shared report.']);
});

it('says once what went wrong with several photos, and how many more there are', () => {
  const model = sampleReport();
  const photos = model.photos.map((photo) => ({
    ...photo,
    problem: photo.number > 9 ? 'The photo could not be loaded.' : null,
  }));
  const files = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => ({ number, path: '', ratio: 1 }));
  expect(photoNotes({ ...model, photos }, files)).toEqual([
    'Photos 10, 11, 12: The photo could not be loaded.',
    '1 more photo is not shown here.',
  ]);
});
