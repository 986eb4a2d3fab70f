import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { matchPartName } from '../server/categories/match-part-name.ts';
import { readImportFile } from '../server/parts-catalogues/imported-file/read-import-file.ts';

const { rows, refused } = readImportFile(
  readFileSync(new URL('starter-catalogue.csv', import.meta.url)),
  'starter',
);

const placesOf = (key: string) =>
  new Set(
    rows
      .filter(({ model_key }) => model_key === key)
      .map((row) => {
        const match = matchPartName({
          make: row.make,
          name: row.name,
          diagram: row.part_group,
          number: row.number,
        });
        return match.side === 'none' ? match.category : `${match.category} ${match.side}`;
      }),
  );

describe('the starter catalogue', () => {
  it('is taken by the import without a refused row', () => {
    expect(refused).toEqual([]);
  });

  it('holds the three sample cars, at most 150 rows each', () => {
    const count = Object.entries(Object.groupBy(rows, ({ model_key }) => model_key));
    expect(count.map(([key]) => key).sort()).toEqual(['3series', 'q50', 'qx60']);
    expect(count.filter(([, all]) => (all?.length ?? 0) > 150)).toEqual([]);
  });

  it('has a source for every row and no price that means none', () => {
    expect(rows.filter(({ source }) => source === 'starter')).toEqual([]);
    expect(rows.filter(({ price }) => price !== null && price <= 1)).toEqual([]);
  });

  it.each([
    [
      '3series',
      [
        'front_bumper_cover',
        'hood',
        'headlamp left',
        'headlamp right',
        'fender left',
        'fender right',
        'grille left',
        'front_bumper_absorber',
        'hood_hinge left',
      ],
    ],
    [
      'qx60',
      [
        'rear_bumper_cover',
        'rear_bumper_reinforcement',
        'rear_bumper_absorber',
        'liftgate',
        'tail_lamp left',
        'tail_lamp right',
        'quarter_panel right',
        'rear_body_panel',
        'rear_spoiler',
        'trunk_latch',
      ],
    ],
    [
      'q50',
      [
        'front_bumper_cover',
        'front_bumper_reinforcement',
        'hood',
        'fender left',
        'fender_liner left',
        'headlamp left',
        'radiator_support',
        'ac_condenser',
        'front_door_shell left',
        'door_mirror left',
        'airbag_curtain left',
        'airbag_side right',
        'seat_belt_front left',
      ],
    ],
  ])('has the main parts of the damaged zone of the %s lot', (key, parts) => {
    const places = placesOf(key);
    expect(parts.filter((part) => !places.has(part))).toEqual([]);
  });
});
