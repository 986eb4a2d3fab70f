import { stopRequest } from '../server/process/stop-request.ts';

/** `npm start`: builds the browser application when it is missing or older than its sources, then starts the service. */
const stop = stopRequest();
// A build can be cut short anywhere: the next start sees that it is not whole.
const leave = () => process.exit(0);
stop.addEventListener('abort', leave);
try {
  const { processConfig } = await import('../server/config.ts');
  if (processConfig().ROLE !== 'worker') {
    const { buildWeb } = await import('./build-web.ts');
    await buildWeb();
  }
} catch (error) {
  process.stderr.write(`LotLens can't start. ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
stop.removeEventListener('abort', leave);
await import('../server/main.ts');
