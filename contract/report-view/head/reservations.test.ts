import { describe, expect, test } from 'vitest';
import { reservationsOf } from './reservations.ts';

const gap = (step: 'download_images' | 'detect_damaged_parts', message: string) => ({
  step,
  code: 'x',
  message,
});
const of = (gaps: ReturnType<typeof gap>[], conflicts: string[]) =>
  reservationsOf({
    gaps,
    lot: { vin: null, odometer: null, mileage: null },
    lot_origin: 'fetched',
    detection: { conflicts: conflicts.map((detail) => ({ kind: 'side', detail })) },
  });

describe('what a reader must know', () => {
  test('what the examination could not do comes first, then contradictions, then other gaps', () => {
    const said = of(
      [gap('download_images', 'A photo is missing.'), gap('detect_damaged_parts', 'The model failed.')],
      ['The photos show the other side.'],
    );
    expect(said).toEqual(['The model failed.', 'The photos show the other side.', 'A photo is missing.']);
  });

  test('a listing that contradicts itself is a red flag before all else, with both readings', () => {
    const contradictions = [{ fact: 'primary_damage' as const, readings: ['Front end', 'Minor dent'] }];
    expect(
      reservationsOf({
        gaps: [gap('detect_damaged_parts', 'The model failed.')],
        lot: { vin: null, odometer: null, mileage: null, contradictions },
        lot_origin: 'fetched',
        detection: { conflicts: [] },
      }),
    ).toEqual([
      'Red flag: the listing contradicts itself on primary damage: it says “Front end” and “Minor dent”.',
      'The model failed.',
    ]);
  });

  test('nothing is said twice', () => {
    expect(of([gap('detect_damaged_parts', 'Once.'), gap('download_images', 'Once.')], ['Once.'])).toEqual([
      'Once.',
    ]);
  });
});
