import type { AddedLine, LineFigures } from '../../../contract/schemas/edit-report.ts';
import type { EstimateLine, LabourType } from '../../../contract/schemas/estimate.ts';

/** Dollars an hour by kind of labour. */
export type RatesOf = (type: LabourType | 'materials') => number;

/** Operations that put a part in; a line of any other takes none, unless its user prices one. */
export const WITH_PART = new Set<EstimateLine['operation']>(['replace', 'section', 'sublet', 'calibrate']);
/** Operations without refinish, unless its hours are given. */
export const WITHOUT_PAINT = new Set<EstimateLine['operation']>([
  'r_and_i',
  'inspect',
  'pdr',
  'scan',
  'align',
  'clean',
  'allowance',
]);
/** Operations without labor, unless its hours are given. */
export const WITHOUT_LABOUR = new Set<EstimateLine['operation']>(['inspect', 'allowance']);

const exact = (value: number) => ({ low: value, likely: value, high: value });

function partPrice(line: EstimateLine, set: LineFigures, operation: EstimateLine['operation']) {
  if (set.part_price !== undefined)
    return {
      ...exact(set.part_price),
      basis: 'user' as const,
      origin: { from: { code: 'user' as const } },
      dated: null,
      converted: null,
    };
  const keeps = operation === line.operation || WITH_PART.has(operation);
  return keeps && set.part_type !== 'none' ? line.part_price : null;
}

/** The day of the kept estimate that has these hours for the line’s part, where its user says that they took them from it. */
function hoursFrom({ oem_numbers, ruled_out = [] }: EstimateLine, set: LineFigures) {
  if (set.hours_from === undefined) return {};
  const dated = [...oem_numbers, ...ruled_out].find(
    ({ replace_hours: hours }) => hours !== undefined && hours === set.labour_hours,
  )?.dated;
  return dated ? { from_estimate: dated } : {};
}

function labourOf(line: EstimateLine, set: LineFigures, rates: RatesOf): EstimateLine['labour'] {
  if (set.labour_hours === undefined && set.labour_type === undefined) return line.labour;
  const type = set.labour_type ?? line.labour?.type ?? 'body';
  const hours = set.labour_hours === undefined ? line.labour?.hours : exact(set.labour_hours);
  return hours ? { type, hours, rate: rates(type), basis: 'user', ...hoursFrom(line, set) } : null;
}

function refinishOf(line: EstimateLine, set: LineFigures, rates: RatesOf): EstimateLine['refinish'] {
  if (set.refinish_hours === undefined) return line.refinish;
  if (set.refinish_hours === 0) return null;
  return {
    hours: set.refinish_hours,
    clear_coat_hours: 0,
    overlap_hours: 0,
    rate: line.refinish?.rate ?? rates('refinish'),
    materials_rate: line.refinish?.materials_rate ?? rates('materials'),
    basis: 'user',
  };
}

/**
 * The line with the user's figures in place of ours; what was estimated (`given`) stands beside them in `estimated`. `line` is
 * priced for the operation the user chose already. Not costed yet.
 */
export function changedLine(
  line: EstimateLine,
  set: LineFigures,
  rates: RatesOf,
  given: EstimateLine = line,
): EstimateLine {
  const operation = set.operation ?? line.operation;
  const other = operation !== line.operation;
  const part_price = partPrice(line, set, operation);
  const priced = set.part_type ?? (line.part_type === 'none' ? 'oem' : line.part_type);
  const labour = labourOf(line, set, rates);
  const refinish = refinishOf(line, set, rates);
  return {
    ...line,
    name: set.name ?? line.name,
    ...(set.own_reason !== undefined && { own_reason: set.own_reason }),
    operation,
    quantity: set.quantity ?? line.quantity,
    probability: set.probability ?? line.probability,
    part_price,
    part_type: part_price ? priced : 'none',
    labour: other && WITHOUT_LABOUR.has(operation) && set.labour_hours === undefined ? null : labour,
    refinish: other && WITHOUT_PAINT.has(operation) && set.refinish_hours === undefined ? null : refinish,
    sublet: set.sublet === undefined ? line.sublet : { ...exact(set.sublet), basis: 'user', origin: 'user' },
    estimated: {
      name: given.name,
      operation: given.operation,
      part_type: given.part_type,
      quantity: given.quantity,
      part_price: given.part_price?.likely ?? null,
      labour_hours: given.labour?.hours.likely ?? null,
      refinish_hours: given.refinish?.hours ?? null,
      sublet: given.sublet?.likely ?? null,
      probability: given.probability,
      cost: given.cost,
      expected_cost: given.expected_cost,
    },
  };
}

/** A line the user added; certain unless they say otherwise. Not costed yet. */
export function addedLine(added: AddedLine & { id: string }, rates: RatesOf): EstimateLine {
  const empty: EstimateLine = {
    id: added.id,
    block: 'user',
    section: added.section,
    category: null,
    name: added.name,
    side: added.side,
    position: added.position,
    operation: added.operation,
    probability: 1,
    basis: 'user',
    severity: null,
    because: { from: { code: 'added' } },
    evidence: [],
    part_type: 'none',
    quantity: 1,
    part_price: null,
    oem_numbers: [],
    supplier_links: [],
    labour: null,
    refinish: null,
    sublet: null,
    cost: exact(0),
    expected_cost: 0,
  };
  const { estimated: _, ...line } = changedLine(empty, added, rates);
  return line.part_price === null ? line : { ...line, oem_missing: { code: 'added' } };
}
