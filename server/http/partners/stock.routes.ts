import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import * as api from '../../../contract/api.ts';
import type { Partner } from '../../../contract/partners/partner.ts';
import type { LimitName } from '../../accounts/limits.ts';
import type { Bearer } from '../../accounts/session/access-token.ts';
import { userCaller } from '../../concurrency/work-caller.ts';
import { findPartnerOfUser } from '../../db/partners/partners.ts';
import { listStock, readBadRows, readFeedState } from '../../db/partners/stock.ts';
import { AppError } from '../../errors.ts';
import { rejectedRowsCsv } from '../../partners/stock/rejected-rows-csv.ts';
import {
  clearPartnerStock,
  readFeedNow,
  type StockTools,
  setFeedAddress,
  takeSentFeed,
} from '../../partners/stock/take-feed.ts';
import { normaliseNumber } from '../../parts-catalogues/merge/number-format.ts';
import type { AuthenticationTools } from '../authenticate.ts';
import { largeBody, takeLargeBodies } from '../body/large-bodies.ts';
import { limitCall } from '../limits/limit.ts';
import { registerCall } from '../register-call.ts';

/** A partner's stock: sent as a file or read from an address, and shown. */
export const stockRoutes =
  (tools: AuthenticationTools & { pool: pg.Pool; stock: StockTools }): FastifyPluginAsync =>
  async (app) => {
    takeLargeBodies(app);
    const { stock, pool } = tools;
    /** The partner this account speaks for. Throws not_found. */
    const partnerOf = async ({ userId }: Bearer): Promise<Partner> => {
      const partner = await findPartnerOfUser(pool, userId);
      if (partner === null) throw new AppError('not_found', 'This account is no partner.');
      return partner;
    };
    const limit = (
      request: FastifyRequest,
      reply: FastifyReply,
      { userId }: Bearer,
      name: LimitName,
    ): Promise<void> => limitCall(pool, reply, name, { userId, address: request.ip });

    registerCall(app, tools, api.partnerFeed, async (_request, _reply, account) =>
      readFeedState(pool, (await partnerOf(account)).partner_id, stock.now()),
    );
    registerCall(app, tools, api.sendPartnerFeed, async (request, reply, account) => {
      await limit(request, reply, account, 'partner_feed');
      const feeds = stock.feedsFor(userCaller(account.userId));
      const large = largeBody(request);
      const read = (website: string | null) =>
        large ? feeds.feedBody(large.parts, website, large.signal) : feeds.sentFeed(request.body, website);
      return await takeSentFeed(stock, await partnerOf(account), read);
    });
    registerCall(app, tools, api.setFeedAddress, async (request, reply, account) => {
      await limit(request, reply, account, 'partner_feed');
      return await setFeedAddress(stock, await partnerOf(account), request.body.url);
    });
    registerCall(app, tools, api.readFeedNow, async (request, reply, account) => {
      await limit(request, reply, account, 'partner_feed');
      return await readFeedNow(stock, await partnerOf(account));
    });
    registerCall(app, tools, api.rejectedRows, async (request, reply, account) => {
      await limit(request, reply, account, 'partner');
      const rows = await readBadRows(pool, (await partnerOf(account)).partner_id);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="lotlens-rejected-rows.csv"')
        .send(rejectedRowsCsv(rows));
    });
    registerCall(app, tools, api.partnerStock, async (request, reply, account) => {
      await limit(request, reply, account, 'partner');
      const { text = '', after = '0' } = request.query;
      const { items, next } = await listStock(pool, (await partnerOf(account)).partner_id, {
        text,
        number: normaliseNumber(text),
        after: Number(after),
      });
      return { items, next_after: next === null ? null : String(next) };
    });
    registerCall(app, tools, api.clearPartnerStock, async (request, reply, account) => {
      await limit(request, reply, account, 'partner');
      return await clearPartnerStock(stock, await partnerOf(account));
    });
  };
