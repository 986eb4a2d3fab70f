import type { FastifyInstance } from 'fastify';
import { API_PREFIX } from '../contract/api/api-call.ts';
import type { AccountTools } from './accounts/account-tools.ts';
import type { ForCaller } from './concurrency/work-caller.ts';
import type { Config } from './config.ts';
import { isPairedOrigin } from './db/accounts/access-keys.ts';
import type { Database } from './db/client.ts';
import type { Estimating } from './estimate/workers/estimating.ts';
import type { EstimateReader } from './estimate-exchange/read-estimate.ts';
import { accessKeysRoutes } from './http/access-keys/access-keys.routes.ts';
import { addApiPage } from './http/api-page.ts';
import { boardRoutes } from './http/board/board.routes.ts';
import { claimsRoutes } from './http/claims/claims.routes.ts';
import { createServer } from './http/create-server.ts';
import { dealsRoutes } from './http/deals/deals.routes.ts';
import { estimatesRoutes } from './http/estimates/estimates.routes.ts';
import { addMetrics } from './http/metrics/metrics.routes.ts';
import { consoleRoutes } from './http/operator/console.routes.ts';
import { operatorRoutes } from './http/operator/operator.routes.ts';
import { keepOneOrigin } from './http/origin/one-origin.ts';
import { commissionRoutes, salesRoutes } from './http/partners/commission.routes.ts';
import { joiningRoutes } from './http/partners/joining.routes.ts';
import { offersRoutes } from './http/partners/offers.routes.ts';
import { quotesRoutes } from './http/partners/quotes.routes.ts';
import { stockRoutes } from './http/partners/stock.routes.ts';
import { pushRoutes } from './http/push/push.routes.ts';
import { paymentRoutes, quotaRoutes } from './http/quota/quota.routes.ts';
import { type AuctionTools, auctionRoutes } from './http/routes/auction.routes.ts';
import { authRoutes } from './http/routes/auth.routes.ts';
import { healthRoutes, type Readiness } from './http/routes/health.routes.ts';
import { reportEditRoutes } from './http/routes/report-edit.routes.ts';
import { reportExportRoutes } from './http/routes/report-export.routes.ts';
import { reportOffersRoutes } from './http/routes/report-offers.routes.ts';
import { reportShareRoutes } from './http/routes/report-share.routes.ts';
import { reportsRoutes } from './http/routes/reports.routes.ts';
import { sampleReportRoutes } from './http/routes/sample-report.routes.ts';
import { siteInfoRoutes } from './http/routes/site-info.routes.ts';
import { suppliersRoutes } from './http/routes/suppliers.routes.ts';
import { usersRoutes } from './http/routes/users.routes.ts';
import { addSecurityText } from './http/security-txt.ts';
import { addReportSocket } from './http/socket/report-socket.ts';
import type { SocketHub } from './http/socket/socket-hub.ts';
import { addWebApp, pageScript } from './http/web-app.ts';
import { webhooksRoutes } from './http/webhooks/webhooks.routes.ts';
import type { LogoReader } from './images/ingest-logo.ts';
import type { Log } from './log.ts';
import { readPhoto } from './lots/lot-photos.ts';
import type { Outbox } from './mail/outbox.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Scrape } from './metrics/scrape.ts';
import type { SetupTools } from './operator/setup.ts';
import type { StockTools } from './partners/stock/take-feed.ts';
import type { OpenedPageReader } from './parts-catalogues/dealer-store/opened-page.ts';
import type { EstimateConfig } from './pipeline/steps/make-report.ts';
import type { PushTools } from './push/send-push.ts';
import type { Queue } from './queue/queue.ts';
import type { Shop } from './quota/shop.ts';
import type { VersionMade } from './reports/edit/edit-report.ts';
import { previewShared, readSharedReport } from './reports/share-report.ts';
import { readDrawing } from './share-card/read-drawing.ts';
import { createShareCards } from './share-card/share-cards.ts';
import type { Store } from './storage/store.ts';
import type { OffersTools } from './suppliers/check-offers.ts';
import type { WebhookTools } from './webhooks/deliver-message.ts';

export type AppTools = AuctionTools & {
  config: Config;
  log: Log;
  database: Database;
  accounts: AccountTools;
  store: Store;
  outbox: Outbox;
  queue: Pick<Queue, 'send'>;
  logoReaderFor: ForCaller<LogoReader>;
  estimatesFor: ForCaller<EstimateReader>;
  dealerPagesFor: ForCaller<OpenedPageReader>;
  push: PushTools;
  webhooks: WebhookTools;
  stock: StockTools;
  versionMade: VersionMade;
  setup: SetupTools;
  shop: Shop | null;
  readiness: Readiness;
  metrics: Metrics;
  scrape: Scrape;
  hub: SocketHub;
  estimate: EstimateConfig;
  estimating: Estimating;
  offers: OffersTools;
  /** Where people reach us. */
  address(): string;
  /** Folder of the built browser application. */
  webFolder: string;
};

/** The whole HTTP service from given tools; opens no port. */
export async function buildApp(tools: AppTools): Promise<FastifyInstance> {
  const { config } = tools;
  const app = await createServer({
    log: tools.log,
    trustProxy: config.TRUST_PROXY,
    publicUrl: config.publicUrl,
    timing: !config.production,
    count: tools.metrics.call,
    pageScript: pageScript(tools.webFolder),
    isPaired: (origin) => isPairedOrigin(tools.database.pool, origin),
  });
  if (config.publicUrl === null && !config.TRUST_PROXY) keepOneOrigin(app, tools.address);
  await app.register(
    async (api) => {
      await api.register(authRoutes({ ...tools, ...tools.accounts }));
      await api.register(usersRoutes(tools));
      await api.register(accessKeysRoutes({ ...tools, pool: tools.database.pool }));
      await api.register(
        pushRoutes({
          ...tools,
          pool: tools.database.pool,
          vapid: tools.push.vapid,
          accessSecret: tools.accounts.accessSecret,
        }),
      );
      await api.register(webhooksRoutes({ ...tools, pool: tools.database.pool }));
      await api.register(
        estimatesRoutes({
          ...tools,
          pool: tools.database.pool,
          accessSecret: tools.accounts.accessSecret,
        }),
      );
      const quota = {
        ...tools,
        pool: tools.database.pool,
        accessSecret: tools.accounts.accessSecret,
        plans: config.PLANS,
        operatorEmail: config.SALES_EMAIL,
      };
      await api.register(quotaRoutes(quota));
      await api.register(paymentRoutes(quota));
      await api.register(
        commissionRoutes({ ...tools, pool: tools.database.pool, accessSecret: tools.accounts.accessSecret }),
      );
      await api.register(joiningRoutes({ ...quota, now: tools.accounts.now }));
      await api.register(offersRoutes({ ...tools, ...tools.accounts }));
      await api.register(quotesRoutes({ ...tools, ...tools.accounts }));
      await api.register(salesRoutes(tools));
      await api.register(
        stockRoutes({ ...tools, pool: tools.database.pool, accessSecret: tools.accounts.accessSecret }),
      );
      await api.register(operatorRoutes({ ...tools, ...tools.accounts }));
      await api.register(consoleRoutes({ ...tools, ...tools.accounts, announcer: tools.requests.announcer }));
      await api.register(auctionRoutes(tools));
      await api.register(
        boardRoutes({
          ...tools,
          pool: tools.database.pool,
          licensed: Boolean(tools.lots.findLicensed),
          allMakes: async () => (await tools.lots.allMakes?.()) ?? false,
        }),
      );
      await api.register(reportsRoutes(tools));
      await api.register(reportEditRoutes(tools));
      await api.register(dealsRoutes({ ...tools, pool: tools.database.pool }));
      await api.register(claimsRoutes({ ...tools, pool: tools.database.pool }));
      await api.register(reportExportRoutes(tools));
      await api.register(reportOffersRoutes(tools));
      await api.register(reportShareRoutes(tools));
      await api.register(suppliersRoutes(tools));
      await api.register(sampleReportRoutes(tools));
      await api.register(siteInfoRoutes(config));
    },
    { prefix: API_PREFIX },
  );
  await app.register(healthRoutes(tools));
  if (config.METRICS_TOKEN !== undefined)
    addMetrics(app, { scrape: tools.scrape, token: config.METRICS_TOKEN });
  addSecurityText(app, config, tools.now);
  await app.register(async (live) => {
    addReportSocket(live, { ...tools, publicUrl: config.publicUrl });
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  await addApiPage(app, tools.webFolder);
  const preview = (token: string) => previewShared(tools.database.pool, token);
  const cards = createShareCards({
    readShared: (token) => readSharedReport({ ...tools, pool: tools.database.pool }, token),
    readPhoto: (id) => readPhoto(tools.photos, id, 'medium'),
    readDrawing: (name) => readDrawing(tools.webFolder, name),
    now: tools.now,
  });
  const { samples, publicUrl } = config;
  if (!(await addWebApp(app, tools.webFolder, { samples, preview, card: cards.cardOf, publicUrl }))) {
    app.get('/', { schema: { hide: true } }, async (_, reply) =>
      reply
        .type('text/plain')
        .send('LotLens runs, but the browser application is not built: npm start builds it.\n'),
    );
  }
  return app;
}
