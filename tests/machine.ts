import os from 'node:os';

/**
 * Processor time that `work` takes in this process, ms: what a busy machine takes away is not counted. User and system time are
 * added up: how the kernel splits them is an estimate, and user time alone may be zero for a few milliseconds of work.
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
