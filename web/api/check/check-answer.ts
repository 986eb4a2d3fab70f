import type { z } from 'zod';
import type { ApiCall } from '../../../contract/api/api-call.ts';
import type { ReportFrame } from '../../../contract/schemas/events.ts';
import { ApiError } from '../api-error.ts';
import { type CheckReply, type CheckRequest, FRAME } from './checks.ts';

/** What checks answers could not be loaded: nothing is known of the answer. To its reader as if there were no network. */
export class UncheckedAnswer extends ApiError {
  constructor() {
    super(0, null);
  }
}

/** What a call answers, checked. */
export type AnswerOf<Call extends ApiCall> = Call['answer'] extends z.ZodType
  ? z.output<Call['answer']>
  : never;

declare global {
  interface Window {
    /** By public/returning.js; null once it was taken, or where its script did not come. */
    startedAhead?: Worker | null;
  }
}

type Waiting = { take(reply: CheckReply): void; fail(error: Error): void };
const waiting = new Map<number, Waiting>();
let thread: Worker | null = null;
let last = 0;

/** Starts the thread that checks; until it is asked for anything it only reads its own script. */
export function startChecks(): Worker {
  if (thread !== null) return thread;
  const started =
    window.startedAhead ?? new Worker(new URL('./check-thread.ts', import.meta.url), { type: 'module' });
  window.startedAhead = null;
  started.addEventListener('message', ({ data }: MessageEvent<CheckReply>) => {
    waiting.get(data.id)?.take(data);
    waiting.delete(data.id);
  });
  // Its script did not come: the next answer starts another.
  started.addEventListener('error', () => {
    started.terminate();
    thread = null;
    for (const { fail } of waiting.values()) fail(new UncheckedAnswer());
    waiting.clear();
  });
  thread = started;
  return started;
}

function check(shape: string, json: ArrayBuffer | string): Promise<CheckReply> {
  last += 1;
  const request: CheckRequest = { id: last, shape, json };
  return new Promise((take, fail) => {
    waiting.set(request.id, { take, fail });
    startChecks().postMessage(request, typeof json === 'string' ? [] : [json]);
  });
}

/** A response's JSON as the contract has it; throws ApiError where it is of another shape, or was cut off. */
export async function checkAnswer<Call extends ApiCall & { answer: z.ZodType }>(
  { operation, path }: Call,
  response: Response,
): Promise<AnswerOf<Call>> {
  const json = await response.arrayBuffer().catch(() => {
    throw new ApiError(0, null);
  });
  const reply = await check(operation, json);
  if (reply.ok) return reply.value as AnswerOf<Call>;
  console.error(`${path} answered in another shape`, reply.problem);
  throw new ApiError(response.status, null);
}

/** A message of the live socket; null where it is no frame. In the order they are given. */
export async function checkFrame(data: unknown): Promise<ReportFrame | null> {
  const reply = typeof data === 'string' ? await check(FRAME, data) : null;
  return reply?.ok ? (reply.value as ReportFrame) : null;
}
