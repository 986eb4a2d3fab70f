import { stopRequest } from './process/stop-request.ts';

// Heard before anything is loaded, which takes most of a start.
const stop = stopRequest();
const { runService } = await import('./run-service.ts');
process.exit(await runService(stop));
