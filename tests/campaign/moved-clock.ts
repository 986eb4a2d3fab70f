import { isMainThread } from 'node:worker_threads';

/**
 * Loaded before a process under test (`--import`): its clock, `Date`, goes wrong by so many ms as it is told. What measures time
 * otherwise (`performance.now()`, timers) goes on, as it does in a process whose machine's clock was set.
 */
const RealDate = globalThis.Date;
let offsetMs = 0;

const now = (): number => RealDate.now() + offsetMs;
/** Not a class of its own: what other code makes is a `Date` to it, and its own is one to other code. */
const MovedDate = new Proxy(RealDate, {
  construct: (date, given: unknown[]) => Reflect.construct(date, given.length === 0 ? [now()] : given),
  apply: () => new RealDate(now()).toString(),
  get: (date, name) => (name === 'now' ? now : Reflect.get(date, name)),
});

if (isMainThread) {
  globalThis.Date = MovedDate;
  process.on('message', (message: { offsetMs?: number }) => {
    if (message.offsetMs !== undefined) offsetMs = message.offsetMs;
  });
  // Whoever started it is gone: so is this.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.channel?.unref();
}
