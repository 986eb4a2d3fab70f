/** Rejects with the signal's reason as soon as it aborts, even when the work itself does not listen. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const abort = () => reject(signal.reason as Error);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  return promise;
}
