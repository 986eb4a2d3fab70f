import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { readAuctionLink } from '../../contract/auction-link.ts';
import { dealerPageOf } from '../../contract/dealer-page/dealer-stores.ts';
import { ask } from '../ask.ts';
import { element } from '../panel/element.ts';
import { WORDS } from '../words.ts';

const TAG = 'lotlens-button';
const STYLE = `
:host { all: initial; }
button {
  position: fixed; z-index: 2147483646; right: 16px; bottom: 16px; min-height: 44px; padding: 0 16px; border: 0; border-radius: 22px;
  background: #14181d; color: #fbfaf7; font: 500 14px system-ui, sans-serif; box-shadow: 0 4px 16px rgb(0 0 0 / 30%); cursor: pointer;
}
button:focus-visible { outline: 3px solid #8cb0ff; outline-offset: 2px; }
`;

const isRead = (link: string): boolean => readAuctionLink(link).ok || dealerPageOf(link) !== null;

/** The button on the lot pages, and dealers' pages, of a site its user allowed. It reads nothing until it is pressed. */
export default defineUnlistedScript(() => {
  if (!isRead(location.href) || document.querySelector(TAG) !== null) return;
  const host = document.createElement(TAG);
  const open = element('button', { type: 'button' }, WORDS.title);
  open.addEventListener('click', () => void ask({ kind: 'open_panel' }));
  host.attachShadow({ mode: 'open' }).append(element('style', { textContent: STYLE }), open);
  document.documentElement.append(host);
});
