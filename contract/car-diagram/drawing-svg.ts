import { ART, type ArtTheme } from './art-colors.ts';
import { levelPattern } from './car-diagram.ts';
import type { PanelId } from './car-geometry.ts';
import { declaredOverlay } from './declared-damage.ts';
import type { DeclaredZone } from './declared-zone.ts';
import type { DrawnPanel, LineDrawing, Surface } from './drawn-car.ts';
import type { Marks } from './levels.ts';
import { twinOf } from './lot-view.ts';

type PaintName = Exclude<keyof (typeof ART)['light'], 'tones'>;
const DARK = [
  'trim',
  'tire',
  'well',
  'under',
  'rim_dark',
  'torn',
  'grille',
  'intake',
  'cladding',
  'plate',
  'handle',
  'bed_rib',
] as const satisfies readonly Surface[];
const FILL_OF: Partial<Record<Surface, PaintName>> = {
  windshield: 'glass',
  side_glass: 'glass',
  back_glass: 'glass',
  headlamp: 'lamp',
  fog: 'lamp',
  tail_lamp: 'tail',
  rim: 'rim',
  lamp_shard: 'shard',
  chrome: 'rim',
  bed_floor: 'shard',
  ...Object.fromEntries(DARK.map((surface) => [surface, 'dark'])),
};
/** Drawn without an outline: their neighbors have one. */
const UNLINED: ReadonlySet<Surface> = new Set([...DARK, 'chrome', 'bed_floor']);
/** Where the drawing's name is not the diagram's. */
const PANEL_OF: Record<string, PanelId> = {
  fog_left: 'front_bumper',
  fog_right: 'front_bumper',
  intake: 'front_bumper',
  chrome: 'grille',
  lamp_shard: 'front_bumper',
};

export type PaintOptions = {
  theme?: ArtTheme;
  /** The body's color; the sheet's own where none is given. */
  tint?: string;
  /** Severity or likelihood by panel, painted as in the diagram. */
  marks?: Marks;
  /** Damage of a listing that no panel bounds: hail, water, soot, folds of the roof. */
  declared?: DeclaredZone | null;
  /** Turned around: the left of the drawing is the car's right, in `marks` too. */
  mirrored?: boolean;
  /** The shadow under the car; off in a close-up, which has no room for it. */
  ground?: boolean;
};

/** Hatches at the size the diagram has next to the drawing. */
const HATCH_SCALE = 2.3;

/** A drawing's shapes as SVG, without the document around them; `id` prefixes the pattern ids, so that several drawings fit in one document. */
export function drawingShapes(drawing: LineDrawing, options: PaintOptions, id = 'art'): string {
  const {
    theme = 'light',
    tint,
    marks = {},
    declared = null,
    mirrored = false,
    ground: onGround = true,
  } = options;
  const paint = ART[theme];
  const levelOf = (name: string) => {
    const panel = (PANEL_OF[name] ?? name) as PanelId;
    return marks[mirrored ? twinOf(panel) : panel]?.severity ?? 0;
  };
  const levels = [...new Set(drawing.panels.map(({ name }) => levelOf(name)))].filter((level) => level !== 0);
  const patterns = levels.map((level) => levelPattern(`${id}-${level}`, level, theme, HATCH_SCALE)).join('');
  const shape = ({ name, surface, d }: DrawnPanel): string => {
    const level = surface === 'torn' || surface === 'lamp_shard' || surface === 'intake' ? 0 : levelOf(name);
    const line = UNLINED.has(surface) && level === 0 ? '' : ` stroke="${paint.line}"`;
    const dashes = typeof level === 'string' ? ' stroke-dasharray="9 5"' : '';
    const fill = level === 0 ? paint[FILL_OF[surface] ?? 'body'] : `url(#${id}-${level})`;
    const painted = level === 0 && FILL_OF[surface] === undefined ? (tint ?? paint.body) : fill;
    return `<path d="${d}" fill="${painted}"${line}${dashes}/>`;
  };
  const [shade, deep, light, glare, ground] = paint.tones;
  const { width, height, outline, panels, tones } = drawing;
  const shapes = [
    onGround
      ? `<ellipse cx="${width / 2}" cy="${height - 18}" rx="${Math.round(width * 0.49)}" ry="${Math.round(height * 0.05)}" fill="${paint.ground}" opacity="${ground}"/>`
      : '',
    `<path d="${outline}" fill="${paint.dark}"/>`,
    `<g stroke-width="1.8" stroke-linejoin="round">${panels.map(shape).join('')}</g>`,
    `<path d="${tones.shade}" fill="${paint.shade}" opacity="${shade}"/>`,
    `<path d="${tones.deep}" fill="${paint.shade}" opacity="${deep}"/>`,
    `<path d="${tones.light}" fill="${paint.light}" opacity="${light}"/>`,
    `<path d="${tones.glare}" fill="#ffffff" opacity="${glare}"/>`,
    `<path d="${outline}" fill="none" stroke="${paint.line}" stroke-width="3.2" stroke-linejoin="round"/>`,
    overlay(drawing, declared, theme),
  ].join('');
  return `${patterns === '' ? '' : `<defs>${patterns}</defs>`}${mirrored ? `<g transform="translate(${width} 0) scale(-1 1)">${shapes}</g>` : shapes}`;
}

function overlay({ panels, damage }: LineDrawing, declared: DeclaredZone | null, theme: ArtTheme): string {
  const outlines = (names: readonly string[]): string =>
    panels.flatMap(({ name, d }) => (names.includes(name) ? d : [])).join('');
  const shapes = {
    folds: () => `<path d="${damage.folds}" fill="${ART[theme].line}"/>`,
    water: () => ({
      below: damage.water,
      line: `<path d="${damage.waterline}" fill="#3c6ea5" stroke="none"/>`,
    }),
  };
  return declaredOverlay(declared, outlines, theme, shapes, HATCH_SCALE);
}

/** Where the numbers of marked panels go, as shares of the drawing's width and height; a number of both sides of the car is on the near one. */
export function numberPlaces(
  { panels, width, height }: LineDrawing,
  marks: Marks,
): Map<number, { x: number; y: number }> {
  const placed = new Map<number, readonly [number, number]>();
  for (const { name, at } of panels) {
    const number = marks[name as PanelId]?.number;
    const before = number === undefined ? undefined : placed.get(number);
    // The near side is the lower one in the picture.
    if (number !== undefined && (before === undefined || at[1] > before[1])) placed.set(number, at);
  }
  return new Map([...placed].map(([number, [x, y]]) => [number, { x: x / width, y: y / height }]));
}

/** A drawing as an SVG document, cut to the car. `title`: plain words, without signs of XML. */
export function drawingSvg(drawing: LineDrawing, title: string, options: PaintOptions): string {
  const { width, height } = drawing;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><title>${title}</title>${drawingShapes(drawing, options)}</svg>`;
}
