import type { DetectionNote } from '../../../contract/facts/reservation-fact.ts';
import type { DeclaredDamage } from '../../../contract/schemas/damage.ts';
import type { WeightedCode } from './combine-codes.ts';
import { CONDITION } from './condition.ts';
import { type ReadDamageCode, readDamageCode, sameHit, siteOfCodes } from './damage-codes.ts';
import { type SeverityVector, severityVector, shiftSeverity, withSevereFloor } from './severity-vector.ts';

/** The declared codes as they count, and what is to be said about them. */
export type DeclaredCodes = {
  /** Codes that say something about parts. */
  readonly codes: readonly WeightedCode[];
  /** Of the code that leads. */
  readonly severity: SeverityVector;
  /** The understood code in the primary's place, even one that tells no damage. */
  readonly main: ReadDamageCode | null;
  readonly declared_known: boolean;
  readonly warnings: readonly DetectionNote[];
};

const tells = (read: ReadDamageCode | null): read is ReadDamageCode =>
  read !== null && read.code.special !== 'not_declared' && read.code.special !== 'earlier_repair';

/** A code's own severity: its start, the condition's multipliers, then its step and floor; `step` lowers a secondary. */
function ownSeverity(read: ReadDamageCode, declared: DeclaredDamage, step: number): SeverityVector {
  const vector = severityVector(declared, read.code.severity_start ?? CONDITION.start.value);
  return withSevereFloor(shiftSeverity(vector, read.code.severity_step + step), read.code.severe_floor);
}

function understanding(text: string | null, read: ReadDamageCode | null): DetectionNote[] {
  if (read)
    return [
      ...(read.ambiguity ? [read.ambiguity] : []),
      ...read.code.warnings.map((note) => ({ code: 'declared', note }) as const),
    ];
  if (!text || !/[a-z]/i.test(text)) return [];
  return [{ code: 'declared_unknown', words: text.trim() }];
}

/** The code whose severity is the lot's: the first hit, since a list of parts without zones knows no severity. */
export const leadOf = (codes: readonly WeightedCode[]): WeightedCode | undefined =>
  codes.find(({ code }) => code.impact) ?? codes[0];

/**
 * Primary at weight 1; secondary at 0.8 and one severity class lower, minor at least. Biohazard takes its secondary as
 * primary, IAAI's normal wear gives way to it, and the same code twice counts once.
 */
export function declaredCodes(declared: DeclaredDamage): DeclaredCodes {
  const site = declared.site ?? siteOfCodes([declared.primary, declared.secondary]);
  const primary = readDamageCode(site, declared.primary);
  const secondary = readDamageCode(site, declared.secondary);
  const stationary = declared.run === 'stationary';
  const warnings = [
    ...understanding(declared.primary, primary),
    ...understanding(declared.secondary, secondary),
  ];
  const second = tells(secondary) && !(primary && sameHit(primary, secondary)) ? secondary : null;
  const rule = second ? primary?.code.secondary : undefined;
  const first = tells(primary) && rule !== 'instead' ? primary : null;
  const full = (read: ReadDamageCode): WeightedCode => ({
    code: read.code,
    listed: read.listed,
    weight: 1,
    severity: ownSeverity(read, declared, 0),
    stationary,
  });
  const codes: WeightedCode[] = first ? [full(first)] : [];
  if (second)
    codes.push(
      rule
        ? full(second)
        : {
            ...full(second),
            weight: CONDITION.secondary.weight,
            severity: ownSeverity({ ...second, code: { ...second.code, severe_floor: 0 } }, declared, -1),
          },
    );
  const lead = leadOf(codes);
  return {
    codes,
    severity: lead?.severity ?? severityVector(declared),
    main: rule === 'instead' ? second : (primary ?? second),
    declared_known: codes.length > 0,
    warnings,
  };
}
