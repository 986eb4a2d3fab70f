import { expect, test } from 'vitest';
import type { OdometerReading, PhotoReading, VinReading } from '../../photo-reading/photo-reading.ts';
import { odometerReadWords, readingFlags, unreadWords, vinReadWords } from './photo-readings.ts';

const VIN = '1HGCM82633A004352';
const OTHER = 'WBA3A5C58EF900001';
const read = (photo: number, vin: string, listing: VinReading['listing']): VinReading => ({
  of: 'vin',
  by: 'barcode',
  photo,
  vin,
  listing,
});
const report = (vin: string | null, photo_readings?: PhotoReading[]) => ({
  lot: { vin, mileage: 87_412, odometer: { value: 87_412, unit: 'mi' as const, brand: null } },
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

test('photos that tell two VINs where none is listed are a red flag', () => {
  const two = report(null, [read(3, VIN, 'none'), read(9, OTHER, 'none')]);
  expect(vinReadWords(two)).toBe('');
  expect(readingFlags(two)).toEqual([
    `Red flag: the photos show different VINs: ${VIN} (photo 3) and ${OTHER} (photo 9).`,
  ]);
});

test('a report whose photos were not read, or told none, says nothing of them', () => {
  for (const silent of [report(VIN), report(VIN, [])]) {
    expect(vinReadWords(silent)).toBe('');
    expect(readingFlags(silent)).toEqual([]);
  }
});

const odometer = (value: number, listing: OdometerReading['listing'], unit: OdometerReading['unit'] = 'mi') =>
  report(VIN, [{ of: 'odometer', photo: 5, value, unit, listing }]);

test('an odometer that a photo tells too is said beside it, in the other unit with its figure', () => {
  expect(odometerReadWords(odometer(87_412, 'same'))).toBe('read from photo 5 too');
  expect(odometerReadWords(odometer(140_676, 'unit', 'km'))).toBe(
    'photo 5 reads 140,676 km: the same in the other unit',
  );
  expect(odometerReadWords(odometer(9_120, 'none', null))).toBe('photo 5 reads 9,120');
  expect(readingFlags(odometer(87_412, 'same'))).toEqual([]);
});

test.each(['lower', 'higher'] as const)('an odometer that is %s than listed is a red flag', (listing) => {
  const differing = odometer(30_112, listing);
  expect(odometerReadWords(differing)).toBe('');
  expect(readingFlags(differing)).toEqual([
    'Red flag: the odometer on photo 5 reads 30,112 mi, the listing says 87,412 mi.',
  ]);
});

test('what was not read is said, and why', () => {
  expect(unreadWords(report(VIN))).toBe('');
  expect(unreadWords({ photo_text: 'absent' })).toMatch(/no text reader installed\.$/);
  expect(unreadWords({ photo_text: 'failed' })).toMatch(/the text reader failed\.$/);
  expect(unreadWords({ photo_text: 'later' })).toMatch(
    /are still being read: with them this report gets a new version/,
  );
  expect(unreadWords({ photo_text: 'read' })).toBe(
    'Looked for on the photos and not read: VIN and odometer.',
  );
  expect(unreadWords({ photo_text: 'read', photo_readings: [read(3, VIN, 'same')] })).toBe(
    'Looked for on the photos and not read: odometer.',
  );
});
