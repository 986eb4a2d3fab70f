import { processConfig } from '../server/config.ts';
import { buildWeb } from './build-web.ts';

/** `npm start`: builds the browser application when it is missing or older than its sources, then starts the service. */
try {
  if (processConfig().ROLE !== 'worker') await buildWeb();
} catch (error) {
  process.stderr.write(`LotLens can't start. ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
await import('../server/main.ts');
