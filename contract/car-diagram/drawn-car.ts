/** The surfaces of a drawing. Paired ones get their side added in the drawing: `fender_left`. */
export const SURFACES = [
  'none',
  'under',
  'front_bumper',
  'grille',
  'headlamp',
  'lamp_shard',
  'fog',
  'intake',
  'hood',
  'fender',
  'front_door',
  'rear_door',
  'quarter',
  'roof',
  'trunk',
  'tail_lamp',
  'rear_bumper',
  'windshield',
  'side_glass',
  'back_glass',
  'trim',
  'tire',
  'rim',
  'rim_dark',
  'well',
  'mirror',
  'torn',
  'cladding',
  'plate',
  'rocker',
  'handle',
  'chrome',
  'cab_back',
  'bed_wall',
  'bed_floor',
  'bed_rib',
] as const;
export type Surface = (typeof SURFACES)[number];

/** A panel's outline, and the middle of what is seen of it. */
export type DrawnPanel = { name: string; surface: Surface; d: string; at: readonly [number, number] };
/** A car as paths, in pixels of its projection: the whole outline, every panel, and flat tones of shade and glare over them. */
export type LineDrawing = {
  width: number;
  height: number;
  outline: string;
  panels: readonly DrawnPanel[];
  tones: { shade: string; deep: string; light: string; glare: string };
  /** What a declared flood or rollover adds: the car below the water, the line of the water, folds of the roof. */
  damage: { water: string; waterline: string; folds: string };
};
