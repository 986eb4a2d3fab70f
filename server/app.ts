import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import websocket from '@fastify/websocket';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import {
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod';
import type { AccountTools } from './accounts/account-tools.ts';
import type { Config } from './config.ts';
import type { Database } from './db/client.ts';
import { AppError } from './errors.ts';
import { type AuctionTools, auctionRoutes } from './http/auction.routes.ts';
import { authRoutes } from './http/auth.routes.ts';
import { addErrorHandler } from './http/error-handler.ts';
import { healthRoutes, type Readiness } from './http/health.routes.ts';
import { addReportSocket, type createSocketHub } from './http/report-socket.ts';
import { reportsRoutes } from './http/reports.routes.ts';
import { siteInfoRoutes } from './http/site-info.routes.ts';
import { usersRoutes } from './http/users.routes.ts';
import { addWebApp } from './http/web-app.ts';
import { type Log, loggablePath } from './log.ts';
import type { Store } from './storage/store.ts';

export type AppTools = AuctionTools & {
  config: Config;
  log: Log;
  database: Database;
  accounts: AccountTools;
  store: Store;
  readiness: Readiness;
  hub: ReturnType<typeof createSocketHub>;
  /** Folder of the built browser application. */
  webFolder: string;
};

const BODY_LIMIT = 64 * 1024;
const API = '/api/v1';

/** The whole HTTP service from given tools; opens no port. */
export async function buildApp(tools: AppTools): Promise<FastifyInstance> {
  const { config } = tools;
  const app = Fastify({
    loggerInstance: tools.log as FastifyBaseLogger,
    disableRequestLogging: true,
    trustProxy: config.TRUST_PROXY,
    bodyLimit: BODY_LIMIT,
    genReqId: () => crypto.randomUUID(),
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    forceCloseConnections: 'idle',
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  addErrorHandler(app);

  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
      },
    },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
  });
  await app.register(cookie);
  await app.register(formbody, { bodyLimit: BODY_LIMIT });
  await app.register(websocket, { options: { maxPayload: 4096, perMessageDeflate: false } });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'LotLens',
        version: '1',
        description: 'Auction lot link in, damage and parts report out.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
  });

  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) void reply.header('cache-control', 'no-store');
    refuseForeignOrigin(request.method, request.headers, (origin) =>
      allowedOrigin(config, origin, request.host),
    );
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: loggablePath(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });

  await app.register(
    async (api) => {
      await api.register(authRoutes({ ...tools, ...tools.accounts }));
      await api.register(usersRoutes(tools));
      await api.register(auctionRoutes(tools));
      await api.register(reportsRoutes(tools));
      await api.register(siteInfoRoutes(config));
    },
    { prefix: API },
  );
  await app.register(healthRoutes(tools));
  await app.register(async (live) => {
    addReportSocket(live, { ...tools, allowedOrigin: (origin, host) => allowedOrigin(config, origin, host) });
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: false });
  if (!(await addWebApp(app, tools.webFolder))) {
    app.get('/', { schema: { hide: true } }, async (_, reply) =>
      reply
        .type('text/plain')
        .send('LotLens runs, but the browser application is not built: npm start builds it.\n'),
    );
  }
  return app;
}

const allowedOrigin = (config: Config, origin: string, host: string): boolean =>
  origin === config.publicUrl || origin === `http://${host}` || origin === `https://${host}`;

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A browser that sends a form or a fetch from another site says so; such a call changes nothing here. */
function refuseForeignOrigin(
  method: string,
  headers: Record<string, string | string[] | undefined>,
  allowed: (origin: string) => boolean,
): void {
  if (SAFE_METHODS.has(method)) return;
  const { origin, 'sec-fetch-site': site } = headers;
  const foreign = (typeof origin === 'string' && origin !== '' && !allowed(origin)) || site === 'cross-site';
  if (foreign) throw new AppError('forbidden', 'This call came from another site.');
}
