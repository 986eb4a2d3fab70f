import type { FastifyPluginAsync } from 'fastify';
import * as api from '../../../contract/api.ts';
import { addressKey } from '../../accounts/limits.ts';
import { countCall } from '../../db/accounts/rate-limits.ts';
import { countClick, noteLead } from '../../db/catalogue/supplier-clicks.ts';
import type { Queryable } from '../../db/client.ts';
import { findReportOwner, insertLead } from '../../db/partners/leads.ts';
import { AppError } from '../../errors.ts';
import { newLeadId } from '../../partners/lead-id.ts';
import type { EstimateConfig } from '../../pipeline/steps/make-report.ts';
import { supplierItemUrl, supplierLink, withClickId } from '../../suppliers/build-links.ts';
import { isAskedAhead } from '../origin/asked-ahead.ts';
import { registerCall } from '../register-call.ts';

/** Clicks of one address a minute that count; more are a machine's. Judgement. */
const COUNTED_A_MINUTE = 30;

type Click = { supplier: string; make: string; part: string; report: string | undefined };

/** The way out to a supplier, counted for the partner network. */
export const suppliersRoutes =
  (tools: {
    pool: Queryable;
    estimate: Pick<EstimateConfig, 'affiliates'>;
    now(): Date;
  }): FastifyPluginAsync =>
  async (app) => {
    /** Counts a click; answers where it leads, with its id where the supplier's programme takes one. */
    const count = async (click: Click, url: string, address: string): Promise<string> => {
      const { pool, estimate, now } = tools;
      const { supplier, make, part, report } = click;
      const { count } = await countCall(pool, `click:${addressKey(address)}`, 60);
      if (count > COUNTED_A_MINUTE) return url;
      await countClick(pool, supplier, make);
      if (report === undefined) return url;
      await noteLead(pool, { supplier, make, part, report });
      const id = newLeadId();
      const withId = withClickId(supplier, url, id, estimate.affiliates);
      if (withId === null || (await findReportOwner(pool, report)) === null) return url;
      await insertLead(pool, {
        id,
        partnerId: null,
        network: supplier,
        kind: 'click',
        reportId: report,
        make,
        part,
        counts: 'yes',
        at: now(),
      });
      return withId;
    };

    registerCall(app, tools, api.supplierOut, async (request, reply) => {
      const { id: supplier } = request.params;
      const { make = null, number = null, words = '', vin = null, item, report } = request.query;
      const { affiliates } = tools.estimate;
      const url =
        item === undefined
          ? supplierLink(supplier, { make, number, words, vin, region: 'us', affiliates })?.url
          : supplierItemUrl(supplier, item, affiliates);
      if (url === undefined || url === null) throw new AppError('not_found', 'There is no such supplier.');
      if (isAskedAhead(request)) return reply.redirect(url, 302);
      const click = { supplier, make: make ?? '', part: number ?? words, report };
      const way = await count(click, url, request.ip).catch((error: unknown) => {
        // A click that can't be counted still leads where it should.
        request.log.warn({ error: String(error) }, 'click not counted');
        return url;
      });
      return reply.redirect(way, 302);
    });
  };
