import { describe, expect, test } from 'vitest';
import { categoryById } from '../../categories/generic-categories.ts';
import type { DamageType, Severity } from '../vision/schema.ts';
import { operationFor } from './operation.ts';

describe('repair or replace', () => {
  test.each<[string, DamageType[], Severity | null, string]>([
    ['headlamp', ['crack'], 2, 'replace'],
    ['headlamp', ['scratch'], 2, 'repair'],
    ['headlamp', ['scratch'], 3, 'replace'],
    ['windshield', ['crack'], 2, 'replace'],
    ['front_bumper_cover', ['scratch', 'paint'], 1, 'repair'],
    ['front_bumper_cover', ['torn'], 2, 'replace'],
    ['hood', ['dent'], 2, 'repair'],
    ['hood', ['crease'], 3, 'replace'],
    ['quarter_panel', ['crease'], 3, 'repair'],
    ['quarter_panel', ['buckled'], 4, 'replace'],
    ['frame_rail_front', ['buckled'], 3, 'repair'],
    ['wheel', ['scratch'], 1, 'repair'],
    ['wheel', ['dent'], 1, 'replace'],
    ['radiator', ['dent'], 2, 'replace'],
    ['airbag_driver', ['deployed'], 4, 'replace'],
    ['fender', ['missing'], 1, 'replace'],
    ['fender', ['dent'], null, 'replace'],
  ])('%s, %s, severity %s: %s', (id, types, severity, operation) => {
    const category = categoryById(id);
    expect(category && operationFor(category, types, severity)).toBe(operation);
  });
});
