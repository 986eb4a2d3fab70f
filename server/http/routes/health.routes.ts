import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { pingDatabase } from '../../db/await-database.ts';
import type { Database } from '../../db/client.ts';
import { AppError } from '../../errors.ts';

export type Readiness = { draining: boolean };

const stateSchema = z.object({ status: z.literal('ok') });
const probe = { tags: ['health'], security: [], response: { 200: stateSchema } };

/** `/health/live`: the process answers. `/health/ready`: it can do its work, and is not draining. */
export const healthRoutes =
  (tools: { database: Database; readiness: Readiness }): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/health/live', {
      schema: { ...probe, operationId: 'isLive', summary: 'Alive' },
      handler: async () => ({ status: 'ok' as const }),
    });
    app.get('/health/ready', {
      schema: { ...probe, operationId: 'isReady', summary: 'Ready for work' },
      handler: async () => {
        if (tools.readiness.draining) throw new AppError('unavailable', 'The service is stopping.');
        await pingDatabase(tools.database.pool);
        return { status: 'ok' as const };
      },
    });
  };
