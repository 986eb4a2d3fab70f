import type { Level } from '../../../contract/car-diagram/levels.ts';
import { orderLines } from '../../../contract/report-view/line-order.ts';
import { PHOTOS_NOT_SHARED, photoProblemWords } from '../../../contract/report-view/photo-views.ts';
import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { joined } from './figures.ts';

export type PrintedBox = {
  x: number;
  y: number;
  width: number;
  height: number;
  number: string;
  level: string;
  dashed: boolean;
};
/** A photo as it goes in: `large` ones carry boxes. `ratio` is width ÷ height. */
export type PhotoFile = { number: number; path: string; ratio: number };

/** The photos as laid out, each with the boxes of the lines that show on it. */
export function printPhotos(model: ReportModel, files: readonly PhotoFile[]) {
  const numbers = new Map(orderLines(model.estimate.lines).map((line, i) => [line, String(i + 1)]));
  return files.map((file) => {
    const label = model.photos.find(({ number }) => number === file.number)?.label ?? '';
    const boxes = boxesOn(file.number, numbers);
    return {
      path: file.path,
      number: String(file.number),
      label,
      ratio: file.ratio,
      boxes,
      alt: `${joined([`Photo ${file.number}`, label], ', ')}${boxes.length > 0 ? `, with boxes of lines ${boxes.map((box) => box.number).join(', ')}` : ''}`,
    };
  });
}

/** Boxes of a photo as fractions of it, kept inside it; the numbers are those of the lines. */
export function boxesOn(photo: number, numbers: ReadonlyMap<EstimateLine, string>): PrintedBox[] {
  const fraction = (value: number) => Math.min(1, Math.max(0, Number.isFinite(value) ? value : 0));
  return [...numbers].flatMap(([line, number]) =>
    line.evidence.flatMap((evidence) => {
      if (evidence.photo !== photo || evidence.box === null) return [];
      const [x0, y0, x1, y1] = evidence.box.map(fraction) as [number, number, number, number];
      const level: Level = line.severity === null ? 0 : (Math.min(4, Math.max(1, line.severity)) as Level);
      const box = {
        x: Math.min(x0, x1),
        y: Math.min(y0, y1),
        width: Math.abs(x1 - x0),
        height: Math.abs(y1 - y0),
      };
      return box.width > 0 && box.height > 0
        ? [
            {
              ...box,
              number: evidence.kind === 'user_box' ? `${number}, by eye` : number,
              level: String(level),
              dashed: evidence.kind === 'heat_area',
            },
          ]
        : [];
    }),
  );
}

/** What is said of the photos that are not shown. */
export function photoNotes(model: ReportModel, files: readonly PhotoFile[]): string[] {
  const shown = new Set(files.map(({ number }) => number));
  const problems = Map.groupBy(
    model.photos.filter(({ problem }) => problem !== null),
    ({ problem }) => photoProblemWords(problem ?? 'not_loaded'),
  );
  const left = model.photos.filter(({ number, problem }) => !shown.has(number) && !problem).length;
  return [
    ...(model.photos_not_shared ? [PHOTOS_NOT_SHARED] : []),
    ...[...problems].map(
      ([problem, photos]) =>
        `${photos.length === 1 ? 'Photo' : 'Photos'} ${photos.map(({ number }) => number).join(', ')}: ${problem}`,
    ),
    ...(left > 0
      ? [
          `${left}${files.length > 0 ? ' more' : ''} ${left === 1 ? 'photo is' : 'photos are'} not shown here.`,
        ]
      : []),
  ];
}
