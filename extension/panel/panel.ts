import { dealerPageOf } from '../../contract/dealer-page/dealer-stores.ts';
import { WORDS } from '../words.ts';
import { keepDealerPart } from './dealer-part.ts';
import { element } from './element.ts';
import { readLot } from './lot-panel.ts';
import { PANEL_STYLE } from './panel-style.ts';

/** The panel on the page it is put into: of a lot, or of a part at a dealer's store. `onClose`: its user closed it. */
export function openPanel(host: HTMLElement, onClose: () => void): void {
  const close = element('button', { className: 'close', type: 'button', ariaLabel: WORDS.close }, '×');
  const body = element('div');
  const heading = element('h2', {}, WORDS.title);
  const panel = element(
    'section',
    { className: 'panel', ariaLabel: WORDS.title },
    element('div', { className: 'head' }, heading, close),
    body,
  );
  close.addEventListener('click', onClose);
  host.attachShadow({ mode: 'open' }).append(element('style', { textContent: PANEL_STYLE }), panel);
  const show = (...nodes: (Node | null)[]): void =>
    body.replaceChildren(...nodes.filter((node) => node !== null));
  const isOpen = (): boolean => host.isConnected;
  const view = { show, heading, isOpen };
  void (dealerPageOf(location.href) === null ? readLot(view) : keepDealerPart(view));
}
