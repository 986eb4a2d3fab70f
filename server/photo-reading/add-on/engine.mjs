// The text reader's engine: `npm run add:ocr` puts it beside the packages it needs. It runs in a child process (text-worker.ts).
import { createRequire } from 'node:module';
import path from 'node:path';
import Ocr from '@gutenye/ocr-node';
import cv from '@techstark/opencv-js';
import wasm from '@tensorflow/tfjs-backend-wasm';
import faceApi from '@vladmandic/face-api/dist/face-api.node-wasm.js';
import sharp from 'sharp';

sharp.cache(false);
sharp.concurrency(1);

const MOST_PIXELS = 60_000_000;

/** The engine takes pictures in whole tiles. */
const TILE = 32;
const tiles = (pixels) => Math.max(TILE, Math.round(pixels / TILE) * TILE);

let engine = null;

/** The engine cuts lines out with a library that starts by itself, and fails where it is not done. */
async function createEngine() {
  const started = cv.Mat ? undefined : new Promise((done) => (cv.onRuntimeInitialized = () => done()));
  const created = await Ocr.create();
  await started;
  return created;
}

/**
 * The lines of text on a photo, or on the part of it that `box` names, twice as large. `side`: the photo's longest side as it is
 * read, pixels. Boxes are fractions of the whole photo, [x0, y0, x1, y1].
 */
export async function readText(photo, { side, box }) {
  engine ??= await createEngine();
  const upright = await sharp(photo, { limitInputPixels: MOST_PIXELS })
    .autoOrient()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = upright.info;
  const [x0, y0, x1, y1] = box ?? [0, 0, 1, 1];
  const left = Math.min(width - 1, Math.floor(x0 * width));
  const top = Math.min(height - 1, Math.floor(y0 * height));
  const part = {
    left,
    top,
    width: Math.max(1, Math.min(width - left, Math.ceil((x1 - x0) * width))),
    height: Math.max(1, Math.min(height - top, Math.ceil((y1 - y0) * height))),
  };
  const scale = Math.min(
    (box ? 2 : 1) * Math.min(1, side / Math.max(width, height)),
    side / Math.max(part.width, part.height),
  );
  const [wide, high] = [tiles(part.width * scale), tiles(part.height * scale)];
  const picture = await sharp(upright.data)
    .extract(part)
    .resize(wide, high, { fit: 'fill' })
    .png()
    .toBuffer();
  const lines = await engine.detect(picture);
  return lines.flatMap(({ text, mean, box: corners }) => {
    if (!corners) return [];
    const xs = corners.map(([x]) => (left + (x / wide) * part.width) / width);
    const ys = corners.map(([, y]) => (top + (y / high) * part.height) / height);
    return [{ text, mean, box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] }];
  });
}

/** The longest side a photo is looked through for faces at, pixels, and how sure the model must be, 0-1. */
const FACE_SIDE = 608;
const FACE_SURE = 0.3;
const folderOf = (name) => path.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));

let faceModel = null;

async function loadFaceModel() {
  wasm.setWasmPaths(path.join(folderOf('@tensorflow/tfjs-backend-wasm'), 'dist', path.sep));
  await faceApi.tf.setBackend('wasm');
  await faceApi.tf.ready();
  const model = faceApi.nets.tinyFaceDetector;
  await model.loadFromDisk(path.join(folderOf('@vladmandic/face-api'), 'model'));
  return model;
}

/** The faces on a photo, as fractions of it, [x0, y0, x1, y1]: one at the edge may reach beyond it. */
export async function findFaces(photo) {
  faceModel ??= await loadFaceModel();
  const { data, info } = await sharp(photo, { limitInputPixels: MOST_PIXELS })
    .autoOrient()
    .resize(FACE_SIDE, FACE_SIDE, { fit: 'inside' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const picture = faceApi.tf.tensor3d(data, [info.height, info.width, info.channels]);
  try {
    const options = new faceApi.TinyFaceDetectorOptions({ inputSize: FACE_SIDE, scoreThreshold: FACE_SURE });
    const faces = await faceModel.locateFaces(picture, options);
    return faces.map(({ relativeBox: { left, top, right, bottom } }) => [left, top, right, bottom]);
  } finally {
    picture.dispose();
  }
}
