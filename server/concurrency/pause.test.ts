import { expect, test } from 'vitest';
import { atMostMs, pause } from './pause.ts';

const AN_HOUR_MS = 3_600_000;

test('a pause ends with the reason of its signal', async () => {
  const stop = new AbortController();
  const paused = pause(AN_HOUR_MS, stop.signal);
  stop.abort(new Error('stopped'));
  await expect(paused).rejects.toThrow('stopped');
  await expect(pause(0, stop.signal)).rejects.toThrow('stopped');
});

test('work is waited for until it ends, or until its time is over', async () => {
  await atMostMs(Promise.resolve(), AN_HOUR_MS);
  await atMostMs(new Promise(() => {}), 1);
  await expect(atMostMs(Promise.reject(new Error('broken')), AN_HOUR_MS)).rejects.toThrow('broken');
});
