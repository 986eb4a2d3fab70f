import { describe, expect, test } from 'vitest';
import { BODY_CLASSES } from '../schemas/vehicle.ts';
import { pictureBody } from './body-of-listing.ts';
import { bodySideSvg } from './body-side.ts';
import { DECLARED_ZONES, declaredZone } from './declared-zone.ts';

describe('the side view of a lot without a photo', () => {
  test.each(BODY_CLASSES)('draws a %s with both wheels in either theme', (body) => {
    const [light, dark] = (['light', 'dark'] as const).map((theme) =>
      bodySideSvg({ body_class: body, theme }),
    );
    expect(light).toContain('fill="#dfe6ec"');
    expect(dark).toContain('fill="#1a2027"');
    expect(light?.length).toBeLessThan(20_000);
  });

  test.each(DECLARED_ZONES)('shows the zone %s on the car', (declared) => {
    const bare = bodySideSvg({ body_class: 'sedan', theme: 'light' });
    expect(bodySideSvg({ body_class: 'sedan', declared, theme: 'light' })).not.toBe(bare);
  });

  test('shows a report’s panels in place of the listing’s zone', () => {
    const svg = bodySideSvg({
      body_class: 'suv',
      panels: { front_door_left: { severity: 3 } },
      declared: 'rear',
      theme: 'light',
    });
    expect(svg).toContain('url(#side-3)');
    expect(svg).not.toContain('url(#side-likely)');
  });
});

test.each([
  ['Front end', 'front'],
  ['LEFT REAR', 'rear'],
  ['HAIL', 'hail'],
  ['WATER/FLOOD', 'flood'],
  ['BURN - ENGINE', 'burn'],
  ['ROLLOVER', 'rollover'],
  ['TOP/ROOF', 'roof'],
  ['ALL OVER', 'all'],
  ['Front & rear', 'all'],
  ['MECHANICAL', null],
  [null, null],
] as const)('the listing’s %s is drawn as %s', (words, zone) => {
  expect(declaredZone(words)).toBe(zone);
});

test.each([
  ['Sedan 4D', 'sedan'],
  ['4DR', null],
  ['4DR SPOR', 'suv'],
  ['CREW PICKUP', 'pickup'],
  ['Hatchback 4D', 'hatchback'],
  [null, null],
] as const)('a listed body %s is drawn as %s', (words, body) => {
  expect(pictureBody(words)).toBe(body);
});
