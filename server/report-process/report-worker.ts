import type { Config } from '../config.ts';
import { databaseAt } from '../db/database-server.ts';
import { createLog } from '../log.ts';
import { reportEngine } from '../pipeline/run/report-engine.ts';
import { createTools } from '../tools.ts';
import { answerRun } from './answer-run.ts';

/** The process of a report's own: the service's tools, on the database that its worker has opened. */
answerRun(async (given) => {
  const { config, databaseUrl } = given as { config: Config; databaseUrl: string };
  const tools = await createTools(config, createLog(config.LOG_LEVEL), {
    open: async () => databaseAt(databaseUrl),
  });
  return {
    engine: reportEngine(tools),
    async close() {
      await tools.queue.stop(0);
      tools.hub.close();
      await tools.close();
    },
  };
});
