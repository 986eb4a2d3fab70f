import { describe, expect, it } from 'vitest';
import { timed, timeLimitMs } from './time-limit.ts';

const answer = (
  tokens_in: number,
  tokens_out: number,
  timing: { prompt: number; answer: number } | null,
) => ({
  text: '',
  cut: false,
  usage: { tokens_in, tokens_out },
  timing: timing && { ...timing, load: 2_000 },
});

describe('the time a local model is given', () => {
  it('is long before anything was timed', () => {
    expect(timeLimitMs(null, { tokens_in: 5_000, tokens_out: 2_000 })).toBe(600_000);
  });

  it('is three times what the question takes at the timed speed, and the loading', () => {
    // 20 ms a token read, 100 ms a token written: a processor alone.
    const speed = timed(null, answer(1_000, 100, { prompt: 20_000, answer: 10_000 }), 40_000);
    expect(timeLimitMs(speed, { tokens_in: 5_000, tokens_out: 1_000 })).toBe(
      3 * (100_000 + 100_000) + 30_000,
    );
  });

  it('follows the whole time where a server tells no parts of it', () => {
    const speed = timed(null, answer(1_000, 100, null), 20_000);
    expect(speed).toEqual({ prompt: 10, answer: 100, load: 0 });
  });

  it('never falls to nothing after a prompt the server still knew', () => {
    const slow = timed(null, answer(1_000, 100, { prompt: 20_000, answer: 10_000 }), 30_000);
    const known = timed(slow, answer(1_000, 100, { prompt: 1, answer: 10_000 }), 10_001);
    expect(known.prompt).toBeCloseTo(18);
    expect(timeLimitMs(known, { tokens_in: 1, tokens_out: 1 })).toBe(60_000);
  });

  it('has an end', () => {
    const speed = timed(null, answer(10, 10, { prompt: 100_000, answer: 100_000 }), 200_000);
    expect(timeLimitMs(speed, { tokens_in: 9_000, tokens_out: 9_000 })).toBe(1_800_000);
  });
});
