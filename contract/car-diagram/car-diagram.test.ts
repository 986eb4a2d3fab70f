import { readFileSync } from 'node:fs';
import { load } from 'cheerio';
import { describe, expect, it } from 'vitest';
import { BODY_CLASSES } from '../schemas/vehicle.ts';
import { type DiagramOptions, diagramSvg, panelName } from './car-diagram.ts';
import { carShapes, PANELS, VIEW_BOX } from './car-geometry.ts';
import { bandOf, type Level } from './levels.ts';
import { panelsOf } from './panels-of.ts';

const read = (svg: string) => load(svg, { xml: true });
const draw = (options: Partial<DiagramOptions> = {}) =>
  diagramSvg({ panels: {}, title: 'Damage', ...options });
const everyPanel = (severity: Level) =>
  Object.fromEntries(PANELS.map((id, i) => [id, { severity, number: i + 1 }]));

describe('the car diagram', () => {
  it.each(BODY_CLASSES)('has every panel of a %s', (bodyClass) => {
    const drawn = new Set(carShapes(bodyClass).flatMap(({ panel }) => panel ?? []));
    const twoDoors = bodyClass === 'coupe' || bodyClass === 'convertible';
    expect([...drawn].toSorted()).toEqual(
      PANELS.filter((id) => !(twoDoors && id.startsWith('rear_door'))).toSorted(),
    );
  });

  it.each(BODY_CLASSES)('stays inside its picture for a %s', (bodyClass) => {
    for (const { d } of carShapes(bodyClass)) {
      const numbers = [...d.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)];
      expect(numbers.length).toBeGreaterThan(0);
      for (const [, x, y] of numbers) {
        expect(Number(x)).toBeGreaterThanOrEqual(2);
        expect(Number(x)).toBeLessThanOrEqual(VIEW_BOX.width - 2);
        expect(Number(y)).toBeGreaterThanOrEqual(2);
        expect(Number(y)).toBeLessThanOrEqual(VIEW_BOX.height - 2);
      }
    }
  });

  it("puts the vehicle's left on the left, front up", () => {
    const at = (panel: string) => carShapes('sedan').find((shape) => shape.panel === panel)?.at ?? [0, 0];
    expect(at('front_door_left')[0]).toBeLessThan(200);
    expect(at('front_door_right')[0]).toBeGreaterThan(200);
    expect(at('hood')[1]).toBeLessThan(at('trunk')[1]);
  });

  it('stays under 20 kB with every panel marked and in focus order', () => {
    for (const body_class of BODY_CLASSES) {
      const svg = draw({ panels: everyPanel(3), body_class, interactive: true });
      expect(svg.length).toBeLessThan(20_480);
    }
  });

  it('needs no inline style and no script', () => {
    const svg = draw({ panels: everyPanel('likely'), interactive: true, theme: 'dark' });
    expect(svg).not.toMatch(/style=|<style|<script|\son\w+=|href=/);
  });

  it('is well-formed and says its title and its marks', () => {
    const $ = read(draw({ title: 'Damage <of> "it"', panels: { hood: { severity: 3 } } }));
    expect($('svg').attr('role')).toBe('img');
    expect($('svg > title').text()).toBe('Damage <of> "it"');
    expect($('svg > desc').text()).toBe('Hood: major damage.');
    expect(($('svg').attr('aria-labelledby') ?? '').split(' ')).toEqual([
      $('svg > title').attr('id'),
      $('svg > desc').attr('id'),
    ]);
  });

  it('tells the levels apart without colour', () => {
    const levels: Level[] = [1, 2, 3, 4, 'possible', 'likely', 'very_likely'];
    const hatches = levels.map((severity) => {
      const $ = read(draw({ panels: { hood: { severity } } }));
      const pattern = $('pattern').clone();
      pattern.find('rect').remove();
      return `${pattern.attr('width')} ${pattern.html()}`.replaceAll(/#[0-9a-f]{6}/g, '');
    });
    expect(new Set(hatches).size).toBe(levels.length);
  });

  it('outlines what is only estimated with dashes', () => {
    const panel = (severity: Level) =>
      read(draw({ panels: { hood: { severity } } }))('[data-panel="hood"]').attr('stroke-dasharray');
    expect(panel('likely')).toBeDefined();
    expect(panel(4)).toBeUndefined();
  });

  it('keeps two diagrams on one page apart', () => {
    const ids = (idPrefix: string) =>
      [...draw({ panels: everyPanel(2), idPrefix }).matchAll(/id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids('a').filter((id) => ids('b').includes(id))).toEqual([]);
    expect(draw({ idPrefix: '"><x' })).not.toContain('<x');
  });

  it('names each panel for those who use the keyboard', () => {
    const $ = read(draw({ interactive: true, panels: { fender_left: { severity: 2 } } }));
    const panel = $('[data-panel="fender_left"]');
    expect(panel.attr('tabindex')).toBe('0');
    expect(panel.attr('aria-label')).toBe('Left fender: minor damage');
    expect($('[data-panel]').length).toBe(PANELS.length);
  });

  it('writes the numbers it is given', () => {
    const $ = read(draw({ labels: false, panels: { hood: { severity: 3, number: 14 } } }));
    expect($('text').text()).toBe('14');
  });

  it('writes a number of three digits so small that its disc holds it', () => {
    const $ = read(draw({ labels: false, panels: { hood: { severity: 3, number: 118 } } }));
    const size = Number($('text').attr('font-size'));
    // The widest digits of a grotesque are .62 of its size.
    expect(3 * 0.62 * size).toBeLessThan(2 * Number($('circle').attr('r')));
  });

  it('leaves what is unlikely unmarked', () => {
    expect([0.1, 0.25, 0.5, 0.75].map(bandOf)).toEqual([0, 'possible', 'likely', 'very_likely']);
  });

  it('has a different name for every panel', () => {
    expect(new Set(PANELS.map(panelName)).size).toBe(PANELS.length);
  });
});

describe('panelsOf', () => {
  const categories = readFileSync(
    new URL('../../server/categories/data/part-categories.tsv', import.meta.url),
    'utf8',
  )
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split('\t')[0] ?? '');

  it('knows where each of the 167 categories shows', () => {
    expect(categories).toHaveLength(167);
    expect(categories.filter((id) => panelsOf(id, 'left', 'front').length === 0)).toEqual([]);
  });

  it('says nothing of a category it does not know', () => {
    expect(panelsOf('flux_capacitor', 'left', 'front')).toEqual([]);
  });

  it('keeps to the side that is told', () => {
    for (const id of categories) {
      expect(panelsOf(id, 'right', 'none').filter((panel) => panel.endsWith('_left'))).toEqual([]);
    }
  });

  it('marks both sides where the side is not told', () => {
    expect(panelsOf('fender', 'unknown', 'front')).toEqual(['fender_left', 'fender_right']);
  });

  it('puts a door part on the door its position names', () => {
    expect(panelsOf('door_handle_outside', 'left', 'rear')).toEqual(['rear_door_left']);
    expect(panelsOf('knuckle', 'right', 'front')).toEqual(['wheel_front_right']);
    expect(panelsOf('parking_sensor', 'none', 'rear')).toEqual(['rear_bumper']);
  });
});
