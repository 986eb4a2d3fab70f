import type { EstimateSettings } from '../../contract/estimate-settings.ts';
import type { EvidenceItem } from '../../contract/evidence.ts';
import { ESTIMATE_SETTINGS, type EstimateSetting } from '../../contract/facts/setting-names.ts';
import { NO_EDITS } from '../../contract/schemas/edit-report.ts';
import type { Estimate, EstimateLine } from '../../contract/schemas/estimate.ts';
import {
  type Cents,
  centsFromDollars as cents,
  dollarsFromCents as dollars,
} from '../../contract/schemas/money.ts';
import type { SupplierLink } from '../../contract/schemas/part.ts';
import {
  type Calculated,
  calculate,
  forecastOf,
  NO_OVERRIDES,
  type Overrides,
} from './calculation/calculate.ts';
import { estimateFacts } from './calculation/estimate-facts.ts';
import type { EstimateInputs } from './calculation/estimate-inputs.ts';
import { evidenceShown, narrowingBy } from './calculation/explain-estimate.ts';
import { notFitted, operationChecks } from './lines/missed-operations.ts';
import { carWithout, unfittedParts } from './lines/unfitted-parts.ts';

/** The state whose rates the user asked for. */
const ratesState = (choice: EstimateSettings['rates']): string | undefined =>
  choice && 'state' in choice ? choice.state : undefined;

/** What a supplier link is looked up by: the line without its links. */
export type LinkableLine = Pick<
  EstimateLine,
  'category' | 'name' | 'side' | 'position' | 'oem_numbers' | 'operation'
>;
/** Where a line's part is bought. */
export type LinksOf = (line: LinkableLine) => SupplierLink[];

const sameMoney = (a: EstimateLine, b: EstimateLine): boolean =>
  a.probability === b.probability && a.cost.likely === b.cost.likely && a.part_type === b.part_type;

type Effects = Pick<NonNullable<Estimate['scenario']>, 'effects'> & {
  /** Which settings changed each line, by its id. */
  readonly switched: ReadonlyMap<string, readonly EstimateSetting[]>;
};

/** What each setting that is chosen moves, in their order: by how much the likely total, and which lines. */
function effectsOf(inputs: EstimateInputs, overrides: Overrides, calculated: Calculated): Effects {
  const set = overrides.edits.scenario ?? {};
  const names = ESTIMATE_SETTINGS.filter((name) => set[name] !== undefined);
  const switched = new Map<string, EstimateSetting[]>();
  let standing: EstimateSettings = {};
  let before: Calculated | null = null;
  const effects = names.map((name, at) => {
    const from = before ?? calculate(inputs, { ...overrides, edits: { ...overrides.edits, scenario: {} } });
    standing = { ...standing, [name]: set[name] };
    const now =
      at === names.length - 1
        ? calculated
        : calculate(inputs, { ...overrides, edits: { ...overrides.edits, scenario: standing } });
    const was = new Map(from.estimate.lines.map((line) => [line.id, line]));
    for (const line of now.estimate.lines) {
      const earlier = was.get(line.id);
      if (!earlier || !sameMoney(earlier, line))
        switched.set(line.id, [...(switched.get(line.id) ?? []), name]);
    }
    before = now;
    const change: Cents = cents(now.estimate.total.likely) - cents(from.estimate.total.likely);
    return { switch: name, change: dollars(change) };
  });
  return { effects, switched };
}

function vehicleValue({ listing }: Calculated): Estimate['vehicle_value'] {
  const value = listing.belief.value;
  if (!value) return null;
  const spread = Math.exp(1.2816 * value.sd_log);
  return {
    low: dollars(Math.round(value.cents / spread)),
    likely: dollars(Math.round(value.cents)),
    high: dollars(Math.round(value.cents * spread)),
    origin: value.listed_refused ? 'listed_refused' : value.source,
  };
}

/** Cost of what is written by block, before tax: adds up to the subtotal. */
function blocksOf(lines: readonly EstimateLine[]): Estimate['blocks'] {
  const of = (block: EstimateLine['block']): number =>
    dollars(
      lines
        .filter((line) => line.standing === 'scope' && line.block === block)
        .reduce((sum, line) => sum + cents(line.cost.likely), 0),
    );
  const user = of('user');
  return {
    seen: of('seen'),
    declared: of('declared'),
    likely_hidden: of('likely_hidden'),
    standard: of('standard'),
    ...(user > 0 ? { user } : {}),
  };
}

/** What an estimate rests on: calculated when a report is made, kept when it is edited. */
export type Grounds = Pick<Estimate, 'evidence' | 'narrowing'>;

/** What each piece of evidence moved and what would narrow the range most: some dozen forecasts, for a worker. */
export function groundsOf(inputs: EstimateInputs): Grounds {
  const now = forecastOf(inputs);
  return {
    evidence: evidenceShown(inputs, NO_OVERRIDES, dollars(now.likely)),
    narrowing: narrowingBy(inputs, NO_OVERRIDES, now),
  };
}

const isAnswered = ({ answers, edits }: Overrides): boolean =>
  answers.length > 0 || edits.scenario?.airbags !== undefined;

/**
 * The evidence as it stood when the report was made, with the user's answers and what each moves now; what would narrow the range is
 * calculated again, for each answer changes it: some two dozen forecasts.
 */
export function answeredGrounds(grounds: Grounds, inputs: EstimateInputs, overrides: Overrides): Grounds {
  if (!isAnswered(overrides)) return grounds;
  const now = forecastOf(inputs, overrides);
  const { evidence, narrowing } = grounds;
  return {
    ...(narrowing ? { narrowing: narrowingBy(inputs, overrides, now) } : {}),
    ...(evidence
      ? { evidence: [...evidence, ...evidenceShown(inputs, overrides, dollars(now.likely), isAnswer)] }
      : {}),
  };
}
const isAnswer = ({ kind }: EvidenceItem): boolean => kind === 'part_answer';

/**
 * The same for a figure that somebody waits for: an answer is weighed when it is new, and what would narrow the range stays open until
 * `answeredGrounds` fills it in. `before`: what was shown until now.
 */
function groundsUntilThen(
  grounds: Grounds,
  inputs: EstimateInputs,
  overrides: Overrides,
  likely: number,
  before: Grounds,
): Grounds {
  if (!isAnswered(overrides)) return grounds;
  const { evidence } = grounds;
  if (!evidence) return {};
  const shown = new Map(before.evidence?.map((row) => [row.id, row]));
  const isNew = (item: EvidenceItem): boolean =>
    item.kind === 'part_answer' && shown.get(item.id)?.says !== item.answer;
  const fresh = new Map(evidenceShown(inputs, overrides, likely, isNew).map((row) => [row.id, row]));
  const given = overrides.answers.flatMap(({ id }) => fresh.get(id) ?? shown.get(id) ?? []);
  return { evidence: [...evidence, ...given] };
}

/**
 * The estimate of a report in wire form (US dollars): as made, and with whatever its user changed. What is written adds up to
 * `subtotal`, with tax to `outcome.as_written`, to the cent; `total` is the forecast that `estimate-lots` gives for the same
 * facts. `grounds`: as the report was made with; after an answer its `narrowing` is left out, for `answeredGrounds`. `before`: what was
 * shown until now.
 */
export function buildEstimate(
  inputs: EstimateInputs,
  overrides: Overrides = NO_OVERRIDES,
  grounds: Grounds = {},
  before: Grounds = {},
): Estimate {
  const calculated = calculate(inputs, overrides);
  const { estimate, rates, stage } = calculated;
  const settings = overrides.edits.scenario ?? {};
  const told = effectsOf(inputs, overrides, calculated);
  const withSwitched = (line: EstimateLine): EstimateLine => {
    const switched = told.switched.get(line.id);
    return {
      ...line,
      ...(switched ? { switched_by: [...switched] } : {}),
      supplier_links: [],
    };
  };
  const lines = estimate.lines.map(withSwitched);
  const excluded = (estimate.excluded ?? []).map(withSwitched);
  const checks = operationChecks(
    lines,
    notFitted(
      carWithout({ ...inputs.repaired, stage }, unfittedParts([...inputs.evidence, ...overrides.answers])),
    ),
    excluded,
  );
  const { retail_value: listed, colour } = inputs.listed;
  const ofValue = (amount: number): number => (listed ? Math.round((amount / listed) * 1000) / 1000 : 0);
  const { total } = estimate;
  const own = inputs.repaired.stage;
  const { engine: _, ...versions } = inputs.versions;
  return {
    ...estimate,
    ...calculated.shown(),
    ...groundsUntilThen(grounds, inputs, overrides, total.likely, before),
    lines,
    excluded,
    blocks: blocksOf(lines),
    vehicle_value: vehicleValue(calculated),
    repair_to_value:
      listed !== null && listed > 0
        ? { low: ofValue(total.low), likely: ofValue(total.likely), high: ofValue(total.high) }
        : null,
    profile: { id: rates.id, name: rates.name, state: ratesState(settings.rates) ?? inputs.state },
    versions,
    facts: estimateFacts(inputs, overrides, calculated, checks),
    checks,
    ...(stage !== 'two_stage' && stage === own && colour !== null ? { paint: { stage, color: colour } } : {}),
    ...(inputs.airbags_told ? { airbags: { told: inputs.airbags_told, lines: {} } } : {}),
    ...(Object.keys(settings).length > 0 ? { scenario: { set: settings, effects: told.effects } } : {}),
  };
}

/** The estimate with where the part of each line is bought. */
export function withLinks(estimate: Estimate, linksOf: LinksOf): Estimate {
  const linked = (line: EstimateLine): EstimateLine =>
    line.part_type === 'none' ? line : { ...line, supplier_links: linksOf(line) };
  return {
    ...estimate,
    lines: estimate.lines.map(linked),
    ...(estimate.excluded ? { excluded: estimate.excluded.map(linked) } : {}),
  };
}

/** The overrides of a report's edits: answers of the user's to what was seen are among its evidence. */
export const overridesOf = (edits: Overrides['edits'] | null): Overrides => ({
  answers: edits?.part_answers ?? [],
  edits: edits ?? NO_EDITS,
});
