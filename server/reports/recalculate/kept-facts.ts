import type { StepName } from '../../../contract/report-status.ts';
import { startEdits } from '../../../contract/schemas/edit-report.ts';
import type { OemNumber } from '../../../contract/schemas/estimate.ts';
import type { StoredLot } from '../../../contract/schemas/lot.ts';
import type { Side } from '../../../contract/schemas/part.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import type { SavedStep } from '../../db/reports/report-runs.ts';
import type { EstimateInputs } from '../../estimate/calculation/estimate-inputs.ts';
import type { MappedNumbers } from '../../estimate/lines/line-numbers.ts';
import type { EstimateInput } from '../../pipeline/steps/make-report.ts';
import { keptDetectionSchema, OUTPUTS, type Outputs } from '../../pipeline/steps/outputs.ts';

/** What a report was made from, as far as it is kept; the rest is taken from the report itself, and `notes` says so. */
export type KeptFacts = {
  readonly input: Omit<EstimateInput, 'createdAt' | 'estimated'>;
  /** Parts of the report that only its sources could tell anew, where these are gone. */
  readonly told: Partial<Pick<ReportModel, 'unmapped_parts' | 'unmapped_more' | 'gaps'>>;
  readonly notes: string[];
};

/** `inputs` are those the report was made from; null where they were not kept. */
export function keptFacts(
  steps: readonly SavedStep[],
  model: ReportModel,
  lotKey: string,
  inputs: EstimateInputs | null,
): KeptFacts {
  const saved = new Map(steps.map(({ step, status, output }) => [step, status === 'done' ? output : null]));
  const outputOf = <S extends StepName>(step: S): Outputs[S] | null => {
    const read = OUTPUTS[step].safeParse(saved.get(step));
    return read.success ? (read.data as Outputs[S]) : null;
  };
  const crawled = outputOf('crawl_vehicle_data');
  const images = outputOf('download_images');
  const crawledParts = outputOf('crawl_vehicle_parts');
  const mapped = outputOf('map_vehicle_parts_to_generic_categories');
  const detected = keptDetectionSchema.safeParse(saved.get('detect_damaged_parts'));
  const parts = crawledParts && mapped ? { crawledParts, mapped } : null;
  const { unmapped_parts, unmapped_more, gaps } = model;
  return {
    input: {
      reportId: model.report_id,
      crawled: crawled ?? { lot: lotOf(model, lotKey), vehicle: model.vehicle },
      images: images ?? { photos: model.photos, gaps: [] },
      // What its owner's account gave it at the start is part of it, whatever the account says today.
      start: { settings: startEdits(model.estimate).scenario ?? {}, state: inputs?.state ?? null },
      detection: detected.success ? detected.data.detection : model.detection,
      read: readOff(detected.success ? detected.data.model : model),
      ...(parts ?? {
        crawledParts: {
          parts: [],
          catalogues: [],
          gaps: [],
          ...(inputs?.stated ? { stated: inputs.stated } : {}),
        },
        mapped: { parts: [] },
        numbers: inputs?.numbers ?? numbersOf(model),
      }),
    },
    told: {
      ...(parts ? {} : { unmapped_parts, ...(unmapped_more === undefined ? {} : { unmapped_more }) }),
      ...(parts && images ? {} : { gaps }),
    },
    notes: [
      ...(crawled ? [] : ['The lot as it was read is no longer kept: its facts are those the report shows.']),
      ...(detected.success
        ? []
        : ['The answer about the damage is no longer kept: the findings are those the report shows.']),
      ...(parts
        ? []
        : [
            "The catalogs' answers are no longer kept: OEM numbers and prices are those the report's lines show.",
          ]),
    ],
  };
}

/** What was read off the photos, whichever model tells it. */
const readOff = ({ photo_readings, photo_text }: Pick<ReportModel, 'photo_readings' | 'photo_text'>) => ({
  ...(photo_readings && { photo_readings }),
  ...(photo_text && { photo_text }),
});

const lotOf = ({ lot, lot_origin, lot_read_at }: ReportModel, lot_key: string): StoredLot => ({
  ...lot,
  lot_key,
  origin: lot_origin,
  read_at: lot_read_at,
});

/** The numbers that the lines of a report show, each once at its place. */
function numbersOf({ estimate: { lines, excluded = [] } }: ReportModel): MappedNumbers[] {
  const places = new Map<string, MappedNumbers>();
  const placeOf = (category: string, side: Side, position: MappedNumbers['position']): MappedNumbers => {
    const key = [category, side, position].join(' ');
    const place = places.get(key) ?? { category, side, position, numbers: [] };
    places.set(key, place);
    return place;
  };
  const add = (to: OemNumber[], number: OemNumber): unknown =>
    to.some((known) => known.number === number.number) || to.push(number);
  for (const { category, side, position, oem_numbers, ruled_out = [], other_pieces = [] } of [
    ...lines,
    ...excluded,
  ]) {
    if (category === null) continue;
    const listed = side === 'unknown' ? 'none' : side;
    for (const number of [...oem_numbers, ...ruled_out])
      add(placeOf(category, number.side ?? listed, position).numbers, number);
    for (const piece of other_pieces) {
      const place = placeOf(category, piece.side ?? listed, position);
      place.other_pieces ??= [];
      add(place.other_pieces, piece);
    }
  }
  return [...places.values()];
}
