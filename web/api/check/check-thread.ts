import '../../no-eval.ts';
import type { z } from 'zod';
import type { CheckReply, CheckRequest } from './checks.ts';
import { FIRST_SHAPES } from './first-shapes.ts';

/** After the first answer: once the page has what it shows, and before one does anything on it. */
const AHEAD_MS = 2_000;

let ahead = false;
let every: Promise<ReadonlyMap<string, z.ZodType>> | undefined;

/** The shapes that no page's first sight waits for, in a script of their own. */
function everyShape(): Promise<ReadonlyMap<string, z.ZodType>> {
  every ??= import('./every-shape.ts').then(({ EVERY_SHAPE }) => EVERY_SHAPE);
  return every;
}

/** Reads answers and checks them against the contract, beside the page: a whole report would hold its thread for long. */
function check({ id, shape, json }: CheckRequest, known: z.ZodType | undefined): CheckReply {
  try {
    const text = typeof json === 'string' ? json : new TextDecoder().decode(json);
    const read = known?.safeParse(JSON.parse(text));
    if (read?.success) return { id, ok: true, value: read.data };
    return { id, ok: false, problem: read?.error.message ?? `no shape is known of ${shape}` };
  } catch (error) {
    return { id, ok: false, problem: String(error) };
  }
}

self.addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => {
  const first = FIRST_SHAPES.get(data.shape);
  if (first) {
    self.postMessage(check(data, first));
    // Where it does not come, whatever needs it tells.
    if (!ahead) setTimeout(() => everyShape().catch(() => {}), AHEAD_MS);
    ahead = true;
    return;
  }
  everyShape().then(
    (shapes) => self.postMessage(check(data, shapes.get(data.shape))),
    // Told as an error of this thread: whoever asks anew starts another.
    (error: unknown) => self.reportError(error),
  );
});
