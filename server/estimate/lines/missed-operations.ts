import type { EstimateLine, OperationCheck } from '../../../contract/schemas/estimate.ts';
import { blendedWith, insideOf } from '../pricing/refinish.ts';
import { OPERATION_RULES } from './included-operations.ts';
import type { Calling, RepairedCar } from './operation-rule.ts';

/** A line this likely is on the repair order, so what it calls for must be too. */
const NEEDED_FROM = 0.5;

/** A line that may call for operations. */
export type CallingLine = Calling & Pick<EstimateLine, 'id' | 'name' | 'side'>;
type Rule = {
  readonly id: string;
  readonly name: string;
  readonly operation: EstimateLine['operation'];
  readonly calls: (line: CallingLine) => boolean;
  readonly each: boolean;
  /** What else serves as well, beside the operation's own line. */
  readonly served?: (line: CallingLine, all: readonly CallingLine[]) => boolean;
};

const renewed = ({ operation }: CallingLine): boolean => operation === 'replace' || operation === 'section';
const nextTo = ({ category }: CallingLine): string[] =>
  category === null
    ? []
    : ['default', 'pickup', 'coupe'].flatMap((body) => blendedWith(category, body) ?? []);

/** "This line without that operation": the table of operations, and what paint brings beside it. */
const RULES: readonly Rule[] = [
  ...OPERATION_RULES.map(
    ({ each = false, unless, ...rule }): Rule => ({
      ...rule,
      each,
      ...(unless ? { served: (_, all) => all.some(unless) } : {}),
    }),
  ),
  {
    id: 'blend',
    name: 'Blend adjacent panel',
    operation: 'blend',
    calls: (line) => line.painted && nextTo(line).length > 0,
    each: true,
    // A neighbour that is painted anyway needs no blend.
    served: (line, all) =>
      all.some(({ painted, category }) => painted && category !== null && nextTo(line).includes(category)),
  },
  {
    id: 'inside',
    name: 'Refinish edge, underside or jamb of a new panel',
    operation: 'refinish',
    calls: (line) =>
      line.painted && renewed(line) && line.category !== null && insideOf(line.category) !== undefined,
    each: true,
  },
];

/** Operations that a car of this year and drive never has: it lacks what they are done to. */
export const notFitted = (car: RepairedCar): ReadonlySet<string> =>
  new Set(OPERATION_RULES.flatMap(({ id, share }) => (share?.(car, 1) === 0 ? [id] : [])));

const stems = (name: string): Set<string> =>
  new Set(
    (name.toLowerCase().match(/[a-z]{3,}/g) ?? [])
      .filter(
        (word) =>
          !/^(and|for|new|the|front|rear|panel|remove|install|repair|disable|enable|system|colou?r|with|adjacent)/.test(
            word,
          ),
      )
      .map((word) => word.slice(0, 5)),
  );
/** A line of the user's own that does what the rule asks for. */
const isUsers = (line: EstimateLine, rule: Rule): boolean => {
  if (line.block !== 'user') return false;
  const own = stems(line.name);
  return [...stems(rule.name)].some((stem) => own.has(stem));
};

/** Which operation of the table a line is; null: none. */
const operationOf = ({ because }: EstimateLine): string | null =>
  because?.from.code === 'operation' ? because.from.operation : null;

function checked(
  rule: Rule,
  lines: readonly EstimateLine[],
  damaged: readonly CallingLine[],
): OperationCheck {
  const own = lines.filter((line) => line.probability > 0 && operationOf(line) === rule.id);
  const callers = damaged.filter(rule.calls);
  const byUser = lines.some((line) => isUsers(line, rule));
  const has = (line: CallingLine): boolean =>
    byUser ||
    own.some(({ called_by = [] }) => !rule.each || called_by.includes(line.id)) ||
    (rule.served?.(line, damaged) ?? false);
  const missing_for = callers.filter((line) => !has(line)).map(({ id }) => id);
  const status = callers.length === 0 ? 'not_needed' : missing_for.length > 0 ? 'missing' : 'present';
  return { id: rule.id, name: rule.name, status, missing_for };
}

/** An operation that lines call for, and which do. */
export type CalledOperation = {
  readonly id: string;
  readonly name: string;
  readonly callers: readonly CallingLine[];
};

/** The operations that lines of any estimate call for and none of them makes needless. Pure. */
export function calledOperations(
  lines: readonly CallingLine[],
  unfitted: ReadonlySet<string>,
): CalledOperation[] {
  return RULES.filter(({ id }) => !unfitted.has(id)).flatMap(({ id, name, calls, served }) => {
    const callers = lines.filter((line) => calls(line) && !served?.(line, lines));
    return callers.length === 0 ? [] : [{ id, name, callers }];
  });
}

/** Every operation that likely lines call for, and whether the estimate has it: after editing as after making. Pure. */
export function operationChecks(
  lines: readonly EstimateLine[],
  unfitted: ReadonlySet<string>,
  excluded: readonly EstimateLine[] = [],
): OperationCheck[] {
  const damaged = lines
    .filter(({ block, probability }) => block !== 'standard' && probability >= NEEDED_FROM)
    // A part that may be hit on both sides has its paint work counted on its first line.
    .filter(({ other_side }) => !other_side)
    .map((line): CallingLine => ({ ...line, painted: line.refinish !== null }));
  return RULES.map((rule) => {
    if (unfitted.has(rule.id)) return { id: rule.id, name: rule.name, status: 'not_fitted', missing_for: [] };
    const out = excluded.filter((line) => operationOf(line) === rule.id).map(({ id }) => id);
    return { ...checked(rule, lines, damaged), ...(out.length > 0 ? { left_out: out } : {}) };
  });
}
