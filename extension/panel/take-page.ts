import { LEFT_OUT, LEFT_OUT_OF_PART, sourceWithout } from '../../contract/dealer-page/left-out.ts';
import { isTooLarge } from '../../contract/saved-page/page-limit.ts';
import type { AuctionLink } from '../../contract/sites.ts';

/** The page asked for a check instead of answering: its user has to pass it. */
export class SiteCheck extends Error {}

/** The page as its user has it: its source without what is theirs, its visible text, and the site's own JSON where it has some. */
export async function takePage(link: AuctionLink): Promise<string[]> {
  const json = link.site === 'copart' ? await copartJson(link.number) : [];
  const pages = [sourceWithout(document.documentElement, LEFT_OUT), document.body.innerText, ...json];
  return pages.filter((page) => page.trim() !== '' && !isTooLarge(page));
}

/** A dealer's page of a part as its user has it: its words and data, without what is theirs. */
export const partPage = (): string => sourceWithout(document.documentElement, LEFT_OUT_OF_PART);

/** Copart's page is drawn from these; asked of the site the page is on, in the session its user has there. */
async function copartJson(number: string): Promise<string[]> {
  const data = '/public/data/lotdetails/solr';
  const texts = await Promise.all([
    siteJson(`${data}/${number}`),
    siteJson(`${data}/lotImages/${number}/USA`),
  ]);
  return texts.filter((text) => text !== null);
}

async function siteJson(path: string): Promise<string | null> {
  const response = await fetch(path, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(2_500),
  }).catch(() => null);
  if (response === null) return null;
  const isJson = /^application\/json\b/.test(response.headers.get('content-type') ?? '');
  if (response.ok && isJson) return await response.text();
  // HTML in place of JSON is the site's own check, whatever its status; where the lot is simply unknown there is JSON.
  if (!isJson && (response.status === 403 || response.ok)) throw new SiteCheck();
  return null;
}
