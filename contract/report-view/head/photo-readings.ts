import type { PhotoReading } from '../../photo-reading/photo-reading.ts';
import type { Lot } from '../../schemas/lot.ts';
import type { ReportModel } from '../../schemas/report.ts';
import { listedWords } from '../words/sentence.ts';

type Read = Pick<ReportModel, 'lot_origin' | 'photo_readings'> & { lot: Pick<Lot, 'vin'> };

const vinsOf = ({ photo_readings = [] }: Pick<Read, 'photo_readings'>): PhotoReading[] =>
  photo_readings.filter(({ of }) => of === 'vin');
/** Those that the listing does not gainsay. */
const likeListed = (report: Read): PhotoReading[] =>
  vinsOf(report).filter(({ listing }) => listing !== 'other');

/** What stands beside the VIN where one photo tells it too, or tells more of it; '' where none was read, or several differ. */
export function vinReadWords(report: Read): string {
  const [read, ...others] = likeListed(report);
  if (!read || others.length > 0) return '';
  if (read.listing === 'same') return `read from photo ${read.photo} too`;
  return `photo ${read.photo} reads ${read.vin}`;
}

/** Red flags: what photos tell otherwise than the listing, or than each other. Neither is corrected. */
export function readingFlags(report: Read): string[] {
  const alike = likeListed(report);
  const others = vinsOf(report).filter(({ listing }) => listing === 'other');
  const listed = report.lot_origin === 'entered' ? 'its user entered' : 'the listing says';
  return [
    ...others.map(
      ({ photo, vin }) =>
        `Red flag: a label on photo ${photo} carries the VIN ${vin}, ${listed} ${report.lot.vin}: another car, or a part of one.`,
    ),
    ...(alike.length > 1
      ? [
          `Red flag: labels on the photos carry different VINs: ${listedWords(alike.map(({ photo, vin }) => `${vin} (photo ${photo})`))}.`,
        ]
      : []),
  ];
}
