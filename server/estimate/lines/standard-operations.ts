import type { DraftLine } from '../pricing/estimate-line.ts';
import { OPERATION_RULES } from './included-operations.ts';
import type { Calling, OperationRule, RepairedCar } from './operation-rule.ts';
import { paintOperations } from './paint-operations.ts';
import { flat, standardLine } from './standard-line.ts';
import { WRITTEN_RULES } from './written-rules.ts';

/** The rules that say so of a line, by their places in the table. */
type Asked = {
  readonly calls: readonly number[];
  /** Those that call on an electric car. */
  readonly electric: readonly number[];
  readonly unless: readonly number[];
  readonly own: ReadonlySet<number>;
};
/** A line's answers to the rules of one table, by all that they ask of it. */
const asked = new Map<string, Asked>();
const RULES = [...OPERATION_RULES, ...WRITTEN_RULES];
/** More kinds of lines than the vocabulary has; names of a user's must not fill the memory. */
const MOST_ASKED = 4_000;

/** What the rules say of a line, by all that they ask of one. */
function askedOf(line: DraftLine): Asked {
  const { category, stand_in, position, operation, labour } = line;
  const painted = line.paint_hours > 0;
  const key = `${category}|${stand_in}|${position}|${operation}|${labour?.type}|${painted}|${line.sectioned}`;
  const kept = asked.get(key);
  if (kept) return kept;
  const as: Calling = { ...line, painted };
  const rulesThat = (say: (rule: OperationRule) => boolean): number[] =>
    RULES.flatMap((rule, which) => (say(rule) ? [which] : []));
  const made = {
    calls: rulesThat((rule) => rule.calls(as)),
    electric: rulesThat((rule) => rule.calls(as) || (rule.electricCalls?.(as) ?? false)),
    unless: rulesThat((rule) => rule.unless?.(as) ?? false),
    own: new Set(rulesThat((rule) => rule.own?.(as) ?? false)),
  };
  if (asked.size >= MOST_ASKED) asked.clear();
  asked.set(key, made);
  return made;
}

/** The lines of each rule, in their order. */
const byRule = (): DraftLine[][] => RULES.map(() => []);

/** The work of a rule for the lines that call for it. */
function workOf(
  { work: usualWork, electricWork, hoursOf, paintOf }: OperationRule,
  calls: readonly DraftLine[],
  { electric }: RepairedCar,
): OperationRule['work'] {
  const [only] = calls;
  const work = (electric && electricWork) || usualWork;
  return {
    ...work,
    ...(hoursOf && work.labour
      ? { labour: { ...work.labour, hours: flat(Math.round(100 * hoursOf(calls)) / 100) } }
      : {}),
    ...(paintOf && only ? { paint_hours: paintOf(only) } : {}),
  };
}

function broughtBy(
  lines: readonly DraftLine[],
  car: RepairedCar,
  isAsked: (which: number) => boolean,
): DraftLine[] {
  const linesThat = { calls: byRule(), unless: byRule() };
  for (const line of lines) {
    const said = askedOf(line);
    for (const which of car.electric ? said.electric : said.calls) linesThat.calls[which]?.push(line);
    for (const which of said.unless) linesThat.unless[which]?.push(line);
  }
  return RULES.flatMap((rule, which): DraftLine[] => {
    const { id, name, operation, own, joint = false, usual = false } = rule;
    const calls = linesThat.calls[which] ?? [];
    if (calls.length === 0 || !isAsked(which)) return [];
    const work = workOf(rule, calls, car);
    const damp = rule.share?.(car, work.labour?.hours.likely ?? 0) ?? 1;
    const because = { code: 'operation', operation: id } as const;
    const wanted = { id, name, operation, because, ...work };
    if (own) {
      const others = calls.filter((line) => !askedOf(line).own.has(which));
      const shares = Object.fromEntries(others.map((line) => [line.id, damp]));
      const callers = calls.filter((line) => (shares[line.id] ?? 1) > 0);
      return standardLine(callers, wanted, { joint, shares });
    }
    if (!rule.each) {
      return standardLine(calls, wanted, { damp, joint, usual, unless: linesThat.unless[which] ?? [] });
    }
    return (
      calls
        // Of a part that may be hit on both sides, paint and trim count for the first alone.
        .filter(({ other_side }) => !other_side)
        .flatMap((line) => {
          const beside = {
            ...wanted,
            ...workOf(rule, [line], car),
            id: `${id}:${line.id}`,
            name: `${name} (${line.name.toLowerCase()})`,
            like: line,
          };
          return standardLine([line], beside, { damp });
        })
    );
  });
}

const isCounted = (which: number): boolean => which < OPERATION_RULES.length;

/**
 * Operations that the damage lines bring with them, by the table of rules: scans, calibrations by year and fitted sensors,
 * alignment, set-up and measure, A/C, restraints, paint and small charges. Each says which lines call for it. `forecast`: those
 * alone that the forecast counts.
 */
export const standardOperations = (
  lines: readonly DraftLine[],
  car: RepairedCar,
  forecast = false,
): DraftLine[] => [...broughtBy(lines, car, isCounted), ...paintOperations(lines, car, forecast)];

/** Operations that a written estimate carries beside those; the forecast counts nothing of them. */
export const writtenOperations = (lines: readonly DraftLine[], car: RepairedCar): DraftLine[] =>
  broughtBy(lines, car, (which) => !isCounted(which)).map((line) => ({
    ...line,
    presence:
      line.presence.kind === 'any' ? { ...line.presence, usual: true as const, damp: 0 } : line.presence,
    counts: 0,
  }));
