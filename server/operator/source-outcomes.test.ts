import { expect, test } from 'vitest';
import { pause } from '../concurrency/pause.ts';
import { inTime } from './source-outcomes.ts';

test('a source that has not answered in time gave no answer, and is told to stop', async () => {
  const stopped = Promise.withResolvers<void>();
  const slow = (signal: AbortSignal): Promise<string> => {
    signal.addEventListener('abort', () => stopped.resolve());
    return pause(60_000, signal).then(() => 'late');
  };
  expect(await inTime('no_answer', slow, 20)).toBe('no_answer');
  await stopped.promise;
});

test('a source that fails in time has failed', async () => {
  const failing = () => Promise.reject(new Error('broken'));
  await expect(inTime('no_answer', failing, 60_000)).rejects.toThrow('broken');
});

test('what a source answers in time counts', async () => {
  expect(await inTime('no_answer', async () => 'ok', 60_000)).toBe('ok');
});
