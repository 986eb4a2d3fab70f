import type { BodyClass } from '../schemas/vehicle.ts';
import { ART, type ArtTheme } from './art-colors.ts';
import { levelPattern } from './car-diagram.ts';
import { carShapes, type PanelId } from './car-geometry.ts';
import { declaredOverlay, declaredPanels, likelyMarks } from './declared-damage.ts';
import type { DeclaredZone } from './declared-zone.ts';
import type { Marks } from './levels.ts';

/** Of the drawing, in its own units. */
export const SIDE_BOX = { width: 396, height: 126 } as const;

type SideOptions = {
  body_class: BodyClass | null;
  /** Damage by panel, from a report. */
  panels?: Marks;
  /** Damage as the listing has it, where there is no report. */
  declared?: DeclaredZone | null;
  theme: ArtTheme;
};

type SidePath = { panel: PanelId | null; kind: string; d: string };
const drawn = new Map<BodyClass | null, readonly SidePath[]>();

/** The left side of the car diagram, stood on its wheels: front to the left, in units of SIDE_BOX. */
function sidePaths(body: BodyClass | null): readonly SidePath[] {
  const known = drawn.get(body);
  if (known) return known;
  const paths = carShapes(body).flatMap(({ panel, kind, d }): SidePath[] => {
    const side = d
      .split(/(?=M)/)
      .filter((part) => {
        const points = [...part.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
        return points.length > 0 && points.every(([x = 0, y = 0]) => x <= 126 && y > 70 && y < 456);
      })
      .map((part) =>
        part.replace(
          /(-?[\d.]+) (-?[\d.]+)/g,
          (_, x: string, y: string) =>
            `${Math.round((Number(y) - 66) * 2) / 2} ${Math.round((128 - Number(x)) * 2) / 2}`,
        ),
      )
      .join('');
    return side === '' ? [] : [{ panel, kind, d: side }];
  });
  drawn.set(body, paths);
  return paths;
}

/** The water's line at the height of the door sills. */
const FLOOD = 'M4 80q12-5 24 0t24 0 24 0 24 0 24 0 24 0 24 0 24 0 24 0 24 0 24 0 24 0 24 0 24 0 24 0 24 0';
const OVER_SHEET: ReadonlySet<string> = new Set(['glass', 'well', 'wheel', 'rim', 'spoke']);

/** Three folds in the roof of a car that rolled, from front to rear below its top. */
function creases(roof: string): string {
  const points = [...roof.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(
    ([, x, y]) => [Number(x), Number(y)] as const,
  );
  const [left, right] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x))];
  const top = Math.min(...points.map(([, y]) => y));
  return [0.25, 0.5, 0.75]
    .map((share) => `M${Math.round(left + share * (right - left)) - 8} ${top + 1}l5 6 4-4 7 6`)
    .join('');
}

function overlayOf(declared: DeclaredZone | null, paths: readonly SidePath[], theme: ArtTheme): string {
  const outlines = (panels: readonly PanelId[]): string =>
    paths.flatMap(({ panel, d }) => (panel !== null && panels.includes(panel) ? d : [])).join('');
  return declaredOverlay(declared, outlines, theme, {
    folds: () =>
      `<path d="${creases(outlines(['roof']))}" fill="none" stroke="${ART[theme].line}" stroke-width="1.6"/>`,
    water: () => ({ below: `${FLOOD}V124H4z`, line: `<path d="${FLOOD}" fill="none" stroke-width="2"/>` }),
  });
}

/** The side view of a body class as an SVG document, for a lot without a photo; with the damage of a report or of the listing. */
export function bodySideSvg({ body_class, panels, declared = null, theme }: SideOptions): string {
  const paint = ART[theme];
  const marks = panels ?? likelyMarks(declaredPanels(declared));
  const paths = sidePaths(body_class);
  const levelOf = (panel: PanelId | null) => (panel === null ? 0 : (marks[panel]?.severity ?? 0));
  const levels = [...new Set(paths.map(({ panel }) => levelOf(panel)))].filter((level) => level !== 0);
  const draw = ({ panel, kind, d }: SidePath): string => {
    const level = levelOf(panel);
    const dashes = typeof level === 'string' ? ' stroke-dasharray="3 1.6"' : '';
    switch (kind) {
      case 'line':
        return `<path d="${d}" fill="none" stroke-width=".9"/>`;
      case 'spoke':
        return `<path d="${d}" fill="none" stroke-width="1.6"/>`;
      case 'rim':
        return `<path d="${d}" fill="${paint.rim}"/>`;
      case 'well':
        return `<path d="${d}" fill="${paint.dark}" stroke="none"/>`;
      case 'glass':
        return `<path d="${d}" fill="${paint.glass}"/>`;
      case 'wheel':
        return `<path d="${d}" fill="${level === 0 ? paint.dark : `url(#side-${level})`}"${dashes}/>`;
      default: {
        const bare = panel === 'windshield' || panel === 'back_glass' ? paint.glass : paint.body;
        return `<path d="${d}" fill="${level === 0 ? bare : `url(#side-${level})`}"${dashes}/>`;
      }
    }
  };
  const [sheet, over] = [false, true].map((isOver) =>
    paths
      .filter(({ kind }) => OVER_SHEET.has(kind) === isOver)
      .map(draw)
      .join(''),
  );
  const water = declared === 'flood';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE_BOX.width} ${SIDE_BOX.height}">`,
    levels.length > 0
      ? `<defs>${levels.map((level) => levelPattern(`side-${level}`, level, theme)).join('')}</defs>`
      : '',
    `<ellipse cx="196" cy="118" rx="190" ry="4" fill="${paint.ground}" opacity="${paint.tones[4]}"/>`,
    `<g stroke="${paint.line}" stroke-width="1.2" stroke-linejoin="round">${sheet}${water ? '' : overlayOf(declared, paths, theme)}${over}</g>`,
    water ? overlayOf(declared, paths, theme) : '',
    '</svg>',
  ].join('');
}
