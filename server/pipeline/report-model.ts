import type { Detection } from '../../contract/schemas/damage.ts';
import {
  type Estimate,
  type EstimateLine,
  isCountedPart,
  UNLOCATED_LINE,
} from '../../contract/schemas/estimate.ts';
import type { StoredLot } from '../../contract/schemas/lot.ts';
import type { MappedPart } from '../../contract/schemas/part.ts';
import type { Gap, ReportModel, ReportPhoto } from '../../contract/schemas/report.ts';
import type { Vehicle } from '../../contract/schemas/vehicle.ts';
import { unmappedParts } from './steps/unmapped-parts.ts';

export type ModelParts = {
  reportId: string;
  createdAt: string;
  lot: StoredLot;
  vehicle: Vehicle;
  photos: ReportPhoto[];
  detection: Detection;
  estimate: Estimate;
  parts: MappedPart[];
  gaps: Gap[];
  totalLoss: ReportModel['total_loss'];
  sources: ReportModel['sources'];
};

const dollars = (amount: number): string =>
  amount.toLocaleString('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** The report, computed once: what card, page, PDF and exports lay out. */
export function buildReportModel(input: ModelParts): ReportModel {
  const { lot_key: _, origin, read_at, ...lot } = input.lot;
  const { estimate, detection, photos } = input;
  const examined = detection.engine.examined_photos;
  return {
    schema_version: 1,
    report_id: input.reportId,
    created_at: input.createdAt,
    sample: origin === 'sample',
    lot,
    lot_origin: origin,
    lot_read_at: read_at,
    vehicle: input.vehicle,
    photos,
    examined: {
      statement: examinedStatement(lot, photos.length, detection),
      photos_total: photos.length,
      photos_examined: examined,
      // Photos that nobody examined may show any zone.
      zones_not_photographed: examined === 0 && lot.images.length > 0 ? [] : detection.zones_not_photographed,
    },
    detection,
    ...derivedSections(lot, estimate),
    total_loss: input.totalLoss,
    ...unmappedParts(input.parts),
    gaps: input.gaps,
    sources: input.sources,
  };
}

/** What the report says of its estimate: made anew when a user edits the lines. */
export function derivedSections(
  lot: ReportModel['lot'],
  estimate: Estimate,
): Pick<ReportModel, 'headline' | 'estimate' | 'seller'> {
  return {
    headline: {
      repair: estimate.total,
      repair_to_value: estimate.repair_to_value,
      parts_count: partsCount(estimate.lines),
      reasons: strongestReasons(lot, estimate),
    },
    estimate,
    seller: {
      repair_cost: lot.seller_repair_cost,
      retail_value: lot.retail_value,
      note: sellerNote(lot, estimate),
    },
  };
}

const partsCount = (lines: readonly EstimateLine[]): number =>
  lines.filter(isCountedPart).reduce((sum, line) => sum + Math.round(line.quantity), 0);

const NOT_EXAMINED: Readonly<Record<number, string>> = {
  0: 'There are no photos',
  1: 'The one photo was not examined',
};

/** What was examined, and how much of what the model said of it could not be used. */
function examinedStatement(
  lot: StoredLot | ReportModel['lot'],
  photos: number,
  { engine: { examined_photos: examined }, answer_entries: entries }: Detection,
): string {
  if (examined > 0) {
    const seen =
      photos === 1 ? 'The one photo was examined' : `${examined} of ${photos} photos were examined`;
    return entries && entries.unusable > 0
      ? `${seen}; ${entries.unusable} of ${entries.given} entries of the model’s answer could not be used.`
      : `${seen}.`;
  }
  const declared = lot.primary_damage;
  const photosText = NOT_EXAMINED[photos] ?? `None of the ${photos} photos was examined`;
  return declared === null
    ? `${photosText} and no damage is declared: the range is wide.`
    : `${photosText}; the estimate rests on the declared damage ${declared}${lot.secondary_damage === null ? '' : ` and ${lot.secondary_damage}`}.`;
}

/** The three facts that move the total most, strongest first. */
function strongestReasons(lot: ReportModel['lot'], estimate: Estimate): string[] {
  const bySection = new Map<string, number>();
  for (const line of estimate.lines)
    bySection.set(line.section, (bySection.get(line.section) ?? 0) + line.expected_cost);
  const share = (amount: number) => (estimate.subtotal > 0 ? amount / estimate.subtotal : 0);
  const reasons: { text: string; weight: number }[] = [];
  const restraints = bySection.get('restraints') ?? 0;
  if (lot.airbags === 'deployed') {
    reasons.push({
      text: `Airbags are declared deployed: restraint parts and their work make ${dollars(restraints)} of the likely cost.`,
      weight: 1 + share(restraints),
    });
  }
  const dearest = [...estimate.lines]
    .filter((line) => line.block !== 'standard' && line.id !== UNLOCATED_LINE)
    .sort((a, b) => b.expected_cost - a.expected_cost)[0];
  if (dearest) {
    const chance = dearest.probability < 0.995 ? `, ${percent(dearest.probability)} likely` : '';
    reasons.push({
      text: `The dearest line is ${dearest.name.toLowerCase()}: ${dollars(dearest.cost.likely)} if needed${chance}.`,
      weight: share(dearest.expected_cost),
    });
  }
  const unlocated = estimate.lines.find((line) => line.id === UNLOCATED_LINE)?.expected_cost ?? 0;
  if (share(unlocated) > 0.1)
    reasons.push({
      text: `${dollars(unlocated)} (${percent(share(unlocated))} of the cost before tax) is an allowance no listed part explains: it follows the value of the car.`,
      weight: share(unlocated),
    });
  const hidden = estimate.blocks.likely_hidden;
  if (share(hidden) > 0.1) {
    reasons.push({
      text: `Parts likely hidden behind the damage make ${percent(share(hidden))} of the cost before tax (${dollars(hidden)}).`,
      weight: share(hidden),
    });
  }
  if (lot.run_condition === 'stationary')
    reasons.push({
      text: 'The car is declared stationary: mechanical or structural damage is more likely.',
      weight: 0.3,
    });
  if (estimate.repair_to_value !== null && estimate.repair_to_value.likely >= 0.5) {
    reasons.push({
      text: `The likely repair is ${percent(estimate.repair_to_value.likely)} of the listed value.`,
      weight: estimate.repair_to_value.likely,
    });
  }
  if (lot.primary_damage !== null) {
    const second = lot.secondary_damage === null ? '' : `, and ${lot.secondary_damage}`;
    reasons.push({ text: `Declared damage: ${lot.primary_damage}${second}.`, weight: 0.2 });
  }
  return reasons
    .sort((a, b) => b.weight - a.weight)
    .slice(0, 3)
    .map((reason) => reason.text);
}

/** A figure within a dollar of the value tells that the seller stopped counting there. */
const isCap = (declared: number, value: number | null): boolean =>
  value !== null && Math.abs(declared - value) <= 1;

export function sellerNote(
  lot: Pick<ReportModel['lot'], 'seller_repair_cost' | 'retail_value'>,
  estimate: Pick<Estimate, 'total'>,
): string {
  const declared = lot.seller_repair_cost;
  if (declared === null) return 'No repair cost of a seller is known.';
  if (isCap(declared, lot.retail_value))
    return `The seller declares ${dollars(declared)}, exactly the listed value: a cap, not a count of the damage. It is shown beside our figure and is no part of it.`;
  const { low, likely, high } = estimate.total;
  const place = declared < low ? 'below our range' : declared > high ? 'above our range' : 'inside our range';
  const ratio = likely > 0 ? ` (${(declared / likely).toFixed(2)} × our likely figure)` : '';
  return `The seller declares ${dollars(declared)}: ${place}${ratio}. It is shown beside our figure and is no part of it.`;
}
