import type { LineReason } from '../../../contract/facts/line-reason.ts';
import type { LabourType } from '../../../contract/schemas/estimate.ts';
import { type DraftLine, ONE_SCALE, type Three } from '../pricing/estimate-line.ts';
import { type Call, chanceOfCall } from '../pricing/required-by.ts';

type Sublet = { low: number; likely: number; high: number; basis: 'anchored' | 'judgement' };
/** A standard operation as its table row says it, before the lines that call for it are known. */
export type StandardWork = {
  id: string;
  name: string;
  operation: DraftLine['operation'];
  because: Extract<LineReason['from'], { code: 'operation' }>;
  sublet?: Sublet;
  labour?: { type: LabourType; hours: Three; basis: 'anchored' | 'judgement' };
  paint_hours?: number;
  /** The line beside which it is printed. */
  like?: DraftLine;
};

const cents = (it: Sublet) => ({
  low: Math.round(it.low * 100),
  likely: Math.round(it.likely * 100),
  high: Math.round(it.high * 100),
  basis: it.basis,
  origin: 'standard_operation' as const,
});

/** How lines bring an operation. */
type Calls = Partial<Pick<Call, 'joint' | 'shares'>> & {
  /** Share of cars or first estimates that have it, 0–1; by default all. */
  readonly damp?: number;
  /** Written wherever a line calls for it; `damp` is then what the forecast counts of it. */
  readonly usual?: boolean;
  /** Lines any of which makes it needless. */
  readonly unless?: readonly DraftLine[];
};

const draft = (
  wanted: StandardWork,
  presence: Extract<DraftLine['presence'], { kind: 'any' }>,
  chances: ReadonlyMap<string, number>,
): DraftLine => ({
  id: `standard:${wanted.id}`,
  block: 'standard',
  section: wanted.like?.section ?? 'standard',
  category: wanted.like?.category ?? null,
  prior_id: null,
  name: wanted.name,
  side: wanted.like?.side ?? 'none',
  position: wanted.like?.position ?? 'none',
  operation: wanted.operation,
  basis: 'standard',
  severity: null,
  because: { from: wanted.because },
  evidence: [],
  presence,
  probability: (presence.usual ? 1 : presence.damp) * chanceOfCall(presence, (id) => chances.get(id) ?? 0),
  ...(presence.usual ? { counts: presence.damp } : {}),
  quantity: 1,
  part: null,
  band: null,
  sectioning: null,
  labour: wanted.labour ?? null,
  paint_hours: wanted.paint_hours ?? 0,
  paint: null,
  sublet: wanted.sublet ? cents(wanted.sublet) : null,
  scale: ONE_SCALE,
  oem_numbers: [],
  oem_missing: null,
});

/** The operation as a line needed when any of `calls` is, `damp` of the time; nothing where no line calls for it. */
export function standardLine(
  calls: readonly DraftLine[],
  wanted: StandardWork,
  { damp = 1, usual = false, joint = false, shares, unless = [] }: Calls = {},
): DraftLine[] {
  if (calls.length === 0 || (damp <= 0 && !usual)) return [];
  const presence = {
    kind: 'any' as const,
    of: calls.map(({ id }) => id),
    damp,
    joint,
    ...(usual ? { usual: true as const } : {}),
    ...(shares ? { shares } : {}),
    ...(unless.length > 0 ? { unless: unless.map(({ id }) => id) } : {}),
  };
  // The first of two lines with one id counts.
  const chances = new Map([...unless, ...calls].reverse().map(({ id, probability }) => [id, probability]));
  return [draft(wanted, presence, chances)];
}

/** A line's hours where low, likely and high are one. */
export const flat = (hours: number): Three => ({ low: hours, likely: hours, high: hours });
