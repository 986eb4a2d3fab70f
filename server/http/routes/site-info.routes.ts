import type { FastifyPluginAsync } from 'fastify';
import * as api from '../../../contract/api.ts';
import { afterTrialWords } from '../../../contract/plans/plan-words.ts';
import { SAMPLE_LOTS } from '../../../samples/sample-lots.ts';
import type { Config } from '../../config.ts';
import { registerCall } from '../register-call.ts';

/** What the pages need to know of this installation. */
export const siteInfoRoutes =
  (config: Config): FastifyPluginAsync =>
  async (app) => {
    const shop = { plans: config.PLANS, checkout: config.STRIPE_SECRET_KEY !== undefined };
    registerCall(app, {}, api.siteInfo, async () => ({
      support_email: config.SUPPORT_EMAIL,
      sales_email: config.SALES_EMAIL,
      free_reports: config.FREE_REPORTS,
      ...shop,
      after_trial: afterTrialWords(shop),
      extension_pages: config.EXTENSION_PAGES,
      samples: config.samples ? [...SAMPLE_LOTS] : [],
    }));
  };
