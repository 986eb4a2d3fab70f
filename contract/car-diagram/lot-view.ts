import type { BodyClass } from '../schemas/vehicle.ts';
import type { PanelId } from './car-geometry.ts';
import { declaredPanels, likelyMarks } from './declared-damage.ts';
import { type DeclaredZone, declaredZone } from './declared-zone.ts';
import type { Marks } from './levels.ts';

/** The bodies that are drawn in three quarters too; others have another outline than any of these. */
export const DRAWN_BODIES = ['sedan', 'suv', 'pickup', 'van'] as const;
export type DrawnBody = (typeof DRAWN_BODIES)[number];
export const DRAWN_ENDS = ['front', 'rear'] as const;
/** Name of the drawing of a body from its left: `pickup-rear`, in web/public/cars. */
export type DrawingName = `${DrawnBody}-${(typeof DRAWN_ENDS)[number]}`;

/** Which drawing shows a lot's declared damage. */
export type LotView = {
  drawing: DrawingName;
  /** Seen from the right: the drawing from the left is turned around. */
  mirrored: boolean;
  zone: DeclaredZone | null;
  /** The zone's panels: of the side that the listing names, of both where it names none. */
  marks: Marks;
  /** `from the front left`. */
  words: string;
};

/** A panel's twin on the other side of the car; one that stands once is its own. */
export const twinOf = (panel: PanelId): PanelId =>
  panel.replace(/_(left|right)$/, (_, side) => (side === 'left' ? '_right' : '_left')) as PanelId;

const isDrawn = (body: BodyClass | null): body is DrawnBody =>
  (DRAWN_BODIES as readonly (string | null)[]).includes(body);

/** From where to draw a lot: its declared damage in front. `declared`: the listing's words. Null: its body is drawn from the side alone. */
export function lotView(body: BodyClass | null, declared: string | null): LotView | null {
  if (!isDrawn(body)) return null;
  const zone = declaredZone(declared);
  const [left, right] = [/\bleft\b/i, /\bright\b/i].map((side) => side.test(declared ?? ''));
  const mirrored = right === true && left !== true;
  // Which of its sides was hit, a listing of side damage need not say: the near one is marked, as in a view from the side.
  const one = left !== right || zone === 'side';
  const panels = declaredPanels(zone);
  const near = mirrored ? panels.map(twinOf) : panels;
  const end = zone === 'rear' ? 'rear' : 'front';
  return {
    drawing: `${body}-${end}`,
    mirrored,
    zone,
    marks: likelyMarks(one ? near : [...panels, ...panels.map(twinOf)]),
    words: `from the ${end} ${mirrored ? 'right' : 'left'}`,
  };
}
