import { IncomingMessage, maxHeaderSize, type ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import findMyWay from 'find-my-way';
import { addressOf } from '../../../contract/api/api-call.ts';
import { liveSocket } from '../../../contract/api.ts';
import { AppError } from '../../errors.ts';

/** Time in ms that a caller has to read a refusal before its connection is cut (judgement). */
const LINGER_MS = 1_000;

const refuse = (reason: string, message: string, status = 400): AppError =>
  new AppError('validation_error', message, { status, details: { reason } });

const badAddress = (): AppError =>
  refuse('address', 'This address is not valid. Percent-encode it as UTF-8.');
const badHost = (): AppError => refuse('host', 'Send exactly one valid Host header.');
const badExpectation = (): AppError =>
  refuse('expectation', 'The only Expect value accepted is 100-continue.', 417);

/** What Node's HTTP server reports of a connection, by its error code. */
function parserRefusal(code: string | undefined): AppError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AppError('unavailable', 'The request arrived too slowly. Please try again.', {
        status: 408,
        details: { reason: 'too_slow' },
      });
    case 'HPE_HEADER_OVERFLOW':
      return refuse('head_too_large', 'The address and headers of this request are too large.', 431);
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new AppError('body_too_large', 'The request is too large.');
    default:
      return refuse('syntax', 'This is not a valid HTTP/1.1 request.');
  }
}

const refusals = new WeakMap<IncomingMessage, AppError>();
const mark = (message: IncomingMessage, cause: AppError): void => {
  if (!refusals.has(message)) refusals.set(message, cause);
};

/** Why this request must not reach its route; `undefined` if it may. */
export const refusalOf = (message: IncomingMessage): AppError | undefined => refusals.get(message);

const unread = new WeakSet<IncomingMessage>();

/** True if what came is no request: there is no method and no address to log. */
export const isUnread = (message: IncomingMessage): boolean => unread.has(message);

/**
 * Options of every router here. A parameter may be as long as the head of a request, in characters: the schema of its route says what
 * is valid, so that a long one gets the same answer as a short one.
 */
export const routerOptions = { maxParamLength: maxHeaderSize };

/** RFC 9112 section 3.2: a name, an IPv4 address or an IPv6 address in brackets, then a port. */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(?::\d*)?$/i;
const ABSOLUTE_TARGET = /^https?:\/\/([^/?#]+)(.*)$/is;

/**
 * Returns the path and query to route a request by. Refuses a request whose address is no path in UTF-8, or that does not name exactly
 * one valid host (RFC 9112 section 3.2).
 */
function routableTarget(message: IncomingMessage): string {
  if (unread.has(message)) return '/';
  let { url: target = '' } = message;
  if (!namesOneHost(message)) mark(message, badHost());
  const [, authority, path] = ABSOLUTE_TARGET.exec(target) ?? [];
  if (authority !== undefined && path !== undefined) {
    target = path.startsWith('/') ? path : `/${path}`;
    // The host of the target replaces the header (RFC 9112 section 3.2.2).
    message.headers.host = authority;
  }
  if (!HOST.test(message.headers.host ?? '')) mark(message, badHost());
  if (target === '*' && message.method === 'OPTIONS') return '/';
  if (target.startsWith('/') && isUtf8(target)) return target;
  mark(message, badAddress());
  // The router reads each percent sign as itself.
  return `/${target.replace(/^\//, '').replaceAll('%', '%25')}`;
}

/** True if there is one Host header; HTTP/1.0 may have none. */
function namesOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

function isUtf8(target: string): boolean {
  if (!target.includes('%')) return true;
  try {
    findMyWay.sanitizeUrlPath(target);
    return true;
  } catch {
    return false;
  }
}

/** The last request of a connection, and its response. */
type Exchange = { message: IncomingMessage; response: ServerResponse };
const lastExchanges = new WeakMap<Socket, Exchange>();
const broken = new WeakSet<Socket>();

/** Options of Fastify with which `answerUnroutable` gets every request that Node or the router would answer alone. */
export const unroutableOptions = {
  rewriteUrl: routableTarget,
  routerOptions,
  http: {
    // Refused by `routableTarget`: Node's own answer lacks the shape and the headers.
    requireHostHeader: false,
    // Any other upgrade is ignored, and the request answered as usual (RFC 9110 section 7.8).
    shouldUpgradeCallback: ({ method, headers, url }: IncomingMessage): boolean =>
      method === 'GET' &&
      headers.upgrade?.toLowerCase() === 'websocket' &&
      url?.split('?', 1)[0] === addressOf(liveSocket),
  },
  clientErrorHandler(this: FastifyInstance, error: Error & { code?: string }, socket: Socket): void {
    // The parser reports every further packet of a broken connection.
    if (broken.has(socket)) return;
    broken.add(socket);
    // Browsers open connections ahead of use: one that sent nothing gets no answer when its time is over.
    if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0)
      return void socket.destroy();
    const cause = parserRefusal(error.code);
    const last = lastExchanges.get(socket);
    if (last === undefined || (last.message.complete && last.response.writableFinished)) {
      answerUnread(this, socket, cause);
    } else if (last.message.complete) {
      // What can't be read follows a request that still waits for its answer.
      last.response.once('finish', () => answerUnread(this, socket, cause));
    } else if (last.response.writableFinished) {
      linger(socket);
    } else {
      mark(last.message, cause);
      last.response.shouldKeepAlive = false;
      last.response.once('finish', () => linger(socket));
      // Its body can't be read: whoever reads it fails, and Fastify answers.
      if (last.message.listenerCount('error') > 0) last.message.emit('error', cause);
    }
  },
} satisfies FastifyServerOptions & { http: ServerOptions };

/**
 * Sends requests that have no route through the hooks of `app`, where `refusalOf` names the reason: each answer has the one error
 * shape, the headers of every answer and a log line. Needs `unroutableOptions`.
 */
export function answerUnroutable(app: FastifyInstance): void {
  app.server.on('request', (message, response) => lastExchanges.set(message.socket, { message, response }));
  app.server.on('checkExpectation', (message, response) => {
    lastExchanges.set(message.socket, { message, response });
    mark(message, badExpectation());
    app.routing(message, response);
  });
  // Without a listener Node closes the connection and answers nothing.
  app.server.on('connect', (message, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    answerOn(app, socket, message, badAddress());
  });
}

function answerUnread(app: FastifyInstance, socket: Socket, cause: AppError): void {
  const message = new IncomingMessage(socket);
  unread.add(message);
  // The router knows no request without a method.
  message.method = 'GET';
  answerOn(app, socket, message, cause);
}

/** Answers a message that Node has made no response for, and closes the connection. */
function answerOn(app: FastifyInstance, socket: Socket, message: IncomingMessage, cause: AppError): void {
  if (!socket.writable) return;
  mark(message, cause);
  const response = new ServerResponse(message);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once('finish', () => {
    response.detachSocket(socket);
    linger(socket);
  });
  app.routing(message, response);
}

/** Ends a connection and reads past what its caller still sends: a reset could take the answer away before it is read. */
function linger(socket: Socket): void {
  socket.end();
  socket.resume();
  const cut = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(cut));
}
