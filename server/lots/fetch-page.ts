import type { SitePage } from '../auction-sites/auction-site.ts';
import { type ForCaller, SERVICE } from '../concurrency/work-caller.ts';
import { pageText } from '../web-fetch/body/page-text.ts';
import type { PageRenderer } from '../web-fetch/browser.ts';
import type { FetchAnswer, GuardedFetch } from '../web-fetch/guarded-fetch.ts';
import type { LotReader } from './lot-reader.ts';
import type { FetchPage } from './read-lot.ts';

const REFUSALS = new Set([401, 403, 429, 503]);

/**
 * Asks a site through the guard; where the plain request is refused and a browser is configured, the page is rendered
 * once through the same guard, and what its own scripts were told next to the refused address is handed on with it. A
 * refusal of both is an answer like any other: the readers name it. A check that comes instead of the page is never waited out.
 */
export function createFetchPage(
  ask: GuardedFetch['fetch'],
  renderer: PageRenderer | null,
  readerFor: ForCaller<Pick<LotReader, 'isBotChallenge'>>,
): FetchPage {
  return async (request) => {
    const { url, kind, headers, caller, onTurn } = request;
    const on = { ...(request.signal && { signal: request.signal }), ...(caller !== undefined && { caller }) };
    const answer = await ask({ url, kind, headers, ...on, ...(onTurn && { onTurn }) });
    const plain = sitePageOf(answer);
    const isRefusal = async (page: SitePage): Promise<boolean> =>
      REFUSALS.has(page.status ?? 200) || (await readerFor(caller ?? SERVICE).isBotChallenge(page));
    if (renderer === null || !(await isRefusal(plain))) return { pages: [plain], rendered: false };
    const folder = new URL('.', url);
    const rendered = await renderer.renderPage({
      url: request.page ?? url,
      keepJson: (at) => at.origin === folder.origin && at.pathname.startsWith(folder.pathname),
      isRefusal: (document) => isRefusal(sitePageOf(document)),
      ...on,
    });
    const page: SitePage = {
      url: rendered.url,
      status: rendered.status,
      content_type: 'text/html',
      body: rendered.html,
    };
    const told = rendered.json.map(
      (entry): SitePage => ({
        url: entry.url,
        status: entry.status,
        content_type: 'application/json',
        body: pageText(entry.body, 'application/json'),
      }),
    );
    return { pages: [page, ...told], rendered: true };
  };
}

const sitePageOf = ({ url, status, contentType, body }: FetchAnswer): SitePage => ({
  url,
  status,
  content_type: contentType,
  body: pageText(body, contentType),
});
