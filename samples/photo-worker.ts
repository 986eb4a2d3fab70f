import { parentPort } from 'node:worker_threads';
import { drawPhoto } from './draw-photo.ts';
import { parsePhotoOrder } from './photo-order.ts';
import { SAMPLE_CARS } from './sample-lots.ts';

/** Draws beside the service's own thread, so that a sample photo never holds up an answer. */
parentPort?.on('message', async (message: unknown) => {
  const order = parsePhotoOrder(message);
  try {
    const jpeg = await drawPhoto(SAMPLE_CARS[order.lot], order.view);
    parentPort?.postMessage({ id: order.id, jpeg });
  } catch (error) {
    parentPort?.postMessage({ id: order.id, error: error instanceof Error ? error.message : String(error) });
  }
});
