import os from 'node:os';

/**
 * Processor time that `work` takes in this process, ms: what a busy machine takes away is not counted. The sum only: the system's
 * split into user and system is a guess, and one of some milliseconds in a thousand has no user time at all.
 */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Processor time that parsing ten megabytes of JSON takes here and now, ms: less than a hundred on a quiet machine, several times that where others use its cores. */
export function parsingMs(): Promise<number> {
  const text = JSON.stringify(Array.from({ length: 400_000 }, (_, i) => ({ a: i, b: `x${i}` })));
  return processorMs(() => JSON.parse(text));
}

/** With so many waiting for each core an answer takes seconds whatever the service does. */
export const isOverloaded = (): boolean => (os.loadavg()[0] ?? 0) > 2 * os.availableParallelism();
