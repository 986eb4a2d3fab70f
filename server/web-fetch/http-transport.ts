import { isIP } from 'node:net';
import { Agent, buildConnector, errors, request as undiciRequest } from 'undici';
import { bareHost, checkedLookup, type Resolve } from './address/public-address.ts';
import type { AllowedUrl } from './address/url-allow-list.ts';
import { ACCEPTED_ENCODINGS, readBody } from './body/read-body.ts';
import {
  FetchError,
  FetchNetwork,
  FetchRefused,
  FetchTimeout,
  FetchTooLarge,
  placeOf,
} from './fetch-errors.ts';

/** From one photo host, as a browser has it that shows a lot's page: all that a listing has as a rule (judgement). */
export const PHOTOS_AT_ONCE = 12;

export type Method = 'GET' | 'POST';

/** How hosts are found and connected to; tests replace parts of it. */
export type Network = {
  resolve: Resolve;
  /** Which addresses may be connected to for a host that no configuration names. */
  isAllowedAddress: (address: string) => boolean;
  /** The port to connect to for https, when not 443. */
  connectPort: number | undefined;
  /** Certificates to trust beside the system's. */
  ca: string | undefined;
};

export type SendLimits = {
  connectMs: number;
  headersMs: number;
  idleMs: number;
  maxHeaderBytes: number;
  maxBytes: number;
  maxRatio: number;
};

export type Outgoing = {
  method: Method;
  headers: Record<string, string>;
  body?: string | Buffer;
  /** The caller's own wish to stop. */
  signal: AbortSignal | undefined;
  /** Time left for this request, ms. */
  totalMs: number;
};

export type Incoming = {
  status: number;
  /** Lower-case names; no set-cookie. */
  headers: Record<string, string>;
  setCookies: readonly string[];
  body: Buffer;
};

export type HttpTransport = {
  (checked: AllowedUrl, outgoing: Outgoing, limits: SendLimits): Promise<Incoming>;
  close(): Promise<void>;
};

/**
 * The one place that opens connections: one request, one answer, no redirect followed. Guarded hosts are
 * connected only to addresses that were checked in the lookup of that very connection.
 */
export function createHttpTransport(
  network: Network,
  connect: { connectMs: number; maxHeaderBytes: number },
): HttpTransport {
  const guarded = newAgent(connect, network);
  const trusted = newAgent(connect, null);

  const send = async (checked: AllowedUrl, outgoing: Outgoing, limits: SendLimits): Promise<Incoming> => {
    const place = placeOf(checked.url);
    const host = bareHost(checked.target.hostname);
    // A host that is an address is connected to without any lookup.
    if (!checked.trusted && isIP(host) !== 0 && !network.isAllowedAddress(host)) {
      throw new FetchRefused('address', 'the address is not public', place);
    }
    const clock = new AbortController();
    const timer = setTimeout(() => clock.abort(), outgoing.totalMs);
    const signal = outgoing.signal ? AbortSignal.any([outgoing.signal, clock.signal]) : clock.signal;
    try {
      const answer = await undiciRequest(checked.target, {
        dispatcher: checked.trusted ? trusted : guarded,
        method: outgoing.method,
        headers: headersFor(checked, outgoing),
        body: outgoing.body ?? null,
        signal,
        headersTimeout: limits.headersMs,
        bodyTimeout: limits.idleMs,
      });
      const { 'set-cookie': cookies = [], ...rest } = answer.headers;
      const headers = joined(rest);
      const setCookies = [cookies].flat();
      const tooLong = Number(headers['content-length'] ?? 0) > limits.maxBytes;
      if (tooLong || isRedirect(answer.statusCode)) {
        // Nobody reads this body; closing the connection ends it, and its complaint about that is expected.
        answer.body.on('error', () => {}).destroy();
        if (tooLong) throw new FetchTooLarge('body', limits.maxBytes, place);
        return { status: answer.statusCode, headers, setCookies, body: Buffer.alloc(0) };
      }
      const body = await readBody(answer.body, headers['content-encoding'] ?? '', limits, place);
      return { status: answer.statusCode, headers, setCookies, body };
    } catch (error) {
      outgoing.signal?.throwIfAborted();
      if (clock.signal.aborted) throw new FetchTimeout('total', place, error);
      throw explained(error, place, limits);
    } finally {
      clearTimeout(timer);
    }
  };
  return Object.assign(send, {
    close: async () => {
      await Promise.all([guarded.destroy(), trusted.destroy()]);
    },
  });
}

function newAgent(connect: { connectMs: number; maxHeaderBytes: number }, network: Network | null): Agent {
  const base = buildConnector({
    allowH2: false,
    timeout: connect.connectMs,
    ...(network && { lookup: checkedLookup(network.resolve, network.isAllowedAddress) }),
    ...(network?.ca && { ca: network.ca }),
  });
  const connector: typeof base = (options, callback) => {
    const port = network?.connectPort;
    base(port === undefined ? options : { ...options, port: String(port) }, (error, socket) => {
      if (error) return callback(error, null);
      const address = socket.remoteAddress ?? '';
      if (network && !network.isAllowedAddress(address)) {
        socket.destroy();
        return callback(
          new FetchRefused('address', 'connected to a non-public address', options.hostname),
          null,
        );
      }
      return callback(null, socket);
    });
  };
  return new Agent({
    connect: connector,
    maxHeaderSize: connect.maxHeaderBytes,
    connections: PHOTOS_AT_ONCE,
  });
}

function headersFor(checked: AllowedUrl, outgoing: Outgoing): Record<string, string> {
  const headers = { ...outgoing.headers, 'accept-encoding': ACCEPTED_ENCODINGS };
  // A local stand-in may answer for several sites, and needs to know which one was asked.
  if (checked.target.origin === checked.url.origin) return headers;
  return { ...headers, 'x-forwarded-host': checked.url.host };
}

function joined(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) result[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return result;
}

export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/** Put a failure of the network layer into one of our classes, by its code. */
function explained(error: unknown, place: string, limits: SendLimits): Error {
  if (error instanceof FetchError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof errors.InvalidArgumentError) return error;
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return new FetchTimeout('connect', place, error);
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return new FetchTimeout('headers', place, error);
  if (code === 'UND_ERR_BODY_TIMEOUT') return new FetchTimeout('idle', place, error);
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new FetchTooLarge('headers', limits.maxHeaderBytes, place, error);
  }
  if (error instanceof errors.HTTPParserError) return new FetchNetwork('bad_answer', place, error);
  if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE') {
    return new FetchNetwork('connection_lost', place, error);
  }
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return new FetchNetwork('broken_body', place, error);
  if (CERTIFICATE_CODES.test(code)) return new FetchNetwork('certificate', place, error);
  return new FetchNetwork('connect', place, error);
}

const CERTIFICATE_CODES = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME|ERR_SSL|ERR_TLS/;
