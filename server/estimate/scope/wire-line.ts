import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import { dollarsFromCents as dollars } from '../../../contract/schemas/money.ts';
import type { DraftLine, DraftPart, Three } from '../pricing/estimate-line.ts';
import { asWritten, lineCost } from '../pricing/line-cost.ts';
import { paintMoney, recosted } from '../pricing/line-money.ts';
import type { PanelHours } from '../pricing/refinish.ts';
import type { Call } from '../pricing/required-by.ts';
import type { Rates } from '../tables/labour-rates.ts';

const three = (of: Three, change: (value: number) => number): Three => ({
  low: change(of.low),
  likely: change(of.likely),
  high: change(of.high),
});
type WirePart = NonNullable<EstimateLine['part_price']>;
/** A part's price as it is printed, US dollars. */
const inDollars = ({ basis, origin, dated, converted, ...part }: DraftPart): WirePart => ({
  ...three(part, dollars),
  basis,
  origin,
  dated,
  converted,
});
export const hundredths = (value: number): number => Math.round(value * 100) / 100;

const wireCall = ({
  of,
  joint,
  shares,
  unless,
}: Call): Pick<EstimateLine, 'called_by' | 'called_jointly' | 'called_shares' | 'called_unless'> => ({
  called_by: [...of],
  ...(joint ? { called_jointly: true } : {}),
  ...(shares ? { called_shares: { ...shares } } : {}),
  ...(unless ? { called_unless: [...unless] } : {}),
});

/** What a line is beside its draft. */
export type Written = {
  readonly probability: number;
  /** Where on the severity scale its work is priced. */
  readonly severity: number;
  /** Book hours of its refinish beside the other written lines; null: not painted. */
  readonly paint: PanelHours | null;
  readonly rates: Rates;
  readonly rate_basis?: 'profile' | 'user';
};

/**
 * A line as it is written: money in US dollars, hours in hundredths, every product exact, so that its cost is what its own
 * figures give. Links to suppliers are added by who knows the vehicle.
 */
export function wireLine(
  draft: DraftLine,
  { probability, severity, paint, rates, rate_basis }: Written,
): EstimateLine {
  const { operation, part, hours, sublet } = lineCost({ ...asWritten(draft), paint: null }, rates, severity);
  const basis = rate_basis ? { rate_basis } : {};
  const line: EstimateLine = {
    id: draft.id,
    block: draft.block,
    section: draft.section,
    category: draft.category,
    ...(draft.stand_in ? { stand_in: draft.stand_in } : {}),
    name: draft.name,
    side: draft.side,
    position: draft.position,
    operation,
    probability,
    basis: draft.basis,
    severity: draft.severity,
    because: draft.because,
    evidence: draft.evidence,
    part_type: part ? part.type : 'none',
    quantity: draft.quantity,
    part_price: part && inDollars(part),
    oem_numbers: draft.oem_numbers,
    ...(draft.ruled_out ? { ruled_out: draft.ruled_out } : {}),
    ...(draft.narrowed ? { narrowed: draft.narrowed } : {}),
    ...(draft.counterpart ? { counterpart: draft.counterpart } : {}),
    ...(draft.one_sided ? { one_sided: draft.one_sided } : {}),
    ...(draft.similar_numbers ? { similar_numbers: draft.similar_numbers } : {}),
    ...(draft.stated_by_sellers ? { stated_by_sellers: draft.stated_by_sellers } : {}),
    ...(draft.other_pieces ? { other_pieces: draft.other_pieces } : {}),
    ...(draft.oem_missing ? { oem_missing: draft.oem_missing } : {}),
    supplier_links: [],
    labour:
      hours && draft.labour
        ? {
            type: draft.labour.type,
            hours,
            rate: dollars(rates[draft.labour.type]),
            basis: draft.labour.basis,
            // A new section takes its own hours.
            ...(draft.labour.extent !== undefined && operation === 'repair'
              ? { extent: draft.labour.extent }
              : {}),
            ...basis,
          }
        : null,
    refinish: paint
      ? {
          hours: hundredths(paint.hours),
          clear_coat_hours: hundredths(paint.clear_coat_hours),
          overlap_hours: hundredths(paint.overlap_hours),
          rate: dollars(rates.refinish),
          materials_rate: dollars(rates.materials),
          basis: 'anchored',
          ...basis,
        }
      : null,
    sublet: draft.sublet
      ? { ...three(sublet, dollars), basis: draft.sublet.basis, origin: draft.sublet.origin }
      : null,
    cost: { low: 0, likely: 0, high: 0 },
    expected_cost: 0,
    ...(draft.counts === undefined || draft.counts === 1 ? {} : { counts: hundredths(draft.counts) }),
    ...(draft.presence.kind === 'any' ? wireCall(draft.presence) : {}),
  };
  return recosted(line, paintMoney(line));
}
