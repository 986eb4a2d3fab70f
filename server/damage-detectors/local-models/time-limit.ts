import type { VisionUsage } from '../vision/client.ts';
import type { LocalAnswer } from './protocols.ts';

/** What one token takes on this machine, and the loading of the model, ms. */
export type Speed = { readonly prompt: number; readonly answer: number; readonly load: number };

/** Before anything was timed, a machine may still have to load the model from a slow disk. */
const UNTIMED_MS = 600_000;
const LEAST_MS = 30_000;
const MOST_MS = 1_800_000;
/** How many times as long as a timed request another one of its length may take. */
const PATIENCE = 3;
/** A token of the answer takes as long as this many of the prompt, where a server tells the sum alone (judgement). */
const PROMPT_SHARE = 10;
/** Loading is told by Ollama alone; the others hold their models. */
const LOAD_MS = 30_000;
/** What is forgotten of an older, slower time with each new one. */
const FORGOTTEN = 0.1;

/** How long a question of this length may take. */
export function timeLimitMs(speed: Speed | null, most: VisionUsage): number {
  if (speed === null) return UNTIMED_MS;
  const wanted = PATIENCE * (most.tokens_in * speed.prompt + most.tokens_out * speed.answer);
  return Math.min(MOST_MS, Math.max(LEAST_MS, wanted) + Math.max(LOAD_MS, speed.load));
}

/** The speed after one more answer: a prompt that the server still knew makes none faster than it was. */
export function timed(before: Speed | null, { usage, timing }: LocalAnswer, tookMs: number): Speed {
  const tokensIn = Math.max(1, usage.tokens_in);
  const tokensOut = Math.max(1, usage.tokens_out);
  const each = tookMs / (tokensIn / PROMPT_SHARE + tokensOut);
  const now: Speed =
    timing && timing.prompt + timing.answer > 0
      ? { prompt: timing.prompt / tokensIn, answer: timing.answer / tokensOut, load: timing.load }
      : { prompt: each / PROMPT_SHARE, answer: each, load: 0 };
  const kept = (key: keyof Speed) => Math.max(now[key], (before?.[key] ?? 0) * (1 - FORGOTTEN));
  return { prompt: kept('prompt'), answer: kept('answer'), load: kept('load') };
}
