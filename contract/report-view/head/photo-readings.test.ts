import { expect, test } from 'vitest';
import type { PhotoReading } from '../../photo-reading/photo-reading.ts';
import { readingFlags, vinReadWords } from './photo-readings.ts';

const VIN = '1HGCM82633A004352';
const OTHER = 'WBA3A5C58EF900001';
type OfVin = Extract<PhotoReading, { of: 'vin' }>;
const read = (photo: number, vin: string, listing: OfVin['listing']): OfVin => ({
  of: 'vin',
  by: 'barcode',
  photo,
  vin,
  listing,
});
const report = (vin: string | null, photo_readings?: PhotoReading[]) => ({
  lot: { vin },
  lot_origin: 'fetched' as const,
  ...(photo_readings && { photo_readings }),
});

test('a VIN that a photo tells too is said beside it, without a flag', () => {
  const same = report(VIN, [read(14, VIN, 'same')]);
  expect(vinReadWords(same)).toBe('read from photo 14 too');
  expect(readingFlags(same)).toEqual([]);
});

test('of a masked VIN, and where none is listed, the photo’s own stands beside it', () => {
  const masked = `${VIN.slice(0, 11)}******`;
  expect(vinReadWords(report(masked, [read(14, VIN, 'same_as_far')]))).toBe(`photo 14 reads ${VIN}`);
  expect(vinReadWords(report(null, [read(14, VIN, 'none')]))).toBe(`photo 14 reads ${VIN}`);
});

test('a VIN that contradicts the listing’s is a red flag with both, and stands nowhere else', () => {
  const differing = report(VIN, [read(9, OTHER, 'other')]);
  expect(vinReadWords(differing)).toBe('');
  expect(readingFlags(differing)).toEqual([
    `Red flag: a label on photo 9 carries the VIN ${OTHER}, the listing says ${VIN}: another car, or a part of one.`,
  ]);
  expect(readingFlags({ ...differing, lot_origin: 'entered' })[0]).toContain(`its user entered ${VIN}`);
});

test('labels that tell two VINs where none is listed are a red flag', () => {
  const two = report(null, [read(3, VIN, 'none'), read(9, OTHER, 'none')]);
  expect(vinReadWords(two)).toBe('');
  expect(readingFlags(two)).toEqual([
    `Red flag: labels on the photos carry different VINs: ${VIN} (photo 3) and ${OTHER} (photo 9).`,
  ]);
});

test('a report whose photos were not read, or told none, says nothing of them', () => {
  for (const silent of [report(VIN), report(VIN, [])]) {
    expect(vinReadWords(silent)).toBe('');
    expect(readingFlags(silent)).toEqual([]);
  }
});
