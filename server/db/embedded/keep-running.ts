import { pause } from '../../concurrency/pause.ts';

/** Who hears of a server that ends while we use it. */
export type KeepRunning = {
  say(sentence: string): void;
  /** It could not be started again, or ended too often. Told once; nothing more is tried. */
  lost(sentence: string): void;
};

type Server = {
  folder: string;
  /** The process that runs as the server now; null when there is none. */
  pid(): Promise<number | null>;
  /** Starts it, or joins it where another process of ours was quicker; answers its process. Does nothing when it is wanted no more. */
  startAgain(isWanted: () => boolean): Promise<number | null>;
};

/** Nothing that another try would mend; the message is a sentence for people. */
export class DatabaseGone extends Error {
  override readonly name = 'DatabaseGone';
}

/** Every process of ours looks for itself, so that it does not matter which of them started the server, ms. */
const LOOK_MS = 500;
const AGAIN_MS = 1_000;
/** An outage ends with the service after so long, ms (judgement): as long as a start waits for a database elsewhere. */
const LONGEST_OUTAGE_MS = 60_000;
/** So many ends in so long are no accident, and more starts would hide them (judgement). */
const MOST_ENDS = 10;
const COUNTED_MS = 10 * 60_000;

/** Starts the server again whenever it ends, until `stop`. Keeps no process from ending. */
export function keepRunning({ say, lost }: KeepRunning, server: Server, first: number): { stop(): void } {
  const ends: number[] = [];
  let wanted = true;
  let pid: number | null = first;
  let timer: NodeJS.Timeout;

  const bringBack = async (): Promise<void> => {
    const began = performance.now();
    ends.push(began);
    if (ends.filter((at) => at > began - COUNTED_MS).length > MOST_ENDS)
      throw new DatabaseGone(
        `The database in ${server.folder} ended ${MOST_ENDS + 1} times within ${COUNTED_MS / 60_000} minutes: look at what ends it (memory?), then start LotLens again.`,
      );
    say(`The database in ${server.folder} ended unexpectedly; starting it again …`);
    for (;;)
      try {
        pid = await server.startAgain(() => wanted);
        if (wanted) say('The database runs again.');
        return;
      } catch (error) {
        if (error instanceof DatabaseGone) throw error;
        if (performance.now() - began > LONGEST_OUTAGE_MS)
          throw new DatabaseGone(
            `The database in ${server.folder} ended, and could not be started again within ${LONGEST_OUTAGE_MS / 1000} s: ${(error as Error).message}`,
          );
        await pause(AGAIN_MS);
        if (!wanted) return;
      }
  };
  const look = async (): Promise<void> => {
    if ((await server.pid()) !== pid && wanted) await bringBack();
  };
  const lookLater = (): void => {
    timer = setTimeout(() => {
      look().then(
        () => wanted && lookLater(),
        (error: Error) => wanted && lost(error.message),
      );
    }, LOOK_MS).unref();
  };
  lookLater();
  return {
    stop() {
      wanted = false;
      clearTimeout(timer);
    },
  };
}
