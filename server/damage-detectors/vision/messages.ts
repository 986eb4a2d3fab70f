import type { Detection, Finding } from '../../../contract/schemas/damage.ts';
import type { Zone } from '../../../contract/schemas/part.ts';
import { categoryById } from '../../categories/generic-categories.ts';
import type { Examination } from '../examination/examination.ts';
import type { FailureKind } from './client.ts';
import type { PHOTO_WARNINGS } from './schema.ts';

/** Why photos were not examined, as the report says it; nothing a model or server wrote is ever printed. */
const REASONS: Readonly<Record<FailureKind, string>> = {
  busy: 'the photo model was busy',
  unavailable: 'the photo model was not available',
  timeout: 'the photo model did not answer in time',
  refused: 'the photo model declined to look at them',
  rejected: 'the photo model did not accept the request',
  unreadable: 'no usable answer came',
  unreachable: 'the photo model could not be reached',
  over_budget: 'the spend cap for photo checks was reached',
};

const CONDITIONS: Readonly<Record<(typeof PHOTO_WARNINGS)[number], string>> = {
  several_vehicles: 'Some photos show several vehicles.',
  heavy_dirt: 'The vehicle is very dirty on some photos; damage under the dirt can’t be seen.',
  snow_or_water: 'Snow or water covers part of the vehicle on some photos.',
  low_light: 'Some photos are too dark to judge.',
  covered: 'Part of the vehicle is covered on some photos.',
};

/** “3”, “3 and 5”, “3, 5 and 7”. */
export const listed = (numbers: readonly number[]): string =>
  numbers.length < 2 ? String(numbers[0] ?? '') : `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`;
const plural = (numbers: readonly number[]): string => (numbers.length === 1 ? 'Photo' : 'Photos');
const partName = (id: string): string => (categoryById(id)?.name ?? id).toLowerCase();

/** The banner of a report whose photos should have been examined and were not. */
export const notExamined = (kind: FailureKind): string =>
  `Photos were not examined: ${REASONS[kind]}. The estimate rests on the declared damage alone.`;

const NAMED_MOST = 12;

/** Everything the head of the report must say about a look. */
export function warningsOf(look: Examination): string[] {
  const warnings: string[] = [];
  for (const why of new Set(look.missed.map((entry) => entry.why))) {
    const photos = look.missed.filter((entry) => entry.why === why).map((entry) => entry.photo);
    warnings.push(`${plural(photos)} ${listed(photos)} could not be examined: ${REASONS[why]}.`);
  }
  const poor = look.photos.filter((photo) => !photo.usable).map((photo) => photo.photo);
  if (poor.length > 0) warnings.push(`${plural(poor)} ${listed(poor)} can’t be judged well.`);
  if (!look.checked) warnings.push('Not every finding had its second look; those count half.');
  warnings.push(...look.warnings.map((warning) => CONDITIONS[warning]));
  const named = [
    ...new Set(
      look.not_damage.map(
        (entry) =>
          `${entry.what.replaceAll('_', ' ')} on the ${partName(entry.category)} (photo ${entry.photo})`,
      ),
    ),
  ];
  if (named.length > 0) {
    const more = named.length > NAMED_MOST ? ` and ${named.length - NAMED_MOST} more` : '';
    warnings.push(`Looked like damage and is not: ${named.slice(0, NAMED_MOST).join('; ')}${more}.`);
  }
  return warnings;
}

/** From which a finding is strong enough to speak against the declaration. */
const STRONG = { probability: 0.6, severity: 3 } as const;

/** Where photos and declaration differ by whole zones; parts are compared when both are merged. */
export function conflictsOf(
  look: Pick<Examination, 'zones'>,
  findings: readonly Finding[],
  declared: ReadonlySet<Zone>,
): Detection['conflicts'] {
  const conflicts: Detection['conflicts'] = [];
  for (const { zone, state, photo } of look.zones) {
    // A kept look may answer for another listing's declaration.
    if (!declared.has(zone)) continue;
    if (state === 'intact') {
      const who = photo === null ? 'the photos show' : `photo ${photo} shows`;
      conflicts.push({
        kind: 'declared_zone_seen_intact',
        detail: `Damage is declared at the ${zone}; ${who} it intact.`,
      });
    }
    if (state === 'damage_visible') {
      conflicts.push({
        kind: 'declared_zone_unnamed',
        detail: `A second look sees damage at the ${zone}, as declared, but no part of it was named: inspect.`,
      });
    }
  }
  if (declared.size === 0) return conflicts;
  for (const finding of findings) {
    const zones = categoryById(finding.category)?.zones ?? [];
    const strong = finding.probability >= STRONG.probability && (finding.severity ?? 0) >= STRONG.severity;
    const outside = zones.length > 0 && zones.every((zone) => !declared.has(zone) && zone !== 'interior');
    if (!strong || !outside) continue;
    const side = finding.side === 'left' || finding.side === 'right' ? `${finding.side} ` : '';
    conflicts.push({
      kind: 'seen_but_not_declared',
      detail: `Photo ${finding.evidence[0]?.photo ?? '?'} shows damage of the ${side}${partName(finding.category)}; none is declared there.`,
    });
  }
  return conflicts;
}
