import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type EstimatePrint, PrintsFault, readPrints, yearWritten } from './estimate-prints.ts';
import { answersOf, ratesOf } from './scope-levels.ts';
import { scopeText, scoreScope } from './score-scope.ts';

type Line = EstimatePrint['lines'][number];
const line = (
  category: string | null,
  operation: Line['operation'],
  side: Line['side'] = null,
  price: number | null = null,
): Line => ({
  part: category ?? 'part',
  category,
  side,
  operation,
  body_hours: 1,
  refinish_hours: 0,
  part_type: price === null ? null : 'aftermarket, CAPA certified',
  price,
});

const print = (changes: Partial<EstimatePrint> = {}): EstimatePrint => ({
  name: 'front',
  car: { year: 2017, make: 'Honda', model: 'Accord', body: 'sedan' },
  impact: { primary: 'front end', secondary: null },
  written: '2024 or 2025',
  lines: [
    line('front_bumper_cover', 'replace', null, 500),
    line('trunk_lid|hood', 'replace'),
    line('fender', 'repair', 'left'),
    line('fender', 'blend', 'right'),
    line('fender_liner', 'r_and_i', 'left'),
    line(null, 'replace'),
  ],
  operations: [{ operation: 'hazardous waste' }, { operation: 'polish by hand' }],
  rates: { body: 60, refinish: 60, mechanical: 110, paint_materials: 'flat sum' },
  totals: { grand_total: 5000 },
  ...changes,
});

describe('an estimate print', () => {
  test('gives its damaged and whole outer parts as answers', () => {
    const answers = new Map(answersOf(print(), 'panels_known').map((each) => [each.id, each.answer]));
    expect(answers.get('answer:fender:left')).toBe('damaged');
    expect(answers.get('answer:fender:right')).toBe('whole');
    expect(answers.get('answer:headlamp:left')).toBe('whole');
    expect(answers.has('answer:rear_bumper_cover:none')).toBe(false);
    expect(answers.has('answer:front_door_shell:left')).toBe(false);
  });

  test('gives repair or replacement where operations are known', () => {
    const answers = new Map(answersOf(print(), 'operations_known').map((each) => [each.id, each.answer]));
    expect(answers.get('answer:fender:left')).toBe('repair');
    expect(answers.get('answer:front_bumper_cover:none')).toBe('replace');
  });

  test('gives no answers where only the listing is known', () => {
    expect(answersOf(print(), 'listing_only')).toEqual([]);
  });

  test('is dated by the last year it names', () => {
    expect(yearWritten(print())).toBe(2025);
    expect(yearWritten({ written: 'undated' })).toBe(null);
  });

  test('has its own rates, paint materials in proportion where they are flat', () => {
    expect(ratesOf(print())).toMatchObject({ body: 60, structural: 60, mechanical: 110, materials: 38.18 });
    expect(ratesOf(print({ rates: null }))).toBe(null);
  });

  test('that is faulty is named', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'prints-'));
    try {
      expect(() => readPrints(folder)).toThrow(PrintsFault);
      writeFileSync(path.join(folder, 'bad.json'), '{"car": {}}');
      expect(() => readPrints(folder)).toThrow('bad.json, at car.year');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('a scored scope', () => {
  const score = scoreScope([print()]);
  const [known] = score.operations_known.prints;

  test('counts a unit once a print, sides aside, free text and unnamed parts never', () => {
    expect(known?.units.parts.print).toEqual([
      'front_bumper_cover replace',
      'trunk_lid|hood replace',
      'fender repair',
    ]);
    expect(known?.units.operations.print).toEqual(['blend adjacent panel', 'hazardous waste']);
    expect(known?.units.r_and_i.print).toEqual(['fender_liner r_and_i']);
  });

  test('matches either of two categories', () => {
    expect(known?.units.parts.matched).toContain('trunk_lid|hood replace');
  });

  test('has recall and precision that its lists give', () => {
    const { parts } = score.operations_known;
    expect(parts.recall).toBe((known?.units.parts.matched.length ?? 0) / 3);
    expect(parts.precision).toBe(
      (known?.units.parts.matched.length ?? 0) / (known?.units.parts.written.length ?? 1),
    );
  });

  test('counts nothing as added outside of what the print covers', () => {
    const covers = { categories: ['front_bumper_cover'], operations: ['hazardous waste'] };
    const [listed] = scoreScope([print({ covers })]).operations_known.prints;
    expect(listed?.units.parts.written).toEqual(['front_bumper_cover replace']);
    expect(listed?.units.operations.written).toEqual(['hazardous waste']);
    expect(listed?.outside).toContain('fender repair');
  });

  test('compares prices by the part type of the print', () => {
    expect(score.operations_known.prices_to_real.aftermarket?.n).toBe(1);
  });

  test('is told as text, a column a level', () => {
    expect(scopeText(score)).toMatch(/listing_only +panels_known +operations_known\nparts: recall/);
  });
});
