import type { Browser, BrowserContext, Page, Request, Route } from 'playwright-core';
import { unlessAborted } from '../concurrency/unless-aborted.ts';
import type { FetchKind } from './address/url-allow-list.ts';
import { pageText } from './body/page-text.ts';
import { FetchNetwork, FetchRefused, FetchTimeout, FetchTooLarge, placeOf } from './fetch-errors.ts';
import type { FetchAnswer, FetchRequest, GuardedFetch } from './guarded-fetch.ts';

export type RenderedPage = {
  /** The address of the page as asked. */
  url: string;
  /** Of the page itself. */
  status: number;
  /** The page as it stands after its scripts ran. */
  html: string;
  /** What the site's own API told the page, where `keepJson` said so. */
  json: { url: string; status: number; body: Buffer }[];
};

export type RenderRequest = {
  url: string;
  signal?: AbortSignal;
  /** Whose turns the page and its parts take. */
  caller?: FetchRequest['caller'];
  /** Which answers to the page's own requests to hand back. */
  keepJson?: (url: URL) => boolean;
  /** Whether a document is a refusal: such a one is the answer at once, and none of its scripts runs. */
  isRefusal?: (document: FetchAnswer) => Promise<boolean>;
};

export type PageRenderer = {
  /** Open one page; throws like GuardedFetch.fetch. */
  renderPage(request: RenderRequest): Promise<RenderedPage>;
  close(): Promise<void>;
};

export type RendererOptions = {
  /** The browser's own program (BROWSER_PATH). */
  browserPath: string;
  guardedFetch: GuardedFetch;
  userAgent: string;
  /** For one page with all its parts, ms. */
  totalMs?: number;
  /** Chromium's own sandbox; off for root, where it can't start. */
  sandbox?: boolean;
};

const MAX_HTML_BYTES = 8 * 1024 * 1024;
const MAX_PAGE_REQUESTS = 200;
const MAX_PAGE_BYTES = 64 * 1024 * 1024;

/** What a page may load, and as what; pictures, fonts, films, sockets and all else are not loaded. */
const KINDS: Readonly<Record<string, FetchKind>> = {
  document: 'page',
  script: 'page',
  stylesheet: 'page',
  xhr: 'json',
  fetch: 'json',
};

const ARGUMENTS = [
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // WebRTC sends UDP past any proxy; the second name is that of older versions.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
];

/**
 * A real browser for pages that need one. It has no network of its own: every request goes through the guard,
 * and whatever would slip past that (preconnect, prefetch, WebRTC) finds a proxy where nobody listens.
 */
export function createPageRenderer(options: RendererOptions): PageRenderer {
  const { guardedFetch, totalMs = 30_000 } = options;
  let started: Promise<Browser> | null = null;

  function browser(): Promise<Browser> {
    // Loaded with the first page: it takes 80 MB.
    started ??= import('playwright-core')
      .then(({ chromium }) =>
        chromium.launch({
          executablePath: options.browserPath,
          args: ARGUMENTS,
          chromiumSandbox: options.sandbox ?? process.getuid?.() !== 0,
          proxy: { server: 'http://127.0.0.1:9', bypass: '<-loopback>' },
        }),
      )
      .then((launched) => {
        launched.on('disconnected', () => {
          started = null;
        });
        return launched;
      })
      .catch((error: unknown) => {
        started = null;
        throw error;
      });
    return started;
  }

  async function renderPage(request: RenderRequest): Promise<RenderedPage> {
    request.signal?.throwIfAborted();
    const place = URL.canParse(request.url) ? placeOf(new URL(request.url)) : '-';
    const context = await (await browser()).newContext({
      userAgent: options.userAgent,
      acceptDownloads: false,
      serviceWorkers: 'block',
      locale: 'en-US',
    });
    const clock = AbortSignal.timeout(totalMs);
    const signal = request.signal ? AbortSignal.any([request.signal, clock]) : clock;
    const visit = newVisit(context, guardedFetch, signal, request);
    const stop = () => void context.close().catch(() => {});
    signal.addEventListener('abort', stop, { once: true });
    const htmlOf = async (): Promise<string> => {
      await context.addInitScript(() => {
        for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport']) {
          Reflect.deleteProperty(globalThis, name);
        }
      });
      const page = await context.newPage();
      await page.route('**/*', (route) => visit.answer(route, page));
      await page.routeWebSocket(/.*/, (socket) => socket.close());
      await load(page, request.url, totalMs);
      return await page.content();
    };
    try {
      // A page that is being opened when its context closes is never answered: the wait ends by the signal itself.
      const html = await unlessAborted(htmlOf(), signal);
      if (Buffer.byteLength(html) > MAX_HTML_BYTES) throw new FetchTooLarge('body', MAX_HTML_BYTES, place);
      return visit.refusal() ?? { url: request.url, status: visit.status(), html, json: visit.json };
    } catch (error) {
      request.signal?.throwIfAborted();
      const refusal = visit.refusal();
      if (refusal !== null) return refusal;
      if (clock.aborted) throw new FetchTimeout('total', place, error);
      throw (
        visit.failure() ??
        (error instanceof FetchTooLarge ? error : new FetchNetwork('bad_answer', place, error))
      );
    } finally {
      signal.removeEventListener('abort', stop);
      await context.close().catch(() => {});
    }
  }

  return {
    renderPage,
    async close() {
      const running = await started?.catch(() => null);
      await running?.close();
    },
  };
}

/** Wait until the page has been quiet for half a second, at most two thirds of the time it has. */
async function load(page: Page, url: string, totalMs: number): Promise<void> {
  await page.goto(url, { waitUntil: 'domcontentloaded', timeout: totalMs });
  await page.waitForLoadState('networkidle', { timeout: (totalMs * 2) / 3 }).catch((error: unknown) => {
    // A page that never falls quiet is taken as it stands.
    if (!(error instanceof Error && error.name === 'TimeoutError')) throw error;
  });
}

/** One page with its parts: what it asks goes through the guard, within one budget of requests and bytes. */
function newVisit(
  context: BrowserContext,
  guardedFetch: GuardedFetch,
  signal: AbortSignal,
  { url, keepJson, isRefusal, caller }: Omit<RenderRequest, 'signal'>,
) {
  const json: RenderedPage['json'] = [];
  let requests = 0;
  let bytes = 0;
  let status = 0;
  let failure: unknown = null;
  let refusal: RenderedPage | null = null;

  async function ask(request: Request, kind: FetchKind, isPage: boolean): Promise<FetchAnswer> {
    const cookies = await context.cookies(request.url());
    const { 'user-agent': _agent, ...headers } = request.headers();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const body = request.postDataBuffer();
    return guardedFetch.fetch({
      url: request.url(),
      kind,
      method: request.method() === 'POST' ? 'POST' : 'GET',
      headers: { ...headers, ...(cookie !== '' && { cookie }) },
      signal,
      partOfPage: !isPage,
      ...(caller !== undefined && { caller }),
      ...(body && { body }),
    });
  }

  async function answer(route: Route, page: Page): Promise<void> {
    const request = route.request();
    const isPage = request.isNavigationRequest() && request.frame() === page.mainFrame();
    const kind = KINDS[request.resourceType()];
    requests += 1;
    const tooMuch = requests > MAX_PAGE_REQUESTS || bytes > MAX_PAGE_BYTES;
    const unsent = request.method() !== 'GET' && request.method() !== 'POST';
    if (kind === undefined || tooMuch || unsent) return route.abort('blockedbyclient');
    try {
      const got = await ask(request, kind, isPage);
      bytes += got.body.length;
      if (isPage) status = got.status;
      if (isPage && (await isRefusal?.(got))) {
        refusal = { url, status: got.status, html: pageText(got.body, got.contentType), json };
        // The check is for people: no script of it runs, and the opening of the page ends here.
        return await route.abort('aborted');
      }
      if (kind === 'json' && keepJson?.(new URL(got.url))) {
        json.push({ url: got.url, status: got.status, body: got.body });
      }
      await route.fulfill({ status: got.status, headers: passedOn(got), body: got.body });
    } catch (error) {
      if (isPage) failure = error;
      await route.abort(error instanceof FetchRefused ? 'blockedbyclient' : 'failed').catch(() => {});
    }
  }

  return { answer, json, status: () => status, failure: () => failure, refusal: () => refusal };
}

/** An answer's headers as the browser should see them: the body is unpacked already. */
function passedOn(answer: FetchAnswer): Record<string, string> {
  const {
    'content-encoding': _encoding,
    'content-length': _length,
    'transfer-encoding': _transfer,
    ...headers
  } = answer.headers;
  if (answer.setCookies.length > 0) headers['set-cookie'] = answer.setCookies.join('\n');
  return headers;
}
