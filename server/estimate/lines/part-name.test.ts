import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineName } from '../../../contract/report-view/number-side.ts';
import { CATEGORIES } from '../../categories/generic-categories.ts';
import { matchListedName } from '../../categories/match-estimate-line.ts';
import { isHardware } from '../../parts-catalogues/merge/hardware.ts';
import { writtenEstimate } from '../calculation/calculate.ts';
import { anyLot } from '../fixtures/any-lot.ts';
import { finding, inputsOf, type MadeUpLot } from '../fixtures/made-up-lot.ts';
import { partName } from './part-name.ts';

/** Its lines alone: no forecast moves a name. */
const shown = (lot: MadeUpLot): string[] =>
  writtenEstimate(inputsOf(lot)).lines.map((line) => `${lineName(line)}: ${line.operation}`);

describe('names of lines', () => {
  test('tell any two lines of one report apart, whatever the lot and wherever photos saw the same part', () => {
    const twice = fc.constantFrom('door_handle_outside', 'door_molding', 'parking_sensor', 'airbag_sensor');
    fc.assert(
      fc.property(anyLot, twice, (lot, category) => {
        const seen = (['front', 'rear'] as const).map((position) =>
          finding(category, { side: 'left', position }),
        );
        for (const findings of [lot.findings ?? [], [...(lot.findings ?? []), ...seen]]) {
          const names = shown({ ...lot, findings });
          expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
        }
      }),
      { numRuns: 60, seed: 7 },
    );
  });

  test('are read back as their part when somebody pastes them with a number', () => {
    for (const { id } of CATEGORIES)
      for (const position of ['none', 'front', 'rear'] as const)
        for (const name of new Set([partName(id, position, 'sedan'), partName(id, position, 'pickup')])) {
          for (const side of ['', ', left', ', side to confirm', ' (with the rear bumper cover)'])
            expect(matchListedName({ make: 'toyota', name: name + side, section: '' }).category, name).toBe(
              id,
            );
          expect(isHardware({ category: id, name }, 'toyota'), name).toBe(false);
        }
  });

  test('say front, side or rear of what the vocabulary names once for all', () => {
    expect(partName('airbag_sensor', 'front', 'sedan')).toBe('Front SRS impact sensor');
    expect(partName('airbag_sensor', 'none', 'sedan')).toBe('Side SRS impact sensor');
    expect(partName('tire', 'rear', 'sedan')).toBe('Rear tire');
    expect(partName('camera', 'front', 'suv')).toBe('Front camera (ADAS / view)');
    expect(partName('door_mirror', 'none', 'suv')).toBe('Door mirror assembly');
    expect(partName('quarter_panel', 'rear', 'pickup')).toBe('Bed side');
    expect(partName('fender', 'front', 'sedan')).toBe('Front fender');
  });
});
