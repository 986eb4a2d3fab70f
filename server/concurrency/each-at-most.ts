import pLimit from 'p-limit';

/** Runs `work` on every item, `atOnce` at a time, in order; a rejection stops new work and is thrown when the rest has ended. */
export async function eachAtMost<T>(
  atOnce: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const limit = pLimit({ concurrency: atOnce, rejectOnClear: true });
  const ended = await Promise.allSettled(
    items.map((item) =>
      limit(async () => {
        try {
          await work(item);
        } catch (error) {
          limit.clearQueue();
          throw error;
        }
      }),
    ),
  );
  // What was never begun stands after what failed.
  const failed = ended.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}
