import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web server on this machine for the tests of a whole file. */
export type RunningSite = { origin: string; close(): Promise<void> };

export async function runSite(answer: RequestListener): Promise<RunningSite> {
  const server = createServer(answer);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
