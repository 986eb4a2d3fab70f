import type { BodyClass } from '../schemas/vehicle.ts';
import { type DeclaredZone, declaredZone } from './declared-zone.ts';

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
  /** The sides that the listing names, or both where it names none. */
  sides: 'left' | 'right' | 'both';
  /** `from the front left`. */
  words: string;
};

const isDrawn = (body: BodyClass | null): body is DrawnBody =>
  (DRAWN_BODIES as readonly (string | null)[]).includes(body);

/** From where to draw a lot: its declared damage in front. `declared`: the listing's words. Null: its body is drawn from the side alone. */
export function lotView(body: BodyClass | null, declared: string | null): LotView | null {
  if (!isDrawn(body)) return null;
  const zone = declaredZone(declared);
  const [left, right] = [/\bleft\b/i, /\bright\b/i].map((side) => side.test(declared ?? ''));
  const mirrored = right === true && left !== true;
  const near = mirrored ? 'right' : 'left';
  // Which of its sides was hit, a listing of side damage need not say: the near one is marked, as in a view from the side.
  const one = left !== right || zone === 'side';
  const end = zone === 'rear' ? 'rear' : 'front';
  return {
    drawing: `${body}-${end}`,
    mirrored,
    zone,
    sides: one ? near : 'both',
    words: `from the ${end} ${near}`,
  };
}
