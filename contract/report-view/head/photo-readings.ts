import type { OdometerReading, VinReading } from '../../photo-reading/photo-reading.ts';
import type { Lot } from '../../schemas/lot.ts';
import type { ReportModel } from '../../schemas/report.ts';
import { wholeNumber } from '../figures.ts';
import { listedWords } from '../words/sentence.ts';

type Read = Pick<ReportModel, 'lot_origin' | 'photo_readings' | 'photo_text'> & {
  lot: Pick<Lot, 'vin' | 'odometer' | 'mileage'>;
};

const vinsOf = ({ photo_readings = [] }: Pick<Read, 'photo_readings'>): VinReading[] =>
  photo_readings.filter((reading) => reading.of === 'vin');
const odometerOf = ({ photo_readings = [] }: Pick<Read, 'photo_readings'>): OdometerReading | undefined =>
  photo_readings.find((reading) => reading.of === 'odometer');
/** Those that the listing does not gainsay. */
const likeListed = (report: Read): VinReading[] =>
  vinsOf(report).filter(({ listing }) => listing !== 'other');

/** What stands beside the VIN where one photo tells it too, or tells more of it; '' where none was read, or several differ. */
export function vinReadWords(report: Read): string {
  const [read, ...others] = likeListed(report);
  if (!read || others.length > 0) return '';
  if (read.listing === 'same') return `read from photo ${read.photo} too`;
  return `photo ${read.photo} reads ${read.vin}`;
}

const distance = (value: number, unit: OdometerReading['unit']): string =>
  `${wholeNumber(value)}${unit === null ? '' : ` ${unit}`}`;

/** What stands beside the odometer where a photo tells the same; '' where none was read, or it tells otherwise. */
export function odometerReadWords(report: Pick<Read, 'photo_readings'>): string {
  const read = odometerOf(report);
  if (!read || read.listing === 'lower' || read.listing === 'higher') return '';
  if (read.listing === 'same') return `read from photo ${read.photo} too`;
  const words = `photo ${read.photo} reads ${distance(read.value, read.unit)}`;
  return read.listing === 'unit' ? `${words}: the same in the other unit` : words;
}

/** Red flags: what photos tell otherwise than the listing, or than each other. Neither is corrected. */
export function readingFlags(report: Read): string[] {
  const alike = likeListed(report);
  const others = vinsOf(report).filter(({ listing }) => listing === 'other');
  const listed = report.lot_origin === 'entered' ? 'its user entered' : 'the listing says';
  const odometer = odometerOf(report);
  const { mileage, odometer: told } = report.lot;
  return [
    ...others.map(
      ({ photo, vin, by }) =>
        `Red flag: ${by === 'barcode' ? `a label on photo ${photo} carries` : `photo ${photo} shows`} the VIN ${vin}, ${listed} ${report.lot.vin}: another car, or a part of one.`,
    ),
    ...(alike.length > 1
      ? [
          `Red flag: the photos show different VINs: ${listedWords(alike.map(({ photo, vin }) => `${vin} (photo ${photo})`))}.`,
        ]
      : []),
    ...(odometer && (odometer.listing === 'lower' || odometer.listing === 'higher')
      ? [
          `Red flag: the odometer on photo ${odometer.photo} reads ${distance(odometer.value, odometer.unit)}, ${listed} ${distance(told?.value ?? mileage ?? 0, told?.value == null ? 'mi' : told.unit)}.`,
        ]
      : []),
  ];
}

/** What could not be read of VIN and odometer, one sentence; '' where both were read, or there was nothing to read. */
export function unreadWords(report: Pick<Read, 'photo_readings' | 'photo_text'>): string {
  switch (report.photo_text) {
    case undefined:
      return '';
    case 'absent':
      return 'The VIN and the odometer on the photos were not read: this service has no text reader installed.';
    case 'failed':
      return 'The VIN and the odometer on the photos were not read: the text reader failed.';
    case 'later':
      return 'The VIN and the odometer on the photos are still being read: with them this report gets a new version, free of charge.';
    case 'read': {
      const unread = [
        ...(vinsOf(report).length === 0 ? ['VIN'] : []),
        ...(odometerOf(report) ? [] : ['odometer']),
      ];
      return unread.length === 0 ? '' : `Looked for on the photos and not read: ${listedWords(unread)}.`;
    }
  }
}
