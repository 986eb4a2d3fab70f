import { buildServer } from './build-server.ts';
import { buildWeb } from './build-web.ts';

/** `npm run build`: builds the browser application to dist/web and the service to dist/server, for a production installation. */
await buildWeb();
await buildServer();
