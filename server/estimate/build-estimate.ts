import { type Estimate, type EstimateLine, UNLOCATED_LINE } from '../../contract/schemas/estimate.ts';
import { type Cents, dollarsFromCents as dollars } from '../../contract/schemas/money.ts';
import type { SupplierLink } from '../../contract/schemas/part.ts';
import { notFitted, operationChecks, withChecks } from './lines/missed-operations.ts';
import { paintStageOf } from './pricing/refinish.ts';
import type { Call } from './pricing/required-by.ts';
import { TABLES_DATED, TABLES_VERSION } from './tables/table-versions.ts';
import { type Calculation, calculateEstimate, type EstimateFacts } from './totals/calculate-estimate.ts';
import { estimateAssumptions } from './totals/estimate-assumptions.ts';
import { estimateTotals } from './totals/estimate-totals.ts';
import type { SettledLine } from './totals/fit-severity.ts';

/** What a supplier link is looked up by: the line without its links. */
export type LinkableLine = Pick<
  EstimateLine,
  'category' | 'name' | 'side' | 'position' | 'oem_numbers' | 'operation'
>;

export type EstimateInput = EstimateFacts & {
  /** As listed, US dollars: shown beside the repair, never an input to it. */
  readonly retailValue: number | null;
  readonly supplierLinks?: (line: LinkableLine) => SupplierLink[];
  readonly priorVersion?: string;
};

const range = (three: { low: Cents; likely: Cents; high: Cents }) => ({
  low: dollars(three.low),
  likely: dollars(three.likely),
  high: dollars(three.high),
});
const hundredths = (value: number): number => Math.round(value * 100) / 100;
const expectedCents = ({ expected }: SettledLine): Cents =>
  expected.parts + expected.labour + expected.refinish + expected.materials + expected.sublet;

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

function wireLine(
  line: SettledLine,
  rates: Calculation['rates'],
  links: EstimateInput['supplierLinks'],
): EstimateLine {
  const { draft, cost } = line;
  const { part, hours } = cost;
  const paint = draft.paint;
  const linkable: LinkableLine = {
    category: draft.category,
    name: draft.name,
    side: draft.side,
    position: draft.position,
    oem_numbers: draft.oem_numbers,
    operation: cost.operation,
  };
  return {
    ...linkable,
    id: draft.id,
    block: draft.block,
    section: draft.section,
    probability: line.probability,
    basis: draft.basis,
    severity: draft.severity,
    why: draft.why,
    evidence: draft.evidence,
    part_type: part ? part.type : 'none',
    quantity: draft.quantity,
    part_price: part
      ? {
          ...range(part),
          basis: part.basis,
          source: part.source,
          dated: part.dated,
          converted: part.converted,
        }
      : null,
    ...(draft.other_pieces ? { other_pieces: draft.other_pieces } : {}),
    oem_missing_reason: draft.oem_missing_reason,
    ...(draft.counterpart ? { counterpart: draft.counterpart } : {}),
    supplier_links: part && links ? links(linkable) : [],
    labour:
      hours && draft.labour
        ? {
            type: draft.labour.type,
            hours,
            rate: dollars(rates[draft.labour.type]),
            basis: draft.labour.basis,
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
        }
      : null,
    sublet: draft.sublet
      ? { ...range(cost.sublet), basis: draft.sublet.basis, source: draft.sublet.source }
      : null,
    cost: range(cost.total),
    expected_cost: dollars(expectedCents(line)),
    ...(draft.stand_in ? { stand_in: draft.stand_in } : {}),
    ...(draft.presence.kind === 'any' ? wireCall(draft.presence) : {}),
  };
}

/** What no listed line explains, as a line of its own: never silently inside another. */
function restLine(reckoned: Calculation, input: EstimateInput): EstimateLine | null {
  const { rest, total } = reckoned;
  if (rest <= 0) return null;
  const told = input.probabilities;
  const [name, why] = told?.total_loss
    ? [
        'Burnt structure and interior',
        'Declared burnt: no part list is given, the figure follows the value of the car',
      ]
    : told?.declared_known
      ? [
          'Damage the declaration does not name',
          'The value of the car and its sale as salvage speak for more than the parts above',
        ]
      : [
          'Damage not declared',
          'No damage is declared or understood: a wide allowance from the value of the car',
        ];
  const share = total.likely > 0 ? rest / total.likely : 1;
  const cost = {
    low: Math.min(rest, Math.round(total.low * share)),
    likely: rest,
    high: Math.max(rest, Math.round(total.high * share)),
  };
  return {
    id: UNLOCATED_LINE,
    block: 'declared',
    section: 'standard',
    category: null,
    name,
    side: 'none',
    position: 'none',
    operation: 'allowance',
    probability: 1,
    basis: 'declared',
    severity: null,
    why,
    evidence: [],
    part_type: 'none',
    quantity: 1,
    part_price: null,
    oem_numbers: [],
    oem_missing_reason: null,
    supplier_links: [],
    labour: null,
    refinish: null,
    sublet: { ...range(cost), basis: 'judgement', source: 'Value model of the car' },
    cost: range(cost),
    expected_cost: dollars(rest),
  };
}

/**
 * The estimate of a report in wire form (US dollars). Lines' expected costs add up to `subtotal`, with tax to
 * `total.likely`, to the cent; `total` is the range that `estimate-lots` gives for the same facts.
 */
export function buildEstimate(input: EstimateInput): Estimate {
  const reckoned = calculateEstimate(input);
  const { total, value, rates } = reckoned;
  const kept = reckoned.lines.filter((line) => expectedCents(line) > 0 || line.draft.block === 'seen');
  const rest = restLine(reckoned, input);
  const lines = [...kept.map((line) => wireLine(line, rates, input.supplierLinks)), ...(rest ? [rest] : [])];
  const { electric, hybrid } = reckoned.facts;
  const { year, body_class } = reckoned.car;
  const stage = paintStageOf(input.colour ?? null);
  const checks = operationChecks(lines, notFitted({ year, body_class, electric, hybrid, stage }));
  const block = (name: EstimateLine['block']): number =>
    dollars(
      kept.filter((line) => line.draft.block === name).reduce((sum, line) => sum + expectedCents(line), 0) +
        (rest && rest.block === name ? reckoned.rest : 0),
    );
  const listed = input.retailValue;
  const ofValue = (cents: Cents): number => (listed ? Math.round((cents / 100 / listed) * 1000) / 1000 : 0);
  const spread = Math.exp(1.2816 * value.sd_log);
  return {
    lines,
    totals: estimateTotals(reckoned),
    subtotal: dollars(reckoned.subtotal),
    tax: dollars(reckoned.tax),
    total: range(total),
    blocks: {
      seen: block('seen'),
      declared: block('declared'),
      likely_hidden: block('likely_hidden'),
      standard: block('standard'),
    },
    vehicle_value: {
      ...range({
        low: Math.round(value.cents / spread),
        likely: value.cents,
        high: Math.round(value.cents * spread),
      }),
      source: 'Our own model of list price, age and mileage (judgment); the listed value is not used',
    },
    repair_to_value:
      listed !== null && listed > 0
        ? { low: ofValue(total.low), likely: ofValue(total.likely), high: ofValue(total.high) }
        : null,
    profile: { id: rates.id, name: rates.name, state: input.state },
    versions: { tables: TABLES_VERSION, prior: input.priorVersion ?? 'none', dated: TABLES_DATED },
    assumptions: withChecks(estimateAssumptions(reckoned, input), checks, lines),
    checks,
    ...(stage === 'two_stage' ? {} : { paint: { stage, because: `Listed color: ${input.colour}` } }),
  };
}
