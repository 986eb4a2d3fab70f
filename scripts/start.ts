import { pathToFileURL } from 'node:url';
import { readEnvFile } from '../server/process/env-file.ts';
import { stopRequest } from '../server/process/stop-request.ts';

/** `npm start`: builds the browser application and the service where they are missing or older than their sources, then starts the service. */
let service: string;
const stop = stopRequest();
// A build can be cut short anywhere: the next start sees that it is not whole.
const leave = () => process.exit(0);
stop.addEventListener('abort', leave);
try {
  readEnvFile();
  if (process.env.ROLE !== 'worker') {
    const { buildWeb } = await import('./build-web.ts');
    await buildWeb();
  }
  const { buildServer } = await import('./build-server.ts');
  service = await buildServer();
} catch (error) {
  process.stderr.write(`LotLens can't start. ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
stop.removeEventListener('abort', leave);
await import(pathToFileURL(service).href);
