import '../../no-eval.ts';
import type { z } from 'zod';
import * as calls from '../../../contract/api.ts';
import { reportFrameSchema } from '../../../contract/schemas/events.ts';
import { type CheckReply, type CheckRequest, FRAME } from './checks.ts';

/** Reads answers and checks them against the contract, beside the page: a whole report would hold its thread for long. */
const shapes = new Map<string, z.ZodType>([[FRAME, reportFrameSchema]]);
for (const { operation, answer } of Object.values(calls))
  if (answer !== null && 'safeParse' in answer) shapes.set(operation, answer);

function check({ id, shape, json }: CheckRequest): CheckReply {
  try {
    const text = typeof json === 'string' ? json : new TextDecoder().decode(json);
    const read = shapes.get(shape)?.safeParse(JSON.parse(text));
    if (read?.success) return { id, ok: true, value: read.data };
    return { id, ok: false, problem: read?.error.message ?? `no shape is known of ${shape}` };
  } catch (error) {
    return { id, ok: false, problem: String(error) };
  }
}

self.addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => self.postMessage(check(data)));
