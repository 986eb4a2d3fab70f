import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { supplierOutPathSchema, supplierOutQuerySchema } from '../../contract/supplier-out.ts';
import { addressKey } from '../accounts/limits.ts';
import type { Queryable } from '../db/client.ts';
import { countCall } from '../db/rate-limits.ts';
import { countClick } from '../db/supplier-clicks.ts';
import { AppError } from '../errors.ts';
import type { EstimateSettings } from '../pipeline/detect-damaged-parts.ts';
import { supplierLink } from '../suppliers/build-links.ts';

/** Clicks of one address a minute that count; more are a machine's. Judgement. */
const COUNTED_A_MINUTE = 30;

/** The way out to a supplier, counted for the partner network. */
export const suppliersRoutes =
  (tools: { pool: Queryable; estimate: Pick<EstimateSettings, 'affiliates'> }): FastifyPluginAsyncZod =>
  async (app) => {
    const count = async (supplier: string, make: string, address: string): Promise<void> => {
      const { count } = await countCall(tools.pool, `click:${addressKey(address)}`, 60);
      if (count <= COUNTED_A_MINUTE) await countClick(tools.pool, supplier, make);
    };

    app.get('/suppliers/out/:id', {
      schema: {
        tags: ['suppliers'],
        summary: 'Go to a supplier, by OEM number or by words; the click is counted',
        params: supplierOutPathSchema,
        querystring: supplierOutQuerySchema,
      },
      handler: async (request, reply) => {
        const { make = null, number = null, words = '' } = request.query;
        const link = supplierLink(request.params.id, {
          make,
          number,
          words,
          region: 'us',
          affiliates: tools.estimate.affiliates,
        });
        if (link === null) throw new AppError('not_found', 'There is no such supplier.');
        const fetchedAhead = request.headers['sec-purpose'] !== undefined || request.method === 'HEAD';
        if (!fetchedAhead)
          // A click that can't be counted still leads where it should.
          await count(link.supplier, make ?? '', request.ip).catch((error: unknown) =>
            request.log.warn({ error: String(error) }, 'click not counted'),
          );
        return reply.redirect(link.url, 302);
      },
    });
  };
