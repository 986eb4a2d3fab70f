import { ART, type ArtTheme } from './art-colors.ts';
import type { PanelId } from './car-geometry.ts';
import type { DeclaredZone } from './declared-zone.ts';
import type { Marks } from './levels.ts';

/** Where each listed zone shows, by the panels of the left side. */
const ZONES: Record<Exclude<DeclaredZone, 'hail' | 'flood' | 'burn'>, readonly PanelId[]> = {
  front: ['front_bumper', 'headlamp_left', 'hood', 'fender_left'],
  rear: ['quarter_left', 'tail_lamp_left', 'trunk', 'rear_bumper'],
  side: ['front_door_left', 'rear_door_left', 'rocker_left'],
  roof: ['roof', 'windshield', 'back_glass'],
  rollover: ['roof', 'windshield', 'back_glass', 'front_door_left', 'rear_door_left', 'quarter_left'],
  all: [
    'front_bumper',
    'headlamp_left',
    'hood',
    'fender_left',
    'front_door_left',
    'rear_door_left',
    'roof',
    'quarter_left',
    'trunk',
    'tail_lamp_left',
    'rear_bumper',
  ],
};

/** The panels of a declared zone, those that stand once a side by their left one; none where no panel bounds it. */
export const declaredPanels = (zone: DeclaredZone | null): readonly PanelId[] =>
  zone === null || zone === 'hail' || zone === 'flood' || zone === 'burn' ? [] : ZONES[zone];

/** Panels as a listing has them: likely damaged. */
export const likelyMarks = (panels: readonly PanelId[]): Marks =>
  Object.fromEntries(panels.map((panel) => [panel, { severity: 'likely' as const }]));

/** What only the drawing knows: folds of the roof as SVG; the car below the water as path data, its line as SVG without a color. */
type Shapes = { folds: () => string; water: () => { below: string; line: string } };

/**
 * Damage that no panel bounds, over the car: folds of a roof, dents of hail, the line of a flood, soot. `outlines`: path data of
 * panels; `scale`: units of the drawing to one of the side view.
 */
export function declaredOverlay(
  declared: DeclaredZone | null,
  outlines: (panels: readonly PanelId[]) => string,
  theme: ArtTheme,
  { folds, water }: Shapes,
  scale = 1,
): string {
  const { line, shade } = ART[theme];
  switch (declared) {
    case 'hail':
      return `<defs><pattern id="hail" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(20)${scale === 1 ? '' : ` scale(${scale})`}"><circle cx="4.5" cy="4.5" r="1.7" fill="none" stroke="${line}" stroke-width="1"/></pattern></defs><path d="${outlines(['hood', 'roof', 'trunk', 'fender_left', 'quarter_left'])}" fill="url(#hail)" stroke="none"/>`;
    case 'rollover':
      return folds();
    case 'flood': {
      const { below, line: surface } = water();
      return `<path d="${below}" fill="#5b8dbf" fill-opacity=".28" stroke="none"/><g stroke="#3c6ea5">${surface}</g>`;
    }
    case 'burn':
      return `<path d="${outlines(['hood', 'fender_left', 'front_door_left', 'roof'])}" fill="${shade}" fill-opacity=".55" stroke="none"/>`;
    default:
      return '';
  }
}
