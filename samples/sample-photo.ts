import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { z } from 'zod';
import type { View } from './draw-photo.ts';
import type { SampleNumber } from './sample-lots.ts';

const answerSchema = z.object({
  id: z.number(),
  jpeg: z.instanceof(Uint8Array).optional(),
  error: z.string().optional(),
});
type Waiting = { resolve: (jpeg: Buffer) => void; reject: (error: Error) => void };

const waiting = new Map<number, Waiting>();
const drawn = new Map<string, Promise<Buffer>>();
let worker: Worker | null = null;
let orders = 0;

/** A sample photo as JPEG, 1600 × 1200 or scaled down to `width`; drawn once per process in a thread of its own. */
export function samplePhoto(lot: SampleNumber, view: View, width = 1600): Promise<Buffer> {
  const size = Math.min(1600, Math.max(64, Math.round(width)));
  const key = `${lot} ${view} ${size}`;
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const photo =
    size === 1600
      ? draw(lot, view)
      : samplePhoto(lot, view).then((full) => sharp(full).resize(size).jpeg({ quality: 82 }).toBuffer());
  drawn.set(key, photo);
  photo.catch(() => drawn.delete(key));
  return photo;
}

function draw(lot: SampleNumber, view: View): Promise<Buffer> {
  const thread = worker ?? startWorker();
  worker = thread;
  const id = orders++;
  const photo = new Promise<Buffer>((resolve, reject) => waiting.set(id, { resolve, reject }));
  thread.ref();
  thread.postMessage({ id, lot, view });
  return photo;
}

function startWorker(): Worker {
  const thread = new Worker(new URL('./photo-worker.ts', import.meta.url));
  thread.on('message', (message: unknown) => {
    const answer = answerSchema.parse(message);
    const order = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (waiting.size === 0) thread.unref();
    if (answer.jpeg === undefined) order?.reject(new Error(answer.error ?? 'the photo could not be drawn'));
    else order?.resolve(Buffer.from(answer.jpeg));
  });
  thread.on('error', (error) => {
    worker = null;
    for (const order of waiting.values()) order.reject(error);
    waiting.clear();
  });
  return thread;
}
