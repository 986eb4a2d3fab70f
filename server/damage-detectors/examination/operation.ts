import type { Category } from '../../categories/generic-categories.ts';
import type { DamageType, Severity } from '../vision/schema.ts';

const BROKEN: ReadonlySet<DamageType> = new Set(['crack', 'torn', 'broken', 'shattered', 'missing', 'burn']);
const BENT: ReadonlySet<DamageType> = new Set(['dent', 'crease', 'buckled', 'misaligned']);
const WHEEL_PARTS = new Set(['wheel', 'wheel_cap', 'tire', 'tpms_sensor']);
/** Welded on although they count as body labour. */
const WELDED = new Set(['quarter_panel', 'roof_panel', 'rear_body_panel', 'roof_rail']);

const isRestraint = (category: Category): boolean => /^(airbag_|seat_belt_)/.test(category.id);
const isWelded = (category: Category): boolean =>
  WELDED.has(category.id) || category.labour_type === 'structural' || category.labour_type === 'frame';
/** Lamps, glass, mirrors, grilles and other parts that can't be straightened. */
const isBrittle = (category: Category): boolean =>
  ['plastic', 'glass', 'electronic', 'rubber', 'foam'].includes(category.material) ||
  category.labour_type === 'glass' ||
  category.section.endsWith('_lamps');

/**
 * Repair or replace by a rule of judgement: what is missing and deployed restraints are
 * replaced; brittle parts from severity 2 when cracked, torn or gone, else from 3; wheels when bent or cracked; welded
 * panels only at 4; bolted panels from 3; aluminium one class earlier. `severity` null is unsure: replace.
 */
export function operationFor(
  category: Category,
  types: readonly DamageType[],
  severity: Severity | null,
): 'repair' | 'replace' {
  const has = (kind: ReadonlySet<DamageType>) => types.some((type) => kind.has(type));
  if (severity === null || types.includes('missing')) return 'replace';
  if (isRestraint(category)) return 'replace';
  if (WHEEL_PARTS.has(category.id)) return has(BENT) || has(BROKEN) || severity >= 3 ? 'replace' : 'repair';
  if (isBrittle(category)) return severity >= (has(BROKEN) ? 2 : 3) ? 'replace' : 'repair';
  const replaceFrom = (isWelded(category) ? 4 : 3) - (category.material === 'aluminum' ? 1 : 0);
  return severity >= replaceFrom ? 'replace' : 'repair';
}
