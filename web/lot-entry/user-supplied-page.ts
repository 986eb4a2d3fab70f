import { z } from 'zod';
import { readAuctionLink } from '../../contract/auction-link.ts';
import { MOST_PAGE } from '../../contract/saved-page/page-limit.ts';

/** What our window says when it is ready to be handed a page. It holds nothing, so anybody may hear it. */
export const READY_MESSAGE = 'lotlens-ready';

/** What the bookmarklet hands over. */
export const handedSchema = z.object({
  type: z.literal('lotlens-page'),
  address: z.string().max(2048),
  html: z.string().min(1).max(MOST_PAGE),
  text: z.string().max(MOST_PAGE).optional(),
});
export type UserSuppliedPage = { link: string; pages: string[] };

/** A lot's page handed over by the bookmarklet: only from a lot's own site, only as text; null is anything else. */
export function readUserSuppliedPage(origin: string, data: unknown): UserSuppliedPage | null {
  const handed = handedSchema.safeParse(data);
  if (!handed.success) return null;
  const { address, html, text } = handed.data;
  const reading = readAuctionLink(address);
  // The link's reader knows the hosts of the three sites; the page must be of the very origin that sent it.
  if (!reading.ok || !URL.canParse(address) || new URL(address).origin !== origin) return null;
  if (!origin.startsWith('https://')) return null;
  return { link: reading.link.canonicalUrl, pages: text ? [html, text] : [html] };
}

/**
 * The bookmarklet of this installation: opens our window, waits for its word, hands it the page that is open. It asks
 * the site for nothing and changes nothing in its page.
 */
export const bookmarklet = (ourOrigin: string): string =>
  `javascript:${encodeURIComponent(
    `(()=>{const o=${JSON.stringify(ourOrigin)};const w=open(o+"/import","_blank");if(!w){const m="Your browser did not let LotLens open. ";(navigator.clipboard?navigator.clipboard.writeText(document.documentElement.outerHTML):Promise.reject()).then(()=>alert(m+"The page is copied: open LotLens and paste it there."),()=>alert(m+"Please allow this page to open LotLens."));return}const h=e=>{if(e.origin===o&&e.data===${JSON.stringify(READY_MESSAGE)}){removeEventListener("message",h);w.postMessage({type:"lotlens-page",address:location.href,html:document.documentElement.outerHTML,text:document.body.innerText},o)}};addEventListener("message",h)})()`,
  )}`;

/** A page saved as MHTML, up to the end of the page itself: what follows is its pictures. Other text as it is. */
export function withoutPictures(text: string): string {
  const head = text.slice(0, 4000);
  const boundary = /^content-type:\s*multipart\/related[\s\S]{0,400}?boundary="?([^";\r\n]{1,200})/im.exec(
    head,
  )?.[1];
  if (boundary === undefined) return text;
  const page = text.search(/^content-type:\s*text\/html/im);
  const end = page < 0 ? -1 : text.indexOf(`--${boundary}`, page);
  return end < 0 ? text : text.slice(0, end);
}
