import { SITE_LABELS } from '../../contract/auction-link.ts';
import { describeMarks, type Level } from '../../contract/car-diagram.ts';
import type { EstimateLine } from '../../contract/estimate.ts';
import { marksOf, orderLines } from '../../contract/line-order.ts';
import type { ReportModel } from '../../contract/report.ts';
import { dayOf, dollarRange, dollars, dollarsAndCents, joined, percent, wholeNumber } from './figures.ts';
import { httpsLink, plainText } from './plain-text.ts';
import { COMPACT_BELOW, printLines, printTotals, RARE_BELOW } from './print-lines.ts';
import { AIRBAG_WORDS, KEY_WORDS, OPERATIONS, ORIGIN_MARKS, RUN_WORDS } from './print-words.ts';

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
export type PrintData = ReturnType<typeof printData>;

const MOST_UNMAPPED = 24;

/**
 * The report as the template lays it out: every figure and word settled here, plain text only (no markup can come of
 * it), in US dollars and US dates. `covered` says which characters the font draws.
 */
export function printData(
  model: ReportModel,
  files: readonly PhotoFile[],
  options: { liveUrl: string | null; editedMark: boolean; covered: (codePoint: number) => boolean },
) {
  const { estimate, lot, vehicle, headline, examined, seller } = model;
  const name = joined([vehicle.year?.toString(), vehicle.make, vehicle.model, vehicle.trim], ' ') || lot.name;
  const data = {
    title: `${name ?? 'Vehicle not named'}: damage and parts report`,
    name: name ?? 'Vehicle not named',
    marks: [
      model.sample ? 'Sample: a made-up car with drawn photos and made-up figures' : null,
      ORIGIN_MARKS[model.lot_origin],
      options.editedMark ? 'Edited by its user after it was made' : null,
    ].filter((mark) => mark !== null),
    short_mark: joined([model.sample && 'Sample', options.editedMark && 'Edited'], ', '),
    made: dayOf(model.created_at) ?? '',
    lot_title: `${SITE_LABELS[lot.site].name} lot ${lot.lot_number}`,
    lot_url: httpsLink(lot.url) ?? '',
    live_url: options.liveUrl ?? '',
    facts: factsOf(model),
    vin_note: vehicle.vin_masked
      ? 'The auction hides the end of the VIN. Make, model year and body are decoded from the rest; part numbers are matched by model and year, never by VIN.'
      : '',
    disagreements: vehicle.disagreements.map(
      (one) =>
        `The listing says ${one.field.replace('_', ' ')} ${one.listing}, the VIN says ${one.vin}. Both are shown; nothing was changed.`,
    ),
    estimated: estimate.lines.length > 0 || headline.repair.likely > 0,
    repair: {
      likely: dollars(headline.repair.likely),
      low: dollars(headline.repair.low),
      high: dollars(headline.repair.high),
      at: shareOf(headline.repair),
    },
    to_value: headline.repair_to_value
      ? {
          likely: percent(headline.repair_to_value.likely),
          note: `${percent(headline.repair_to_value.low)} to ${percent(headline.repair_to_value.high)}${lot.retail_value === null ? '' : ` of ${dollars(lot.retail_value)}`}`,
        }
      : { likely: 'Unknown', note: lot.retail_value === null ? 'The listing gives no retail value.' : '' },
    parts_count: wholeNumber(headline.parts_count),
    reasons: headline.reasons,
    examined: [
      examined.statement,
      ...(examined.zones_not_photographed.length > 0
        ? [`Not photographed: ${examined.zones_not_photographed.join(', ')}.`]
        : []),
    ],
    diagram_alt: `Unfolded view of the car, front up. ${describeMarks(marksOf(estimate.lines))}`,
    photos: printPhotos(model, files),
    photo_notes: photoNotes(model, files),
    blocks: printLines(estimate),
    compact_below: percent(COMPACT_BELOW),
    rare_below: percent(RARE_BELOW),
    totals: printTotals(estimate),
    subtotal: dollarsAndCents(estimate.subtotal),
    total: dollarsAndCents(estimate.total.likely),
    total_range: dollarRange(estimate.total),
    seller: {
      repair: seller.repair_cost === null ? 'Not declared' : dollars(seller.repair_cost),
      value: seller.retail_value === null ? 'Not declared' : dollars(seller.retail_value),
      note: seller.note,
      model_value: estimate.vehicle_value
        ? `${dollars(estimate.vehicle_value.likely)} (${dollarRange(estimate.vehicle_value)}), ${estimate.vehicle_value.source}`
        : '',
      gap: sellerGap(model),
    },
    total_loss: totalLossWords(model),
    profile: joined([estimate.profile.name, estimate.profile.state]),
    assumptions: estimate.assumptions,
    gaps: [...model.gaps.map(({ message }) => message), ...model.detection.warnings],
    conflicts: model.detection.conflicts.map(({ detail }) => detail),
    unmapped: model.unmapped_parts.slice(0, MOST_UNMAPPED),
    unmapped_more: Math.max(0, model.unmapped_parts.length - MOST_UNMAPPED),
    sources: model.sources.map((source) => ({
      what: source.what,
      source: joined([source.source, source.version && `version ${source.version}`], ', '),
      dated: dayOf(source.dated) ?? '',
    })),
    versions: `Tables ${estimate.versions.tables}, damage prior ${estimate.versions.prior}, dated ${dayOf(estimate.versions.dated) ?? 'unknown'}. Damage read by ${joined([model.detection.engine.id, model.detection.engine.model], ', ')}.`,
    report_id: model.report_id,
    lot_read: dayOf(model.lot_read_at) ?? '',
    legend: legendOf(estimate.lines),
  };
  return deepPlain(data, options.covered);
}

function factsOf({ vehicle, lot }: ReportModel): { label: string; value: string }[] {
  const odometer = lot.odometer;
  const read =
    odometer?.value === null || odometer?.value === undefined
      ? null
      : joined(
          [
            `${wholeNumber(odometer.value)} ${odometer.unit ?? '(unit not listed)'}`,
            odometer.brand?.toLowerCase(),
          ],
          ', ',
        );
  const miles = lot.mileage === null ? null : `${wholeNumber(lot.mileage)} mi`;
  const facts: [string, string | null | undefined][] = [
    ['VIN', vehicle.vin === null ? null : `${vehicle.vin}${vehicle.vin_masked ? ' (masked)' : ''}`],
    ['Odometer', read ?? miles],
    ['Title', lot.title],
    ['Declared damage', joined([lot.primary_damage, lot.secondary_damage], ', ') || 'not declared'],
    ['Loss', lot.loss_type],
    ['Condition', lot.run_condition && RUN_WORDS[lot.run_condition]],
    ['Air bags', lot.airbags && AIRBAG_WORDS[lot.airbags]],
    ['Keys', lot.keys && KEY_WORDS[lot.keys]],
    ['Body', vehicle.body_style],
    ['Engine', vehicle.engine],
    ['Drive', joined([vehicle.drive, vehicle.transmission], ', ')],
    ['Fuel', vehicle.fuel],
    ['Color', vehicle.color],
    ['Sale', dayOf(lot.sale_date)],
    ['Location', lot.location],
    ['Seller', lot.seller],
  ];
  return facts.map(([label, value]) => ({ label, value: value || 'not known' }));
}

/** Where the likely figure lies between low and high, 0–1. */
function shareOf({ low, likely, high }: { low: number; likely: number; high: number }): number {
  return high > low ? Math.min(1, Math.max(0, (likely - low) / (high - low))) : 0.5;
}

function printPhotos(model: ReportModel, files: readonly PhotoFile[]) {
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
        ? [{ ...box, number, level: String(level), dashed: evidence.kind === 'heat_area' }]
        : [];
    }),
  );
}

function photoNotes(model: ReportModel, files: readonly PhotoFile[]): string[] {
  const shown = new Set(files.map(({ number }) => number));
  const problems = model.photos.flatMap(({ number, problem }) =>
    problem ? [`Photo ${number}: ${problem}`] : [],
  );
  const left = model.photos.filter(({ number, problem }) => !shown.has(number) && !problem).length;
  return [
    ...problems,
    ...(left > 0 ? [`${left} more ${left === 1 ? 'photo is' : 'photos are'} not shown here.`] : []),
  ];
}

function sellerGap({ seller, estimate }: ReportModel): string {
  if (seller.repair_cost === null || seller.repair_cost <= 0) return '';
  const { low, likely, high } = estimate.total;
  const share = (likely - seller.repair_cost) / seller.repair_cost;
  const inside = seller.repair_cost >= low && seller.repair_cost <= high;
  const distance =
    Math.abs(share) < 0.01
      ? 'within 1\u00a0% of it'
      : `${percent(Math.abs(share))} ${share < 0 ? 'below' : 'above'} it`;
  return `Our likely figure is ${distance}; it lies ${inside ? 'inside' : 'outside'} our range.`;
}

function totalLossWords({ total_loss }: ReportModel): string {
  if (!total_loss) return '';
  const { statement, rule, dated } = total_loss;
  const rules = statement.includes(rule) ? '' : `Rule: ${rule.replace(/\.$/, '')}.`;
  const advice = /legal advice/i.test(`${statement} ${rule}`) ? '' : 'Typical practice, not legal advice.';
  return joined([statement, rules, `As of ${dayOf(dated) ?? 'unknown date'}.`, advice], ' ');
}

/** Only what the report uses. */
function legendOf(lines: readonly EstimateLine[]): string[] {
  const used = new Set(lines.map(({ operation }) => OPERATIONS[operation]));
  return [...used].map(([short, word]) => `${short} ${word}`);
}

type Plain<T> = T extends string ? string : T;
function deepPlain<T>(value: T, covered: (codePoint: number) => boolean): Plain<T> {
  if (typeof value === 'string') return plainText(value, covered) as Plain<T>;
  if (Array.isArray(value)) return value.map((item: unknown) => deepPlain(item, covered)) as Plain<T>;
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, deepPlain(item, covered)]),
    ) as Plain<T>;
  return value as Plain<T>;
}
