import os from 'node:os';

/** Processor time that `work` takes in this process, ms: what a busy machine takes away is not counted. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** With so many waiting for each core an answer takes seconds whatever the service does. */
export const isOverloaded = (): boolean => (os.loadavg()[0] ?? 0) > 2 * os.availableParallelism();
