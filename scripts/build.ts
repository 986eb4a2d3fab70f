import { buildWeb } from './build-web.ts';

/** `npm run build`: builds the browser application to dist/web, for a production installation. */
await buildWeb();
