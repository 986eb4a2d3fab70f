import sharp from 'sharp';
import { buildCar, type Dent } from './car-mesh.ts';
import { CAR_SHAPES, type CarShapeName } from './car-shapes.ts';
import { interiorScene, odometerScene } from './interior-scene.ts';
import { carShader, yardBackdrop } from './paint-car.ts';
import { type Camera, renderScene } from './render-scene.ts';
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

/** What a drawn car looks like; colour as red, green, blue 0–1. */
export type DrawnCar = {
  shape: CarShapeName;
  paint: readonly [number, number, number];
  dents: readonly Dent[];
  miles: number;
  airbagsDeployed: boolean;
  /** Where the close-up looks: eye and target in the car's metres. */
  closeUp: Camera;
};

const SIZE = { width: 1600, height: 1200 };
const MARK = 'SAMPLE - DRAWN, NOT A PHOTO';

let grainOnce: Promise<Buffer> | null = null;

/** The sensor's noise, the same for every photo. */
function grain(): Promise<Buffer> {
  grainOnce ??= sharp({
    create: { ...SIZE, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 9 } },
  })
    .raw()
    .toBuffer();
  return grainOnce;
}

/** Draws one view as a JPEG of 1600 × 1200 with the sample mark in its corner. Takes about a second of processor time. */
export async function drawPhoto(car: DrawnCar, view: View): Promise<Buffer> {
  const scene =
    view === 'interior'
      ? sharp(Buffer.from(interiorScene(car)))
      : view === 'odometer'
        ? sharp(Buffer.from(odometerScene(car.miles)))
        : sharp(
            renderScene(
              buildCar(car.shape, car.dents),
              cameraFor(car, view),
              SIZE,
              carShader(car.shape, car.paint, car.dents),
              yardBackdrop(car.shape, car.dents),
            ),
            { raw: { ...SIZE, channels: 3 } },
          );
  const noise = await grain();
  return scene
    .removeAlpha()
    .toColourspace('srgb')
    .blur(0.55)
    .composite([
      { input: noise, raw: { ...SIZE, channels: 3 }, blend: 'soft-light' },
      { input: Buffer.from(sampleMark()), gravity: 'southeast' },
    ])
    .jpeg({ quality: 86, chromaSubsampling: '4:2:0' })
    .toBuffer();
}

function sampleMark(): string {
  const width = Math.ceil(strokeTextWidth(MARK, 16)) + 32;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="44"><rect width="${width}" height="44" fill="#0b0d10" opacity=".62"/>${strokeText(MARK, 16, 14, 16, '#ffffff')}</svg>`;
}

function cameraFor(car: DrawnCar, view: Exclude<View, 'interior' | 'odometer'>): Camera {
  const { length, top } = CAR_SHAPES[car.shape];
  const tall = Math.max(...top.map(([, z]) => z));
  const middle = tall * 0.44;
  const rise = tall - 1.43;
  const cameras: Record<typeof view, Camera> = {
    front: { eye: [-4, -0.5, 1.5 + rise], target: [0.6, 0, middle], fov: 37 },
    'front-left': { eye: [-2.6, -3.6, 1.62 + rise], target: [length * 0.38, 0.1, middle - 0.02], fov: 38 },
    left: { eye: [length / 2, -6.3, 1.35 + rise], target: [length / 2, 0, middle], fov: 43 },
    'rear-left': { eye: [length + 2.9, -3.3, 1.62 + rise], target: [length * 0.62, 0.1, middle], fov: 38 },
    rear: { eye: [length + 4.1, 0.5, 1.5 + rise], target: [length - 0.6, 0, middle], fov: 37 },
    'rear-right': {
      eye: [length + 2.1, 3, 2.25 + rise],
      target: [length * 0.7, -0.05, middle - 0.12],
      fov: 41,
    },
    right: { eye: [length / 2 + 0.1, 6.3, 1.4 + rise], target: [length / 2, 0, middle], fov: 43 },
    'front-right': { eye: [-1.6, 4.3, 1.3 + rise], target: [length * 0.42, 0, middle + 0.12], fov: 41 },
    damage: car.closeUp,
  };
  return cameras[view];
}
