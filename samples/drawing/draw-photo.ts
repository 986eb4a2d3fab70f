import sharp from 'sharp';
import { drawingShapes } from '../../contract/car-diagram/drawing-svg.ts';
import type { Dent } from './car-mesh.ts';
import { CAR_SHAPES, type CarShapeName } from './car-shapes.ts';
import { interiorScene, odometerScene } from './interior-scene.ts';
import { drawLines } from './line-drawing.ts';
import type { Camera } from './mesh.ts';
import { strokeText, strokeTextWidth } from './stroke-text.ts';

export const VIEWS = [
  'front',
  'front-left',
  'left',
  'rear-left',
  'rear',
  'rear-right',
  'right',
  'front-right',
  'damage',
  'interior',
  'odometer',
] as const;
export type View = (typeof VIEWS)[number];

/** What a drawn car looks like. */
export type DrawnCar = {
  shape: CarShapeName;
  /** The body's color as `#rrggbb`, light enough for the lines on it. */
  tint: string;
  dents: readonly Dent[];
  miles: number;
  airbagsDeployed: boolean;
  /** Where the close-up looks: eye and target in the car's meters. */
  closeUp: Camera;
};

const SIZE = { width: 1600, height: 1200 };
const MARK = 'SAMPLE - DRAWN, NOT A PHOTO';
/** Colors behind and under the car: light enough for the lines in either theme of the page. */
const WALL = '#efeee8';
const FLOOR = '#d5d4ce';

/** Draws one view, where a listing has a photo, as a JPEG of 1600 × 1200 that says that it is a drawing. Takes some seconds of processor time. */
export async function drawPhoto(car: DrawnCar, view: View): Promise<Buffer> {
  return await sharp(Buffer.from(photoSvg(car, view)))
    .removeAlpha()
    .toColourspace('srgb')
    .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

function photoSvg(car: DrawnCar, view: View): string {
  const { width, height } = SIZE;
  const scene =
    view === 'interior'
      ? interiorScene(car)
      : view === 'odometer'
        ? odometerScene(car.miles)
        : carScene(car, view);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${scene}${sampleMark()}</svg>`;
}

function carScene(car: DrawnCar, view: OutsideView): string {
  const { width, height } = SIZE;
  const floor = `<rect width="${width}" height="${height}" fill="${WALL}"/><rect y="${height * 0.56}" width="${width}" height="${height * 0.44}" fill="${FLOOR}"/>`;
  // A close-up fills the picture; a whole car is put in its middle, with room for the mark under it.
  if (view === 'damage')
    return `${floor}${drawingShapes(drawLines(car, car.closeUp, { ...SIZE, whole: true }), { tint: car.tint, ground: false })}`;
  const drawing = drawLines(car, cameraOf(car.shape, view));
  const scale = Math.min((width * 0.92) / drawing.width, (height * 0.8) / drawing.height);
  const left = (width - drawing.width * scale) / 2;
  const top = Math.min(
    (height * 0.94 - drawing.height * scale) * 0.62,
    height * 0.9 - drawing.height * scale,
  );
  return `${floor}<g transform="translate(${left.toFixed(1)} ${top.toFixed(1)}) scale(${scale.toFixed(4)})">${drawingShapes(drawing, { tint: car.tint })}</g>`;
}

function sampleMark(): string {
  const width = Math.ceil(strokeTextWidth(MARK, 16)) + 32;
  return `<g transform="translate(${SIZE.width - width} ${SIZE.height - 44})"><rect width="${width}" height="44" fill="#0b0d10" opacity=".62"/>${strokeText(MARK, 16, 14, 16, '#ffffff')}</g>`;
}

type OutsideView = Exclude<View, 'interior' | 'odometer'>;

/** From where each view sees a car, far enough for straight lines: a drawing has no wide-angle lens. */
export function cameraOf(name: CarShapeName, view: Exclude<OutsideView, 'damage'>): Camera {
  const { length, top, bed } = CAR_SHAPES[name];
  const tall = Math.max(...top.map(([, z]) => z));
  const middle = tall * 0.44;
  const rise = tall - 1.43;
  // Higher behind a pickup, to see into its bed.
  const over = rise + (bed === null ? 0 : 0.9);
  const cameras: Record<typeof view, Camera> = {
    front: { eye: [-7, -1.2, 1.6 + rise], target: [0.6, 0, middle], fov: 17 },
    'front-left': { eye: [-5.2, -5.1, 2.15 + rise], target: [length * 0.46, 0, middle], fov: 22 },
    left: { eye: [length / 2, -9.5, 1.5 + rise], target: [length / 2, 0, middle], fov: 21 },
    'rear-left': { eye: [length + 5.6, -4.6, 2.1 + over], target: [length * 0.55, 0, middle], fov: 21 },
    rear: { eye: [length + 7, 1.2, 1.7 + rise], target: [length - 0.6, 0, middle], fov: 17 },
    'rear-right': { eye: [length + 5.4, 5.1, 2.35 + over], target: [length * 0.55, 0, middle], fov: 21 },
    right: { eye: [length / 2, 9.5, 1.5 + rise], target: [length / 2, 0, middle], fov: 21 },
    'front-right': { eye: [-5.2, 5.1, 1.9 + rise], target: [length * 0.46, 0, middle], fov: 22 },
  };
  return cameras[view];
}
