import { missingServer } from './build-server.ts';
import { missingWeb } from './build-web.ts';
import { createProgress } from './progress.mjs';
import { readUsage } from './read-usage.ts';
import { BUILD_SERVICE, BUILD_WEB } from './start-steps.ts';

/** `npm run build`: builds the browser application to dist/web and the service to dist/server, for a production installation. */
readUsage(`Builds the browser application and the service for production, where either is out of date.

usage: npm run build
`);
const progress = createProgress();
const web = missingWeb();
if (web) await progress.during(BUILD_WEB, web);
const { build } = missingServer();
if (build) await progress.during(BUILD_SERVICE, build);
