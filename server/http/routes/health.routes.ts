import type { FastifyPluginAsync } from 'fastify';
import * as api from '../../../contract/api.ts';
import { pingDatabase } from '../../db/await-database.ts';
import type { Database } from '../../db/client.ts';
import { AppError } from '../../errors.ts';
import { registerCall } from '../register-call.ts';

/** `starting`: pages are served, and what a first visitor needs is still being made. */
export type Readiness = { draining: boolean; starting: boolean };

/** `/health/live`: the process answers. `/health/ready`: it can do its work, and is not draining. */
export const healthRoutes =
  (tools: { database: Database; readiness: Readiness }): FastifyPluginAsync =>
  async (app) => {
    registerCall(app, tools, api.isLive, async () => ({ status: 'ok' as const }));
    registerCall(app, tools, api.isReady, async () => {
      if (tools.readiness.draining) throw new AppError('unavailable', 'The service is stopping.');
      if (tools.readiness.starting) throw new AppError('unavailable', 'The service is starting.');
      await pingDatabase(tools.database.pool);
      return { status: 'ok' as const };
    });
  };
