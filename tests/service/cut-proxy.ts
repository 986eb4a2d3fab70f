import { once } from 'node:events';
import net from 'node:net';

/** A way to a database that can be cut as networks are: without a word to either end. */
export type CutProxy = {
  /** The database's address, by this way. */
  url: string;
  /** Connections there are now carry nothing any more and stay open. */
  cutPresent(): void;
  /** Connections to come carry nothing either. */
  cutComing(): void;
  /** Connections to come get through again. */
  mend(): void;
  /**
   * Of the next transaction with these words in one of its statements the COMMIT gets through and its answer does not: the connection
   * ends instead. Resolves when the database has committed, before anybody is told.
   */
  loseCommitOf(words: string): Promise<void>;
  /** Both ends of what was cut hear that it is gone, as their own probes would find out in time. */
  giveUp(): void;
  close(): Promise<void>;
};

export async function startCutProxy(databaseUrl: string): Promise<CutProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<net.Socket>();
  const dead = new Set<net.Socket>();
  let cut = false;
  let losing: { words: string; lost(): void } | null = null;
  const watchCommits = (near: net.Socket, far: net.Socket): void => {
    let chosen = false;
    near.on('data', (sent: Buffer) => {
      if (losing === null) return;
      chosen ||= sent.includes(losing.words);
      if (!chosen || !sent.includes('COMMIT')) return;
      const { lost } = losing;
      losing = null;
      far.unpipe(near);
      far.once('data', () => {
        lost();
        near.destroy();
        far.destroy();
      });
      far.resume();
    });
  };
  const server = net.createServer((near) => {
    const far = net.connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        dead.delete(from);
        if (!from.isPaused()) to.destroy();
      });
      if (cut) dead.add(from.pause());
      else from.pipe(to);
    }
    if (!cut) watchCommits(near, far);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as net.AddressInfo).port);
  return {
    url: url.toString(),
    cutPresent() {
      for (const socket of sockets) {
        socket.unpipe();
        dead.add(socket.pause());
      }
    },
    cutComing() {
      cut = true;
    },
    mend() {
      cut = false;
    },
    loseCommitOf: (words) =>
      new Promise((resolve) => {
        losing = { words, lost: resolve };
      }),
    giveUp() {
      for (const socket of dead) socket.resetAndDestroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
