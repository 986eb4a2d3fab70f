import type { BodyClass } from '../schemas/vehicle.ts';
import { type CarShape, carShapes, type PanelId, VIEW_BOX } from './car-geometry.ts';
import { BANDS, LEVEL_WORDS, type Level, type Marks } from './levels.ts';

type Theme = 'light' | 'dark' | 'print';
type Ink = Record<'paper' | 'panel' | 'ink' | 'line' | 'glass' | 'tyre' | 'mark' | 'text' | 'word', string>;
const INKS: Record<Theme, Ink> = {
  light: {
    paper: '#ffffff',
    panel: '#ffffff',
    ink: '#2b323b',
    line: '#9aa0a8',
    glass: '#e6ebf0',
    tyre: '#3a424c',
    mark: '#14181d',
    text: '#ffffff',
    word: '#5d646d',
  },
  dark: {
    paper: '#171b21',
    panel: '#20262e',
    ink: '#aeb6c0',
    line: '#69737f',
    glass: '#2c3540',
    tyre: '#0c0f13',
    mark: '#f4f6f8',
    text: '#14181d',
    word: '#a4acb6',
  },
  print: {
    paper: '#ffffff',
    panel: '#ffffff',
    ink: '#2b323b',
    line: '#9aa0a8',
    glass: '#eaeef2',
    tyre: '#3a424c',
    mark: '#14181d',
    text: '#ffffff',
    word: '#5d646d',
  },
};
/** Fill and hatch of each level: the hue is the severity, one hue with denser dots the likelihood; the hatch tells the level without its colour. */
const FILLS: Record<
  Exclude<Theme, 'print'>,
  Record<Exclude<Level, 0>, readonly [fill: string, hatch: string]>
> = {
  light: {
    1: ['#f8dc97', '#c8962a'],
    2: ['#f0ac57', '#a86312'],
    3: ['#e27744', '#8f3a10'],
    4: ['#bd3129', '#5f0f0b'],
    possible: ['#fdf6ea', '#d3a566'],
    likely: ['#f9e6c8', '#bd822f'],
    very_likely: ['#f2d09c', '#8f5a12'],
  },
  dark: {
    1: ['#bb9a45', '#6b5012'],
    2: ['#cf8a38', '#74430c'],
    3: ['#d5653a', '#6e290c'],
    4: ['#d6433a', '#5a0f0b'],
    possible: ['#2a2620', '#9c7f4c'],
    likely: ['#392f1e', '#c99c4e'],
    very_likely: ['#4f3d1d', '#f0bf68'],
  },
};

/** The line pattern of a level, in a tile of the returned size. */
function hatch(level: Exclude<Level, 0>, colour: string): { size: number; marks: string } {
  const lines = (size: number, width: number, cross: boolean) => ({
    size,
    marks: `<path d="M0 0V${size}${cross ? `M0 0H${size}` : ''}" stroke="${colour}" stroke-width="${width}"/>`,
  });
  const dots = (size: number, r: number) => ({
    size,
    marks: `<circle cx="${size / 2}" cy="${size / 2}" r="${r}" fill="${colour}"/>`,
  });
  switch (level) {
    case 1:
      return lines(8, 1.4, false);
    case 2:
      return lines(5, 1.6, false);
    case 3:
      return lines(6, 1.5, true);
    case 4:
      return lines(4, 1.7, true);
    case 'possible':
      return dots(7, 0.9);
    case 'likely':
      return dots(5.5, 1.1);
    case 'very_likely':
      return dots(4.6, 1.35);
  }
}

export const SWATCH_LEVELS = [1, 2, 3, 4, ...BANDS] as const;

/** A level's fill and hatch in a small box, for legends. */
export function levelSwatch(level: Exclude<Level, 0>, theme: Theme = 'light', idPrefix = 'swatch'): string {
  const id = `${idPrefix}-${level}`;
  const dashes = typeof level === 'string' ? ' stroke-dasharray="3 1.6"' : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 16" role="img" aria-label="${LEVEL_WORDS[level]}"><defs>${levelPattern(id, level, theme)}</defs><rect x="1" y="1" width="26" height="14" rx="2" fill="url(#${id})" stroke="${INKS[theme].ink}" stroke-width="1.1"${dashes}/></svg>`;
}

/** A level's fill and hatch as an SVG pattern; `scale`: units of the drawing to one of the diagram. */
export function levelPattern(id: string, level: Exclude<Level, 0>, theme: Theme, scale = 1): string {
  const [fill, colour] = FILLS[theme === 'dark' ? 'dark' : 'light'][level];
  const { size, marks } = hatch(level, colour);
  const scaled = scale === 1 ? '' : ` scale(${scale})`;
  return `<pattern id="${id}" width="${size}" height="${size}" patternUnits="userSpaceOnUse" patternTransform="rotate(45)${scaled}"><rect width="${size}" height="${size}" fill="${fill}"/>${marks}</pattern>`;
}

/** Text as XML: control and direction characters become blanks. */
const xml = (text: string): string =>
  text
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const NAMES: Partial<Record<PanelId, string>> = {
  interior: 'interior and restraints',
  trunk: 'trunk or liftgate',
  structure_front: 'front structure',
  structure_rear: 'rear structure',
};

/** A panel's name in words: `front_door_left` → `Left front door` (the vehicle's left). */
export function panelName(id: PanelId): string {
  const side = /_(left|right)$/.exec(id)?.[1];
  const words =
    NAMES[id] ??
    id
      .replace(/_(left|right)$/, '')
      .replace(/^wheel_(front|rear)$/, '$1 wheel')
      .replace('quarter', 'quarter panel')
      .replaceAll('_', ' ');
  const text = side ? `${side} ${words}` : words;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export type DiagramOptions = {
  panels: Marks;
  title: string;
  body_class?: BodyClass | null;
  theme?: Theme;
  /** Panels take the focus and carry their names. */
  interactive?: boolean;
  /** Keeps the ids of several diagrams on one page apart. */
  idPrefix?: string;
  /** Words Front, Rear, Left, Right; off for thumbnails. */
  labels?: boolean;
};

/** The panels that are marked, in words, front to rear: the diagram for those who can't see it. */
export function describeMarks(panels: Marks): string {
  const said = Object.entries(panels)
    .filter(([, mark]) => mark.severity !== 0)
    .map(([id, mark]) => `${panelName(id as PanelId)}: ${LEVEL_WORDS[mark.severity as Exclude<Level, 0>]}`);
  return said.length === 0 ? 'No panel is marked.' : `${said.join('; ')}.`;
}

/** Of words and numbers, in units of VIEW_BOX: 11 px where the diagram is shown 286 px wide, a little less than on a phone. */
const LABEL = 15.4;
/** Radius of a number's disc. */
const DISC = 11.5;
/** Of a number of three digits, which a disc has room for only so small. */
const LONG_LABEL = 11.4;

/** Discs that would cover each other are moved apart, each by half of what is missing. */
function moveApart(discs: { x: number; y: number }[]): void {
  for (const [nth, one] of discs.entries())
    for (const other of discs.slice(nth + 1)) {
      const [dx, dy] = [other.x - one.x, other.y - one.y];
      const apart = Math.hypot(dx, dy);
      const missing = 2 * DISC + 1 - apart;
      if (missing <= 0 || apart === 0) continue;
      const [x, y] = [(dx / apart) * (missing / 2), (dy / apart) * (missing / 2)];
      one.x -= x;
      one.y -= y;
      other.x += x;
      other.y += y;
    }
}

/** The diagram as an SVG document: a pure string, presentation attributes only, under 20 kB. */
export function diagramSvg(options: DiagramOptions): string {
  const { panels, theme = 'light', interactive = false, labels = true } = options;
  const prefix = (options.idPrefix ?? 'car').replace(/[^\w-]/g, '');
  const ink = INKS[theme];
  const shapes = carShapes(options.body_class ?? null);
  const levelOf = (shape: CarShape): Level => (shape.panel ? (panels[shape.panel]?.severity ?? 0) : 0);
  const used = [...new Set(shapes.map(levelOf))].filter((level) => level !== 0);

  const patterns = used.map((level) => levelPattern(`${prefix}-${level}`, level, theme));

  const paint = (shape: CarShape): string => {
    switch (shape.kind) {
      case 'body':
        return `<path d="${shape.d}" fill="${ink.panel}" stroke-width="1.6"/>`;
      case 'glass':
        return `<path d="${shape.d}" fill="${ink.glass}" stroke-width=".9"/>`;
      case 'well':
        return `<path d="${shape.d}" fill="${ink.tyre}" stroke="none"/>`;
      case 'line':
        return `<path d="${shape.d}" fill="none" stroke="${ink.line}" stroke-width="1"/>`;
      case 'rim':
        return `<path d="${shape.d}" fill="${ink.panel}" stroke-width="1"/>`;
      case 'spoke':
        return `<path d="${shape.d}" fill="none" stroke="${ink.line}" stroke-width="2.2"/>`;
      case 'panel':
      case 'wheel':
        return shape.panel ? paintPanel(shape, shape.panel) : '';
    }
  };
  const paintPanel = (shape: CarShape, panel: PanelId): string => {
    const level = levelOf(shape);
    const glazed = panel === 'windshield' || panel === 'back_glass';
    const bare = shape.kind === 'wheel' ? ink.tyre : glazed ? ink.glass : ink.panel;
    const fill = level === 0 ? bare : `url(#${prefix}-${level})`;
    const dashes = typeof level === 'string' ? ' stroke-dasharray="3 1.6"' : '';
    const name = `${panelName(panel)}${level === 0 ? '' : `: ${LEVEL_WORDS[level]}`}`;
    const focus = interactive ? ` role="button" tabindex="0" aria-label="${xml(name)}"` : '';
    return `<path class="car-panel" data-panel="${panel}" d="${shape.d}" fill="${fill}"${dashes}${focus}/>`;
  };

  const numbered = shapes.flatMap((shape) => {
    const number = shape.panel ? panels[shape.panel]?.number : undefined;
    return number === undefined || shape.at === null ? [] : [{ number, x: shape.at[0], y: shape.at[1] }];
  });
  moveApart(numbered);
  const tenth = (value: number): number => Math.round(value * 10) / 10;
  const discs = numbered
    .map(({ x, y }) => `<circle cx="${tenth(x)}" cy="${tenth(y)}" r="${DISC}"/>`)
    .join('');
  const digits = numbered
    .map(({ number, x, y }) =>
      number < 100
        ? `<text x="${tenth(x)}" y="${tenth(y + 5.4)}">${number}</text>`
        : `<text x="${tenth(x)}" y="${tenth(y + 4)}" font-size="${LONG_LABEL}">${number}</text>`,
    )
    .join('');
  const words = labels
    ? (
        [
          ['Front', 200, 5],
          ['Rear', 200, 531],
          ['Left', 62, 66],
          ['Right', 338, 66],
          ['Structure', 63, 531],
          ['Interior', 337, 531],
        ] as const
      )
        .map(([word, x, y]) => `<text x="${x}" y="${y}">${word}</text>`)
        .join('')
    : '';

  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 ${VIEW_BOX.top} ${VIEW_BOX.width} ${VIEW_BOX.height}" role="${interactive ? 'group' : 'img'}" aria-labelledby="${prefix}-title ${prefix}-desc" font-family="Inter, sans-serif" text-anchor="middle" stroke-linejoin="round" stroke-linecap="round">`,
    `<title id="${prefix}-title">${xml(options.title)}</title><desc id="${prefix}-desc">${xml(describeMarks(panels))}</desc>`,
    patterns.length > 0 ? `<defs>${patterns.join('')}</defs>` : '',
    `<g stroke="${ink.ink}" stroke-width="1.1">${shapes.map(paint).join('')}</g>`,
    digits === ''
      ? ''
      : `<g fill="${ink.mark}" stroke="${ink.paper}" stroke-width="1.4">${discs}</g><g font-size="${LABEL}" font-weight="600" fill="${ink.text}">${digits}</g>`,
    words === '' ? '' : `<g font-size="${LABEL}" fill="${ink.word}">${words}</g>`,
    '</svg>',
  ].join('');
}
