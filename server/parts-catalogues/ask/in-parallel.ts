/** Runs `work` on every item, `atOnce` at a time, in order; a rejection stops new work and is thrown when the rest has ended. */
export async function inParallel<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = [...items];
  let failed = false;
  const worker = async () => {
    for (let item = left.shift(); item !== undefined && !failed; item = left.shift()) {
      try {
        await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  const broken = ended.find((end) => end.status === 'rejected');
  if (broken) throw broken.reason;
}
