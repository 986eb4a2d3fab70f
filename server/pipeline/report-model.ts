import type { HeadlineFact } from '../../contract/facts/headline-fact.ts';
import { restraintCost } from '../../contract/report-view/outcome-rows.ts';
import type { Detection } from '../../contract/schemas/damage.ts';
import { type Estimate, type EstimateLine, isCountedPart } from '../../contract/schemas/estimate.ts';
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
  read: Pick<ReportModel, 'photo_readings' | 'photo_text'>;
  estimate: Estimate;
  parts: MappedPart[];
  gaps: Gap[];
  totalLoss: ReportModel['total_loss'];
  sources: ReportModel['sources'];
  numberSources: NonNullable<ReportModel['number_sources']> | null;
};

/** The report, computed once: what card, page, PDF and exports lay out. */
export function buildReportModel(input: ModelParts): ReportModel {
  const { lot_key: _, origin, read_at, ...lot } = input.lot;
  const { estimate, detection, photos } = input;
  const examined = detection.engine.examined_photos;
  return {
    schema_version: 2,
    report_id: input.reportId,
    created_at: input.createdAt,
    sample: origin === 'sample',
    lot,
    lot_origin: origin,
    lot_read_at: read_at,
    vehicle: input.vehicle,
    photos,
    examined: {
      photos_total: photos.length,
      photos_examined: examined,
      // Photos that nobody examined may show any zone.
      zones_not_photographed: examined === 0 && lot.images.length > 0 ? [] : detection.zones_not_photographed,
    },
    detection,
    ...input.read,
    ...derivedSections(lot, estimate),
    total_loss: input.totalLoss,
    ...unmappedParts(input.parts),
    gaps: input.gaps,
    ...(input.numberSources === null ? {} : { number_sources: input.numberSources }),
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
      facts: strongestFacts(lot, estimate),
    },
    estimate,
    seller: {
      repair_cost: lot.seller_repair_cost,
      retail_value: lot.retail_value,
    },
  };
}

const partsCount = (lines: readonly EstimateLine[]): number =>
  lines.filter(isCountedPart).reduce((sum, line) => sum + Math.round(line.quantity), 0);

/** The three facts that move the total most, strongest first. */
function strongestFacts(lot: ReportModel['lot'], estimate: Estimate): HeadlineFact[] {
  const { outcome, subtotal } = estimate;
  const scope = estimate.lines.filter(({ standing }) => standing === 'scope');
  const share = (amount: number) => (subtotal > 0 ? amount / subtotal : 0);
  const found: { fact: HeadlineFact; weight: number }[] = [];
  const restraints = restraintCost(estimate.lines);
  if (lot.airbags === 'deployed')
    found.push({ fact: { code: 'airbags_deployed', usd: restraints }, weight: 1 + share(restraints) });
  const dearest = scope
    .filter((line) => line.block !== 'standard')
    .sort((a, b) => b.cost.likely - a.cost.likely)[0];
  if (dearest) {
    const { id, name, probability, cost } = dearest;
    found.push({
      fact: { code: 'dearest_line', line: id, name, usd: cost.likely, probability },
      weight: share(cost.likely),
    });
  }
  const unlocated = outcome && outcome.average > 0 ? outcome.unlocated / outcome.average : 0;
  if (outcome && unlocated > 0.1)
    found.push({ fact: { code: 'unlocated', usd: outcome.unlocated, share: unlocated }, weight: unlocated });
  const hidden = estimate.blocks.likely_hidden;
  if (share(hidden) > 0.1)
    found.push({ fact: { code: 'hidden', usd: hidden, share: share(hidden) }, weight: share(hidden) });
  if (lot.run_condition === 'stationary') found.push({ fact: { code: 'stationary' }, weight: 0.3 });
  const ofValue = estimate.repair_to_value?.likely ?? 0;
  if (ofValue >= 0.5) found.push({ fact: { code: 'repair_to_value', share: ofValue }, weight: ofValue });
  const { primary_damage: primary, secondary_damage: secondary } = lot;
  if (primary !== null) found.push({ fact: { code: 'declared', primary, secondary }, weight: 0.2 });
  return found
    .sort((a, b) => b.weight - a.weight)
    .slice(0, 3)
    .map(({ fact }) => fact);
}
