import type { Step } from './progress.mjs';

/** Steps of a start and of a build, as their progress names them. */
export const BUILD_WEB: Step = {
  doing: 'Building the browser application',
  done: 'Browser application built',
};
export const BUILD_SERVICE: Step = { doing: 'Building the service', done: 'Service built' };
export const OPEN_DATABASE: Step = { doing: 'Starting the database', done: 'Database ready' };
export const START_SERVICE: Step = { doing: 'Starting LotLens', done: 'LotLens started' };
