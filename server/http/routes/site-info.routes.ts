import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { siteInfoSchema } from '../../../contract/site-info.ts';
import { SAMPLE_LOTS } from '../../../samples/sample-lots.ts';
import type { Config } from '../../config.ts';

/** What the pages need to know of this installation. */
export const siteInfoRoutes =
  (config: Config): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/site_info', {
      schema: {
        tags: ['site'],
        summary: 'Addresses and sample lots of this installation',
        response: { 200: siteInfoSchema },
      },
      handler: async () => ({
        support_email: config.SUPPORT_EMAIL,
        sales_email: config.SALES_EMAIL,
        samples: config.samples ? [...SAMPLE_LOTS] : [],
      }),
    });
  };
