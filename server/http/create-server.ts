import { createHash } from 'node:crypto';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import websocket from '@fastify/websocket';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { AppError } from '../errors.ts';
import { type Log, loggablePath, namedLog } from '../log.ts';
import type { CountedCall } from '../metrics/metrics.ts';
import { addCompression } from './answers/compression.ts';
import { answerOtherMethods } from './answers/method-table.ts';
import { answerReadsAgain } from './answers/read-again.ts';
import { traceCalls, tracedCall } from './answers/trace-calls.ts';
import { answerUnroutable, isUnread, refusalOf, unroutableOptions } from './answers/unroutable-requests.ts';
import { checkInput } from './body/check-input.ts';
import { addErrorHandler } from './error-handler.ts';
import { countCalls } from './metrics/count-calls.ts';
import { openApi } from './openapi.ts';
import { allowedOrigin, refuseForeignCall } from './origin/csrf.ts';
import { admitExtensions } from './origin/extension-origin.ts';
import { STOPPING } from './socket/socket-hub.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * This route takes a form (`auth/token` of docs/product.md), or reads no body; every other body is JSON. `shared`: a form that
     * another app fills in, from wherever it comes: it changes nothing.
     */
    takesForm?: boolean | 'unread' | 'shared';
  }
}

export type ServerOptions = {
  log: Log;
  trustProxy: boolean;
  publicUrl: string | null;
  /** Answers say how long they took (`Server-Timing`): for work on the code, never in production. */
  timing?: boolean;
  /** Told of every answer. */
  count?: (call: CountedCall) => void;
  /** Whether a browser extension of this origin is paired with an account; without it none is. */
  isPaired?: (origin: string) => Promise<boolean>;
  /** The one script that stands in the pages themselves; none other may. */
  pageScript?: string | null;
};

const BODY_LIMIT = 64 * 1024;
const MAX_MESSAGE = 4096;

/** A script by its contents, as a policy names it. */
const sourceOf = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/**
 * An HTTP server without routes: checked input, one error shape, security headers on every answer, CORS closed but for paired
 * extensions, no state change from another site. Opens no port.
 */
export async function createServer(options: ServerOptions) {
  const app = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // Only the nearest proxy's own entry: what stands before it in X-Forwarded-For is the caller's own word.
    trustProxy: options.trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    bodyLimit: BODY_LIMIT,
    genReqId: (message) => tracedCall(message).requestId,
    childLoggerFactory: (log, _bindings, _options, message) =>
      namedLog(log as Log, tracedCall(message).work.fields) as FastifyBaseLogger,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    forceCloseConnections: 'idle',
    // What came before its connection was told to close is answered: a proxy could not know, and some calls can't be sent twice.
    return503OnClosing: false,
    requestTimeout: 120_000,
    ...unroutableOptions,
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(checkInput);
  app.setSerializerCompiler(serializerCompiler);
  addErrorHandler(app);
  answerUnroutable(app);
  traceCalls(app, { timing: options.timing === true });

  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...(options.pageScript ? [sourceOf(options.pageScript)] : [])],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
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
  await addCompression(app);
  await app.register(cookie);
  await app.register(formbody, { bodyLimit: BODY_LIMIT });
  app.removeContentTypeParser('text/plain');
  // Before the plugin's own hook, which names no reason: also a socket that is still being let in learns that we come back.
  app.addHook('preClose', async () => {
    for (const client of app.websocketServer.clients) client.close(...STOPPING);
  });
  await app.register(websocket, { options: { maxPayload: MAX_MESSAGE, perMessageDeflate: false } });
  await app.register(swagger, openApi());

  const admitExtension = admitExtensions(app, options.isPaired ?? (async () => false));
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url?.startsWith('/api/')) void reply.header('cache-control', 'no-store');
    const refusal = refusalOf(request.raw);
    if (refusal) {
      void reply.header('connection', 'close');
      throw refusal;
    }
    const extension = await admitExtension(request, reply);
    if (extension === 'answered') return reply;
    const { takesForm } = request.routeOptions.config;
    if (extension === 'foreign' && takesForm !== 'shared')
      refuseForeignCall(request.method, request.headers, (origin) =>
        allowedOrigin(options.publicUrl, origin, request.headers.host),
      );
    const type = request.headers['content-type'];
    if (type !== undefined && !request.is404 && request.method !== 'GET' && request.method !== 'HEAD')
      refuseWrongType(type, takesForm);
  });
  answerOtherMethods(app);
  answerReadsAgain(app);
  if (options.count) countCalls(app, options.count);
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        ...(isUnread(request.raw) ? {} : { method: request.method, path: loggablePath(request.url) }),
        ...refusalOf(request.raw)?.details,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
  return app;
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const MULTIPART_TYPE = 'multipart/form-data';
const TAKEN: Record<'json' | 'form' | 'unread' | 'shared', readonly string[]> = {
  json: [JSON_TYPE],
  form: [FORM_TYPE],
  // Of mail programs, which send one field and need no answer: either kind of form.
  unread: [JSON_TYPE, FORM_TYPE, MULTIPART_TYPE],
  shared: [MULTIPART_TYPE],
};

/** Forms where a form is expected, JSON elsewhere: no other site's form can ever be read as a call. */
function refuseWrongType(contentType: string, form: boolean | 'unread' | 'shared' = false): void {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const taken = typeof form === 'string' ? form : form ? 'form' : 'json';
  if (!TAKEN[taken].includes(type))
    throw new AppError('unsupported_media_type', 'This content type is not accepted here.');
}
