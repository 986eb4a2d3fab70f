/**
 * Asked to stop: by a signal, by the end of the launcher that started us (its channel closes), or by a fault that nobody
 * caught. Aborted once; what comes later changes nothing, because a terminal, npm and the launcher all pass on one Ctrl-C.
 */
const request = new AbortController();

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
let listening = false;

/** Why this process was asked to stop: the name of a signal, or `launcher`. */
export type StopReason = (typeof SIGNALS)[number] | 'launcher';

/** Listens from the first call on; from then on no such signal ends the process by itself. */
export function stopRequest(): AbortSignal {
  if (!listening) {
    listening = true;
    const ask = (reason: StopReason) => request.abort(reason);
    for (const signal of SIGNALS) process.on(signal, () => ask(signal));
    if (process.channel) {
      process.on('disconnect', () => ask('launcher'));
      process.channel.unref();
    }
  }
  return request.signal;
}

/** Resolves when the process is asked to stop. */
export async function stopRequested(stop: AbortSignal): Promise<void> {
  if (!stop.aborted) await new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve()));
}
