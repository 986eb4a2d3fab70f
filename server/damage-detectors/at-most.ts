/** Runs jobs in the order they come, at most `most` of them at a time. */
export function atMost(most: number): <R>(job: () => Promise<R>) => Promise<R> {
  let free = most;
  const line: (() => void)[] = [];
  return async (job) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((go) => line.push(go));
    try {
      return await job();
    } finally {
      const next = line.shift();
      if (next) next();
      else free += 1;
    }
  };
}
