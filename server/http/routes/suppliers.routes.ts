import type { FastifyPluginAsync } from 'fastify';
import * as api from '../../../contract/api.ts';
import { addressKey } from '../../accounts/limits.ts';
import { countCall } from '../../db/accounts/rate-limits.ts';
import { countClick, noteLead } from '../../db/catalogue/supplier-clicks.ts';
import type { Queryable } from '../../db/client.ts';
import { AppError } from '../../errors.ts';
import type { EstimateConfig } from '../../pipeline/steps/make-report.ts';
import { supplierItemUrl, supplierLink } from '../../suppliers/build-links.ts';
import { isAskedAhead } from '../origin/asked-ahead.ts';
import { registerCall } from '../register-call.ts';

/** Clicks of one address a minute that count; more are a machine's. Judgement. */
const COUNTED_A_MINUTE = 30;

type Click = { supplier: string; make: string; part: string; report: string | undefined };

/** The way out to a supplier, counted for the partner network. */
export const suppliersRoutes =
  (tools: { pool: Queryable; estimate: Pick<EstimateConfig, 'affiliates'> }): FastifyPluginAsync =>
  async (app) => {
    const count = async (click: Click, address: string): Promise<void> => {
      const { supplier, make, part, report } = click;
      const { count } = await countCall(tools.pool, `click:${addressKey(address)}`, 60);
      if (count > COUNTED_A_MINUTE) return;
      await countClick(tools.pool, supplier, make);
      if (report !== undefined) await noteLead(tools.pool, { supplier, make, part, report });
    };

    registerCall(app, tools, api.supplierOut, async (request, reply) => {
      const { id: supplier } = request.params;
      const { make = null, number = null, words = '', item, report } = request.query;
      const { affiliates } = tools.estimate;
      const url =
        item === undefined
          ? supplierLink(supplier, { make, number, words, region: 'us', affiliates })?.url
          : supplierItemUrl(supplier, item, affiliates);
      if (url === undefined || url === null) throw new AppError('not_found', 'There is no such supplier.');
      if (!isAskedAhead(request))
        // A click that can't be counted still leads where it should.
        await count({ supplier, make: make ?? '', part: number ?? words, report }, request.ip).catch(
          (error: unknown) => request.log.warn({ error: String(error) }, 'click not counted'),
        );
      return reply.redirect(url, 302);
    });
  };
