import type { LineDrawing } from '../../contract/car-diagram/drawn-car.ts';
import type { DrawingName, DrawnBody } from '../../contract/car-diagram/lot-view.ts';
import type { CarShapeName } from './car-shapes.ts';
import { cameraOf } from './draw-photo.ts';
import { drawLines } from './line-drawing.ts';

/** The shape that stands for each body. */
const SHAPE_OF: Record<DrawnBody, CarShapeName> = {
  sedan: 'sedan-bars',
  suv: 'suv',
  pickup: 'pickup',
  van: 'van',
};
/** Pixels: a drawing of 20 kB at most. */
const SIZE = { width: 1200, height: 750 };

/** Draws an undamaged body from its left. Takes about a second of processor time. */
export function drawBody(name: DrawingName): LineDrawing {
  const [body, end] = name.split('-') as [DrawnBody, 'front' | 'rear'];
  const shape = SHAPE_OF[body];
  return drawLines({ shape, dents: [] }, cameraOf(shape, `${end}-left`), SIZE);
}
